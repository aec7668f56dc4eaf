// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>
#include <QWidget>

#include <vector>

#include "widgets/pose/pose_entries.hpp"
#include "widgets/pose/pose_name_field.hpp"

namespace tendril {

class PoseRow;

/// A stored configuration.
struct StoredPose {
  QString name;
  std::vector<double> q;
  bool operator==(const StoredPose&) const = default;
};

/// A slider and a number per coordinate of a robot, stored poses, all of q as text. Shows what it is given and says
/// what a user wants; it knows no simulation.
class PoseEditor : public QWidget {
  Q_OBJECT
 public:
  explicit PoseEditor(QWidget* parent = nullptr);

  /// The coordinates of a model (copied), or none.
  void setModel(const Model* model);
  /// The configuration as it is now; the row under a hand is left alone.
  void setConfiguration(const VecX& q);
  void setPoses(const std::vector<StoredPose>& poses);
  /// The unit of all lengths ("mm"): shown, and that of bare numbers; empty: none is given. The list of all of q is in
  /// SI.
  void setLengthUnit(const QString& unit);
  const VecX& configuration() const { return q_; }
  /// Whether links are dragged in the view; shows it without telling.
  void setPosing(bool on);

 Q_SIGNALS:
  /// A coordinate was moved or typed: the whole configuration with it.
  void configurationEdited(const tendril::VecX& q);
  /// This name shall hold the configuration of now (it may replace a stored one).
  void storeRequested(const QString& name);
  void removeRequested(const QString& name);
  /// The configuration of now shall be the project's initial one.
  void initialRequested();
  /// Links shall be dragged in the view, or no more.
  void posingRequested(bool on);

 private:
  QWidget* makePoses();
  QWidget* makeFoot();
  void rebuild();
  void filterRows();
  void edit(int entry, double value);
  void applyPose(int index);
  void showWhatCanBeDone();
  void typeAll();
  void fail(const QString& why);

  std::vector<PoseEntry> entries_;
  std::vector<PoseRow*> rows_;
  std::vector<QLabel*> headings_;
  std::vector<StoredPose> poses_;
  QString lengthUnit_;
  VecX q_, initial_;       ///< initial_: of the model
  Eigen::Index size_ = 0;  ///< nq
  QVBoxLayout* list_;
  PoseNameField* stored_;
  QLineEdit *filter_, *all_;
  QLabel *problem_, *nothing_;
  QToolButton *remove_, *drag_;
  QPushButton *store_, *setInitial_;
};

}  // namespace tendril
