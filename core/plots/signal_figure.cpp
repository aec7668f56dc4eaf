// SPDX-License-Identifier: BSD-3-Clause
#include "core/plots/signal_figure.hpp"

#include <algorithm>
#include <cctype>
#include <initializer_list>
#include <utility>

namespace tendril::figure {
namespace {

constexpr double kPointsPerMm = 8;  // of a curve: more than a printer tells apart

/// Name of an axis with several curves: what their names end with, or what the unit measures.
std::string commonName(const std::vector<std::string>& names, const std::string& unit) {
  const auto last = [](const std::string& name) {
    std::string part = name.substr(name.rfind('.') + 1);
    return part.substr(0, part.find('['));
  };
  const std::string first = last(names[0]);
  const bool same = std::all_of(names.begin(), names.end(), [&](const auto& name) { return last(name) == first; });
  if (same && first.size() > 2 && first.find_first_of("()+*/ ") == std::string::npos)
    return static_cast<char>(std::toupper(static_cast<unsigned char>(first[0]))) + first.substr(1);
  for (const auto& [known, name] :
       std::initializer_list<std::pair<const char*, const char*>>{{"rad", "Angle"},
                                                                  {"rad/s", "Angular velocity"},
                                                                  {"rad/s²", "Angular acceleration"},
                                                                  {"m", "Length"},
                                                                  {"m/s", "Velocity"},
                                                                  {"m/s²", "Acceleration"},
                                                                  {"N", "Force"},
                                                                  {"N·m", "Torque"},
                                                                  {"J", "Energy"},
                                                                  {"W", "Power"},
                                                                  {"kg·m/s", "Momentum"},
                                                                  {"kg·m²/s", "Angular momentum"},
                                                                  {"s", "Time"}})
    if (unit == known) return name;
  return unit.empty() ? "Value" : "";
}

Curve curveOf(const SignalCurve& signal, double from, double to, double widthMm) {
  Curve curve{signal.label.empty() ? signal.name : signal.label, {}, signal.hue, signal.role, signal.run};
  if (!signal.table || signal.table->size() == 0) return curve;
  std::vector<CurvePoint> points;
  const double first = std::max(from, signal.from), last = std::min(to, signal.to);
  decimate(*signal.table, signal.column, first, last, static_cast<int>(kPointsPerMm * widthMm), points);
  for (const CurvePoint& p : points)
    if (p.t >= signal.from && p.t <= signal.to) curve.points.push_back({p.t, p.value});
  return curve;
}

}  // namespace

std::vector<Panel> panelsByUnit(const std::vector<SignalCurve>& curves,
                                const std::function<Curve(const SignalCurve&)>& draw) {
  std::vector<SignalCurve> sorted = curves;
  std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.role < b.role; });
  std::vector<Panel> panels;
  std::vector<std::vector<std::string>> names;  // per panel, each once
  for (const SignalCurve& signal : sorted) {
    auto panel = std::find_if(panels.begin(), panels.end(), [&](const Panel& p) { return p.y.unit == signal.unit; });
    if (panel == panels.end()) {
      panels.push_back({.y = {"", signal.unit}});
      names.emplace_back();
      panel = panels.end() - 1;
    }
    panel->curves.push_back(draw(signal));
    std::vector<std::string>& known = names[static_cast<std::size_t>(panel - panels.begin())];
    if (std::find(known.begin(), known.end(), signal.name) == known.end()) known.push_back(signal.name);
  }
  for (std::size_t p = 0; p < panels.size(); ++p)
    panels[p].y.name = names[p].size() == 1 ? panels[p].curves[0].label : commonName(names[p], panels[p].y.unit);
  return panels;
}

std::vector<Panel> signalPanels(const std::vector<SignalCurve>& curves, double from, double to, double widthMm) {
  return panelsByUnit(curves, [&](const SignalCurve& signal) { return curveOf(signal, from, to, widthMm); });
}

}  // namespace tendril::figure
