// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/shape_panel.hpp"

#include <QEvent>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

#include "studio/app/actions/make_action.hpp"
#include "studio/app/main_window.hpp"
#include "studio/app/panels/primitive_panel.hpp"
#include "studio/app/panels/strain_panel.hpp"
#include "studio/document/items.hpp"
#include "widgets/plain_scroll.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

template <class B>
const B* bodyOf(const Description& description, ObjectId id) {
  const description::Link* link = objectOf(description.links, id);
  return link && link->body ? std::get_if<B>(&*link->body) : nullptr;
}

bool hasFunctions(const Description& description, ObjectId link) {
  return rodOf(description, link) || volumeOf(description, link);
}

/// The link that is selected last, if its body has functions; else 0.
ObjectId chosenLink(MainWindow& window) {
  const std::optional<Target> current = window.selection().current();
  const bool link = current && current->kind == TargetKind::kLink;
  return link && hasFunctions(window.description(), current->id) ? current->id : 0;
}

}  // namespace

QString refusal(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems) {
    if (!problem.isError()) continue;
    QString text = QString::fromStdString(problem.message);
    if (!problem.cure.empty()) text += QStringLiteral("; ") + QString::fromStdString(problem.cure);
    return text;
  }
  return {};
}

const description::RodBody* rodOf(const Description& description, ObjectId link) {
  return bodyOf<description::RodBody>(description, link);
}

const description::PrimitivesBody* volumeOf(const Description& description, ObjectId link) {
  return bodyOf<description::PrimitivesBody>(description, link);
}

ShapePanel::ShapePanel(MainWindow& window)
    : QObject(&window),
      window_(window),
      pages_(new QStackedWidget),
      nothing_(makeNothing()),
      strains_(new StrainPanel(window)),
      primitives_(new PrimitivePanel(window)) {
  pages_->setObjectName("shape");
  pages_->installEventFilter(this);
  for (QWidget* page :
       {nothing_, static_cast<QWidget*>(&strains_->editor()), static_cast<QWidget*>(&primitives_->editor())})
    pages_->addWidget(page);
  window.addPanel({.id = "shape",
                   .title = tr("Shape functions"),
                   .icon = "shape",
                   .widget = pages_,
                   .area = PanelArea::kRight,
                   .workspaces = InWorkspace::kBuild,
                   .followsSelection = true});
  addAction();
  connect(&window.selection(), &Selection::changed, this, &ShapePanel::show);
  connect(&window.document(), &DocumentHost::changed, this, &ShapePanel::show);
  connect(&window.document(), &DocumentHost::opened, this, &ShapePanel::show);
  connect(&window.document(), &DocumentHost::problemsChanged, this, &ShapePanel::showBuildProblems);
}

void ShapePanel::addAction() {
  QAction* open = makeAction(window_, tr("Shape functions of a soft body"), "shape", {Qt::Key_B},
                             [this] { window_.panels().showPanel("shape"); });
  open->setObjectName("shapeAction");
  // The menu of what is selected offers it where there is something to edit.
  connect(&window_.selection(), &Selection::changed, open,
          [this, open] { open->setProperty(kInObjectMenu, chosenLink(window_) != 0); });
}

QWidget* ShapePanel::makeNothing() {
  auto* content = new QWidget;
  auto* down = new QVBoxLayout(content);
  down->setContentsMargins(3 * kGrid, 3 * kGrid, 3 * kGrid, 3 * kGrid);
  down->setSpacing(2 * kGrid);
  auto* text =
      new QLabel(tr("Select a link with a rod or a soft volume, in the tree or in the view, to edit the "
                    "functions that it is made of."));
  text->setObjectName("shape:hint");
  text->setWordWrap(true);
  text->setProperty("role", "secondary");
  down->addWidget(text);
  candidates_ = new QVBoxLayout;
  candidates_->setSpacing(kGrid);
  down->addLayout(candidates_);
  down->addStretch(1);
  QWidget* page = plainScroll(content);
  page->setProperty("helpTitle", tr("Shape functions"));
  page->setProperty("helpText", tr("The functions that a soft body is made of: strains of a rod, primitives of a soft "
                                   "volume. They are edited here while the robot moves."));
  return page;
}

/// What the panel missed while it was not seen, it shows when it comes.
bool ShapePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == pages_ && event->type() == QEvent::Show) show();
  return QObject::eventFilter(watched, event);
}

void ShapePanel::show() {
  if (!pages_->isVisible()) return;
  const ObjectId link = window_.document().isOpen() ? chosenLink(window_) : 0;
  strains_->show(link);
  primitives_->show(link);
  if (link == 0) showCandidates();
  const bool rod = link != 0 && rodOf(window_.description(), link);
  pages_->setCurrentWidget(link == 0 ? nothing_
                           : rod     ? static_cast<QWidget*>(&strains_->editor())
                                     : static_cast<QWidget*>(&primitives_->editor()));
}

/// A button for each soft body of the project.
void ShapePanel::showCandidates() {
  while (QLayoutItem* item = candidates_->takeAt(0)) {
    item->widget()->hide();
    item->widget()->deleteLater();  // one of them may be what was clicked
    delete item;
  }
  if (!window_.document().isOpen()) return;
  for (const description::Link& link : window_.description().links) {
    if (!hasFunctions(window_.description(), link.id)) continue;
    auto* button = new QPushButton(themeIcon("link-soft", Token::kSecondary), QString::fromStdString(link.name));
    button->setProperty("role", "outlined");
    button->setObjectName("shape:choose");
    connect(button, &QPushButton::clicked, this,
            [this, id = link.id] { window_.selection().select(Target::link(id)); });
    candidates_->addWidget(button);
  }
}

/// What only building finds: a source without a bore, a mesh that does not fit.
void ShapePanel::showBuildProblems(const std::vector<Problem>& problems) {
  const ObjectId link = chosenLink(window_);
  if (link == 0) return;
  std::vector<Problem> own;
  for (const Problem& problem : problems)
    if (edits::itemAt(window_.description(), problem.path) == ItemRef{ItemKind::kLink, link}) own.push_back(problem);
  QString why = refusal(own);
  if (why.startsWith(u"has ") || why.startsWith(u"is ")) why = tr("This body %1").arg(why);
  strains_->setProblem(why);
  primitives_->setProblem(why);
}

}  // namespace tendril
