// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gallery/empty_project.hpp"

#include <QAbstractButton>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QVBoxLayout>

#include <algorithm>

#include "widgets/gallery/card_grid.hpp"
#include "widgets/gallery/gallery_rows.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kWidest = 680, kTileWidth = 196, kMargin = 4 * kGrid, kDropHeight = 88, kLine = 18;

QLabel* label(const QString& text, const char* role) {
  auto* made = new QLabel(text);
  made->setProperty("role", role);
  made->setWordWrap(true);
  return made;
}

}  // namespace

/// A dashed rectangle that says what can be dropped; a click chooses a file instead.
class FileDropZone : public QAbstractButton {
 public:
  FileDropZone(const QString& title, const QString& detail) : title_(title), detail_(detail) {
    setObjectName(QStringLiteral("first:file"));
    setText(title);
    setAccessibleName(title);
    setAccessibleDescription(detail);
    setAttribute(Qt::WA_Hover);
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setFixedHeight(kDropHeight);
  }

  void setHovering(bool hovering) {
    hovering_ = hovering;
    update();
  }
  QSize sizeHint() const override { return {kWidest, kDropHeight}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    const AppTheme& theme = AppTheme::instance();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool lit = hovering_ || hasFocus();
    painter.setPen(QPen(theme.color(lit ? Token::kAccent : Token::kSecondary), lit ? 2 : 1, Qt::DashLine));
    painter.setBrush(theme.color(isDown()                    ? Token::kPressed
                                 : underMouse() || hovering_ ? Token::kHover
                                                             : Token::kPanel));
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), kRadius, kRadius);
    const QRect text = rect().adjusted(kMargin, 0, -kMargin, 0);
    const int middle = height() / 2;
    painter.setFont(AppTheme::font());
    painter.setPen(theme.color(Token::kText));
    drawLine(painter, QRect(text.left(), middle - kLine, text.width(), kLine), title_);
    painter.setFont(AppTheme::secondaryFont());
    painter.setPen(theme.color(Token::kSecondary));
    drawLine(painter, QRect(text.left(), middle + 2, text.width(), kLine), detail_);
  }
  void keyPressEvent(QKeyEvent* event) override {
    if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return click();
    QAbstractButton::keyPressEvent(event);
  }

 private:
  static void drawLine(QPainter& painter, const QRect& room, const QString& text) {
    painter.drawText(room, Qt::AlignCenter, painter.fontMetrics().elidedText(text, Qt::ElideRight, room.width()));
  }

  QString title_, detail_;
  bool hovering_ = false;
};

EmptyProject::EmptyProject(const std::vector<GalleryStarter>& starters, QWidget* parent)
    : FloatingPanel(kRadius, parent),
      tiles_(new CardGrid(kTileWidth)),
      drop_(new FileDropZone(tr("Drop a file here, or click to choose one"),
                             tr("Projects, robots (URDF, MJCF, SDF, SoRoSim), shapes, recordings"))) {
  setObjectName(QStringLiteral("emptyProject"));
  setAccessibleName(tr("Empty project"));
  for (const GalleryStarter& starter : starters) {
    auto* tile = new StarterTile(starter);
    tile->setObjectName(QStringLiteral("first:") + starter.id);
    connect(tile, &QAbstractButton::clicked, this, [this, id = starter.id] { Q_EMIT starterChosen(id); });
    tiles_->add(tile);
  }
  connect(drop_, &QAbstractButton::clicked, this, &EmptyProject::chooseFileRequested);
  auto* down = new QVBoxLayout(this);
  down->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  down->setSpacing(3 * kGrid);
  down->addWidget(label(tr("This project is empty"), "heading"));
  down->addWidget(
      label(tr("Begin with one of these, drag a part from the panel Parts into the view, or press Ctrl+K and "
               "type what you want to add."),
            "secondary"));
  down->addWidget(tiles_);
  down->addWidget(drop_);
  hide();
}

void EmptyProject::setDropTarget(bool hovering) {
  drop_->setHovering(hovering);
}

void EmptyProject::fit(const QRect& room) {
  const int wide = std::min(kWidest + 2 * kShadow, room.width());
  drop_->show();
  if (heightForWidth(wide) > room.height()) drop_->hide();
  resize(wide, heightForWidth(wide));
  const QPoint corner = room.center() - rect().center();
  move(corner.x(), std::max(corner.y(), room.top()));
}

}  // namespace tendril
