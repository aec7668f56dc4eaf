// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/inspector.hpp"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QToolButton>
#include <QVBoxLayout>

#include "widgets/inspector/form_view.hpp"
#include "widgets/inspector/rotor_picture.hpp"
#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

using description::Depth;

class Inspector::Impl {
 public:
  explicit Impl(Inspector& self) : form(self) { context.form = &self; }

  void makeHeader(QVBoxLayout& layout);
  void makeTools(QVBoxLayout& layout);
  void makeForm(QVBoxLayout& layout);
  void showEmpty();
  void showIcon();
  void choose(Depth depth);

  Inspector& form;
  FormContext context;
  QLabel* icon = nullptr;
  QLabel* name = nullptr;
  QLabel* kind = nullptr;
  QToolButton* action = nullptr;
  QLabel* origin = nullptr;
  QLabel* live = nullptr;
  QLabel* derived = nullptr;
  RotorPicture* rotors = nullptr;
  QWidget* tools = nullptr;
  QLineEdit* filter = nullptr;
  QButtonGroup* depths = nullptr;
  FormView* view = nullptr;
  QLabel* empty = nullptr;
  QString iconName, emptyText, fullName;
};

void Inspector::Impl::makeHeader(QVBoxLayout& layout) {
  auto* line = new QHBoxLayout;
  line->setContentsMargins(12, 10, 12, 2);
  line->setSpacing(8);
  icon = new QLabel;
  name = new QLabel;
  name->setProperty("role", "heading");
  name->setFont(AppTheme::headingFont());
  name->setObjectName(QStringLiteral("inspector-name"));
  name->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  kind = new QLabel;
  kind->setProperty("role", "secondary");
  line->addWidget(icon);
  line->addWidget(name, 1);
  line->addWidget(kind);
  action = new QToolButton;
  action->setObjectName(QStringLiteral("inspector-action"));
  action->setProperty("role", "small");
  action->setIconSize({kSmallIconSize, kSmallIconSize});
  action->hide();
  line->addWidget(action);
  layout.addLayout(line);
  origin = new QLabel;
  origin->setObjectName(QStringLiteral("inspector-origin"));
  origin->setProperty("role", "secondary");
  origin->setFont(AppTheme::secondaryFont());
  origin->setWordWrap(true);
  origin->setContentsMargins(12, 0, 12, 0);
  origin->hide();
  layout.addWidget(origin);
  const auto numbers = [&layout](const char* name) {
    auto* label = new QLabel;
    label->setObjectName(QLatin1String(name));
    label->setFont(AppTheme::numberFont());
    label->setWordWrap(true);
    label->setContentsMargins(12, 2, 12, 2);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    label->hide();
    layout.addWidget(label);
    return label;
  };
  live = numbers("inspector-live");
  derived = numbers("inspector-derived");
  derived->setProperty("role", "secondary");
  derived->setProperty("helpTitle", tr("What follows from the fields"));
  derived->setProperty("helpText", tr("Of this link alone, undeformed, in its base frame. The first frequency is that "
                                      "with the base held, nothing on the tip and no weight."));
  rotors = new RotorPicture;
  layout.addWidget(rotors);
}

void Inspector::Impl::makeTools(QVBoxLayout& layout) {
  tools = new QWidget;
  auto* column = new QVBoxLayout(tools);
  column->setContentsMargins(12, 6, 12, 8);
  column->setSpacing(8);
  auto* segments = new QHBoxLayout;
  segments->setSpacing(2);
  depths = new QButtonGroup(&form);
  const std::pair<const char*, const char*> texts[] = {{QT_TR_NOOP("Essential"), QT_TR_NOOP("What everybody sets")},
                                                       {QT_TR_NOOP("All"), QT_TR_NOOP("Every property")},
                                                       {QT_TR_NOOP("Numerics"), QT_TR_NOOP("How it is computed, too")}};
  for (int i = 0; i < 3; ++i) {
    auto* button = new QToolButton;
    button->setProperty("role", "segment");
    button->setText(tr(texts[i].first));
    button->setToolTip(tr(texts[i].second));
    button->setCheckable(true);
    button->setChecked(i == 0);
    button->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    button->setFocusPolicy(Qt::TabFocus);
    button->setObjectName(QStringLiteral("inspector-depth-%1").arg(i));
    depths->addButton(button, i);
    segments->addWidget(button);
  }
  connect(depths, &QButtonGroup::idClicked, &form, [this](int id) { choose(static_cast<Depth>(id)); });
  column->addLayout(segments);
  filter = new QLineEdit;
  filter->setPlaceholderText(tr("Find a property"));
  filter->setAccessibleName(tr("Find a property"));
  filter->setClearButtonEnabled(true);
  filter->setMaxLength(200);
  filter->setObjectName(QStringLiteral("inspector-filter"));
  column->addWidget(filter);
  layout.addWidget(tools);
}

void Inspector::Impl::makeForm(QVBoxLayout& layout) {
  view = new FormView(context, &form);
  empty = new QLabel;
  empty->setWordWrap(true);
  empty->setAlignment(Qt::AlignCenter);
  empty->setProperty("role", "secondary");
  empty->setContentsMargins(24, 24, 24, 24);
  layout.addWidget(view, 1);
  layout.addWidget(empty, 1);
  connect(filter, &QLineEdit::textChanged, &form, [this](const QString& text) { view->setFilter(text); });
  connect(view, &FormView::depthNeeded, &form, [this](Depth depth) { choose(depth); });
  connect(view, &FormView::laidOut, &form, [this] {
    if (filter->text().trimmed().left(100) != view->filter()) {
      const QSignalBlocker blocker(filter);
      filter->setText(view->filter());
    }
    showEmpty();
  });
  connect(&AppTheme::instance(), &AppTheme::changed, &form, [this] { showIcon(); });
}

void Inspector::Impl::choose(Depth depth) {
  depths->button(static_cast<int>(depth))->setChecked(true);
  context.origins = depth != Depth::kEssential;
  if (depth == view->depth()) return;
  view->setDepth(depth);
  Q_EMIT form.depthChanged(depth);
}

void Inspector::Impl::showEmpty() {
  const bool none = view->rows().empty();
  tools->setVisible(!none);
  view->setVisible(!view->isBare() && !none);
  empty->setVisible(none || view->isBare());
  empty->setText(none ? emptyText : tr("Nothing found for “%1”.").arg(view->filter()));
}

void Inspector::Impl::showIcon() {
  const QColor color = AppTheme::instance().color(Token::kSecondary);
  icon->setVisible(!iconName.isEmpty());
  if (!iconName.isEmpty()) icon->setPixmap(iconPixmap(iconName, kIconSize, form.devicePixelRatioF(), color));
}

Inspector::Inspector(QWidget* parent) : QWidget(parent), impl_(std::make_unique<Impl>(*this)) {
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(0);
  impl_->makeHeader(*layout);
  impl_->makeTools(*layout);
  impl_->makeForm(*layout);
  impl_->emptyText = tr("Nothing is selected.");
  impl_->showIcon();
  impl_->showEmpty();
  setMinimumWidth(260);
  setAccessibleName(tr("Inspector"));
}

Inspector::~Inspector() {
  blockSignals(true);  // fields that lose the focus now have nobody to tell
  delete impl_->view;  // while what its rows refer to is there
}

void Inspector::setTitle(const QString& name, const QString& kind, const QString& icon) {
  impl_->fullName = name;
  impl_->name->setText(name);
  impl_->name->setToolTip(name);
  impl_->kind->setText(kind);
  impl_->iconName = icon;
  impl_->showIcon();
}

void Inspector::setRows(std::vector<FieldRow> rows) {
  impl_->view->setRows(std::move(rows));
}

const std::vector<FieldRow>& Inspector::rows() const {
  return impl_->view->rows();
}

void Inspector::setParameters(std::vector<std::pair<std::string, double>> parameters) {
  impl_->context.parameters = std::move(parameters);
}

void Inspector::setLengthUnit(const QString& unit) {
  if (impl_->context.lengthUnit == unit) return;
  impl_->context.lengthUnit = unit;
  std::vector<FieldRow> shown = rows();
  setRows({});  // else fields whose values are as they were keep their unit
  setRows(std::move(shown));
}

void Inspector::setSignalOf(std::function<QString(const QString&)> signalOf) {
  impl_->context.signalOf = std::move(signalOf);
}

void Inspector::setVariants(const QStringList& variants) {
  impl_->context.variants = variants;
}

void Inspector::setOrigin(const QString& text) {
  impl_->origin->setText(text);
  impl_->origin->setVisible(!text.isEmpty());
}

void Inspector::setLive(const QString& text) {
  if (impl_->live->text() == text) return;
  impl_->live->setText(text);
  impl_->live->setVisible(!text.isEmpty());
}

void Inspector::setDerived(const QString& text) {
  if (impl_->derived->text() == text) return;
  impl_->derived->setText(text);
  impl_->derived->setVisible(!text.isEmpty());
}

void Inspector::setRotors(const RotorAllocation& rotors) {
  impl_->rotors->setRotors(rotors);
}

void Inspector::setNotes(const std::vector<std::pair<QString, FieldNote>>& notes) {
  impl_->context.notes.clear();
  for (const auto& [path, note] : notes) impl_->context.notes[path.toStdString()] = note;
  impl_->view->showNotes();
}

void Inspector::setChanged(const QString& variant, const std::map<std::string, QString>& paths) {
  impl_->context.variant = variant;
  impl_->context.changed = paths;
  impl_->view->showNotes();
}

void Inspector::setAction(QAction* action) {
  QToolButton* button = impl_->action;
  if (button->defaultAction() && button->defaultAction() != action) button->removeAction(button->defaultAction());
  if (action) button->setDefaultAction(action);
  button->setVisible(action != nullptr);
}

void Inspector::setEmptyText(const QString& text) {
  impl_->emptyText = text;
  impl_->showEmpty();
}

Depth Inspector::depth() const {
  return impl_->view->depth();
}

void Inspector::setDepth(Depth depth) {
  impl_->choose(depth);
}

void Inspector::setFilter(const QString& text) {
  impl_->filter->setText(text);
}

bool Inspector::showField(const QString& path) {
  return impl_->view->showField(path, true);
}

bool Inspector::revealField(const QString& path) {
  return impl_->view->showField(path, false);
}

void Inspector::setError(const QString& path, const QString& text) {
  impl_->view->setError(path, text);
}

void Inspector::clearErrors() {
  impl_->view->clearErrors();
}

}  // namespace tendril
