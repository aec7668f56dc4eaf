// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/inspector.hpp"

namespace tendril {

class Inspector::Impl {
 public:
  std::vector<FieldRow> rows;
  description::Depth depth = description::Depth::kEssential;
};

Inspector::Inspector(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>()) {}
Inspector::~Inspector() = default;

void Inspector::setTitle(const QString& name, const QString&, const QString&) {
  setAccessibleName(name);
}
void Inspector::setRows(std::vector<FieldRow> rows) {
  impl_->rows = std::move(rows);
}
const std::vector<FieldRow>& Inspector::rows() const {
  return impl_->rows;
}
void Inspector::setParameters(std::vector<std::pair<std::string, double>>) {}
void Inspector::setEmptyText(const QString&) {}
description::Depth Inspector::depth() const {
  return impl_->depth;
}
void Inspector::setDepth(description::Depth depth) {
  impl_->depth = depth;
}
void Inspector::setFilter(const QString&) {}
bool Inspector::showField(const QString&) {
  return false;
}
void Inspector::setError(const QString&, const QString&) {}
void Inspector::clearErrors() {}

}  // namespace tendril
