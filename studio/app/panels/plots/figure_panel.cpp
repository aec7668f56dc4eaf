// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/plots/figure_panel.hpp"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QVBoxLayout>

#include <tuple>

#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/plots/project_figures.hpp"
#include "studio/app/view/picture_saver.hpp"
#include "widgets/plain_scroll.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

QLabel* heading(const QString& text) {
  auto* label = new QLabel(text);
  label->setFont(AppTheme::headingFont());
  label->setProperty("role", "heading");
  label->setContentsMargins(0, 3 * kGrid, 0, 0);
  return label;
}

QPushButton* outlined(const QString& text, const QString& name) {
  auto* button = new QPushButton(text);
  button->setProperty("role", "outlined");
  button->setObjectName(name);
  return button;
}

}  // namespace

FigurePanel::FigurePanel(StudioContext& context, PictureSaver& pictures)
    : QObject(&context.window()), context_(context), form_(new PictureForm) {
  auto* content = new QWidget;
  auto* down = new QVBoxLayout(content);
  down->setContentsMargins(3 * kGrid, 0, 3 * kGrid, 3 * kGrid);
  down->setSpacing(2 * kGrid);
  addViews(*down);
  down->addWidget(heading(tr("Picture")));
  down->addWidget(form_);
  auto* copy = outlined(tr("Copy the picture"), QStringLiteral("figure_copy"));
  copy->setToolTip(tr("The picture of this size and background on the clipboard"));
  down->addWidget(copy);
  down->addWidget(heading(tr("Figures of the project")));
  down->addWidget(new ProjectFigures(context));
  addFilm(*down);
  down->addStretch(1);
  context.panels().addPanel({.id = "picture",
                             .title = tr("Picture"),
                             .icon = "picture",
                             .guide = "analysing.md#pictures-and-films",
                             .widget = plainScroll(content),
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kFigure});
  form_->setFile(pictures.proposedFile());
  connect(&context.document(), &DocumentHost::opened, form_,
          [this, &pictures] { form_->setFile(pictures.proposedFile()); });
  connect(form_, &PictureForm::saveRequested, &pictures, &PictureSaver::save);
  connect(copy, &QPushButton::clicked, this, [this, &pictures] {
    const QImage image = pictures.draw(form_->choice());
    if (image.isNull()) return;
    QApplication::clipboard()->setImage(image);
    context_.notices().show(
        {.severity = Notice::Severity::kInfo, .title = tr("The picture is copied"), .advice = {}, .details = {}});
  });
  context.view().installEventFilter(this);
  form_->installEventFilter(this);
}

void FigurePanel::addViews(QVBoxLayout& down) {
  down.addWidget(heading(tr("View")));
  auto* grid = new QGridLayout;
  grid->setSpacing(kGrid);
  Viewport* viewport = &context_.view().viewport();
  const std::tuple<QString, QString, QString, StandardView> views[] = {
      {tr("Front"), QStringLiteral("view_front"), tr("Look from the front  (1)"), StandardView::kFront},
      {tr("Right"), QStringLiteral("view_right"), tr("Look from the right  (3)"), StandardView::kRight},
      {tr("Top"), QStringLiteral("view_top"), tr("Look from the top  (7)"), StandardView::kTop}};
  int column = 0;
  for (const auto& [text, name, tip, view] : views) {
    QPushButton* button = outlined(text, name);
    button->setToolTip(tip);
    connect(button, &QPushButton::clicked, viewport, [viewport, view = view] { viewport->look(view); });
    grid->addWidget(button, 0, column++);
  }
  QPushButton* frame = outlined(tr("Fill the picture"), QStringLiteral("view_frame"));
  frame->setToolTip(tr("The whole robot, as large as it fits  (F)"));
  connect(frame, &QPushButton::clicked, viewport, [viewport] { viewport->frameAll(); });
  grid->addWidget(frame, 1, 0, 1, 3);
  down.addLayout(grid);
}

void FigurePanel::addFilm(QVBoxLayout& down) {
  QAction* record = context_.actions().find("record");
  if (!record) return;
  down.addWidget(heading(tr("Film")));
  QPushButton* button = outlined(record->text(), QStringLiteral("figure_record"));
  const auto show = [button, record] {
    button->setText(record->isChecked() ? QStringLiteral("%1  %2").arg(record->text(), record->iconText())
                                        : record->text());
    button->setIcon(record->icon());
  };
  connect(record, &QAction::changed, button, show);
  connect(button, &QPushButton::clicked, record, &QAction::trigger);
  show();
  down.addWidget(button);
  auto* hint = new QLabel(tr("As it is seen, at the speed at which it is seen."));
  hint->setProperty("role", "secondary");
  hint->setFont(AppTheme::secondaryFont());
  hint->setWordWrap(true);
  down.addWidget(hint);
}

bool FigurePanel::eventFilter(QObject* watched, QEvent* event) {
  if (watched == form_ && event->type() == QEvent::Show) takeViewSize();
  if (watched == &context_.view() && event->type() == QEvent::Resize && form_->isVisible()) takeViewSize();
  return QObject::eventFilter(watched, event);
}

void FigurePanel::takeViewSize() {
  const Viewport& viewport = context_.view().viewport();
  form_->setViewSize((QSizeF(context_.view().size()) * viewport.devicePixelRatioF()).toSize());
}

}  // namespace tendril
