// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/signals/usual_plots.hpp"

#include <QCoreApplication>
#include <QJsonObject>

#include <string>
#include <vector>

namespace tendril {
namespace {

constexpr int kMostTips = 2, kMostInputs = 6, kMostFollowed = 4;

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
  std::vector<bool> carries(model.robotLinks().size());
  for (const Link& link : model.robotLinks())
    if (link.parent >= 0) carries[static_cast<std::size_t>(link.parent)] = true;
  std::vector<std::string> names;
  for (std::size_t i = 0; i < carries.size() && names.size() < 3 * kMostTips; ++i) {
    if (carries[i]) continue;
    for (const char* part : {".tip.x", ".tip.y", ".tip.z"}) names.push_back(signalPart(model.links[i].name) + part);
  }
  return names;
}

/// Names of the first signals of some kinds behind `prefix`, place by place.
std::vector<std::string> placesOf(const std::string& prefix, const std::vector<const char*>& kinds, int most) {
  std::vector<std::string> names;
  for (int k = 0; k < most; ++k)
    for (const char* kind : kinds) names.push_back(prefix + kind + '[' + std::to_string(k) + ']');
  return names;
}

/// What follows references: a controller itself (""), or the parts of a sequence ("phases[0].controllers[0].").
std::vector<std::string> followersOf(const std::string& controller, const SignalCatalogue& catalogue) {
  const std::string part = signalPart(controller) + '.', first = "reference[0]";
  std::vector<std::string> ways;
  for (const Signal& signal : catalogue.signals())
    if (signal.name.starts_with(part) && signal.name.ends_with(first))
      ways.push_back(signal.name.substr(part.size(), signal.name.size() - part.size() - first.size()));
  return ways;
}

/// Demand, what is given, and the ends of the range, input by input.
std::vector<std::string> inputsOf(const std::string& controller, const SignalCatalogue& catalogue) {
  std::vector<std::string> names;
  for (int k = 0; k < kMostFollowed; ++k) {
    const std::string part = signalPart(controller) + '.', place = '[' + std::to_string(k) + ']';
    const int demand = catalogue.find(part + "demand" + place);
    if (demand < 0) break;
    names.push_back(catalogue[demand].actual);
    for (const char* kind : {"demand", "lower", "upper"}) names.push_back(part + kind + place);
  }
  return names;
}

}  // namespace

QJsonArray controllerPlots(const Model& model, const SignalCatalogue& catalogue, const QString& controller) {
  QJsonArray plots;
  const std::string name = controller.toStdString();
  const auto titled = [&](const char* what) { return controller + QStringLiteral(": ") + words(what); };
  const std::string part = signalPart(name) + '.';
  addPlot(plots, titled("phase"), {part + "phase"}, catalogue);
  for (const std::string& way : followersOf(name, catalogue)) {
    const QString of = way.empty() ? QString() : QString::fromStdString(way.substr(0, way.size() - 1)) + u' ';
    const auto add = [&](const char* what, const std::vector<const char*>& kinds) {
      addPlot(plots, controller + QStringLiteral(": ") + of + words(what), placesOf(part + way, kinds, kMostFollowed),
              catalogue);
    };
    add("tracking", {"actual", "reference"});
    add("error", {"error"});
  }
  addPlot(plots, titled("inputs"), inputsOf(name, catalogue), catalogue);
  if (!plots.isEmpty()) return plots;
  std::vector<std::string> inputs;  // of signals of time, which are no law of the model
  for (const Signal& signal : catalogue.signals())
    if (!signal.actual.empty() && signal.sources[0].kind == SignalSource::Kind::kInputSignal &&
        static_cast<int>(inputs.size()) < 2 * kMostInputs)
      inputs.insert(inputs.end(), {signal.actual, signal.name});
  if (model.controllers.empty()) addPlot(plots, titled("inputs"), inputs, catalogue);
  return plots;
}

QJsonArray usualPlots(const Model& model, const SignalCatalogue& catalogue) {
  QJsonArray plots;
  addPlot(plots, words("Tip"), tips(model), catalogue);
  std::vector<std::string> inputs;
  for (const Signal& signal : catalogue.signals())
    if (signal.width == 1 && signal.sources[0].kind == SignalSource::Kind::kInput &&
        static_cast<int>(inputs.size()) < kMostInputs)
      inputs.push_back(signal.name);
  if (!model.controllers.empty())
    for (const QJsonValue plot : controllerPlots(model, catalogue, QString::fromStdString(model.controllers[0]->name)))
      if (plots.size() < 2) plots.append(plot);  // what is followed; the rest is a click away
  addPlot(plots, words("Inputs"), inputs, catalogue);
  addPlot(plots, words("Energy"), {"energy.kinetic", "energy.gravity", "energy.elastic", "energy.total", "balance"},
          catalogue);
  return plots;
}

}  // namespace tendril
