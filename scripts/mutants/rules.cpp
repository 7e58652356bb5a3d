// All functions of the rules, for linking before what calls them; see trial.py.
#include "catan/rules/game.hpp"
#include "catan/rules/position.hpp"
#include "catan/rules/setup.hpp"
