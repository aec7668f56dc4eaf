// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/pose_panel.hpp"

#include <QEvent>

#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/project/document_host.hpp"
#include "studio/document/edits/geometry/pose_edits.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr auto kKey = "poses";

}  // namespace

PosePanel::PosePanel(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      player_(context.player()),
      document_(context.document()),
      editor_(new PoseEditor) {
  context.panels().addPanel({.id = "pose",
                             .title = tr("Pose"),
                             .icon = "pose",
                             .guide = "running.md#pulling-and-posing",
                             .widget = editor_,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kNone});
  connect(editor_, &PoseEditor::configurationEdited, this, &PosePanel::move);
  connect(editor_, &PoseEditor::storeRequested, this, &PosePanel::store);
  connect(editor_, &PoseEditor::removeRequested, this, &PosePanel::remove);
  connect(editor_, &PoseEditor::initialRequested, this, &PosePanel::setInitial);
  connect(&player_, &Player::modelChanged, this, &PosePanel::showModel);
  connect(&player_, &Player::frame, this, &PosePanel::showFrame);
  connect(&context, &StudioContext::lengthUnitChanged, editor_, &PoseEditor::setLengthUnit);
  connect(&document_, &DocumentHost::changed, this, &PosePanel::showPoses);
  connect(&document_, &DocumentHost::opened, this, &PosePanel::showPoses);
  editor_->installEventFilter(this);
  addPosing();
}

/// While it was hidden frames passed it by, and while time stands still none comes.
bool PosePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == editor_ && event->type() == QEvent::Show) editor_->setConfiguration(player_.snapshot().q);
  return QObject::eventFilter(watched, event);
}

/// One switch, in the panel and on a key: a left drag on the robot poses it.
void PosePanel::addPosing() {
  Viewport& viewport = context_.view().viewport();
  QAction* posing = context_.actions().add(tr("Pose by dragging links in the view"), "pose", {Qt::Key_D}, [] {});
  posing->setObjectName("poseByDragging");
  posing->setCheckable(true);
  connect(posing, &QAction::toggled, this, [this, &viewport](bool on) {
    if (on) context_.panels().showPanel("pose");
    editor_->setPosing(on);
    viewport.setPosing(on);
  });
  connect(editor_, &PoseEditor::posingRequested, posing, &QAction::setChecked);
  connect(&context_, &StudioContext::lengthUnitChanged, &viewport, &Viewport::setLengthUnit);
  connect(&viewport, &Viewport::posingEnded, posing, [posing] { posing->setChecked(false); });
}

void PosePanel::showModel(const Snapshot& snapshot) {
  editor_->setModel(snapshot.model.get());
}

void PosePanel::showFrame(const Snapshot& snapshot) {
  if (editor_->isVisible()) editor_->setConfiguration(snapshot.q);
}

void PosePanel::showPoses() {
  std::vector<StoredPose> poses;
  for (const NamedPose& pose : readPoses(document_.document().studio(kKey)))
    poses.push_back({QString::fromStdString(pose.name), pose.q});
  editor_->setPoses(poses);
}

/// Posing holds the time: a robot that runs on would leave the pose at once.
void PosePanel::move(const VecX& q) {
  player_.pause();
  player_.setConfiguration(q, VecX::Zero(player_.snapshot().v.size()));
}

void PosePanel::store(const QString& name) {
  std::vector<NamedPose> poses = readPoses(document_.document().studio(kKey));
  const VecX& q = editor_->configuration();
  NamedPose pose{.name = name.toStdString(), .q = {q.begin(), q.end()}};
  const auto same = std::find_if(poses.begin(), poses.end(), [&](const NamedPose& p) { return p.name == pose.name; });
  if (same == poses.end())
    poses.push_back(std::move(pose));
  else
    *same = std::move(pose);
  document_.setStudio(kKey, QString::fromStdString(writePoses(poses)));
}

void PosePanel::remove(const QString& name) {
  std::vector<NamedPose> poses = readPoses(document_.document().studio(kKey));
  std::erase_if(poses, [wanted = name.toStdString()](const NamedPose& pose) { return pose.name == wanted; });
  document_.setStudio(kKey, poses.empty() ? QString() : QString::fromStdString(writePoses(poses)));
}

void PosePanel::setInitial() {
  const auto model = player_.snapshot().model;
  if (model && editor_->configuration().size() == model->nq)
    document_.tell(edits::setInitialPose(*model, editor_->configuration()));
}

}  // namespace tendril
