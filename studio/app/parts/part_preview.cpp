// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/parts/part_preview.hpp"

#include <set>
#include <utility>

#include "core/builder/build_model.hpp"
#include "core/session/program.hpp"
#include "render/scene/ghost.hpp"
#include "studio/app/context/studio_context.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kPatienceMs = 60;  // while the cursor wanders nothing is built

/// The robot as it would be, where the one that is shown is now; null: the edit is refused.
std::shared_ptr<Ghost> ghostOf(const Description& description, const std::filesystem::path& directory, const Edit& edit,
                               const Snapshot& now) {
  Document document(description, {}, directory);
  std::set<std::uint64_t> known;
  for (const description::Link& link : document.description().links) known.insert(link.id);
  for (const description::FreeObject& object : document.description().objects) known.insert(object.id);
  std::vector<Problem> problems;
  if (!document.edit(edit, problems)) return nullptr;
  const std::shared_ptr<const Model> model = buildModel(document.description(), problems, {.directory = directory});
  if (!model) return nullptr;
  State state = initialState(*model);
  if (now.model) {
    State shown = initialState(*now.model);
    shown.q = now.q;
    state = carryOver(*now.model, shown, *model);
  }
  Data data(*model);
  Snapshot shape;
  fillSnapshot(model, data, 0, state.q, VecX::Zero(model->nv), nullptr, shape);
  return std::make_shared<Ghost>(shape, known);
}

}  // namespace

PartPreview::PartPreview(StudioContext& context, QObject* parent) : QObject(parent), context_(context) {
  worker_.setMaxThreadCount(1);
  soon_.setSingleShot(true);
  soon_.setInterval(kPatienceMs);
  connect(&soon_, &QTimer::timeout, this, &PartPreview::start);
  connect(&context.document(), &DocumentHost::changed, this, &PartPreview::hide);
}

PartPreview::~PartPreview() {
  worker_.clear();
  worker_.waitForDone();
}

void PartPreview::show(const Edit& edit) {
  edit_ = edit;
  soon_.start();
}

void PartPreview::hide() {
  ++number_;
  soon_.stop();
  edit_.reset();
  context_.view().viewport().setPreview(nullptr);
}

void PartPreview::start() {
  if (!edit_ || !context_.document().isOpen()) return;
  worker_.clear();
  const Snapshot& shown = context_.player().snapshot();
  Snapshot now;
  now.model = shown.model;
  now.q = shown.q;
  worker_.start([this, edit = *edit_, description = context_.description(),
                 directory = context_.document().document().directory(), now = std::move(now), number = ++number_] {
    std::shared_ptr<Ghost> ghost = ghostOf(description, directory, edit, now);
    QMetaObject::invokeMethod(
        this,
        [this, ghost = std::move(ghost), number] {
          if (number == number_) context_.view().viewport().setPreview(ghost);
        },
        Qt::QueuedConnection);
  });
}

}  // namespace tendril
