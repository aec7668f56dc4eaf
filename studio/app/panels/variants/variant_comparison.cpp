// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/variants/variant_comparison.hpp"

#include <QApplication>
#include <QClipboard>
#include <QSaveFile>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/session/recording/history.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/save_csv.hpp"
#include "studio/app/view/overlays/motion_overlay.hpp"

namespace tendril {
namespace {

constexpr double kToldShares = 100;
constexpr int kBaseColor = 6;  // of curveColor: that of texts

QString textOf(const std::string& text) {
  return QString::fromStdString(text);
}

/// The base in the colour of texts, variants in the others.
int colorOf(std::size_t index) {
  const int at = static_cast<int>(index) - 1;
  return index == 0 ? kBaseColor : at < kBaseColor ? at : at + 1;
}

QString unitOf(const std::vector<VariantRun>& runs, const std::string& signal) {
  for (const VariantRun& run : runs) {
    if (!run.model) continue;
    const SignalCatalogue catalogue(*run.model, run.signals);
    const int id = catalogue.find(signal);
    if (id >= 0) return textOf(catalogue[id].unit);
  }
  return {};
}

}  // namespace

/// What is shown of the runs for one link and some signals.
struct VariantComparison::Numbers {
  std::vector<TipError> errors;
  std::vector<double> t;
  std::vector<TimeCurve> curves;
};

/// One signal of all runs that have it; `several`: on an axis of its own.
void VariantComparison::addCurves(const Answer& answer, const QString& name, bool several, Numbers& numbers) {
  const std::string signal = name.toStdString();
  const QString unit = unitOf(answer.runs, signal);
  for (std::size_t i = 0; i < answer.runs.size(); ++i) {
    const VariantRun& run = answer.runs[i];
    const std::vector<double> values = signalAlong(run, signal);
    if (values.empty()) continue;
    numbers.curves.push_back({.name = run.name.empty() ? tr("Base") : textOf(run.name),
                              .unit = unit,
                              .color = colorOf(i),
                              .y = valuesAt(numbers.t, run, values),
                              .signal = several ? name : QString()});
  }
}

VariantComparison::VariantComparison(StudioContext& context, VariantsView& view, QObject* parent)
    : QObject(parent), context_(context), view_(view) {
  worker_.setMaxThreadCount(1);
  connect(&view, &VariantsView::runRequested, this, &VariantComparison::start);
  connect(&view, &VariantsView::cancelRequested, this, &VariantComparison::cancel);
  connect(&view, &VariantsView::linkChanged, this, &VariantComparison::measure);
  connect(&view, &VariantsView::signalsChanged, this, &VariantComparison::measure);
  connect(&view, &VariantsView::overlaidChanged, this, &VariantComparison::showMotions);
  connect(&view, &VariantsView::removeResultsRequested, this, &VariantComparison::clear);
  connect(&view, &VariantsView::chosenChanged, this, [this] { context_.setComparedVariants(view_.chosen()); });
  connect(&view, &VariantsView::copyRequested, this, [this] { QApplication::clipboard()->setText(view_.tableText()); });
  connect(&view, &VariantsView::commandRequested, this, [this] { context_.actions().trigger("copyVariants"); });
  connect(&view, &VariantsView::exportRequested, this, [this] {
    saveCsv(context_, tr("Save the table of variants"), this, [this](const QString& file) { return write(file); });
  });
  connect(&context.document(), &DocumentHost::opened, this, &VariantComparison::clear);
}

VariantComparison::~VariantComparison() {
  if (cancel_) *cancel_ = true;
  worker_.clear();
  worker_.waitForDone();
}

/// Ends the run under way; what was found by then is shown.
void VariantComparison::cancel() {
  if (cancel_) *cancel_ = true;
}

void VariantComparison::clear() {
  cancel();
  cancel_.reset();
  ++number_, ++measured_;
  answer_.reset();
  errors_.clear();
  view_.setBusy(false);
  view_.clearResults();
  showMotions();
}

void VariantComparison::start() {
  cancel();
  const QStringList names = view_.chosen();
  if (!context_.document().isOpen() || names.isEmpty()) return;
  context_.setComparedVariants(names);
  cancel_ = std::make_shared<std::atomic<bool>>(false);
  view_.setBusy(true);
  std::vector<std::string> all = {{}};
  for (const QString& name : names) all.push_back(name.toStdString());
  worker_.clear();
  worker_.start([this, all, project = context_.document().document().base(),
                 directory = context_.document().document().directory(), cancel = cancel_, number = ++number_] {
    auto answer = std::make_shared<Answer>();
    int told = 0;
    for (std::size_t i = 0; i < all.size() && !*cancel; ++i) {
      const auto progress = [&](double share) {
        const double whole = (static_cast<double>(i) + share) / static_cast<double>(all.size());
        if (const int step = static_cast<int>(whole * kToldShares); std::exchange(told, step) == step) return;
        QMetaObject::invokeMethod(
            this,
            [this, whole, number] {
              if (number == number_) view_.setProgress(whole);
            },
            Qt::QueuedConnection);
      };
      answer->runs.push_back(runVariant(project, directory, all[i], progress, cancel.get()));
    }
    answer->cancelled = *cancel;
    QMetaObject::invokeMethod(
        this, [this, answer, number] { take(answer, number); }, Qt::QueuedConnection);
  });
}

void VariantComparison::take(const std::shared_ptr<const Answer>& answer, std::uint64_t number) {
  if (number != number_) return;
  cancel_.reset();
  view_.setBusy(false);
  answer_ = answer;
  QStringList links, names;
  for (const description::Link& link : context_.description().links) links << textOf(link.name);
  for (const std::string& name : signalNames(answer->runs)) names << textOf(name);
  view_.setLinks(links);
  const QString tip = links.isEmpty() ? QString() : textOf(signalPart(links.back().toStdString())) + ".tip.z";
  view_.setSignals(names, tip);
  measure();
  showMotions();
}

/// Tip errors and curves of what is chosen.
void VariantComparison::measure() {
  if (!answer_) return;
  worker_.start(
      [this, answer = answer_, link = view_.link().toStdString(), names = view_.signalNames(), number = ++measured_] {
        auto numbers = std::make_shared<Numbers>();
        numbers->t = commonTimes(answer->runs);
        for (const VariantRun& run : answer->runs) numbers->errors.push_back(tipError(run, answer->runs.front(), link));
        for (const QString& name : names) addCurves(*answer, name, names.size() > 1, *numbers);
        QMetaObject::invokeMethod(
            this,
            [this, numbers, number] {
              if (number == measured_) show(*numbers);
            },
            Qt::QueuedConnection);
      });
}

void VariantComparison::show(const Numbers& numbers) {
  errors_ = numbers.errors;
  std::vector<VariantResult> results;
  for (std::size_t i = 0; i < answer_->runs.size(); ++i) {
    const VariantRun& run = answer_->runs[i];
    results.push_back({.name = textOf(run.name),
                       .color = colorOf(i),
                       .changes = run.changes,
                       .freedom = run.degreesOfFreedom(),
                       .cost = run.cost(),
                       .largest = errors_[i].largest,
                       .final = errors_[i].final,
                       .failure = textOf(run.failure)});
  }
  view_.setResults(answer_->cancelled ? tr("Cancelled: this is what was found by then.") : QString(), results);
  view_.setCurves(numbers.t, numbers.curves, tr("No run has this signal."));
}

/// Laid over each other in the view, in the colours of their curves.
void VariantComparison::showMotions() {
  std::vector<MotionOverlay::Motion> motions;
  if (answer_ && view_.isOverlaid())
    for (std::size_t i = 0; i < answer_->runs.size(); ++i)
      motions.push_back({answer_->runs[i].model, answer_->runs[i].history, i == 0 ? -1 : colorOf(i)});
  context_.motions().show(this, std::move(motions));
}

bool VariantComparison::write(const QString& file) const {
  if (!answer_ || errors_.size() != answer_->runs.size()) return false;
  const std::string text = variantTable(answer_->runs, errors_);
  QSaveFile out(file);
  if (!out.open(QIODevice::WriteOnly)) return false;
  return out.write(text.data(), static_cast<qint64>(text.size())) == static_cast<qint64>(text.size()) && out.commit();
}

}  // namespace tendril
