// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/derivatives_panel.hpp"

#include <QSaveFile>

#include "core/dynamics/time_derivatives/time_derivatives.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/save_csv.hpp"
#include "widgets/format.hpp"

namespace tendril {
namespace {

constexpr int kAgainMs = 150;  // between two looks while the robot moves

/// Names and units of the velocity coordinates; of forces those of what does work on them.
DerivativesTable tableOf(const Model& model, const MatX& values, bool forces) {
  DerivativesTable out;
  for (const Link& link : model.links) {
    for (int k = 0; k < link.nvJoint + link.nBody; ++k) {
      const int v = link.vJoint + k;
      const Quantity quantity = k < link.nvJoint ? link.joint.type->velocityInfo()[static_cast<std::size_t>(k)].quantity
                                                 : link.body->coordinateInfo(k - link.nvJoint).quantity;
      const std::string_view unit = forces ? forceUnitOf(quantity) : unitOf(quantity);
      const QString shown = QString::fromUtf8(unit.data(), static_cast<qsizetype>(unit.size()));
      out.rows.emplace_back(QString::fromStdString(model.velocityName(v)), forces ? shown : unitPerTime(shown, 1));
      out.values.emplace_back(values.row(v).begin(), values.row(v).end());
    }
  }
  return out;
}

}  // namespace

DerivativesPanel::DerivativesPanel(StudioContext& context)
    : QObject(&context.window()), context_(context), view_(new DerivativesView(kMostTimeDerivatives)) {
  worker_.setMaxThreadCount(1);
  context.panels().addPanel({.id = "derivatives",
                             .title = tr("d/dt"),
                             .icon = "derivatives",
                             .guide = "analysing.md#derivatives",
                             .widget = view_,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kAnalyse});
  view_->setProperty("helpTitle", tr("Derivatives"));
  view_->setProperty("helpText", tr("How the robot moves on from the instant that is shown: velocities, accelerations, "
                                    "jerk, snap … by the equation of motion, and the forces of its inputs with their "
                                    "derivatives."));
  context.actions()
      .add(tr("Derivatives: jerk, snap and further orders"), "derivatives", {},
           [this] {
             context_.panels().showPanel("derivatives");
             look();
           })
      ->setObjectName(QStringLiteral("derivativesAction"));
  timer_.setSingleShot(true);
  timer_.setInterval(kAgainMs);
  connect(&timer_, &QTimer::timeout, this, &DerivativesPanel::look);
  connect(view_, &DerivativesView::orderChanged, this, &DerivativesPanel::look);
  connect(view_, &DerivativesView::shown, this, &DerivativesPanel::look, Qt::QueuedConnection);
  connect(view_, &DerivativesView::exportRequested, this, &DerivativesPanel::save);
  connect(&context.player(), &Player::frame, this, [this](const Snapshot&) {
    outdated_ = true;
    if (!timer_.isActive()) timer_.start();
  });
}

DerivativesPanel::~DerivativesPanel() {
  worker_.clear();
  worker_.waitForDone();
}

void DerivativesPanel::look() {
  if (!view_->isVisible() || busy_) return;
  const Snapshot& now = context_.player().snapshot();
  if (!now.model || now.q.size() != now.model->nq) return view_->setFailure(tr("There is no robot yet."));
  outdated_ = false;
  auto answer = std::make_shared<Answer>();
  answer->model = now.model;
  answer->instant = {.t = now.t, .q = now.q, .v = now.v, .u = now.u, .gravity = now.gravity};
  if (answer->instant.u.size() != now.model->nu) answer->instant.u.setZero(now.model->nu);
  answer->pulled = now.perturbation.active && now.perturbation.left < 0;
  busy_ = true;
  worker_.start([this, answer, order = view_->order()] {
    answer->found = instantDerivatives(*answer->model, answer->instant, order);
    QMetaObject::invokeMethod(
        this, [this, answer] { take(answer); }, Qt::QueuedConnection);
  });
}

void DerivativesPanel::take(const std::shared_ptr<const Answer>& answer) {
  busy_ = false;
  const int wanted = view_->order() + 2;
  if (answer->found.failure.empty() && answer->found.velocity.cols() != wanted) return look();
  if (outdated_) timer_.start();
  if (!answer->found.failure.empty()) {
    const QString why = QString::fromStdString(answer->found.failure);
    return view_->setFailure(tr("There are none: %1.").arg(why));
  }
  QString remark;
  if (answer->found.held) remark = tr("Inputs without a formula of time are taken as held.");
  if (answer->pulled)
    remark += (remark.isEmpty() ? QString() : QStringLiteral(" ")) + tr("The pull of the mouse is left out.");
  view_->setTables(tableOf(*answer->model, answer->found.velocity, false),
                   tableOf(*answer->model, answer->found.force, true), answer->instant.t, remark);
}

void DerivativesPanel::save() {
  saveCsv(context_, tr("Save the derivatives"), this, [this](const QString& name) {
    QSaveFile file(name);
    return file.open(QIODevice::WriteOnly) && file.write(view_->tableText(u',').toUtf8()) >= 0 && file.commit();
  });
}

}  // namespace tendril
