// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/divergence/divergence_panel.hpp"

#include <cmath>

#include "render/color_map.hpp"
#include "studio/app/context/studio_context.hpp"
#include "widgets/format.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

Color colorOf(double share) {
  return colorAt(ColorMap::kMagnitude, std::sqrt(share));  // a root, so that small shares differ, too
}

}  // namespace

DivergencePanel::DivergencePanel(StudioContext& context)
    : QObject(&context.window()), context_(context), view_(new DivergenceView) {
  worker_.setMaxThreadCount(1);
  context.panels().addPanel({.id = "divergence",
                             .title = tr("Why it ended"),
                             .icon = "warning",
                             .guide = "running.md#when-a-run-stops",
                             .widget = view_,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kNone});
  view_->setProperty("helpTitle", tr("Why a run ended"));
  view_->setProperty("helpText", tr("What the last steps before the end of a run show: which link no longer followed "
                                    "the equation of motion, whether the steps are too long for the stiffest part, "
                                    "how near bodies came to folding, how deep contacts are; and what may help."));
  QAction* action = context.actions().add(tr("Why the run ended"), "warning", {},
                                          [this] { context_.panels().showPanel("divergence"); });
  action->setObjectName(QStringLiteral("explainDivergence"));
  action->setProperty(kAlsoFound, tr("diverged autopsy unstable blow up crash"));
  connect(&context.player(), &Player::diverged, this, &DivergencePanel::look);
  connect(&context.player(), &Player::modelChanged, this, [this](const Snapshot& now) {
    if (!answer_ || now.model == answer_->model) return;
    endSteps();
    answer_.reset();
    view_->setNothing(tr("The project has changed since the run ended."));
    paint();
  });
  connect(view_, &DivergenceView::paintingChanged, this, &DivergencePanel::paint);
  connect(view_, &DivergenceView::cureChosen, this, &DivergencePanel::cure);
  connect(view_, &DivergenceView::stepChosen, this, &DivergencePanel::showStep);
  connect(&context.player(), &Player::stateChanged, this, [this](RunState state) {
    if (state != RunState::kDiverged) endSteps();
  });
  connect(view_, &DivergenceView::linkChosen, this, &DivergencePanel::selectLink);
}

DivergencePanel::~DivergencePanel() {
  worker_.clear();
  worker_.waitForDone();
}

void DivergencePanel::look(const Snapshot& snapshot) {
  const std::shared_ptr<const Run> run = context_.player().liveRun();
  if (!run || !run->lastSteps || !snapshot.model) return;
  auto answer = std::make_shared<Answer>();
  answer->model = run->model();
  answer->steps = run->lastSteps;
  answer->failure = QString::fromStdString(snapshot.failure);
  answer->run = run->id;
  view_->setNothing(tr("Looking at the last steps…"));
  worker_.clear();
  worker_.start([this, answer] {
    answer->report = reportDivergence(answer->model, *answer->steps);
    QMetaObject::invokeMethod(
        this, [this, answer] { take(answer); }, Qt::QueuedConnection);
  });
}

void DivergencePanel::take(const std::shared_ptr<const Answer>& answer) {
  if (context_.player().snapshot().model != answer->model) return;
  endSteps();
  answer_ = answer;
  const DivergenceReport& report = answer->report;
  cures_ = divergenceCures(context_.description(), *answer->model, report);
  std::vector<DivergenceCure> cures;
  for (const ProposedChange& change : cures_)
    cures.push_back({QString::fromStdString(change.text), QString::fromStdString(change.tip)});
  DivergenceTexts texts{.headline = answer->failure};
  for (const std::string& finding : divergenceFindings(*answer->model, report))
    texts.findings << QString::fromStdString(finding);
  std::vector<DivergenceShare> shares;
  for (std::size_t i = 0; i < report.share.size(); ++i) {
    const Color color = colorOf(report.share[i]);
    shares.push_back({.link = QString::fromStdString(answer->model->links[i].name),
                      .share = report.share[i],
                      .color = QColor::fromRgbF(float(color.r), float(color.g), float(color.b))});
  }
  view_->setReport(texts, std::move(shares), report.t, report.error, cures);
  paint();
}

/// Only while a run has ended and nobody has changed the robot.
void DivergencePanel::paint() {
  std::vector<Color> tints;
  if (answer_ && view_->isPainting() && answer_->report.worstLink >= 0)
    for (const double share : answer_->report.share) tints.push_back(colorOf(share));
  context_.view().viewport().setTints(tints);
}

void DivergencePanel::cure(int index) {
  const auto& change = cures_[static_cast<std::size_t>(index)];
  std::vector<Problem> problems;
  const auto fields = change.fields;  // the list is another one as soon as the project changes
  context_.document().setFields(fields, problems, {}, QString::fromStdString(change.text));
}

/// At full rate: histories hold fewer.
void DivergencePanel::showStep(int step) {
  if (!answer_) return;
  const std::vector<double>& times = answer_->report.t;
  if (step < 0 || step >= static_cast<int>(times.size())) return endSteps();
  const double t = times[static_cast<std::size_t>(step)];
  const History::Record record = answer_->steps->record(answer_->steps->find(t));
  if (!data_) data_ = std::make_unique<Data>(*answer_->model);
  Snapshot shape;
  const VecX u = record.u;
  fillSnapshot(answer_->model, *data_, record.t, record.q, record.v, &u, shape);
  context_.view().viewport().showShape(shape);
  context_.view().setBanner(
      tr("Step %1 of the last %2, t = %3").arg(step + 1).arg(times.size()).arg(formatTime(t).text()));
}

void DivergencePanel::endSteps() {
  if (!data_) return;
  data_.reset();
  view_->resetStep();
  context_.view().setBanner({});
  context_.view().viewport().endShape();
  context_.view().viewport().updatePose(context_.player().snapshot());
}

void DivergencePanel::selectLink(const QString& name) {
  for (const description::Link& link : context_.description().links)
    if (QString::fromStdString(link.name) == name) context_.selection().select(Target::link(link.id));
}

}  // namespace tendril
