// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/paper/paper_panel.hpp"

#include <QEvent>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QPushButton>
#include <QStyledItemDelegate>

#include <algorithm>

#include "studio/app/context/studio_context.hpp"
#include "widgets/result_parts.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/tree/branch_arrow.hpp"

namespace tendril {
namespace {

using json::Node;

constexpr int kPathRole = Qt::UserRole + 1;
constexpr int kCellMargin = 8;  // between a cell's edge and its text, with the padding of the style sheet

QString toQt(const std::string& text) {
  return QString::fromStdString(text);
}

bool isNumbers(const Node& node) {
  return node.is(Node::Kind::kNumber) || (node.is(Node::Kind::kArray) && !node.items.empty() &&
                                          std::all_of(node.items.begin(), node.items.end(), isNumbers));
}

void walk(const Node& node, const std::string& path, std::vector<ProjectNumber>& out) {
  if (isNumbers(node)) return out.push_back({path, json::writeCompact(node)});
  for (std::size_t i = 0; i < node.items.size(); ++i) {
    const Node& item = node.items[i];
    if (node.is(Node::Kind::kObject)) {
      walk(item, path.empty() ? node.keys[i] : path + '.' + node.keys[i], out);
      continue;
    }
    const Node* name = item.is(Node::Kind::kObject) ? item.find("name") : nullptr;
    const bool named = name && name->is(Node::Kind::kString);
    walk(item, named ? path + '.' + name->text : path + '[' + std::to_string(i) + ']', out);
  }
}

/// "paper" or "our proposal", and what it says besides.
std::pair<QString, QString> kindOf(const QString& source) {
  const qsizetype colon = source.indexOf(u':');
  const QString kind = colon < 0 ? source : source.left(colon);
  if (kind == QStringLiteral("paper") || kind == QStringLiteral("our proposal"))
    return {kind, colon < 0 ? QString() : source.mid(colon + 1).trimmed()};
  return {QString(), source};
}

/// Long paths break behind their dots.
QString breakable(QString path) {
  return path.replace(u'.', QStringLiteral(".\u200b"));
}

QStandardItem* kindItem(const QString& kind) {
  auto* item = new QStandardItem(kind);
  item->setEditable(false);
  const Scheme& scheme = AppTheme::instance().scheme();
  item->setForeground(kind == QStringLiteral("paper") ? scheme.accent : scheme.secondary);
  return item;
}

/// Rows as high as their wrapped text in the columns as they are: the style sheet gives all rows one height.
class WrappedRows final : public QStyledItemDelegate {
 public:
  explicit WrappedRows(QTreeView* tree) : QStyledItemDelegate(tree), tree_(*tree) {}
  QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
    QStyleOptionViewItem item = option;
    initStyleOption(&item, index);
    const int before = index.column() > 0 ? 0 : (index.parent().isValid() ? 2 : 1) * tree_.indentation();
    const int width = tree_.columnWidth(index.column()) - before - 2 * kCellMargin;
    const QRect text =
        item.fontMetrics.boundingRect(QRect(0, 0, std::max(width, 1), QWIDGETSIZE_MAX), Qt::TextWordWrap, item.text);
    const QSize one = QStyledItemDelegate::sizeHint(option, index);
    return {one.width(), std::max(one.height(), text.height() + 2 * kGrid)};
  }

 private:
  const QTreeView& tree_;
};

class SourceTree final : public QTreeView {
 public:
  SourceTree() {
    setWordWrap(true);
    setItemDelegate(new WrappedRows(this));
    // Heights of wrapped rows follow the widths of the columns.
    connect(header(), &QHeaderView::sectionResized, this, &QTreeView::doItemsLayout, Qt::QueuedConnection);
  }

 private:
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override {
    QTreeView::drawBranches(painter, rect, index);
    drawBranchArrow(*painter, *this, rect, index);
  }
};

}  // namespace

std::vector<ProjectNumber> projectNumbers(const Node& project) {
  std::vector<ProjectNumber> out;
  if (!project.is(Node::Kind::kObject)) return out;
  for (std::size_t i = 0; i < project.keys.size(); ++i)
    if (project.keys[i] != "studio" && project.keys[i] != "version") walk(project.items[i], project.keys[i], out);
  return out;
}

int sourceOf(const std::vector<std::pair<std::string, std::string>>& entries, const std::string& path) {
  int best = -1;
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const std::string& of = entries[i].first;
    const bool about = path.compare(0, of.size(), of) == 0 &&
                       (path.size() == of.size() || path[of.size()] == '.' || path[of.size()] == '[');
    if (about && (best < 0 || of.size() > entries[static_cast<std::size_t>(best)].first.size()))
      best = static_cast<int>(i);
  }
  return best;
}

PaperPanel::PaperPanel(StudioContext& context)
    : QObject(&context.window()),
      context_(context),
      title_(new QLabel),
      figuresTitle_(new QLabel(tr("Figures"))),
      hint_(secondaryLabel({})),
      figures_(new QVBoxLayout),
      view_(new SourceTree) {
  auto* content = new QWidget;
  layOut(*content);
  context.panels().addPanel({.id = "paper",
                             .title = tr("Paper"),
                             .icon = "guide",
                             .guide = "figures.md#in-the-window",
                             .widget = content,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kNone});
  content->setProperty("helpTitle", tr("The paper's page"));
  content->setProperty("helpText",
                       tr("The figures that the project stores, each made by one click, and its numbers with "
                          "where each comes from: a paper, or a proposal of our own. A double click goes to "
                          "a number in the inspector."));
  content->installEventFilter(this);
  for (const auto signal : {&DocumentHost::opened, &DocumentHost::changed, &DocumentHost::stateChanged})
    connect(&context.document(), signal, this, &PaperPanel::refresh);
  connect(view_, &QTreeView::activated, this, [this](const QModelIndex& index) {
    const QString path = index.siblingAtColumn(0).data(kPathRole).toString();
    if (!path.isEmpty()) context_.goToField(path);
  });
}

void PaperPanel::layOut(QWidget& content) {
  auto* down = new QVBoxLayout(&content);
  down->setContentsMargins(3 * kGrid, 2 * kGrid, 3 * kGrid, 2 * kGrid);
  down->setSpacing(2 * kGrid);
  for (QLabel* label : {title_, figuresTitle_}) {
    label->setFont(AppTheme::headingFont());
    label->setProperty("role", "heading");
    label->setWordWrap(true);
  }
  title_->setObjectName(QStringLiteral("paper_title"));
  hint_->setWordWrap(true);
  figures_->setSpacing(kGrid);
  view_->setObjectName(QStringLiteral("paper_sources"));
  view_->setAccessibleName(tr("Numbers and where they come from"));
  view_->setModel(&sources_);
  view_->setIndentation(kSmallIconSize);
  view_->setEditTriggers(QAbstractItemView::NoEditTriggers);
  view_->setTextElideMode(Qt::ElideRight);
  down->addWidget(title_);
  down->addWidget(hint_);
  down->addWidget(figuresTitle_);
  down->addLayout(figures_);
  down->addWidget(view_, 1);
}

bool PaperPanel::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Show) refresh();
  return QObject::eventFilter(watched, event);
}

void PaperPanel::refresh() {
  const QWidget* content = view_->parentWidget();
  if (!content || !content->isVisible()) return;
  const std::string text = context_.document().isOpen() ? context_.document().document().text() : std::string();
  if (text == shown_ && sources_.columnCount() > 0) return;
  shown_ = text;
  std::vector<Problem> ignored;  // what is open has been read before
  const Node project = text.empty() ? Node::object() : json::parse(text, ignored);
  title_->setText(context_.document().name());
  showFigures(project);
  showSources(project);
}

void PaperPanel::showFigures(const Node& project) {
  while (QLayoutItem* item = figures_->takeAt(0)) {
    delete item->widget();
    delete item;
  }
  const Node* studio = project.find("studio");
  const Node* stored = studio && studio->is(Node::Kind::kObject) ? studio->find("figures") : nullptr;
  const std::size_t count = stored && stored->is(Node::Kind::kArray) ? stored->items.size() : 0;
  for (std::size_t i = 0; i < count; ++i) {
    const Node* name = stored->items[i].is(Node::Kind::kObject) ? stored->items[i].find("name") : nullptr;
    const QString called =
        name && name->is(Node::Kind::kString) && !name->text.empty() ? toQt(name->text) : QString::number(i + 1);
    auto* row = new QWidget;
    auto* beside = new QHBoxLayout(row);
    beside->setContentsMargins(0, 0, 0, 0);
    beside->addWidget(new QLabel(called), 1);
    auto* make = new QPushButton(tr("Make…"));
    make->setProperty("role", "outlined");
    make->setObjectName(QStringLiteral("paper_make:") + called);
    make->setToolTip(tr("Makes the figure “%1”, and the data of its panels beside it").arg(called));
    connect(make, &QPushButton::clicked, this, [this, called] {
      if (QAction* action = context_.actions().find(QStringLiteral("makeFigure"))) action->setData(called);
      context_.actions().trigger(QStringLiteral("makeFigure"));
    });
    beside->addWidget(make);
    figures_->addWidget(row);
  }
  figuresTitle_->setVisible(count > 0);
}

void PaperPanel::showSources(const Node& project) {
  sources_.clear();
  sources_.setHorizontalHeaderLabels({tr("Number"), tr("Value"), tr("From")});
  std::vector<std::pair<std::string, std::string>> entries;
  if (const Node* provenance = project.find("provenance"); provenance && provenance->is(Node::Kind::kObject))
    for (std::size_t i = 0; i < provenance->keys.size(); ++i)
      entries.emplace_back(provenance->keys[i], provenance->items[i].text);
  std::vector<QStandardItem*> groups;
  const auto cell = [](const QString& text, const QString& tip) {
    auto* item = new QStandardItem(text);
    item->setEditable(false);
    item->setToolTip(tip);
    return item;
  };
  int papers = 0;
  for (const auto& [path, source] : entries) {
    const auto [kind, rest] = kindOf(toQt(source));
    papers += kind == QStringLiteral("paper") ? 1 : 0;
    groups.push_back(cell(breakable(toQt(path)), toQt(path)));
    groups.back()->setData(toQt(path), kPathRole);
    sources_.appendRow({groups.back(), cell(rest, toQt(source)), kindItem(kind)});
  }
  QStandardItem* unsaid = nullptr;
  for (const ProjectNumber& number : projectNumbers(project)) {
    const int at = sourceOf(entries, number.path);
    if (at < 0 && !unsaid && !entries.empty()) {
      unsaid = cell(tr("not said"), tr("Numbers of which the project does not say where they come from"));
      sources_.appendRow({unsaid, cell({}, {}), cell({}, {})});
    }
    QStandardItem* group = at < 0 ? unsaid : groups[static_cast<std::size_t>(at)];
    if (!group) continue;
    const std::string& of = at < 0 ? std::string() : entries[static_cast<std::size_t>(at)].first;
    const bool longer = number.path.size() > of.size() && !of.empty();
    const QString name =
        toQt(longer ? number.path.substr(of.size() + (number.path[of.size()] == '.' ? 1 : 0)) : number.path);
    auto* first = cell(breakable(name), toQt(number.path));
    first->setData(toQt(number.path), kPathRole);
    auto* value = cell(toQt(number.text), toQt(number.text));
    value->setFont(AppTheme::numberFont());
    group->appendRow({first, value,
                      kindItem(at < 0 ? QString() : kindOf(toQt(entries[static_cast<std::size_t>(at)].second)).first)});
  }
  hint_->setText(entries.empty() ? tr("The project does not say where its numbers come from (“provenance”).")
                 : papers > 0    ? tr("Numbers of the paper, and our proposals where it gives none.")
                                 : tr("All numbers are our proposals."));
  view_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
  view_->header()->setSectionResizeMode(1, QHeaderView::Stretch);
  view_->header()->setSectionResizeMode(2, QHeaderView::ResizeToContents);
  view_->header()->setStretchLastSection(false);
}

}  // namespace tendril
