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

constexpr int kWidth = 860, kTable = 168, kParts = 1000;

enum class Entry { kNumber, kText, kTexts, kViews };
struct Column {
  const char* key;  ///< of a shot
  const char* title;
  const char* help;
  Entry entry = Entry::kNumber;
  bool camera = false;  ///< not with views
};
constexpr std::array<Column, 10> kColumns = {{
    {"from", QT_TRANSLATE_NOOP("FilmDialog", "From (s)"), QT_TRANSLATE_NOOP("FilmDialog", "Empty: the start")},
    {"to", QT_TRANSLATE_NOOP("FilmDialog", "To (s)"), QT_TRANSLATE_NOOP("FilmDialog", "Empty: the end")},
    {"speed", QT_TRANSLATE_NOOP("FilmDialog", "Speed"),
     QT_TRANSLATE_NOOP("FilmDialog", "Seconds of the run per second of the film: 0.2 is slow motion")},
    {"hold", QT_TRANSLATE_NOOP("FilmDialog", "Hold (s)"),
     QT_TRANSLATE_NOOP("FilmDialog", "How long the last picture stands")},
    {"path", QT_TRANSLATE_NOOP("FilmDialog", "Views"),
     QT_TRANSLATE_NOOP("FilmDialog",
                       "Views that the camera passes over the shot: “Pass this view” adds the one that the window has"),
     Entry::kViews},
    {"turns", QT_TRANSLATE_NOOP("FilmDialog", "Turns"),
     QT_TRANSLATE_NOOP("FilmDialog", "Of the camera about the vertical: 1 is a turntable"), Entry::kNumber, true},
    {"elevation", QT_TRANSLATE_NOOP("FilmDialog", "Elevation (rad)"),
     QT_TRANSLATE_NOOP("FilmDialog", "Of the camera; empty: as the project has it, or as it was"), Entry::kNumber,
     true},
    {"zoom", QT_TRANSLATE_NOOP("FilmDialog", "Zoom"), QT_TRANSLATE_NOOP("FilmDialog", "2 is twice as near"),
     Entry::kNumber, true},
    {"text", QT_TRANSLATE_NOOP("FilmDialog", "Text"), QT_TRANSLATE_NOOP("FilmDialog", "Below, left"), Entry::kText},
    {"plot", QT_TRANSLATE_NOOP("FilmDialog", "Plot"),
     QT_TRANSLATE_NOOP("FilmDialog", "Signals between semicolons, whose curves grow: arm.tip.z; energy.kinetic"),
     Entry::kTexts},
}};
constexpr std::array<QSize, 4> kSizes = {QSize(1920, 1080), QSize(3840, 2160), QSize(1280, 720), QSize(640, 360)};
constexpr std::array<int, 4> kRates = {60, 30, 25, 12};
constexpr int kShotRole = Qt::UserRole;  // of the first cell: all that the shot has, also what has no column

QString keyOf(const Column& column) {
  return QString::fromUtf8(column.key);
}

QString cellText(const Column& column, const QJsonValue& value) {
  if (column.entry == Entry::kViews) {
    const qsizetype count = value.toArray().size();
    return count == 0 ? QString() : QString::number(count);
  }
  QStringList texts;
  for (const QJsonValue each : value.toArray()) texts << each.toString();
  return value.isDouble()  ? QString::number(value.toDouble(), 'g', 8)
         : value.isArray() ? texts.join(QStringLiteral("; "))
                           : value.toString();
}

/// What a cell says; undefined: nothing that could be kept.
QJsonValue cellValue(const Column& column, const QString& text) {
  if (text.isEmpty()) return QJsonValue::Undefined;
  if (column.entry == Entry::kNumber) {
    bool ok = false;
    const double value = text.toDouble(&ok);
    return ok ? QJsonValue(value) : QJsonValue(QJsonValue::Undefined);
  }
  if (column.entry == Entry::kText) return text;
  QJsonArray texts;
  for (const QString& each : text.split(u';', Qt::SkipEmptyParts)) texts.append(each.trimmed());
  return texts;
}

}  // namespace

FilmDialog::FilmDialog(QWidget* window)
    : QDialog(window),
      file_(new QLineEdit),
      size_(new QComboBox),
      rate_(new QComboBox),
      theme_(new QComboBox),
      quality_(new QComboBox),
      shots_(makeTable()),
      progress_(new QProgressBar),
      make_(new QPushButton(tr("Make the film"))),
      cancel_(new QPushButton(tr("Cancel"))) {
  setWindowTitle(tr("Film of the run"));
  setObjectName("film_dialog");
  setProperty("helpGuide", "analysing.md#pictures-and-films");
  file_->setObjectName("film_file");
  make_->setObjectName("film_make");
  make_->setDefault(true);
  cancel_->setObjectName("film_cancel");
  for (const QSize& size : kSizes) size_->addItem(QStringLiteral("%1 × %2").arg(size.width()).arg(size.height()), size);
  for (const int rate : kRates) rate_->addItem(tr("%1 frames per second").arg(rate), rate);
  theme_->addItem(tr("Light"), false);
  theme_->addItem(tr("Dark"), true);
  quality_->setObjectName("film_quality");
  quality_->setAccessibleName(tr("Quality"));
  quality_->addItem(tr("As the view"), QStringLiteral("live"));
  quality_->addItem(tr("Publication"), QStringLiteral("publication"));
  quality_->setToolTip(
      tr("Publication: soft shadows, dark corners and smooth edges, from many samples. Takes seconds for each frame."));
  auto* browse = new QPushButton(tr("Choose…"));
  connect(browse, &QPushButton::clicked, this, &FilmDialog::chooseFile);
  auto* place = new QHBoxLayout;
  place->addWidget(file_, 1);
  place->addWidget(browse);
  auto* look = new QHBoxLayout;
  for (QComboBox* box : {size_, rate_, theme_, quality_}) look->addWidget(box);
  look->addStretch(1);
  auto* form = new QFormLayout;
  form->addRow(tr("File"), place);
  form->addRow(tr("Pictures"), look);
  auto* add = new QPushButton(tr("Add a shot"));
  add->setObjectName("film_add");
  auto* remove = new QPushButton(tr("Remove"));
  remove->setObjectName("film_remove");
  auto* pass = new QPushButton(tr("Pass this view"));
  pass->setObjectName("film_pass");
  pass->setToolTip(
      tr("The camera passes the view that the window has now, after those that the chosen shot has already"));
  auto* still = new QPushButton(tr("Clear views"));
  still->setObjectName("film_no_views");
  still->setToolTip(tr("Takes all views of the chosen shot out"));
  auto* copy = new QPushButton(tr("Copy as command"));
  copy->setObjectName("film_copy");
  connect(add, &QPushButton::clicked, this, [this] {
    addShot({{"from", from_}, {"to", to_}, {"speed", 1}});
    Q_EMIT edited();
  });
  connect(remove, &QPushButton::clicked, this, &FilmDialog::removeShot);
  connect(pass, &QPushButton::clicked, this, &FilmDialog::viewRequested);
  connect(still, &QPushButton::clicked, this, &FilmDialog::removeViews);
  connect(copy, &QPushButton::clicked, this, &FilmDialog::copyRequested);
  connect(make_, &QPushButton::clicked, this, &FilmDialog::makeRequested);
  connect(cancel_, &QPushButton::clicked, this, &FilmDialog::cancelRequested);
  connect(shots_, &QTableWidget::cellChanged, this, &FilmDialog::edited);
  for (QComboBox* box : {size_, rate_, theme_, quality_})
    connect(box, &QComboBox::activated, this, &FilmDialog::edited);
  auto* buttons = new QHBoxLayout;
  for (QPushButton* button : {add, remove, pass, still, copy}) {
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
  for (QPushButton* button : {browse, add, remove, pass, still, copy, cancel_, make_})
    button->setProperty("role", "outlined");
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

void FilmDialog::addShot(const QJsonObject& shot) {
  shots_->insertRow(shots_->rowCount());
  setShot(shots_->rowCount() - 1, shot);
}

void FilmDialog::setShot(int row, const QJsonObject& shot) {
  const QSignalBlocker blocker(shots_);
  const bool views = !shot[QStringLiteral("path")].toArray().isEmpty();
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const Column& column = kColumns[i];
    auto* item = new QTableWidgetItem(cellText(column, shot[keyOf(column)]));
    if (column.entry == Entry::kViews || (column.camera && views)) item->setFlags(item->flags() & ~Qt::ItemIsEditable);
    if (i == 0) item->setData(kShotRole, shot);
    shots_->setItem(row, static_cast<int>(i), item);
  }
}

QJsonObject FilmDialog::shot(int row) const {
  const QTableWidgetItem* first = shots_->item(row, 0);
  QJsonObject shot = first ? first->data(kShotRole).toJsonObject() : QJsonObject();
  for (std::size_t i = 0; i < kColumns.size(); ++i) {
    const Column& column = kColumns[i];
    if (column.entry == Entry::kViews) continue;
    const QJsonValue value = cellValue(column, cell(row, static_cast<int>(i)));
    if (value.isUndefined())
      shot.remove(keyOf(column));
    else
      shot[keyOf(column)] = value;
  }
  return shot;
}

/// The current one, else the last; negative where there is none.
int FilmDialog::chosenShot() const {
  return shots_->currentRow() < 0 ? shots_->rowCount() - 1 : shots_->currentRow();
}

void FilmDialog::addView(const QJsonObject& view) {
  const int row = chosenShot();
  if (row < 0) return;
  QJsonObject changed = shot(row);
  QJsonArray path = changed[QStringLiteral("path")].toArray();
  path.append(view);
  changed[QStringLiteral("path")] = path;
  for (const char* key : {"azimuth", "elevation", "zoom", "turns"}) changed.remove(QLatin1String(key));
  setShot(row, changed);
  Q_EMIT edited();
}

void FilmDialog::removeViews() {
  const int row = chosenShot();
  if (row < 0) return;
  QJsonObject changed = shot(row);
  changed.remove(QStringLiteral("path"));
  setShot(row, changed);
  Q_EMIT edited();
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
  for (int row = 0; row < shots_->rowCount(); ++row) shots.append(shot(row));
  const QSize size = size_->currentData().toSize();
  return QJsonDocument(QJsonObject{{"size", QJsonArray{size.width(), size.height()}},
                                   {"rate", rate_->currentData().toInt()},
                                   {"dark", theme_->currentData().toBool()},
                                   {"quality", quality_->currentData().toString()},
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
  choose(*quality_, film["quality"].toString(QStringLiteral("live")));
  shots_->setRowCount(0);
  for (const QJsonValue value : film["shots"].toArray()) addShot(value.toObject());
  if (shots_->rowCount() == 0) addShot({{"speed", 1}});
}

void FilmDialog::setProgress(double share) {
  const bool on = share >= 0;
  progress_->setVisible(on);
  cancel_->setVisible(on);
  make_->setEnabled(!on);
  progress_->setValue(static_cast<int>(kParts * share));
}

}  // namespace tendril
