// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/shape/shape_panel.hpp"

#include <QEvent>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/shape/primitive_panel.hpp"
#include "studio/app/panels/shape/strain_panel.hpp"
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
ObjectId chosenLink(StudioContext& context) {
  const std::optional<Target> current = context.selection().current();
  const bool link = current && current->kind == TargetKind::kLink;
  return link && hasFunctions(context.description(), current->id) ? current->id : 0;
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

const description::VolumeBody* volumeOf(const Description& description, ObjectId link) {
  return bodyOf<description::VolumeBody>(description, link);
}

ShapePanel::ShapePanel(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      pages_(new QStackedWidget),
      nothing_(makeNothing()),
      strains_(new StrainPanel(context)),
      primitives_(new PrimitivePanel(context)) {
  pages_->setObjectName("shape");
  pages_->installEventFilter(this);
  for (QWidget* page :
       {nothing_, static_cast<QWidget*>(&strains_->editor()), static_cast<QWidget*>(&primitives_->editor())})
    pages_->addWidget(page);
  context.panels().addPanel({.id = "shape",
                             .title = tr("Shape functions"),
                             .icon = "shape",
                             .guide = "modelling.md#bodies",
                             .widget = pages_,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kBuild,
                             .followsSelection = true});
  addAction();
  connect(&context.selection(), &Selection::changed, this, &ShapePanel::show);
  connect(&context.document(), &DocumentHost::changed, this, &ShapePanel::show);
  connect(&context.document(), &DocumentHost::opened, this, &ShapePanel::show);
  connect(&context.document(), &DocumentHost::problemsChanged, this, &ShapePanel::showBuildProblems);
}

void ShapePanel::addAction() {
  QAction* open = context_.actions().add(tr("Shape functions of a soft body"), "shape", {Qt::Key_B},
                                         [this] { context_.panels().showPanel("shape"); });
  open->setObjectName("shapeAction");
  // The menu of what is selected offers it where there is something to edit.
  connect(&context_.selection(), &Selection::changed, open,
          [this, open] { open->setProperty(kInObjectMenu, chosenLink(context_) != 0); });
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
  const ObjectId link = context_.document().isOpen() ? chosenLink(context_) : 0;
  strains_->show(link);
  primitives_->show(link);
  if (link == 0) showCandidates();
  const bool rod = link != 0 && rodOf(context_.description(), link);
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
  if (!context_.document().isOpen()) return;
  for (const description::Link& link : context_.description().links) {
    if (!hasFunctions(context_.description(), link.id)) continue;
    auto* button = new QPushButton(themeIcon("link-soft", Token::kSecondary), QString::fromStdString(link.name));
    button->setProperty("role", "outlined");
    button->setObjectName("shape:choose");
    connect(button, &QPushButton::clicked, this,
            [this, id = link.id] { context_.selection().select(Target::link(id)); });
    candidates_->addWidget(button);
  }
}

/// What only building finds: a source without a bore, a mesh that does not fit.
void ShapePanel::showBuildProblems(const std::vector<Problem>& problems) {
  const ObjectId link = chosenLink(context_);
  if (link == 0) return;
  std::vector<Problem> own;
  for (const Problem& problem : problems)
    if (edits::itemAt(context_.description(), problem.path) == ItemRef{ItemKind::kLink, link}) own.push_back(problem);
  QString why = refusal(own);
  if (why.startsWith(u"has ") || why.startsWith(u"is ")) why = tr("This body %1").arg(why);
  strains_->setProblem(why);
  primitives_->setProblem(why);
}

}  // namespace tendril
