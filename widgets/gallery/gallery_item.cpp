// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gallery/gallery_item.hpp"

#include <QObject>

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

bool matches(const GalleryItem& item, const QStringList& words) {
  const QString all = item.title + u' ' + item.summary + u' ' + item.kind + u' ' + item.paper;
  return std::all_of(words.begin(), words.end(),
                     [&all](const QString& word) { return all.contains(word, Qt::CaseInsensitive); });
}

}  // namespace

std::vector<GalleryGroup> galleryGroups(const std::vector<GalleryItem>& items, GalleryGrouping grouping,
                                        const QString& filter) {
  const QStringList words = filter.split(u' ', Qt::SkipEmptyParts);
  std::vector<GalleryGroup> groups;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!matches(items[i], words)) continue;
    const QString& own = grouping == GalleryGrouping::kByKind ? items[i].kind : items[i].paper;
    const QString title = own.isEmpty() ? QObject::tr("Others") : own;
    auto group = std::find_if(groups.begin(), groups.end(), [&](const GalleryGroup& g) { return g.title == title; });
    if (group == groups.end()) group = groups.insert(groups.end(), {title, {}});
    group->items.push_back(static_cast<int>(i));
  }
  return groups;
}

int filmStripFrames(int width, int height) {
  if (width <= 0 || height <= 0) return 0;
  return static_cast<int>(std::lround(width / (1.6 * height)));
}

}  // namespace tendril
