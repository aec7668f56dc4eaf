// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPoint>
#include <QString>

#include "core/description/fields/field.hpp"

class QMenu;

namespace tendril {

class StudioContext;
struct ImportedRobot;

/// Files that come in: opened, or added to the robot that is open.
class ImportActions : public QObject {
  Q_OBJECT
 public:
  explicit ImportActions(StudioContext& context);

  /// A file that was dropped at `at` (screen) over a link (0: none). Asks what to do with it if a project is open, or
  /// if it is a shape, which may become several things; says of a table where it can be dropped.
  void offer(const QString& file, const QPoint& at, description::ObjectId link);
  /// Adds the robot of a file to the one that is open, on a link (0: the world). What is not possible is said.
  void add(const QString& file, description::ObjectId link);

 private:
  void offerRecording(const QString& file, const QPoint& at);
  /// Asks what a file of a shape becomes, and where.
  void offerMesh(const QString& file, const QPoint& at, description::ObjectId link);
  /// The same where no project is open: a new one begins with it.
  void offerNewMesh(const QString& file, const QPoint& at);
  void tellOfTable(const QString& file);
  /// A question that begins with the name of the file; ask() puts it at a place of the screen.
  QMenu* menuFor(const QString& file);
  void ask(QMenu& menu, const QPoint& at);
  /// Adds what was read to the robot that is open, on a link (0: the world), or says why it cannot be had.
  void take(const QString& file, const ImportedRobot& robot, description::ObjectId link);
  /// A menu of the robots that come with the program; each is a command, too.
  void addRobots();
  /// offer() in the middle of the view.
  void bring(const QString& file);
  void choose();
  description::ObjectId selectedLink() const;

  StudioContext& context_;
};

}  // namespace tendril
