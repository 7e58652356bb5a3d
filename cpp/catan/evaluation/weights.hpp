// What each thing is worth in the evaluation, in victory points, and the sets of such numbers that agents judge by.
#pragma once

#include "catan/rules/state.hpp"

namespace longroad::catan {

// What each thing is worth, in victory points. `purposes.hpp` chooses by the same numbers.
struct Weights {
  // -- income, per pip (one way of two dice to bring a card)
  std::array<double, resources> income{0.32, 0.29, 0.39, 0.37, 0.31};
  double diminishing = 0.050;  // of n pips of one resource, n / (1 + n * diminishing) count
  double variety = 0.19;       // each resource produced at all
  double city_engine = 0.019, settlement_engine = 0.034, card_engine = 0.017;  // pips of the scarcest part of a purchase
  double blocked = 0.26;                                                       // share of a robbed hex that counts as lost
  double harbor = 0.020, general_harbor = 0.015;                               // a pip that can be traded there
  // -- the board: the best free spot within 0, 1, 2 own roads, as a share of its income
  std::array<double, 3> spot{0.061, 0.12, 0.083};
  double spot_variety = 0.096, spot_harbor = 0.055;  // on top of its income: a resource not yet produced; a harbor
  std::array<double, 3> road_gap{0.56, 0.31, 0.094}, army_gap{0.64, 0.23, 0.26};  // 1, 2, 3 short of the special card
  double road_lead = 0.11, army_lead = 0.12;                                      // of its holder, a segment or knight ahead
  double road_threat = 0, army_threat = 0;                                        // of its holder, if another can take it at once
  double road = 0.007, settlement_left = 0.042;  // a segment of the longest road; a settlement not yet on the board
  // -- cards
  double card = 0.10, too_many = 0.23;  // a resource card; one above the discard limit
  double closeness = 0.51;              // of a purchase for which one more card is missing
  double want_city = 1.03, want_settlement = 0.85, want_card = 0.28, want_road = 0.12;
  double knight = 0.92, progress_card = 0.66;  // development cards held
  double knight_played = 0;                    // a knight on the table
  double further_card = 0;                     // each card held beyond the first that can be played: one may be played per turn
  double seven = 0;                            // each card expected to be discarded before its owner can spend it
  double to_roll = 0.13;                       // one's own roll comes next
  double at_hand = 0.34;                       // what can be bought at once counts for so much more
  // -- the others
  double near_target = 0;     // each point from two before the target on
  double leader_share = 0.7;  // of the strongest opponent; the mean of all counts for the rest
};

// For three and four players: what the weights above leave out, and all of them tuned by SPSA in games of four with trading
// (41,000 games; `planner` with them against `planner-1`).
inline Weights weights_for_many() {
  return {.income = {0.33, 0.34, 0.35, 0.36, 0.31},
          .diminishing = 0.034,
          .variety = 0.17,
          .city_engine = 0.017,
          .settlement_engine = 0.032,
          .card_engine = 0.019,
          .blocked = 0.29,
          .harbor = 0.019,
          .general_harbor = 0.012,
          .spot = {0.065, 0.11, 0.081},
          .spot_variety = 0.10,
          .spot_harbor = 0.057,
          .road_gap = {0.50, 0.29, 0.087},
          .army_gap = {0.64, 0.23, 0.29},
          .road_lead = 0.11,
          .army_lead = 0.12,
          .army_threat = 0.11,
          .road = 0.006,
          .settlement_left = 0.035,
          .card = 0.096,
          .too_many = 0.12,
          .closeness = 0.48,
          .want_city = 0.92,
          .want_settlement = 0.62,
          .want_card = 0.25,
          .want_road = 0.13,
          .knight = 1.03,
          .progress_card = 0.80,
          .knight_played = 0.56,
          .further_card = 0.067,
          .seven = 0.052,
          .to_roll = 0.13,
          .at_hand = 0.38,
          .near_target = 0.092,
          .leader_share = 0.71};
}

}  // namespace longroad::catan
