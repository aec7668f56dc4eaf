// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals/signal_units.hpp"

namespace tendril {
namespace {

bool isSimple(const std::string& unit) {
  return unit.find('/') == std::string::npos && unit.find("·") == std::string::npos;
}

bool isPower(const std::string& force, const std::string& speed) {
  return (force == "N" && speed == "m/s") || (force == "N·m" && speed == "rad/s");
}

}  // namespace

SignalUnit commonUnit(const SignalUnit& a, bool aPlain, const SignalUnit& b, bool bPlain) {
  if (aPlain || a == b) return b;
  return bPlain ? a : std::nullopt;
}

SignalUnit productUnit(const SignalUnit& a, const SignalUnit& b) {
  if (!a || !b) return std::nullopt;
  if (a->empty() || b->empty()) return *a + *b;
  if (isPower(*a, *b) || isPower(*b, *a)) return "W";
  if (*a == "m/s" && *b == *a) return "m²/s²";
  if (!isSimple(*a) || !isSimple(*b)) return std::nullopt;
  return *a == *b ? *a + "²" : *a + "·" + *b;
}

SignalUnit quotientUnit(const SignalUnit& a, const SignalUnit& b) {
  if (!a || !b) return std::nullopt;
  if (b->empty()) return a;
  if (*a == *b) return "";
  if (!isSimple(*a) || !isSimple(*b)) return std::nullopt;
  return (a->empty() ? "1" : *a) + "/" + *b;
}

SignalUnit rateUnit(const SignalUnit& a) {
  if (!a) return std::nullopt;
  if (*a == "J") return "W";
  if (a->ends_with("/s")) return *a + "²";
  if (!isSimple(*a)) return std::nullopt;
  return (a->empty() ? "1" : *a) + "/s";
}

}  // namespace tendril
