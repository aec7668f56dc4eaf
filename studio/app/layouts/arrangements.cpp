// SPDX-License-Identifier: GPL-3.0-or-later
// How the panels of a workspace stand, as at first and as they were left.
#include <QDataStream>
#include <QDockWidget>
#include <QIODevice>

#include <utility>

#include "studio/app/layouts/panel_host.hpp"

namespace tendril {
namespace {

// With the 4-px separators the tree takes 264 px and the view keeps 55 % of a window of 1440 × 900.
constexpr int kLeftWidth = 260, kRightWidth = 315, kDrawerHeight = 216;
constexpr int kVersion = 1;
constexpr quint32 kMagic = 0x54444c31;  // "TDL1"

Qt::DockWidgetArea qtArea(PanelArea area) {
  switch (area) {
    case PanelArea::kLeft:
      return Qt::LeftDockWidgetArea;
    case PanelArea::kDrawer:
      return Qt::BottomDockWidgetArea;
    case PanelArea::kRight:
      break;
  }
  return Qt::RightDockWidgetArea;
}

std::size_t placeOf(Workspace workspace) {
  return static_cast<std::size_t>(workspace);
}

}  // namespace

void PanelHost::applyDefaults() {
  changing_ = true;
  std::map<PanelArea, QDockWidget*> leaders;
  for (const auto& panel : panels_) {
    panel->dock->setFloating(false);
    addDockWidget(qtArea(panel->spec.area), panel->dock);
    QDockWidget*& leader = leaders[panel->spec.area];
    if (leader)
      tabifyDockWidget(leader, panel->dock);
    else
      leader = panel->dock;
  }
  changing_ = false;
  refresh();
  resizeToDefaults();
  raiseFronts();
  refreshSoon();
}

void PanelHost::resizeToDefaults() {
  const auto resizeAll = [this](PanelArea area, int extent, Qt::Orientation orientation) {
    QList<QDockWidget*> docks;
    for (const auto& panel : panels_)
      if (panel->spec.area == area && !panel->dock->isHidden()) docks << panel->dock;
    if (!docks.isEmpty()) resizeDocks({docks.front()}, {extent}, orientation);
  };
  resizeAll(PanelArea::kLeft, kLeftWidth, Qt::Horizontal);
  resizeAll(PanelArea::kRight, kRightWidth, Qt::Horizontal);
  resizeAll(PanelArea::kDrawer, kDrawerHeight, Qt::Vertical);
}

void PanelHost::raiseFronts() {
  QList<PanelArea> done;
  const auto raise = [&done](const Panel& panel) {
    if (!panel.open || done.contains(panel.spec.area)) return;
    done << panel.spec.area;
    panel.dock->raise();
  };
  // Who runs a robot looks at its inputs until something is selected.
  for (const auto& panel : panels_)
    if (workspace_ != Workspace::kRun || engaged_ || !panel->spec.followsSelection) raise(*panel);
  for (const auto& panel : panels_) raise(*panel);
}

void PanelHost::store() {
  const bool shown = std::exchange(shown_, true);
  refresh();
  arrangements_[placeOf(workspace_)] = saveState(kVersion);
  for (const auto& panel : panels_) openings_[placeOf(workspace_)][panel->spec.id] = panel->open;
  shown_ = shown;
}

void PanelHost::setWorkspace(Workspace workspace) {
  if (workspace == workspace_) return;
  store();
  enter(workspace);
}

void PanelHost::enter(Workspace workspace) {
  workspace_ = workspace;
  shown_ = true;
  const std::map<QString, bool>& openings = openings_[placeOf(workspace)];
  for (const auto& panel : panels_) {
    const auto known = openings.find(panel->spec.id);
    panel->open = known == openings.end() ? panel->spec.workspaces.testFlag(flagOf(workspace)) : known->second;
  }
  changing_ = true;
  const QByteArray& arrangement = arrangements_[placeOf(workspace)];
  const bool restored = !arrangement.isEmpty() && restoreState(arrangement, kVersion);
  changing_ = false;
  if (restored)
    refresh();
  else
    applyDefaults();
  Q_EMIT workspaceChanged(workspace);
}

void PanelHost::resetLayout() {
  shown_ = true;
  for (const auto& panel : panels_) panel->open = panel->spec.workspaces.testFlag(flagOf(workspace_));
  applyDefaults();
}

void PanelHost::resetAllLayouts() {
  arrangements_.fill({});
  openings_.fill({});
  resetLayout();
}

QByteArray PanelHost::layouts() {
  store();
  refresh();
  QByteArray bytes;
  QDataStream out(&bytes, QIODevice::WriteOnly);
  out.setVersion(QDataStream::Qt_6_0);
  out << kMagic << static_cast<qint32>(workspace_);
  for (std::size_t i = 0; i < arrangements_.size(); ++i) {
    out << arrangements_[i] << static_cast<quint32>(openings_[i].size());
    for (const auto& [id, open] : openings_[i]) out << id << open;
  }
  return bytes;
}

bool PanelHost::setLayouts(const QByteArray& layouts) {
  QDataStream in(layouts);
  in.setVersion(QDataStream::Qt_6_0);
  quint32 magic = 0;
  qint32 workspace = 0;
  in >> magic >> workspace;
  if (magic != kMagic || workspace < 0 || workspace >= kWorkspaceCount) return false;
  decltype(arrangements_) arrangements;
  decltype(openings_) openings;
  for (std::size_t i = 0; i < arrangements.size(); ++i) {
    quint32 count = 0;
    in >> arrangements[i] >> count;
    for (quint32 k = 0; k < count && in.status() == QDataStream::Ok; ++k) {
      QString id;
      bool open = false;
      in >> id >> open;
      openings[i][id] = open;
    }
  }
  if (in.status() != QDataStream::Ok) return false;
  arrangements_ = std::move(arrangements);
  openings_ = std::move(openings);
  enter(static_cast<Workspace>(workspace));
  return true;
}

}  // namespace tendril
