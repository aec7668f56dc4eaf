// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>
#include <QSize>

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;
class QSpinBox;

namespace tendril {

/// What picture is wanted.
struct PictureChoice {
  QString file = {};
  QSize pixels = {};
  bool transparent = false;
};

/// Size (presets, or any), background, file name of a picture. Stays open beside the view while it is looked at.
class PictureDialog : public QDialog {
  Q_OBJECT
 public:
  static constexpr int kLeast = 16, kMost = 16384;  ///< pixels

  explicit PictureDialog(QWidget* window);

  /// Pixels of the view now: the first preset, and the shape that presets of a width keep.
  void setViewSize(const QSize& pixels);
  void setFile(const QString& file);
  PictureChoice choice() const;

 Q_SIGNALS:
  void saveRequested(const tendril::PictureChoice& choice);

 private:
  void fillPresets();
  void applyPreset(int index);
  void browse();
  void check();

  QComboBox* presets_;
  QSpinBox *width_, *height_;
  QCheckBox* transparent_;
  QLineEdit* file_;
  QLabel* hint_;
  QPushButton* save_;
  QSize view_ = {1440, 900};
};

}  // namespace tendril
