// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

#include "widgets/picture/picture_form.hpp"

namespace tendril {

/// What picture of the view is wanted, as a dialog that stays open beside the view while it is looked at.
class PictureDialog : public QDialog {
  Q_OBJECT
 public:
  static constexpr int kLeast = PictureForm::kLeast, kMost = PictureForm::kMost;  ///< pixels

  explicit PictureDialog(QWidget* window);

  void setViewSize(const QSize& pixels) { form_->setViewSize(pixels); }
  void setFile(const QString& file) { form_->setFile(file); }
  PictureChoice choice() const { return form_->choice(); }

 Q_SIGNALS:
  void saveRequested(const tendril::PictureChoice& choice);

 private:
  PictureForm* form_;
};

}  // namespace tendril
