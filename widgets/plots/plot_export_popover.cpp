// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_export_popover.hpp"

#include <QClipboard>
#include <QDir>
#include <QFileDialog>
#include <QFormLayout>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QImage>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QThreadPool>
#include <QToolButton>

#include <limits>

#include "widgets/plots/form_parts.hpp"
#include "widgets/plots/plot_board.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr const char* kEndings[] = {"png", "svg", "pdf", "csv"};

/// "Plot 1: arm.tip" as a file's name.
QString fileName(QString title) {
  for (QChar& c : title)
    if (!c.isLetterOrNumber() && c != u'-' && c != u'_' && c != u'.') c = u'-';
  return title.isEmpty() ? QStringLiteral("plots") : title.left(80).toLower();
}

}  // namespace

PlotExportPopover::PlotExportPopover(PlotBoard& board, QWidget* window)
    : Popover(window),
      board_(board),
      width_(number(30, 1000, 88, tr("Width; a column of a paper has 88 mm"), tr("mm"))),
      height_(number(0, 1000, 0, tr("Height of each plot"), tr("mm"))),
      dpi_(number(50, 1200, 300, tr("Pixels of an inch of PNG"), tr("dpi"))),
      paper_(new QCheckBox(tr("On white"))),
      pictureRow_(new QWidget),
      error_(new QLabel),
      save_(new QPushButton(tr("Save…"))) {
  setObjectName(QStringLiteral("plotExport"));
  setProperty("helpGuide", "analysing.md#plots");
  setAccessibleName(tr("Export plots"));
  height_->setSpecialValueText(tr("fits"));
  layOut();
  setAllTimes(true);  // a table is for another program, which wants the whole run
  paper_->setChecked(true);
  paper_->setToolTip(tr("Light colours on white, for papers and slides; otherwise the colours of the window"));
  for (QButtonGroup* group : {&which_, &format_, &times_})
    connect(group, &QButtonGroup::idClicked, this, [this] { showRows(); });
  connect(save_, &QPushButton::clicked, this, &PlotExportPopover::askPath);
  showRows();
}

void PlotExportPopover::layOut() {
  auto* form = new QFormLayout(this);
  form->setContentsMargins(12, 12, 12, 12);
  form->setHorizontalSpacing(12);
  form->setVerticalSpacing(8);
  form->addRow(formCaption(tr("Plots")),
               buttonChoice({tr("This one"), tr("All")}, which_, QStringLiteral("exportWhich")));
  form->addRow(formCaption(tr("Format")),
               buttonChoice({"PNG", "SVG", "PDF", "CSV"}, format_, QStringLiteral("exportFormat")));
  auto* picture = new QHBoxLayout(pictureRow_);
  picture->setContentsMargins(0, 0, 0, 0);
  picture->setSpacing(kGrid);
  picture->addWidget(width_);
  picture->addWidget(new QLabel(QStringLiteral("×")));
  picture->addWidget(height_);
  picture->addSpacing(2 * kGrid);
  picture->addWidget(dpi_);
  form->addRow(formCaption(tr("Size")), pictureRow_);
  form->addRow(QString(), paper_);
  timesRow_ = buttonChoice({tr("As shown"), tr("All")}, times_, QStringLiteral("exportTimes"));
  form->addRow(formCaption(tr("Time")), timesRow_);
  error_->setWordWrap(true);
  error_->setFixedWidth(300);
  error_->setObjectName(QStringLiteral("exportError"));
  error_->hide();
  form->addRow(error_);
  save_->setProperty("role", "outlined");
  save_->setObjectName(QStringLiteral("exportSave"));
  form->addRow(QString(), save_);
}

QSpinBox* PlotExportPopover::number(int least, int most, int value, const QString& name, const QString& unit) {
  auto* box = new QSpinBox;
  box->setRange(least, most);
  box->setValue(value);
  box->setButtonSymbols(QAbstractSpinBox::NoButtons);
  box->setFont(AppTheme::numberFont());
  box->setSuffix(u' ' + unit);
  box->setFixedSize(80, kFieldHeight);
  box->setAlignment(Qt::AlignRight);
  box->setToolTip(name);
  box->setAccessibleName(name);
  return box;
}

void PlotExportPopover::toggleFor(PlotCard* card, QWidget* anchor) {
  card_ = card;
  error_->hide();
  showRows();
  toggleAt(anchor);
}

PlotExportPopover::Format PlotExportPopover::format() const {
  return static_cast<Format>(std::max(0, format_.checkedId()));
}

void PlotExportPopover::setFormat(Format format) {
  format_.button(static_cast<int>(format))->setChecked(true);
  showRows();
}

void PlotExportPopover::setAllPlots(bool on) {
  which_.button(on ? 1 : 0)->setChecked(true);
}

void PlotExportPopover::setAllTimes(bool on) {
  times_.button(on ? 1 : 0)->setChecked(true);
}

void PlotExportPopover::showRows() {
  auto* form = static_cast<QFormLayout*>(layout());
  const bool table = format() == Format::kCsv;
  const auto showRow = [&](QWidget* row, bool on) {
    row->setVisible(on);
    if (QWidget* label = form->labelForField(row)) label->setVisible(on);
  };
  showRow(pictureRow_, !table);
  showRow(paper_, !table);
  showRow(timesRow_, table);
  dpi_->setVisible(format() == Format::kPng);
  save_->setEnabled(!board_.cards().empty());
  if (isVisible()) {
    // The lower edge stands on the button that opened it.
    const QRect before = geometry();
    adjustSize();
    move(x(), std::max(0, before.bottom() - height() + 1));
  }
}

std::vector<FigurePlot> PlotExportPopover::plots() const {
  std::vector<FigurePlot> all;
  for (PlotCard* card : board_.cards())
    if (which_.checkedId() == 1 || card == card_ || (!card_ && card == board_.current()))
      all.push_back(card->exported());
  return all;
}

FigureStyle PlotExportPopover::style() const {
  FigureStyle style;
  if (format() == Format::kSvg) style.format = FigureFormat::kSvg;
  if (format() == Format::kPdf) style.format = FigureFormat::kPdf;
  style.widthMm = width_->value(), style.heightMm = height_->value();
  style.dpi = dpi_->value();
  style.dark = !paper_->isChecked() && AppTheme::instance().isDark();
  return style;
}

void PlotExportPopover::copyPicture(PlotCard* card) {
  if (!writer_) return;
  FigureStyle as = style();
  as.format = FigureFormat::kPng;
  const QTemporaryDir folder;
  const QString file = folder.filePath(QStringLiteral("plot.png"));
  const QString error = writer_({card->exported()}, as, file);
  if (!error.isEmpty()) return report(file, error);
  QGuiApplication::clipboard()->setImage(QImage(file));
}

void PlotExportPopover::askPath() {
  const QString ending = QLatin1String(kEndings[static_cast<int>(format())]);
  if (folder_.isEmpty()) folder_ = QStandardPaths::writableLocation(QStandardPaths::DocumentsLocation);
  const QString title = which_.checkedId() == 1 || !card_ ? QString() : card_->shownTitle();
  QString path = QFileDialog::getSaveFileName(parentWidget(), tr("Export plots"),
                                              QDir(folder_).filePath(fileName(title) + u'.' + ending),
                                              QStringLiteral("%1 (*.%2)").arg(ending.toUpper(), ending));
  if (path.isEmpty()) return;
  if (QFileInfo(path).suffix().isEmpty()) path += u'.' + ending;
  folder_ = QFileInfo(path).absolutePath();
  exportTo(path);
}

void PlotExportPopover::exportTo(const QString& path) {
  const std::vector<FigurePlot> what = plots();
  if (what.empty()) return report(path, tr("There is no plot to export. Add one first."));
  if (format() == Format::kCsv) return writeTable(what, path);
  report(path, writer_ ? writer_(what, style(), path) : tr("Pictures of plots cannot be written here."));
}

/// A million rows take seconds: beside the window, on tables that never change where they are read.
void PlotExportPopover::writeTable(const std::vector<FigurePlot>& plots, const QString& path) {
  constexpr double kAll = std::numeric_limits<double>::infinity();
  const bool all = times_.checkedId() == 1;
  const double from = all ? -kAll : plots.front().from, to = all ? kAll : plots.front().to;
  QThreadPool::globalInstance()->start([plots, from, to, path, self = QPointer(this)] {
    QString failure;
    writeFile(path, figureCsv(plots, from, to), &failure);
    QMetaObject::invokeMethod(
        qApp,
        [self, path, failure] {
          if (self) self->report(path, failure);
        },
        Qt::QueuedConnection);
  });
}

void PlotExportPopover::report(const QString& path, const QString& error) {
  error_->setText(error);
  QPalette palette = error_->palette();
  palette.setColor(QPalette::WindowText, AppTheme::instance().color(Token::kError));
  error_->setPalette(palette);
  error_->setVisible(!error.isEmpty());
  if (error.isEmpty()) hide();
  if (isVisible()) adjustSize();
  if (error.isEmpty())
    Q_EMIT board_.message(tr("Exported"), tr("Written to %1").arg(QDir::toNativeSeparators(path)), false);
  else if (!isVisible())
    Q_EMIT board_.message(tr("The plots were not exported"), error, true);
  Q_EMIT finished(path, error);
}

}  // namespace tendril
