// Choices and settings of Catan's rules, searches and agents, field by field. A default-constructed object holds the defaults:
// the options of longroad.catan and longroad.search take theirs from it. The names of a choice are the words of its option.
#include <nanobind/stl/shared_ptr.h>

#include "bindings/common.hpp"
#include "catan/players/agent.hpp"

namespace longroad::bindings {

namespace {

void bind_choices(nb::module_& m) {
  nb::enum_<Layout>(m, "Layout", "How a board is drawn.")
      .value("spiral", Layout::Spiral, "Tokens in the official spiral.")
      .value("random", Layout::Random, "Terrain and tokens shuffled.")
      .value("balanced", Layout::Balanced, "Shuffled, no two red tokens side by side.")
      .value("beginner", Layout::Beginner, "The fixed board of the rulebook.");
  nb::enum_<HarborLayout>(m, "HarborLayout", "How harbors are laid out.")
      .value("shuffled", HarborLayout::Shuffled)
      .value("fixed", HarborLayout::Fixed);
  nb::enum_<Policy>(m, "Policy", "How moves are drawn.")
      .value("random", Policy::Random, "Every listed legal action is equally likely.")
      .value("kind", Policy::ByKind, "Every kind of action is equally likely, then every action of the kind.")
      .value("typed", Policy::Weighted, "A kind by weight, then an action of the kind: builds whenever it can.")
      .value("build", Policy::BuildOnly, "Builds only, without trades.");
  nb::enum_<MoveFilter>(m, "MoveFilter", "Which moves a search looks at.")
      .value("all", MoveFilter::All, "All but offers and counter-offers.")
      .value("representative", MoveFilter::Representative, "One per purpose.")
      .value("clustered", MoveFilter::Clustered, "One per cluster of moves that lead to similar positions.");
  nb::enum_<OpponentModel>(m, "OpponentModel", "How the opponents are assumed to play.")
      .value("paranoid", OpponentModel::Paranoid, "All against the root player.")
      .value("maxn", OpponentModel::MaxN, "Each for itself.")
      .value("best_reply", OpponentModel::BestReply, "Only the reply that hurts most is made.");
  nb::enum_<Leaf>(m, "Leaf", "How a tree search values a leaf.")
      .value("eval", Leaf::Evaluation, "By the evaluation once the turn has ended.")
      .value("playout", Leaf::Playout, "By the winner of a game of drawn moves.")
      .value("short", Leaf::Short, "By a few turns of drawn moves, then the evaluation.");
  nb::enum_<JudgedAt>(m, "JudgedAt", "Which position an evaluator is asked about for a leaf.")
      .value("leaf", JudgedAt::Leaf, "The leaf itself.")
      .value("turn_end", JudgedAt::TurnEnd, "What becomes of it once the turn has ended.");
  nb::enum_<search::RootRule>(m, "RootRule", "How the moves of a tree's root share the simulations.")
      .value("puct", search::RootRule::Puct, "As those of all other nodes.")
      .value("gumbel", search::RootRule::Gumbel, "By sequential halving over sampled moves.");
  nb::enum_<Trading>(m, "Trading", "How a tree search makes offers.")
      .value("off", Trading::Off, "It makes none.")
      .value("merged", Trading::Merged, "Offers are moves of the root.")
      .value("separate", Trading::Separate, "A tree per trade.");
  nb::enum_<TreeValue>(m, "TreeValue", "What a tree says of its root.")
      .value("root", TreeValue::Root, "The mean over all its simulations.")
      .value("move", TreeValue::BestMove, "The mean of its best move.");
  nb::enum_<Partner>(m, "Partner", "How the other players are assumed to answer offers.")
      .value("judging", Partner::Judging, "They judge what they gain.")
      .value("coin", Partner::Coin, "They flip a coin.");
}

// A field that takes whole numbers from low to high; ValueError for others.
void bounded(nb::class_<Rules>& c, const char* name, u8 Rules::* field, int low, int high) {
  c.def_prop_rw(
      name, [field](const Rules& r) { return int(r.*field); },
      [=](Rules& r, int value) {
        if (value < low || value > high)
          throw nb::value_error((std::string(name) + "=" + std::to_string(value) + ": must be between " + std::to_string(low) +
                                 " and " + std::to_string(high))
                                    .c_str());
        r.*field = u8(value);
      });
}

void bind_rules(nb::module_& m) {
  // What the engine's arrays and words have room for; longroad.catan.Rules has the ranges of the other options.
  nb::class_<Rules> rules(m, "RulesCore", "The options that the engine plays by; longroad.catan.Rules makes it.");
  rules.def(nb::init<>())
      .def_rw("target_points", &Rules::target_points)
      .def_rw("discard_limit", &Rules::discard_limit)
      .def_rw("offers_per_turn", &Rules::offers_per_turn)
      .def_rw("best_rate_only", &Rules::best_rate_only)
      .def_rw("robber", &Rules::robber)
      .def_rw("development_cards", &Rules::development_cards)
      .def_rw("open_hands", &Rules::open_hands)
      .def_rw("turn_cap", &Rules::turn_cap)
      .def_rw("friendly_robber", &Rules::friendly_robber)
      .def_rw("dice_deck", &Rules::dice_deck);
  bounded(rules, "players", &Rules::players, 2, max_players);
  bounded(rules, "bank", &Rules::bank, 1, 50);
  bounded(rules, "starting_settlements", &Rules::starting_settlements, 2, 3);
}

void bind_searches(nb::module_& m) {
  using search::GumbelSettings, search::Settings, search::UctSettings;
  nb::class_<Settings>(m, "SearchSettings", "How an expectiminimax search runs.")
      .def(nb::init<>())
      .def_rw("depth", &Settings::depth)
      .def_rw("prune", &Settings::prune)
      .def_rw("probe", &Settings::probe)
      .def_rw("table_bits", &Settings::table_bits)
      .def_rw("deepen", &Settings::deepen)
      .def_rw("seconds", &Settings::seconds)
      .def_rw("max_nodes", &Settings::max_nodes);
  nb::class_<GumbelSettings>(m, "GumbelSettings", "How sequential halving runs at the root of a tree.")
      .def(nb::init<>())
      .def_rw("considered", &GumbelSettings::considered)
      .def_rw("noise", &GumbelSettings::noise)
      .def_rw("visit_scale", &GumbelSettings::visit_scale)
      .def_rw("value_scale", &GumbelSettings::value_scale);
  nb::class_<UctSettings>(m, "UctSettings", "How a tree search runs.")
      .def(nb::init<>())
      .def_rw("simulations", &UctSettings::simulations)
      .def_rw("seconds", &UctSettings::seconds)
      .def_rw("priors", &UctSettings::priors)
      .def_rw("exploration", &UctSettings::exploration)
      .def_rw("unseen_loss", &UctSettings::unseen_loss)
      .def_rw("widening", &UctSettings::widening)
      .def_rw("shuffled", &UctSettings::shuffled)
      .def_rw("even_dice", &UctSettings::even_dice)
      .def_rw("asked_priors", &UctSettings::asked_priors)
      .def_rw("root", &UctSettings::root, only_itself())
      .def_rw("gumbel", &UctSettings::gumbel)
      .def_rw("batch", &UctSettings::batch)
      .def_rw("max_nodes", &UctSettings::max_nodes);
}

// What settings of agents consist of.
void bind_parts(nb::module_& m) {
  nb::class_<LeafSettings>(m, "LeafSettings", "How a tree search values its leaves.")
      .def(nb::init<>())
      .def_rw("how", &LeafSettings::how, only_itself())
      .def_rw("policy", &LeafSettings::policy, only_itself())
      .def_rw("turns", &LeafSettings::turns)
      .def_rw("longest", &LeafSettings::longest)
      .def_rw("odds", &LeafSettings::odds)
      .def_rw("odds_of_many", &LeafSettings::odds_of_many)
      .def_rw("race", &LeafSettings::race)
      .def_rw("race_of_many", &LeafSettings::race_of_many)
      .def_rw("networks", &LeafSettings::networks, nb::arg().none());
  nb::class_<UctMoves>(m, "UctMoves", "Which moves a tree search looks at.")
      .def(nb::init<>())
      .def_rw("priors", &UctMoves::priors)
      .def_rw("temperature", &UctMoves::temperature)
      .def_rw("bank_trades", &UctMoves::bank_trades)
      .def_rw("root_trades", &UctMoves::root_trades)
      .def_rw("representatives", &UctMoves::representatives);
  nb::class_<Weights> weights(m, "Weights", "What each thing is worth in the evaluation, in victory points.");
  weights.def(nb::init<>())
      .def_rw("income", &Weights::income)
      .def_rw("diminishing", &Weights::diminishing)
      .def_rw("variety", &Weights::variety)
      .def_rw("city_engine", &Weights::city_engine)
      .def_rw("settlement_engine", &Weights::settlement_engine)
      .def_rw("card_engine", &Weights::card_engine)
      .def_rw("blocked", &Weights::blocked)
      .def_rw("harbor", &Weights::harbor)
      .def_rw("general_harbor", &Weights::general_harbor)
      .def_rw("spot", &Weights::spot)
      .def_rw("spot_variety", &Weights::spot_variety)
      .def_rw("spot_harbor", &Weights::spot_harbor)
      .def_rw("road_gap", &Weights::road_gap)
      .def_rw("army_gap", &Weights::army_gap)
      .def_rw("road_lead", &Weights::road_lead)
      .def_rw("army_lead", &Weights::army_lead)
      .def_rw("road_threat", &Weights::road_threat)
      .def_rw("army_threat", &Weights::army_threat)
      .def_rw("road", &Weights::road)
      .def_rw("settlement_left", &Weights::settlement_left)
      .def_rw("card", &Weights::card)
      .def_rw("too_many", &Weights::too_many)
      .def_rw("closeness", &Weights::closeness)
      .def_rw("want_city", &Weights::want_city)
      .def_rw("want_settlement", &Weights::want_settlement)
      .def_rw("want_card", &Weights::want_card)
      .def_rw("want_road", &Weights::want_road)
      .def_rw("knight", &Weights::knight)
      .def_rw("progress_card", &Weights::progress_card)
      .def_rw("knight_played", &Weights::knight_played)
      .def_rw("further_card", &Weights::further_card)
      .def_rw("seven", &Weights::seven)
      .def_rw("to_roll", &Weights::to_roll)
      .def_rw("at_hand", &Weights::at_hand)
      .def_rw("near_target", &Weights::near_target)
      .def_rw("leader_share", &Weights::leader_share)
      .def_static("for_many", &weights_for_many, "Those for three and four players.");
  nb::class_<JudgeSettings>(m, "JudgeSettings", "How positions are judged.")
      .def(nb::init<>())
      .def_rw("two", &JudgeSettings::two)
      .def_rw("many", &JudgeSettings::many)
      .def_rw("race", &JudgeSettings::race)
      .def_rw("networks", &JudgeSettings::networks, nb::arg().none());
  nb::class_<BargainSettings>(m, "BargainSettings", "How an agent bargains.")
      .def(nb::init<>())
      .def_rw("offers", &BargainSettings::offers)
      .def_rw("shortlist", &BargainSettings::shortlist)
      .def_rw("least_gain", &BargainSettings::least_gain)
      .def_rw("partner_gain", &BargainSettings::partner_gain)
      .def_rw("too_close", &BargainSettings::too_close)
      .def_rw("partner", &BargainSettings::partner, only_itself());
  nb::class_<OpeningSettings>(m, "OpeningSettings", "How the set-up is chosen by simulation.")
      .def(nb::init<>())
      .def_rw("games", &OpeningSettings::games)
      .def_rw("candidates", &OpeningSettings::candidates);
}

void bind_agent_settings(nb::module_& m) {
  nb::class_<ValueSettings>(m, "ValueSettings", "How a player of one ply plays.")
      .def(nb::init<>())
      .def_rw("judge", &ValueSettings::judge);
  nb::class_<ExpectimaxSettings>(m, "ExpectimaxSettings", "How a player that looks ahead plays.")
      .def(nb::init<>())
      .def_rw("search", &ExpectimaxSettings::search)
      .def_rw("moves", &ExpectimaxSettings::moves, only_itself())
      .def_rw("opponents", &ExpectimaxSettings::opponents, only_itself())
      .def_rw("clusters", &ExpectimaxSettings::clusters)
      .def_rw("networks", &ExpectimaxSettings::networks, nb::arg().none());
  nb::class_<PlannerSettings>(m, "PlannerSettings", "How a planner plays.")
      .def(nb::init<>())
      .def_rw("beam", &PlannerSettings::beam)
      .def_rw("steps", &PlannerSettings::steps)
      .def_rw("temperature", &PlannerSettings::temperature)
      .def_rw("bargain", &PlannerSettings::bargain)
      .def_rw("judge", &PlannerSettings::judge);
  nb::class_<MctsSettings>(m, "MctsSettings", "How a tree search plays.")
      .def(nb::init<>())
      .def_rw("search", &MctsSettings::search)
      .def_rw("leaf", &MctsSettings::leaf)
      .def_rw("judged", &MctsSettings::judged, only_itself())
      .def_rw("moves", &MctsSettings::moves)
      .def_rw("judge", &MctsSettings::judge)
      .def_rw("reuse", &MctsSettings::reuse)
      .def_rw("threads", &MctsSettings::threads)
      .def_rw("trading", &MctsSettings::trading, only_itself())
      .def_rw("tree_value", &MctsSettings::tree_value, only_itself())
      .def_rw("offers_searched", &MctsSettings::offers_searched)
      .def_rw("offer_margin", &MctsSettings::offer_margin)
      .def_rw("stop_trading_above", &MctsSettings::stop_trading_above)
      .def_rw("win_at_once", &MctsSettings::win_at_once)
      .def_rw("remember", &MctsSettings::remember)
      .def_rw("simulate_partner", &MctsSettings::simulate_partner)
      .def_rw("bargain", &MctsSettings::bargain);
}

}  // namespace

void bind_settings(nb::module_& m) {
  bind_choices(m);
  bind_rules(m);
  bind_searches(m);
  bind_parts(m);
  bind_agent_settings(m);
  m.attr("MAX_CLUSTERS") = max_clusters;
}

}  // namespace longroad::bindings
