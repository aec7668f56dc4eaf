// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture/film_dialog.hpp"

#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLabel>
#include <QLineEdit>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalBlocker>
#include <QTableWidget>
#include <QVBoxLayout>

#include <array>

#include "widgets/theme/tokens.hpp"

namespace tendril {
namespace {

constexpr int kWidth = 760, kTable = 168, kParts = 1000;

struct Column {
  const char* key;  ///< of a shot
  const char* title;
  const char* help;
  bool number;
};
constexpr std::array<Column, 9> kColumns = {{
    {"from", QT_TRANSLATE_NOOP("FilmDialog", "From (s)"), QT_TRANSLATE_NOOP("FilmDialog", "Empty: the start"), true},
    {"to", QT_TRANSLATE_NOOP("FilmDialog", "To (s)"), QT_TRANSLATE_NOOP("FilmDialog", "Empty: the end"), true},
    {"speed", QT_TRANSLATE_NOOP("FilmDialog", "Speed"),
     QT_TRANSLATE_NOOP("FilmDialog", "Seconds of the run per second of the film: 0.2 is slow motion"), true},
    {"hold", QT_TRANSLATE_NOOP("FilmDialog", "Hold (s)"),
     QT_TRANSLATE_NOOP("FilmDialog", "How long the last picture stands"), true},
    {"turns", QT_TRANSLATE_NOOP("FilmDialog", "Turns"),
     QT_TRANSLATE_NOOP("FilmDialog", "Of the camera about the vertical: 1 is a turntable"), true},
    {"elevation", QT_TRANSLATE_NOOP("FilmDialog", "Elevation (rad)"),
     QT_TRANSLATE_NOOP("FilmDialog", "Of the camera; empty: as the project has it, or as it was"), true},
    {"zoom", QT_TRANSLATE_NOOP("FilmDialog", "Zoom"), QT_TRANSLATE_NOOP("FilmDialog", "2 is twice as near"), true},
    {"text", QT_TRANSLATE_NOOP("FilmDialog", "Text"), QT_TRANSLATE_NOOP("FilmDialog", "Below, left"), false},
    {"plot", QT_TRANSLATE_NOOP("FilmDialog", "Plot"),
     QT_TRANSLATE_NOOP("FilmDialog", "Signals between semicolons, whose curves grow: arm.tip.z; energy.kinetic"),
     false},
}};
constexpr std::array<QSize, 4> kSizes = {QSize(1920, 1080), QSize(3840, 2160), QSize(1280, 720), QSize(640, 360)};
constexpr std::array<int, 4> kRates = {60, 30, 25, 12};

}  // namespace

FilmDialog::FilmDialog(QWidget* window)
    : QDialog(window),
      file_(new QLineEdit),
      size_(new QComboBox),
      rate_(new QComboBox),
      theme_(new QComboBox),
      shots_(makeTable()),
      progress_(new QProgressBar),
      make_(new QPushButton(tr("Make the film"))),
      cancel_(new QPushButton(tr("Cancel"))) {
  setWindowTitle(tr("Film of the run"));
  setObjectName("film_dialog");
  file_->setObjectName("film_file");
  make_->setObjectName("film_make");
  make_->setDefault(true);
  cancel_->setObjectName("film_cancel");
  for (const QSize& size : kSizes) size_->addItem(QStringLiteral("%1 × %2").arg(size.width()).arg(size.height()), size);
  for (const int rate : kRates) rate_->addItem(tr("%1 frames per second").arg(rate), rate);
  theme_->addItem(tr("Light"), false);
  theme_->addItem(tr("Dark"), true);
  auto* browse = new QPushButton(tr("Choose…"));
  connect(browse, &QPushButton::clicked, this, &FilmDialog::chooseFile);
  auto* place = new QHBoxLayout;
  place->addWidget(file_, 1);
  place->addWidget(browse);
  auto* look = new QHBoxLayout;
  for (QComboBox* box : {size_, rate_, theme_}) look->addWidget(box);
  look->addStretch(1);
  auto* form = new QFormLayout;
  form->addRow(tr("File"), place);
  form->addRow(tr("Pictures"), look);
  auto* add = new QPushButton(tr("Add a shot"));
  add->setObjectName("film_add");
  auto* remove = new QPushButton(tr("Remove"));
  remove->setObjectName("film_remove");
  auto* copy = new QPushButton(tr("Copy as command"));
  copy->setObjectName("film_copy");
  connect(add, &QPushButton::clicked, this, [this] {
    addShot({QString::number(from_, 'g', 6), QString::number(to_, 'g', 6), QStringLiteral("1")});
    Q_EMIT edited();
  });
  connect(remove, &QPushButton::clicked, this, &FilmDialog::removeShot);
  connect(copy, &QPushButton::clicked, this, &FilmDialog::copyRequested);
  connect(make_, &QPushButton::clicked, this, &FilmDialog::makeRequested);
  connect(cancel_, &QPushButton::clicked, this, &FilmDialog::cancelRequested);
  connect(shots_, &QTableWidget::cellChanged, this, &FilmDialog::edited);
  for (QComboBox* box : {size_, rate_, theme_}) connect(box, &QComboBox::activated, this, &FilmDialog::edited);
  auto* buttons = new QHBoxLayout;
  for (QPushButton* button : {add, remove, copy}) {
    button->setAutoDefault(false);
    buttons->addWidget(button);
  }
  browse->setAutoDefault(false);
  buttons->addWidget(progress_, 1);
  buttons->addStretch(0);
  buttons->addWidget(cancel_);
  buttons->addWidget(make_);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4 * kGrid, 4 * kGrid, 4 * kGrid, 4 * kGrid);
  layout->setSpacing(3 * kGrid);
  layout->addLayout(form);
  layout->addWidget(shots_, 1);
  layout->addLayout(buttons);
  for (QPushButton* button : {browse, add, remove, copy, cancel_, make_}) button->setProperty("role", "outlined");
  progress_->setRange(0, kParts);
  setMinimumWidth(kWidth);
  setProgress(-1);
}

QTableWidget* FilmDialog::makeTable() {
  auto* table = new QTableWidget(0, static_cast<int>(kColumns.size()));
  table->setObjectName("film_shots");
  table->setAccessibleName(tr("Shots"));
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    auto* title = new QTableWidgetItem(tr(kColumns[i].title));
    title->setToolTip(tr(kColumns[i].help));
    table->setHorizontalHeaderItem(static_cast<int>(i), title);
  }
  table->horizontalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
  for (int column = table->columnCount() - 2; column < table->columnCount(); ++column)  // texts take the rest
    table->horizontalHeader()->setSectionResizeMode(column, QHeaderView::Stretch);
  table->setMinimumHeight(kTable);
  return table;
}

void FilmDialog::setRun(double from, double to) {
  from_ = from, to_ = to;
}

void FilmDialog::setFile(const QString& file) {
  file_->setText(file);
}

QString FilmDialog::file() const {
  return file_->text().trimmed();
}

void FilmDialog::chooseFile() {
  auto* dialog = new QFileDialog(this, tr("Film of the run"), file(),
                                 tr("Films (*.mp4 *.webm *.mkv *.mov);;Pictures that move (*.gif *.webp)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix("mp4");
  connect(dialog, &QFileDialog::fileSelected, this, &FilmDialog::setFile);
  dialog->open();
}

void FilmDialog::addShot(const QStringList& cells) {
  const QSignalBlocker blocker(shots_);
  const int row = shots_->rowCount();
  shots_->insertRow(row);
  for (int column = 0; column < shots_->columnCount(); ++column)
    shots_->setItem(row, column, new QTableWidgetItem(cells.value(column)));
}

void FilmDialog::removeShot() {
  if (shots_->currentRow() < 0) return;
  shots_->removeRow(shots_->currentRow());
  Q_EMIT edited();
}

QString FilmDialog::cell(int row, int column) const {
  const QTableWidgetItem* item = shots_->item(row, column);
  return item ? item->text().trimmed() : QString();
}

QByteArray FilmDialog::script() const {
  QJsonArray shots;
  for (int row = 0; row < shots_->rowCount(); ++row) {
    QJsonObject shot;
    for (std::size_t i = 0; i < kColumns.size(); ++i) {
      const QString text = cell(row, static_cast<int>(i)), key = QString::fromUtf8(kColumns[i].key);
      if (text.isEmpty()) continue;
      if (kColumns[i].number) {
        bool ok = false;
        const double value = text.toDouble(&ok);
        if (ok) shot[key] = value;
      } else if (key == QStringLiteral("plot")) {
        QJsonArray plots;
        for (const QString& each : text.split(u';', Qt::SkipEmptyParts)) plots.append(each.trimmed());
        shot[key] = plots;
      } else {
        shot[key] = text;
      }
    }
    shots.append(shot);
  }
  const QSize size = size_->currentData().toSize();
  return QJsonDocument(QJsonObject{{"size", QJsonArray{size.width(), size.height()}},
                                   {"rate", rate_->currentData().toInt()},
                                   {"dark", theme_->currentData().toBool()},
                                   {"shots", shots}})
      .toJson(QJsonDocument::Compact);
}

void FilmDialog::setScript(const QByteArray& json) {
  const QJsonObject film = QJsonDocument::fromJson(json).object();
  const QJsonArray size = film["size"].toArray();
  const auto choose = [](QComboBox& box, const QVariant& value) {
    if (const int at = box.findData(value); at >= 0) box.setCurrentIndex(at);
  };
  choose(*size_, QSize(size.at(0).toInt(), size.at(1).toInt()));
  choose(*rate_, film["rate"].toInt());
  choose(*theme_, film["dark"].toBool());
  shots_->setRowCount(0);
  for (const QJsonValue value : film["shots"].toArray()) {
    QStringList cells;
    for (const Column& column : kColumns) {
      const QJsonValue entry = value.toObject()[QString::fromUtf8(column.key)];
      QStringList plots;
      for (const QJsonValue each : entry.toArray()) plots << each.toString();
      cells << (entry.isDouble()  ? QString::number(entry.toDouble(), 'g', 8)
                : entry.isArray() ? plots.join(QStringLiteral("; "))
                                  : entry.toString());
    }
    addShot(cells);
  }
  if (shots_->rowCount() == 0) addShot({{}, {}, QStringLiteral("1")});
}

void FilmDialog::setProgress(double share) {
  const bool on = share >= 0;
  progress_->setVisible(on);
  cancel_->setVisible(on);
  make_->setEnabled(!on);
  progress_->setValue(static_cast<int>(kParts * share));
}

}  // namespace tendril
