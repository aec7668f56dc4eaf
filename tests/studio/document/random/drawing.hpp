// SPDX-License-Identifier: GPL-3.0-or-later
// The kinds of edits that the document layer offers, each with a function that draws its arguments: mostly valid ones,
// sometimes objects that are gone, names that are taken and numbers that mean nothing.
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/model.hpp"
#include "studio/document/document.hpp"
#include "tests/studio/document/random/dice.hpp"
#include "tests/studio/document/random/sample_fields.hpp"

namespace tendril {

/// What goes from one edit to the next.
struct Keepsakes {
  std::string clipboard;  ///< what edits::copy gave last
  int names = 0;          ///< given to new things so far
};

/// What the arguments of one edit are drawn from.
class Drawing {
 public:
  Dice& dice;
  Keepsakes& kept;

  /// All three must outlive it.
  Drawing(const Document& document, Dice& dice, Keepsakes& kept) : dice(dice), kept(kept), document_(document) {}

  /// As it is shown, and without a variant's changes.
  const Description& now() const { return document_.description(); }
  const Description& base() const { return document_.base(); }
  /// Of the project's file; empty: it has none.
  const std::filesystem::path& directory() const { return document_.directory(); }
  /// Of the project as it is shown; null where it cannot be built.
  const Model* model();

  /// An object of a kind; 0 where there is none, now and then one that is gone.
  ObjectId any(ItemKind kind);
  ObjectId link() { return any(ItemKind::kLink); }
  ObjectId linkOrWorld() { return dice.oneIn(4) ? 0 : link(); }
  /// A link or an object.
  ObjectId body() { return any(dice.oneIn(3) ? ItemKind::kObject : ItemKind::kLink); }
  /// A link with a body of a kind ("rod", "primitives"), where there is one.
  ObjectId linkWith(std::string_view body);
  ItemRef item();
  /// One to three.
  std::vector<ItemRef> items();
  template <class Kind>
  Kind oneOfFirst(std::size_t count) {
    return static_cast<Kind>(dice.below(count));
  }

  /// One that nothing has, now and then one that is none.
  std::string newName();
  /// The name of a variant; now and then one that there is not.
  std::string variant();
  /// The name of a parameter; now and then one that there is not.
  std::string parameter();
  /// Between the two; now and then none, a negative, a huge one or no number at all.
  double number(double low, double high);
  /// Within a box around the origin, m.
  Vec3 place(double reach);
  description::Attachment attachment();
  /// A field with a value, and one that says of what kind something is.
  FieldSample field() { return dice.oneOf(sampleFields(now(), dice.generator())); }
  FieldSample kind();

  /// Another project, whose names are those that the first ones of a project have.
  static const Description& otherProject();

 private:
  const Document& document_;
  std::shared_ptr<const Model> model_;
  bool tried_ = false;  ///< to build the model
};

/// A public function that makes an edit, and how it is called.
struct EditKind {
  std::string_view function;  ///< of namespace edits
  Edit (*draw)(Drawing& from);
};

// All of them, by subject.
std::span<const EditKind> kindsThatAdd();
std::span<const EditKind> kindsThatChange();
std::span<const EditKind> kindsOfCopies();
std::span<const EditKind> kindsOfBodies();
std::span<const EditKind> kindsOfControllers();
std::span<const EditKind> kindsOfPlaces();
std::span<const EditKind> kindsOfVariants();
std::span<const EditKind> kindsOfImports();
/// All of the above.
const std::vector<EditKind>& editKinds();

/// An edit that is refused: there is nothing to draw its arguments from.
Edit refusedEdit(std::string why);

}  // namespace tendril
