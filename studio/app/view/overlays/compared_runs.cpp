// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/overlays/compared_runs.hpp"

#include <QAction>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/view/overlays/motion_overlay.hpp"

namespace tendril {

ComparedRuns::ComparedRuns(StudioContext& context) : QObject(&context.window()), context_(context) {
  shown_ = context.actions().add(tr("Compared runs in the view"), "compare", QList<QKeySequence>(), [] {});
  shown_->setObjectName("showComparedRuns");
  shown_->setCheckable(true);
  shown_->setChecked(true);
  shown_->setProperty(kAlsoFound, tr("ghost overlay recording superimpose glass"));
  shown_->setToolTip(tr("The robots of runs that lie over the plots stand in the view as of glass, at the same time"));
  connect(shown_, &QAction::toggled, this, &ComparedRuns::update);
  connect(&context, &StudioContext::comparedRunsChanged, this, &ComparedRuns::update);
  connect(&context.player(), &Player::runsChanged, this, &ComparedRuns::update);
}

void ComparedRuns::update() {
  std::vector<MotionOverlay::Motion> motions;
  const Snapshot& snapshot = context_.player().snapshot();
  if (shown_->isChecked() && snapshot.runs)
    for (const std::uint64_t id : context_.comparedRuns())
      if (const auto run = findRun(*snapshot.runs, id); run && id != snapshot.run)
        motions.push_back({run->model(), run->history});
  context_.motions().show(this, std::move(motions));
}

}  // namespace tendril
