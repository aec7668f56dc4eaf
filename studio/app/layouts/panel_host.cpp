// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/layouts/panel_host.hpp"

#include <QDockWidget>
#include <QEvent>
#include <QMenu>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>

#include "studio/app/layouts/panel_overlay.hpp"
#include "studio/app/layouts/panel_title.hpp"
#include "widgets/help/help_card.hpp"
#include "widgets/theme/icon.hpp"

namespace tendril {
namespace {

constexpr int kNarrow = 1280;  // below, the right side overlays

/// In the colour of panels, with what scrolls in it.
void showAsPanel(QWidget& widget) {
  widget.setBackgroundRole(QPalette::Base);
  widget.setAutoFillBackground(true);
  for (QScrollArea* area : widget.findChildren<QScrollArea*>()) {
    area->viewport()->setAutoFillBackground(false);
    if (area->widget()) area->widget()->setAutoFillBackground(false);
  }
}

}  // namespace

PanelHost::PanelHost(QWidget* parent) : QMainWindow(parent), overlay_(new PanelOverlay(this)) {
  setWindowFlags(Qt::Widget);
  setDockOptions(AllowTabbedDocks | AllowNestedDocks);
  setCorner(Qt::BottomLeftCorner, Qt::LeftDockWidgetArea);
  setCorner(Qt::BottomRightCorner, Qt::RightDockWidgetArea);
  connect(overlay_.get(), &PanelOverlay::closeRequested, this, [this] {
    for (const auto& panel : panels_)
      if (panel->spec.widget == overlay_->content()) return setOpen(*panel, false);
  });
  connect(overlay_.get(), &PanelOverlay::tabChosen, this, [this](int index) {
    const std::vector<Panel*> panels = overlaid();
    if (index < static_cast<int>(panels.size())) showPanel(panels[static_cast<std::size_t>(index)]->spec.id);
  });
  connect(this, &QMainWindow::tabifiedDockWidgetActivated, this, &PanelHost::refreshSoon);
}

PanelHost::~PanelHost() {
  // Docks tell of their going while the base class takes them down.
  for (const auto& panel : panels_) panel->dock->disconnect(this), panel->dock->removeEventFilter(this);
  if (view_) view_->removeEventFilter(this);
}

void PanelHost::setView(QWidget* view) {
  view_ = view;
  setCentralWidget(view);
  view->installEventFilter(this);
  overlay_->raise();
}

void PanelHost::addPanel(const PanelSpec& spec) {
  auto* dock = new QDockWidget(spec.title, this);
  dock->setObjectName("panel_" + spec.id);
  dock->setProperty(PanelTitle::kIcon, spec.icon);
  dock->setProperty(kHelpGuide, spec.guide);
  auto* title = new PanelTitle(dock);
  dock->setTitleBarWidget(title);
  dock->setWidget(spec.widget);
  showAsPanel(*spec.widget);
  auto* action = new QAction(themeIcon(spec.icon), tr("%1 panel").arg(spec.title), this);
  action->setCheckable(true);
  panels_.push_back(std::make_unique<Panel>(Panel{spec, dock, title, action}));
  Panel& panel = *panels_.back();
  connectPanel(panel);
  panel.open = spec.workspaces.testFlag(flagOf(workspace_));
  applyDefaults();
}

void PanelHost::connectPanel(Panel& panel) {
  panel.dock->installEventFilter(this);
  connect(panel.dock, &QDockWidget::topLevelChanged, this, &PanelHost::refreshSoon);
  connect(panel.dock, &QDockWidget::dockLocationChanged, this, &PanelHost::refreshSoon);
  connect(panel.dock, &QDockWidget::visibilityChanged, this, [this, &panel](bool front) {
    panel.front = front;
    refreshSoon();
  });
  connect(panel.title, &PanelTitle::tabChosen, this, [this](QDockWidget* dock) {
    for (const auto& each : panels_)
      if (each->dock == dock) front_ = each->spec.id;
    dock->raise();
  });
  connect(panel.action, &QAction::triggered, this, [this, &panel](bool open) {
    if (open)
      showPanel(panel.spec.id);
    else
      setOpen(panel, false);
  });
}

PanelHost::Panel* PanelHost::find(const QString& id) const {
  for (const auto& panel : panels_)
    if (panel->spec.id == id) return panel.get();
  return nullptr;
}

bool PanelHost::hasPanel(const QString& id) const {
  return find(id) != nullptr;
}

bool PanelHost::isPanelOpen(const QString& id) const {
  const Panel* panel = find(id);
  return panel && panel->open;
}

QAction* PanelHost::panelAction(const QString& id) const {
  const Panel* panel = find(id);
  return panel ? panel->action : nullptr;
}

QDockWidget* PanelHost::dock(const QString& id) const {
  const Panel* panel = find(id);
  return panel ? panel->dock : nullptr;
}

QList<QString> PanelHost::panelIds() const {
  QList<QString> ids;
  for (const auto& panel : panels_) ids << panel->spec.id;
  return ids;
}

bool PanelHost::isPanelVisible(const QString& id) const {
  const Panel* panel = find(id);
  if (!panel) return false;
  if (overlay_->content() == panel->spec.widget) return overlay_->isVisible();
  return panel->front && panel->dock->isVisible();
}

void PanelHost::setPanelOpen(const QString& id, bool open) {
  if (Panel* panel = find(id)) setOpen(*panel, open);
}

void PanelHost::setOpen(Panel& panel, bool open) {
  panel.open = open;
  if (!open && front_ == panel.spec.id) front_.clear();
  refresh();
}

void PanelHost::showPanel(const QString& id) {
  Panel* panel = find(id);
  if (!panel) return;
  shown_ = true;
  panel->open = true;
  front_ = id;  // on top where the right side overlays
  refresh();
  panel->dock->raise();
}

void PanelHost::setPanelsShown(bool shown) {
  if (shown == shown_) return;
  shown_ = shown;
  refresh();
}

void PanelHost::setEngaged(bool engaged) {
  if (engaged == engaged_) return;
  engaged_ = engaged;
  // What was brought to the front without a selection goes with it.
  if (const Panel* front = find(front_); !engaged && front && front->spec.followsSelection) front_.clear();
  refresh();
  if (engaged && !wantsOverlay()) raiseFollower();
}

/// Brings what shows the selection to the front of its tabs, unless a hand has put another panel there.
void PanelHost::raiseFollower() {
  const Panel* front = find(front_);
  if (front && front->open && dockWidgetArea(front->dock) == Qt::RightDockWidgetArea) return;
  for (const auto& panel : panels_)
    if (panel->open && panel->spec.followsSelection && !panel->dock->isFloating()) return panel->dock->raise();
}

// ---- what is seen

void PanelHost::refreshSoon() {
  if (changing_ || refreshing_) return;
  refreshing_ = true;
  QTimer::singleShot(0, this, [this] {
    refreshing_ = false;
    refresh();
  });
}

/// By the width alone: what else is open, or the height that a title bar takes, never turns a dock into an overlay.
bool PanelHost::wantsOverlay() const {
  return width() < kNarrow;
}

bool PanelHost::isOverlaid(const QString& id) const {
  const Panel* panel = find(id);
  return panel && !panel->dock->isFloating() && dockWidgetArea(panel->dock) == Qt::RightDockWidgetArea &&
         wantsOverlay();
}

std::vector<PanelHost::Panel*> PanelHost::overlaid() const {
  std::vector<Panel*> all;
  for (const auto& panel : panels_)
    if (panel->open && isOverlaid(panel->spec.id)) all.push_back(panel.get());
  return all;
}

/// The one that was asked for; else the first that has something to show.
PanelHost::Panel* PanelHost::frontOverlaid() const {
  const std::vector<Panel*> all = overlaid();
  for (Panel* panel : all)
    if (panel->spec.id == front_) return panel;
  for (Panel* panel : all)
    if (engaged_ || !panel->spec.followsSelection) return panel;
  return nullptr;
}

void PanelHost::showOverlay() {
  Panel* front = frontOverlaid();
  for (const auto& panel : panels_)
    if (panel.get() != front && overlay_->content() == panel->spec.widget) giveBack(*panel);
  if (front) takeIntoOverlay(*front);
  QStringList titles, icons;
  int current = -1;
  for (const Panel* panel : overlaid()) {
    if (panel == front) current = static_cast<int>(titles.size());
    titles << panel->spec.title;
    icons << panel->spec.icon;
  }
  overlay_->setTabs(titles, icons, current);
}

void PanelHost::refresh() {
  if (changing_) return;
  changing_ = true;
  showOverlay();
  for (const auto& panel : panels_) {
    panel->dock->setVisible(panel->open && shown_ && !isOverlaid(panel->spec.id));
    panel->action->setChecked(panel->open);
  }
  overlay_->setVisible(frontOverlaid() && shown_);
  if (view_) view_->setContentsMargins(0, 0, overlay_->isVisible() ? PanelOverlay::kWidth : 0, 0);
  placeOverlay();
  refreshTabs();
  changing_ = false;
}

void PanelHost::refreshTabs() {
  for (const auto& panel : panels_) {
    const QList<QDockWidget*> siblings = tabifiedDockWidgets(panel->dock);
    QList<QDockWidget*> tabs;
    for (const auto& each : panels_)
      if (each == panel || (siblings.contains(each->dock) && !each->dock->isHidden())) tabs << each->dock;
    panel->title->setTabs(tabs);
  }
}

void PanelHost::takeIntoOverlay(Panel& panel) {
  if (overlay_->content() == panel.spec.widget) return;
  panel.dock->setWidget(nullptr);
  overlay_->setContent(panel.spec.widget);
}

void PanelHost::giveBack(Panel& panel) {
  overlay_->setContent(nullptr);
  panel.dock->setWidget(panel.spec.widget);
}

void PanelHost::placeOverlay() {
  if (!view_) return;
  const QRect area = view_->geometry();
  overlay_->setGeometry(area.right() + 1 - PanelOverlay::kWidth, area.top(), PanelOverlay::kWidth, area.height());
  overlay_->raise();
}

QMenu* PanelHost::createPopupMenu() {
  auto* menu = new QMenu(this);
  for (const auto& panel : panels_) menu->addAction(panel->action);
  menu->addSeparator();
  connect(menu->addAction(tr("Reset the layout")), &QAction::triggered, this, &PanelHost::resetLayout);
  return menu;
}

void PanelHost::resizeEvent(QResizeEvent* event) {
  QMainWindow::resizeEvent(event);
  refresh();
}

bool PanelHost::eventFilter(QObject* watched, QEvent* event) {
  if (watched == view_ && (event->type() == QEvent::Resize || event->type() == QEvent::Move)) placeOverlay();
  // Sizes given before there is a window do not last.
  if (watched == view_ && event->type() == QEvent::Show &&
      arrangements_[static_cast<std::size_t>(workspace_)].isEmpty())
    QTimer::singleShot(0, this, &PanelHost::resizeToDefaults);
  if (event->type() == QEvent::Close)
    for (const auto& panel : panels_)
      if (panel->dock == watched) {
        panel->open = false;
        panel->action->setChecked(false);
        refreshSoon();
      }
  return QMainWindow::eventFilter(watched, event);
}

}  // namespace tendril
