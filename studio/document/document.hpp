// SPDX-License-Identifier: GPL-3.0-or-later
// The open project: its description, edits, undo and redo. No Qt, no files, no threads.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril {

using description::ObjectId;

/// Kinds of objects that have an id.
enum class ItemKind { kLink, kMaterial, kActuator, kLoad, kController, kLoop, kObject };

/// One object of the open project.
struct ItemRef {
  ItemKind kind = ItemKind::kLink;
  ObjectId id = 0;
  bool operator==(const ItemRef&) const = default;
};

/// A change with a name for people ("Delete “arm” and 2 tendons"). `apply` changes a copy of the description; it
/// returns false and says why where it cannot. It may be applied at most once per call of Document::edit.
struct Edit {
  std::string name;
  std::function<bool(Description&, std::vector<Problem>&)> apply;
};

/// Owns the description of the open project. Every edit is one undo step made of the objects that differ before and
/// after, so undoing is complete by construction. The description can always be built: an edit whose result has errors
/// is refused and changes nothing. Ids live through undo and redo. One thread.
class Document {
 public:
  /// An empty project.
  Document();
  /// A project that was read: `like` is the text of its file, whose order of keys text() keeps; `directory` is where
  /// its relative paths start.
  Document(Description description, std::string like, std::filesystem::path directory);
  ~Document();
  Document(Document&&) noexcept;
  Document& operator=(Document&&) noexcept;

  /// Of the variant that is shown, else of the project itself. Its objects are others after every edit, undo and redo:
  /// keep their ids, not references to them.
  const Description& description() const { return shown_ ? *shown_ : current_; }
  /// The project itself, whatever variant is shown: what the file holds.
  const Description& base() const { return current_; }
  const std::filesystem::path& directory() const { return directory_; }
  /// After "save as" in another folder.
  void setDirectory(std::filesystem::path directory) { directory_ = std::move(directory); }
  /// The text whose order of keys text() keeps.
  const std::string& like() const { return like_; }
  /// What a save writes.
  std::string text() const;
  /// Counts every change of the description, undo and redo included.
  std::uint64_t revision() const { return revision_; }
  /// What the checks say of the description as it is: warnings, and errors that come from outside (a table or a mesh
  /// that has gone).
  const std::vector<Problem>& problems() const { return shown_ ? shownProblems_ : problems_; }

  // ---- variants
  /// Shows a variant, or the project itself where the name is empty: description() is that of it from now on, with the
  /// same ids. Edits of fields then go into the changes of the variant; what these cannot say (objects that come, go,
  /// or change their names or places, and what is of the whole project) goes into the project itself. False with the
  /// reasons where there is no such variant or it has errors; nothing changes then.
  bool showVariant(std::string_view name, std::vector<Problem>& problems);
  /// Name of the variant that is shown; empty: none. Follows when it is renamed; none when it has gone.
  const std::string& variant() const { return variant_; }
  /// The last edit changed the robot of all variants, though one is shown.
  bool wentToBase() const { return wentToBase_; }

  // ---- edits. Each returns false, adds to `problems` and leaves everything as it is where it cannot be done.
  // An edit that changes nothing is true and makes no step.
  // Edits in a row with the same mergeKey (not empty) become one step, until commit(), undo, redo or a save.

  /// Sets the field at a path as `tendril --set` does: "links.arm.body.length", "0.3"; text as JSON, "\"legendre\"".
  /// Setting the name of an object renames it (edits::rename); stored plots follow the name, back and forth. A picture
  /// that cannot be drawn is refused, though one that is there already is only warned of.
  bool setField(std::string_view path, std::string_view json, std::vector<Problem>& problems,
                std::string_view mergeKey = {});
  /// Several fields at once, in order: all or none.
  bool setFields(const std::vector<std::pair<std::string, std::string>>& values, std::vector<Problem>& problems,
                 std::string_view mergeKey = {}, std::string name = {});
  /// Takes the field (or an entry of a map, or an optional object such as a body) away: what is left is its default; of
  /// a field that the variant that is shown changes, the value of the project itself.
  bool resetField(std::string_view path, std::vector<Problem>& problems);
  bool edit(const Edit& edit, std::vector<Problem>& problems, std::string_view mergeKey = {});
  /// As edit(), of the project itself, whatever variant is shown.
  bool editBase(const Edit& edit, std::vector<Problem>& problems, std::string_view mergeKey = {});
  bool edit(std::string name, std::function<bool(Description&, std::vector<Problem>&)> apply,
            std::vector<Problem>& problems, std::string_view mergeKey = {});
  /// Ends a series of merged edits (the slider is let go).
  void commit();
  /// What setField would say, without doing it.
  std::vector<Problem> tryField(std::string_view path, std::string_view json) const;

  /// One entry of the section `studio` as JSON; an empty text removes it. View state (isViewKey) is no undo step and
  /// does not make the document dirty; anything else (poses, notes, figures) does. False if `json` is no JSON.
  bool setStudio(std::string_view key, std::string_view json, std::vector<Problem>& problems);
  /// As compact JSON; empty if there is none.
  std::string studio(std::string_view key) const;
  /// camera, layout, plots, view, workspace.
  static bool isViewKey(std::string_view key);

  // ---- undo
  bool canUndo() const { return position_ > 0; }
  bool canRedo() const { return position_ < steps_.size(); }
  std::string undoName() const;  ///< "Set length of “arm”"; empty if there is nothing to undo
  std::string redoName() const;
  bool undo();
  bool redo();
  std::size_t undoCount() const { return position_; }
  /// Names of all steps, the oldest first: those before undoCount() are done, the others can be redone.
  std::vector<std::string> stepNames() const;
  /// Objects that the last edit, undo or redo added, changed or removed, in the order of the project; those that exist
  /// can be selected.
  const std::vector<ItemRef>& touched() const { return touched_; }

  /// Something differs from what was saved last.
  bool isDirty() const;
  void markSaved();
  /// What is open was never saved like this (a recovered project).
  void markUnsaved();

 private:
  struct Step;
  /// A variant with its changes.
  struct Shown {
    std::string name;
    std::unique_ptr<Description> description;
    std::vector<Problem> problems;
  };
  using Steps = std::vector<std::unique_ptr<Step>>;

  bool accept(Description changed, const std::string& name, std::vector<Problem>& problems, std::string_view mergeKey);
  /// Makes ids and references agree with what was before; adds errors that are not `known`. Returns all that the checks
  /// found.
  std::vector<Problem> checkChanged(const Description& before, const std::vector<Problem>& known, Description& changed,
                                    std::vector<Problem>& errors) const;
  std::optional<bool> editShown(const Edit& edit, std::vector<Problem>& problems, std::string_view mergeKey);
  std::optional<bool> resetShown(std::string_view path, std::vector<Problem>& problems);
  std::optional<Shown> shownOf(const Description& before, const Description& after, std::vector<Problem>& errors) const;
  void showAgain(std::optional<Shown> shown);
  void record(Description changed, const std::string& name, std::string_view mergeKey);
  void follow(const Step& step, bool forth);
  void forgetRedo();
  void check();

  Description current_;
  std::string variant_;                 ///< that is shown; empty: none
  std::unique_ptr<Description> shown_;  ///< with its changes; null: none
  std::vector<Problem> shownProblems_;
  bool wentToBase_ = false;
  std::string like_;
  std::filesystem::path directory_;
  std::vector<Problem> problems_;
  std::vector<ItemRef> touched_;
  std::uint64_t revision_ = 1;
  Steps steps_;
  std::size_t position_ = 0;  ///< steps before it are done, the others can be redone
  std::ptrdiff_t saved_ = 0;  ///< position at the last save; −1: cannot be reached any more
  std::string mergeKey_;      ///< of the series that is being merged; empty: none
  std::unique_ptr<Description> mergeStart_;
  bool mergeHasStep_ = false;
};

}  // namespace tendril
