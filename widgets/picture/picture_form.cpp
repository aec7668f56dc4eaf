// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture/picture_form.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QFileDialog>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QSpinBox>

#include <cmath>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

// Columns of journals at 300 dpi.
constexpr int kOneColumn = 1039, kTwoColumns = 2138;      // 88 mm and 181 mm
constexpr double kPixelsPerInch = 96, kMmPerInch = 25.4;  // of the page of a line drawing

bool endsWith(const QString& file, const char* ending) {
  return file.endsWith(QLatin1String(ending), Qt::CaseInsensitive);
}

}  // namespace

bool PictureChoice::isLines() const {
  return endsWith(file, ".svg") || endsWith(file, ".pdf");
}

PictureForm::PictureForm(QWidget* parent)
    : QWidget(parent),
      presets_(new QComboBox),
      width_(new QSpinBox),
      height_(new QSpinBox),
      backdrop_(new QComboBox),
      quality_(new QComboBox),
      hiddenLines_(new QCheckBox(tr("Hidden lines, dashed"))),
      file_(new QLineEdit),
      hint_(new QLabel),
      save_(new QPushButton(tr("Save"))) {
  auto* form = new QFormLayout(this);
  form->setContentsMargins(0, 0, 0, 0);
  form->setSpacing(8);
  presets_->setObjectName("picture_preset");
  presets_->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
  presets_->setMinimumContentsLength(12);
  presets_->setPlaceholderText(tr("Own size"));
  presets_->setAccessibleName(tr("Size"));
  form->addRow(tr("Size"), presets_);
  auto* size = new QHBoxLayout;
  for (QSpinBox* box : {width_, height_}) {
    box->setRange(kLeast, kMost);
    box->setSuffix(QStringLiteral(" px"));
    box->setFont(AppTheme::numberFont());
    box->setButtonSymbols(QAbstractSpinBox::NoButtons);  // arrow keys and the wheel do
    connect(box, &QSpinBox::valueChanged, this, [this] {
      presets_->setCurrentIndex(-1);  // a size of one's own stays, whatever becomes of the view
      check();
    });
  }
  width_->setObjectName("picture_width");
  height_->setObjectName("picture_height");
  width_->setAccessibleName(tr("Width"));
  height_->setAccessibleName(tr("Height"));
  size->addWidget(width_, 1);
  size->addWidget(new QLabel(QStringLiteral("×")));
  size->addWidget(height_, 1);
  form->addRow(QString(), size);
  backdrop_->setObjectName("picture_background");
  backdrop_->addItem(tr("As the view"), QVariant::fromValue(static_cast<int>(Backdrop::kTheme)));
  backdrop_->addItem(tr("White, with shadow"), QVariant::fromValue(static_cast<int>(Backdrop::kWhite)));
  backdrop_->addItem(tr("Transparent, robot only"), QVariant::fromValue(static_cast<int>(Backdrop::kNone)));
  form->addRow(tr("Background"), backdrop_);
  quality_->setObjectName("picture_quality");
  quality_->addItem(tr("As the view"), false);
  quality_->addItem(tr("Publication"), true);
  quality_->setToolTip(
      tr("Publication: soft shadows, dark corners and smooth edges, from many samples. Takes seconds."));
  form->addRow(tr("Quality"), quality_);
  hiddenLines_->setObjectName("picture_hidden_lines");
  hiddenLines_->setToolTip(tr("What the robot hides, too"));
  form->addRow(QString(), hiddenLines_);
  auto* place = new QHBoxLayout;
  file_->setObjectName("picture_file");
  file_->setToolTip(tr("*.png: a picture; *.svg or *.pdf: a line drawing, silhouettes, edges and tendons as vectors"));
  auto* browseButton = new QPushButton(tr("Choose…"));
  browseButton->setProperty("role", "outlined");
  place->addWidget(file_, 1);
  place->addWidget(browseButton);
  form->addRow(tr("File"), place);
  auto* bottom = new QHBoxLayout;
  hint_->setProperty("role", "secondary");
  hint_->setFont(AppTheme::secondaryFont());
  bottom->addWidget(hint_, 1);
  save_->setObjectName("picture_save");
  save_->setProperty("role", "outlined");
  bottom->addWidget(save_);
  form->addRow(bottom);
  connect(presets_, &QComboBox::activated, this, &PictureForm::applyPreset);
  connect(browseButton, &QPushButton::clicked, this, &PictureForm::browse);
  connect(file_, &QLineEdit::textChanged, this, &PictureForm::check);
  connect(save_, &QPushButton::clicked, this, [this] { Q_EMIT saveRequested(choice()); });
  fillPresets();
}

void PictureForm::fillPresets() {
  const int row = presets_->count() == 0 ? 0 : presets_->currentIndex();
  presets_->clear();
  const auto add = [this](const QString& name, const QSize& pixels) {
    presets_->addItem(QStringLiteral("%1  (%2 × %3)").arg(name).arg(pixels.width()).arg(pixels.height()), pixels);
  };
  const auto ofWidth = [this](int width) {
    return QSize(width, std::max(kLeast, width * view_.height() / std::max(1, view_.width())));
  };
  add(tr("As the view"), view_);
  add(tr("Twice the view"), 2 * view_);
  add(tr("Full HD"), {1920, 1080});
  add(tr("4K"), {3840, 2160});
  add(tr("One column, 88 mm at 300 dpi"), ofWidth(kOneColumn));
  add(tr("Two columns, 181 mm at 300 dpi"), ofWidth(kTwoColumns));
  presets_->setCurrentIndex(row);
  applyPreset(row);
}

void PictureForm::setViewSize(const QSize& pixels) {
  if (pixels.isEmpty()) return;
  view_ = pixels;
  fillPresets();
}

void PictureForm::applyPreset(int index) {
  const QSize pixels = presets_->itemData(index).toSize();
  if (pixels.isEmpty()) return;
  const QSignalBlocker width(width_), height(height_);
  width_->setValue(pixels.width());
  height_->setValue(pixels.height());
  check();
}

void PictureForm::setFile(const QString& file) {
  file_->setText(file);
}

PictureChoice PictureForm::choice() const {
  QString file = file_->text().trimmed();
  const bool known = endsWith(file, ".png") || endsWith(file, ".svg") || endsWith(file, ".pdf");
  if (!file.isEmpty() && !known) file += ".png";
  return {.file = file,
          .pixels = {width_->value(), height_->value()},
          .backdrop = static_cast<Backdrop>(backdrop_->currentData().toInt()),
          .publication = quality_->currentData().toBool(),
          .hiddenLines = hiddenLines_->isChecked()};
}

void PictureForm::browse() {
  auto* dialog = new QFileDialog(this, tr("Save a picture of the view"), file_->text(),
                                 tr("PNG (*.png);;Line drawings (*.svg *.pdf)"));
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  const auto follow = [dialog](const QString& filter) {
    dialog->setDefaultSuffix(filter.contains(QStringLiteral("*.svg")) ? "svg" : "png");
  };
  if (choice().isLines()) dialog->selectNameFilter(dialog->nameFilters().last());
  follow(dialog->selectedNameFilter());
  connect(dialog, &QFileDialog::filterSelected, dialog, follow);
  connect(dialog, &QFileDialog::fileSelected, file_, &QLineEdit::setText);
  dialog->open();
}

void PictureForm::check() {
  const double millions = 1e-6 * width_->value() * height_->value(), mm = kMmPerInch / kPixelsPerInch;
  const bool lines = choice().isLines();
  hint_->setText(file_->text().trimmed().isEmpty() ? tr("Give the file a name.")
                 : lines                           ? tr("Line drawing, %1 × %2 mm")
                               .arg(std::lround(mm * width_->value()))
                               .arg(std::lround(mm * height_->value()))
                         : tr("%1 million pixels").arg(millions, 0, 'f', 1));
  backdrop_->setEnabled(!lines);
  quality_->setEnabled(!lines);
  hiddenLines_->setEnabled(lines);
  save_->setEnabled(!file_->text().trimmed().isEmpty());
}

}  // namespace tendril
