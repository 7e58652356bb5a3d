// k-means over a few weighted points, without chance: the same points give the same clusters everywhere.
#pragma once

#include <array>
#include <vector>

namespace longroad::search {

template <std::size_t dimensions>
struct Clusters {
  using Point = std::array<double, dimensions>;
  std::vector<Point> centres;
  std::vector<int> member;  // of each point, its cluster
};

template <std::size_t dimensions>
double distance(const std::array<double, dimensions>& a, const std::array<double, dimensions>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < dimensions; ++i) sum += (a[i] - b[i]) * (a[i] - b[i]);
  return sum;
}

// At most k clusters (fewer if fewer points differ). The first centre is the point nearest the mean, each further one the point
// farthest from all centres so far; then Lloyd's steps until no point changes its cluster.
template <std::size_t dimensions>
Clusters<dimensions> k_means(const std::vector<std::array<double, dimensions>>& points, const std::vector<double>& weights,
                             int k) {
  Clusters<dimensions> c;
  c.member.assign(points.size(), 0);
  if (points.empty()) return c;
  const auto mean_of = [&](int cluster) {
    typename Clusters<dimensions>::Point mean{};
    double weight = 0;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (cluster >= 0 && c.member[i] != cluster) continue;
      weight += weights[i];
      for (std::size_t d = 0; d < dimensions; ++d) mean[d] += weights[i] * points[i][d];
    }
    for (double& x : mean) x /= weight;
    return mean;
  };
  const auto nearest = [&](const auto& point) {
    int best = 0;
    for (int j = 1; j < int(c.centres.size()); ++j)
      if (distance(point, c.centres[std::size_t(j)]) < distance(point, c.centres[std::size_t(best)])) best = j;
    return best;
  };
  const auto mean = mean_of(-1);
  std::size_t first = 0;
  for (std::size_t i = 1; i < points.size(); ++i)
    if (distance(points[i], mean) < distance(points[first], mean)) first = i;
  c.centres.push_back(points[first]);
  while (int(c.centres.size()) < k) {
    std::size_t far = 0;
    double reach = 0;
    for (std::size_t i = 0; i < points.size(); ++i)
      if (const double d = distance(points[i], c.centres[std::size_t(nearest(points[i]))]); d > reach) far = i, reach = d;
    if (reach == 0) break;  // all points are centres
    c.centres.push_back(points[far]);
  }
  for (bool moved = true; moved;) {
    moved = false;
    for (std::size_t i = 0; i < points.size(); ++i) {
      const int now = nearest(points[i]);
      moved |= now != c.member[i];
      c.member[i] = now;
    }
    for (int j = 0; j < int(c.centres.size()); ++j) {
      bool used = false;
      for (int member : c.member) used |= member == j;
      if (used) c.centres[std::size_t(j)] = mean_of(j);
    }
  }
  return c;
}

}  // namespace longroad::search
