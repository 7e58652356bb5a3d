// How the entries of a codec and the numbers of an encoding are arranged: named blocks, one after the other. Every other part of
// the program, Python included, takes its offsets from these tables.
#pragma once

#include <array>
#include <initializer_list>
#include <span>
#include <string_view>

namespace longroad::catan {

// The lengths of up to three dimensions; none for a single entry.
struct Shape {
  std::array<int, 3> lengths{};
  int dimensions = 0;

  constexpr Shape() = default;
  constexpr Shape(std::initializer_list<int> given) {
    for (int length : given) lengths[std::size_t(dimensions++)] = length;
  }

  constexpr int count() const {
    int n = 1;
    for (int i = 0; i < dimensions; ++i) n *= lengths[std::size_t(i)];
    return n;
  }
};

// A part of each row of a block, a row being what its last dimension holds.
struct Field {
  std::string_view name;
  int first, count;  // `first` counts from the beginning of the row
};

struct Block {
  std::string_view name;
  int first;
  Shape shape;
  std::span<const Field> fields{};
  bool domestic_trade = false;  // of a codec: offers, answers and deals

  constexpr int count() const { return shape.count(); }
  constexpr int row() const { return shape.dimensions ? shape.lengths[std::size_t(shape.dimensions - 1)] : 1; }
};

// Whether blocks follow each other from 0 to `size` without a gap, and the fields of each fill its rows.
constexpr bool is_complete(std::span<const Block> blocks, int size) {
  int next = 0;
  for (const Block& block : blocks) {
    if (block.first != next) return false;
    next += block.count();
    int inside = 0;
    for (const Field& field : block.fields) {
      if (field.first != inside) return false;
      inside += field.count;
    }
    if (!block.fields.empty() && inside != block.row()) return false;
  }
  return next == size;
}

}  // namespace longroad::catan
