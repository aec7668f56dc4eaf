// SPDX-License-Identifier: GPL-3.0-or-later
// What makers of handles share: values of fields, frames of links, text for fields.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/builder/parts/evaluator.hpp"
#include "studio/app/view/handles/field_handle.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/items.hpp"

namespace tendril {

/// Collects the handles of one selected thing.
class HandleMaker {
 public:
  HandleMaker(const Description& description, const Snapshot& snapshot)
      : description_(description), snapshot_(snapshot), evaluator_(description, problems_) {}

  const Description& description() const { return description_; }
  const Snapshot& snapshot() const { return snapshot_; }
  std::vector<FieldHandle> take() { return std::move(handles_); }

  // ---- values
  double number(const description::Number& value) { return evaluator_.number(value, {}); }
  Vec3 vector(const description::Number3& value);
  Pose pose(const description::Pose& value) { return evaluator_.pose(value, {}); }

  // ---- frames, world; nothing where the model has no such link
  /// Index of a link or object in the snapshot's model; −1: none.
  int indexOf(ObjectId link) const;
  std::optional<Pose> base(ObjectId link) const;
  std::optional<Pose> tip(ObjectId link) const;
  /// Of a soft body at a place 0…1, of a rigid one its base.
  std::optional<Pose> section(ObjectId link, double place) const;
  std::optional<Pose> onSurface(ObjectId link, const description::Number3& point);
  /// Where something is attached; link 0: the world.
  std::optional<Pose> attachment(ObjectId link, const description::Attachment& at);

  // ---- handles
  /// A pose (`path`.position, `path`.rpy or .quaternion) in a frame.
  void addPose(const std::string& path, const description::Pose& value, const Pose& base, const QString& label,
               double size = 1);
  /// A length along x of `base`, above 0; `scale`: metres on the way per metre of the length.
  void addLength(const std::string& path, const description::Number& value, const Pose& base, const QString& label,
                 double scale = 1) {
    addLengthFrom(kLeastLength, path, value, base, label, scale);
  }
  /// The same of one that may be 0.
  void addLengthOrNone(const std::string& path, const description::Number& value, const Pose& base,
                       const QString& label) {
    addLengthFrom(0, path, value, base, label, 1);
  }
  /// Three numbers as a point in a frame.
  void addPoint(const std::string& path, const description::Number3& value, const Pose& base, const QString& label);
  /// Three numbers as a direction in a frame.
  void addDirection(const std::string& path, const description::Number3& value, const Pose& base, const QString& label);
  /// A place along a soft link, whose ends are base and tip, or on the surface of one.
  void addAttachment(const std::string& path, const description::Attachment& at, ObjectId link, const QString& label);
  /// A place along the share `from` … `to` of a soft link, 0…1 over that.
  void addPlace(const std::string& path, const description::Number& value, ObjectId link, const QString& label,
                double from = 0, double to = 1);
  void add(Handle handle, std::function<FieldValues(const HandleValue&)> fields) {
    handles_.push_back({std::move(handle), std::move(fields)});
  }

 private:
  static constexpr double kLeastLength = 1e-4;  // m
  void addLengthFrom(double least, const std::string& path, const description::Number& value, const Pose& base,
                     const QString& label, double scale);
  void addSurfacePlace(const std::string& path, const description::Number3& value, ObjectId link, const QString& label);
  Handle alongLink(ObjectId link, const QString& label) const;

  const Description& description_;
  const Snapshot& snapshot_;
  std::vector<Problem> problems_;
  Evaluator evaluator_;
  std::vector<FieldHandle> handles_;
};

/// A plain number, no expression.
bool isPlain(const description::Number& value);
bool isPlain(const description::Formula& value);
bool isPlain(std::span<const description::Number> values);
/// "[0, 0.1, 0.2]".
std::string listText(std::span<const double> values);
std::string listText(const Vec3& values);
/// A frame at p with x along a direction.
Pose along(const Vec3& p, const Vec3& direction);

}  // namespace tendril
