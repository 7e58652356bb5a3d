// An evaluator that is a policy and value network behind any batch function: positions are written down in the network's encoding
// as the one who decides sees them, its logits are read by its codec.
//
// A search asks about states drawn from what its player knows. The network is shown what the one to decide would be allowed to
// see in such a state: never more than its own cards and what is public.
#pragma once

#include <cmath>
#include <cstring>
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "catan/codecs/codecs.hpp"
#include "catan/codecs/encodings.hpp"
#include "search/evaluator.hpp"

namespace longroad::catan {

// What a network reads and says.
struct PolicyForm {
  const Encoding* encoding = &encoding_of<GeneralEncoding>;
  const Codec* codec = &codec_of<GeneralCodec>;
  int value_columns = max_players;  // of its values: win probabilities, the one who decides first, then in turn order
  float temperature = 1;            // logits are divided by it before they become priors
  bool trades = true;               // else its logits of offers, answers and deals mean nothing
  std::vector<int> bank_columns{};  // of the encoding that show the bank
  int bank = full_bank;             // they show so many cards at most

  static constexpr int full_bank = 255;

  // Writes a position as the network is shown it. Throws std::invalid_argument for an encoding that is not of bytes.
  void write(const View& view, u8* row) const {
    const auto encode = std::get_if<Encoding::Bytes>(&encoding->encode);
    if (!encode) throw std::invalid_argument("encoding '" + std::string(encoding->name) + "' is not of bytes");
    (*encode)(view, row);
    for (int column : bank_columns) row[column] = u8(std::min<int>(row[column], bank));
  }
};

// Thrown for what a batch function says. The message says what is wrong with it.
struct AnswerError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

class PolicyEvaluator final : public search::Evaluator<Catan> {
 public:
  // Rows of the encoding in; logits, a row of the codec's size each, and values, a row of value_columns each, out. What it
  // returns is kept until the batch is cleared and keeps both alive.
  struct Answers {
    const float* logits = nullptr;
    const float* values = nullptr;
    std::shared_ptr<void> owner{};
  };
  using BatchFunction = std::function<Answers(std::span<const u8> rows, int count)>;

  // Throws std::invalid_argument for a form that a policy cannot have.
  explicit PolicyEvaluator(PolicyForm form, BatchFunction function = {})
      : form_(std::move(form)), function_(std::move(function)), width_(std::size_t(form_.encoding->size)) {
    if (!std::holds_alternative<Encoding::Bytes>(form_.encoding->encode))
      throw std::invalid_argument("encoding '" + std::string(form_.encoding->name) + "' is not of bytes");
    for (int column : form_.bank_columns)
      if (column < 0 || column >= form_.encoding->size) throw std::invalid_argument("there is no such column of the bank");
  }

  const PolicyForm& form() const { return form_; }
  // What was added, in the network's encoding.
  std::span<const u8> rows() const { return rows_; }

  // In place of compute(), where several evaluators share one call of a network: their part of its answers.
  void give(const float* logits, const float* values) { answers_ = {logits, values, {}}; }

  // Throws AnswerError.
  Probabilities win_probabilities(int at) const override {
    const State& s = states_[std::size_t(at)];
    const float* const row = answers_.values + std::size_t(at) * std::size_t(form_.value_columns);
    Probabilities found{};
    float sum = 0;
    for (int seat = 0; seat < s.players(); ++seat) {
      const float value = row[seat];
      if (!(value >= -0.001f && value <= 1.001f))
        throw AnswerError("a win probability is " + std::to_string(value) + ", not a number between 0 and 1");
      const int p = s.actor + seat;
      sum += found[std::size_t(p < s.players() ? p : p - s.players())] = std::clamp(value, 0.f, 1.f);
    }
    if (!(sum > 0.5f && sum < 2)) throw AnswerError("win probabilities add up to " + std::to_string(sum) + ", not to 1");
    for (float& p : found) p /= sum;
    return found;
  }

  // A softmax over the logits of the moves by the form's temperature; of n moves, one that the codec cannot say gets 1/n. Throws
  // AnswerError.
  bool priors(int at, std::span<search::Candidate<Action>> moves) const override {
    const State& s = states_[std::size_t(at)];
    const float* const row = answers_.logits + std::size_t(at) * std::size_t(form_.codec->size);
    const bool has_words = form_.codec->has_words(s);
    float most = -std::numeric_limits<float>::infinity(), sum = 0;
    int said = 0;
    for (auto& move : moves) {
      const int index = has_words && (form_.trades || !is_talk(move.move)) ? form_.codec->index_of(s, move.move) : -1;
      move.prior = index < 0 ? unsaid : row[index] / form_.temperature;
      if (index < 0) continue;
      if (!std::isfinite(move.prior)) throw AnswerError("a logit is " + std::to_string(move.prior) + ", not a number");
      most = std::max(most, move.prior), ++said;
    }
    for (const auto& move : moves)
      if (move.prior != unsaid) sum += std::exp(move.prior - most);
    const float share = float(said) / float(moves.size());  // of those that it can say
    for (auto& move : moves)
      move.prior = move.prior == unsaid ? 1 / float(moves.size()) : share * std::exp(move.prior - most) / sum;
    return true;
  }

 private:
  static constexpr float unsaid = -std::numeric_limits<float>::infinity();

  static bool is_talk(Action move) { return move.kind() >= Kind::Offer && move.kind() <= Kind::Cancel; }

  void take(const State& s) override {
    const std::size_t first = rows_.size();
    rows_.resize(first + width_);
    form_.write(View(s, s.actor), rows_.data() + first);
    states_.push_back(s);
  }
  void answer() override {
    if (!function_) throw std::logic_error("the answers are given from outside");
    answers_ = function_(rows_, size());
  }
  void drop() override {
    rows_.clear();
    states_.clear();
    answers_ = {};
  }

  PolicyForm form_;
  BatchFunction function_;
  std::size_t width_;
  std::vector<u8> rows_;
  std::vector<State> states_;
  Answers answers_;
};

}  // namespace longroad::catan
