// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QSize>
#include <QWidget>

#include "render/scene/stage.hpp"

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
  Backdrop backdrop = Backdrop::kTheme;
  bool publication = false;  ///< soft shadows and smooth edges, which take seconds
  bool hiddenLines = false;  ///< of a line drawing: what the robot hides, too, dashed

  /// The file is one of vector lines, *.svg or *.pdf, which has neither background nor quality.
  bool isLines() const;
};

/// Size (presets, or any), background, quality and file name of a picture, and the button that saves it. The ending of
/// the file chooses between pixels (*.png) and a line drawing (*.svg, *.pdf).
class PictureForm : public QWidget {
  Q_OBJECT
 public:
  static constexpr int kLeast = 16, kMost = 16384;  ///< pixels

  explicit PictureForm(QWidget* parent = nullptr);

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
  QComboBox *backdrop_, *quality_;
  QCheckBox* hiddenLines_;
  QLineEdit* file_;
  QLabel* hint_;
  QPushButton* save_;
  QSize view_ = {1440, 900};
};

}  // namespace tendril
