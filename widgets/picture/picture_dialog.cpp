// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/picture/picture_dialog.hpp"

#include <QVBoxLayout>

#include "widgets/theme/tokens.hpp"

namespace tendril {
namespace {

constexpr int kWidth = 420;

}  // namespace

PictureDialog::PictureDialog(QWidget* window) : QDialog(window), form_(new PictureForm) {
  setWindowTitle(tr("Picture of the view"));
  setObjectName("picture_dialog");
  setProperty("helpGuide", "analysing.md#pictures-and-films");
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(4 * kGrid, 4 * kGrid, 4 * kGrid, 4 * kGrid);
  layout->addWidget(form_);
  form_->setMinimumWidth(kWidth);
  connect(form_, &PictureForm::saveRequested, this, &PictureDialog::saveRequested);
}

}  // namespace tendril
