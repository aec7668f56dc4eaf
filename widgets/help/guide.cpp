// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/guide.hpp"

#include <QDesktopServices>
#include <QDir>
#include <QEvent>
#include <QFile>
#include <QHBoxLayout>
#include <QListWidget>
#include <QRegularExpression>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextBrowser>
#include <QTextFrame>
#include <QTextTable>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kListWidth = 180, kTextWidth = 720, kMargin = 28;
constexpr auto kFirstPage = "README.md";

QString contentOf(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// The first heading of a page; its file name if it has none.
QString titleOf(const QString& text, const QString& file) {
  static const QRegularExpression heading(QStringLiteral("^# +(.+)$"), QRegularExpression::MultilineOption);
  const QRegularExpressionMatch match = heading.match(text);
  return match.hasMatch() ? match.captured(1) : file;
}

/// What a section is called in addresses: small letters, words joined by hyphens.
QString anchorOf(const QString& heading) {
  QString out;
  for (const QChar c : heading.toLower())
    if (c.isLetterOrNumber() || c == u'-' || c == u'_') {
      out += c;
    } else if (c.isSpace()) {
      out += u'-';
    }
  return out;
}

/// Level of a line of Markdown that is a heading, and its text; level 0: it is none.
std::pair<int, QString> headingOf(const QString& line) {
  static const QRegularExpression heading(QStringLiteral("^(#+) +(.+?) *$"));
  const QRegularExpressionMatch match = heading.match(line);
  if (!match.hasMatch()) return {0, {}};
  return {static_cast<int>(match.captured(1).size()), match.captured(2)};
}

void decorateTable(QTextTable& table, const QColor& hairline, const QColor& head) {
  QTextTableFormat format = table.format();
  format.setBorder(1);
  format.setBorderBrush(hairline);
  format.setBorderStyle(QTextFrameFormat::BorderStyle_Solid);
  format.setBorderCollapse(true);
  format.setCellPadding(5);
  format.setTopMargin(6), format.setBottomMargin(10);
  table.setFormat(format);
  for (int column = 0; column < table.columns(); ++column) {
    QTextTableCell cell = table.cellAt(0, column);
    QTextCharFormat cellFormat = cell.format();
    cellFormat.setBackground(head);
    cell.setFormat(cellFormat);
  }
}

}  // namespace

Guide::Guide(const QString& folder, QWidget* window)
    : QDialog(window), folder_(folder), list_(new QListWidget), view_(new QTextBrowser) {
  setObjectName("guide");
  setWindowTitle(tr("Guide"));
  setWindowFlag(Qt::WindowMaximizeButtonHint);
  resize(kListWidth + kTextWidth + 3 * kMargin, 720);
  list_->setFixedWidth(kListWidth);
  list_->setFrameShape(QFrame::NoFrame);
  list_->setAccessibleName(tr("Pages"));
  list_->setStyleSheet(QStringLiteral("QListWidget::item { padding: %1px; border-radius: 4px; }"
                                      "QListWidget::item:selected { background: palette(highlight);"
                                      " color: palette(highlighted-text); }")
                           .arg(kGrid));
  view_->setFrameShape(QFrame::NoFrame);
  view_->setOpenLinks(false);
  view_->setAccessibleName(tr("Page"));
  view_->setSearchPaths({folder_});
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(kGrid, kGrid, 0, 0);
  layout->setSpacing(kGrid);
  layout->addWidget(list_);
  layout->addWidget(view_);
  const QString first = contentOf(QDir(folder_).filePath(kFirstPage));
  addPage(first.isEmpty() ? tr("Guide") : titleOf(first, kFirstPage), kFirstPage);
  static const QRegularExpression link(QStringLiteral("\\]\\(([\\w-]+\\.md)\\)"));
  for (auto each = link.globalMatch(first); each.hasNext();) {
    const QString file = each.next().captured(1);
    const QString text = contentOf(QDir(folder_).filePath(file));
    if (!text.isEmpty() && !pages_.contains(file)) addPage(titleOf(text, file), file);
  }
  connect(list_, &QListWidget::currentRowChanged, this, [this](int row) {
    if (row >= 0) openPage(QUrl(pages_[row]));
  });
  connect(view_, &QTextBrowser::anchorClicked, this, &Guide::openPage);
  list_->setCurrentRow(0);
}

void Guide::addPage(const QString& title, const QString& file) {
  pages_ << file;
  list_->addItem(title);
}

void Guide::openPage(const QUrl& address) {
  if (!address.isRelative()) {
    QDesktopServices::openUrl(address);
    return;
  }
  const auto row = static_cast<int>(address.path().isEmpty() ? list_->currentRow() : pages_.indexOf(address.path()));
  if (row < 0) return;
  shown_ = QUrl(pages_[row]);
  shown_.setFragment(address.fragment());
  {
    const QSignalBlocker silent(list_);
    list_->setCurrentRow(row);
  }
  const QString text = contentOf(QDir(folder_).filePath(pages_[row]));
  view_->setMarkdown(text.isEmpty() ? tr("The guide is not here. It was looked for in the folder “%1”.").arg(folder_)
                                    : text);
  decorate();
  view_->verticalScrollBar()->setValue(0);
  if (!address.fragment().isEmpty()) view_->scrollToAnchor(address.fragment());
}

/// Margins, tables with lines, and a place to jump to at every heading.
void Guide::decorate() {
  QTextDocument& document = *view_->document();
  const AppTheme& theme = AppTheme::instance();
  QTextFrameFormat page = document.rootFrame()->frameFormat();
  page.setLeftMargin(kMargin), page.setRightMargin(kMargin), page.setTopMargin(0.5 * kMargin),
      page.setBottomMargin(kMargin);
  document.rootFrame()->setFrameFormat(page);
  for (QTextFrame* frame : document.rootFrame()->childFrames())
    if (auto* table = qobject_cast<QTextTable*>(frame))
      decorateTable(*table, theme.scheme().hairline, theme.scheme().hover);
  for (QTextBlock block = document.begin(); block.isValid(); block = block.next()) {
    QTextCursor cursor(block);
    QTextBlockFormat format = block.blockFormat();
    const int level = format.headingLevel();
    format.setLineHeight(125, QTextBlockFormat::ProportionalHeight);
    if (level > 0) format.setTopMargin(level == 1 ? 8 : 18), format.setBottomMargin(6);
    cursor.setBlockFormat(format);
    if (level == 0 || block.length() < 2) continue;
    cursor.movePosition(QTextCursor::NextCharacter, QTextCursor::KeepAnchor);
    QTextCharFormat anchor;
    anchor.setAnchor(true);
    anchor.setAnchorNames({anchorOf(block.text())});
    cursor.mergeCharFormat(anchor);
  }
}

QString Guide::headingAt(const QString& folder, const QUrl& address) {
  return headingOf(sectionAt(folder, address).section(u'\n', 0, 0)).second;
}

QString Guide::sectionAt(const QString& folder, const QUrl& address) {
  QStringList lines;
  int within = 0;  // level of the section's heading
  bool code = false;
  for (const QString& line : contentOf(QDir(folder).filePath(address.path())).split(u'\n')) {
    if (line.startsWith(QStringLiteral("```"))) code = !code;
    const auto [level, title] = code ? std::pair<int, QString>() : headingOf(line);
    if (level > 0 && within > 0 && level <= within) break;
    const bool found = address.fragment().isEmpty() || anchorOf(title) == address.fragment();
    if (level > 0 && within == 0 && found) within = level;
    if (within > 0) lines << line;
  }
  return lines.join(u'\n');
}

QString Guide::text() const {
  return view_->toPlainText();
}

void Guide::changeEvent(QEvent* event) {
  QDialog::changeEvent(event);
  if (event->type() == QEvent::PaletteChange) decorate();
}

}  // namespace tendril
