// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/usual_plots.hpp"

#include <QCoreApplication>
#include <QJsonObject>

#include <string>
#include <vector>

namespace tendril {
namespace {

constexpr int kMostTips = 2, kMostInputs = 6;

QString words(const char* text) {
  return QCoreApplication::translate("tendril::UsualPlots", text);
}

void addPlot(QJsonArray& plots, const QString& title, const std::vector<std::string>& names,
             const SignalCatalogue& catalogue) {
  QJsonArray known;
  for (const std::string& name : names)
    if (catalogue.find(name) >= 0) known.append(QString::fromStdString(name));
  if (!known.isEmpty()) plots.append(QJsonObject{{"title", title}, {"signals", known}});
}

/// Links that carry no other and move.
std::vector<std::string> tips(const Model& model) {
  std::vector<bool> carries(model.links.size());
  for (const Link& link : model.links)
    if (link.parent >= 0) carries[static_cast<std::size_t>(link.parent)] = true;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < model.links.size() && names.size() < 3 * kMostTips; ++i) {
    if (carries[i]) continue;
    for (const char* part : {".tip.x", ".tip.y", ".tip.z"}) names.push_back(signalPart(model.links[i].name) + part);
  }
  return names;
}

}  // namespace

QJsonArray usualPlots(const Model& model, const SignalCatalogue& catalogue) {
  QJsonArray plots;
  addPlot(plots, words("Tip"), tips(model), catalogue);
  std::vector<std::string> inputs;
  for (const Signal& signal : catalogue.signals())
    if (signal.width == 1 && signal.sources[0].kind == SignalSource::Kind::kInput &&
        static_cast<int>(inputs.size()) < kMostInputs)
      inputs.push_back(signal.name);
  addPlot(plots, words("Inputs"), inputs, catalogue);
  addPlot(plots, words("Energy"), {"energy.kinetic", "energy.gravity", "energy.elastic", "energy.total", "balance"},
          catalogue);
  return plots;
}

}  // namespace tendril
