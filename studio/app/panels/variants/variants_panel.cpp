// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/panels/variants/variants_panel.hpp"

#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/variants/variant_comparison.hpp"
#include "studio/document/variants/variant_edits.hpp"
#include "studio/document/variants/variant_rows.hpp"

namespace tendril {
namespace {

constexpr int kChipWidth = 110;  // px, of a name

QString textOf(const std::string& text) {
  return QString::fromStdString(text);
}

VariantEntry entryOf(const Document& document, const std::string& name) {
  VariantEntry entry{textOf(name), textOf(variantFailure(document.base(), name, document.directory())), {}};
  for (const VariantChangeRow& row : variantChangeRows(document.base(), name)) {
    const QString before = textOf(row.before) + (row.before.empty() ? "" : " ");
    entry.lines.push_back({textOf(row.path),
                           QStringLiteral("%1: %2→ %3").arg(textOf(row.label), before, textOf(row.after)),
                           textOf(row.problem)});
  }
  return entry;
}

}  // namespace

VariantsPanel::VariantsPanel(StudioContext& context)
    : QObject(&context.window()), context_(context), view_(new VariantsView), menu_(new QMenu(&context.window())) {
  context.panels().addPanel({.id = "variants",
                             .title = tr("Variants"),
                             .icon = "variants",
                             .guide = "analysing.md#variants",
                             .widget = view_,
                             .area = PanelArea::kRight,
                             .workspaces = InWorkspace::kAnalyse});
  view_->setProperty("helpTitle", tr("Variants"));
  view_->setProperty(
      "helpText", tr("Named lists of fields that have other values than in the project. The one that is shown is the "
                     "robot that runs; what is edited then is changed in it alone. Those that are ticked run "
                     "together: in a table, in a plot, and laid over each other in the view."));
  comparison_ = new VariantComparison(context, *view_, this);
  chip_ = context.header().addMenu("variants", {}, menu_);
  chip_->setObjectName(QStringLiteral("variantChip"));
  addActions();
  connectView();
  connect(menu_, &QMenu::aboutToShow, this, &VariantsPanel::fillMenu);
  connect(&context.document(), &DocumentHost::opened, this, [this] { toldFor_.clear(); });
  connect(&context.document(), &DocumentHost::changed, this, &VariantsPanel::refresh);
  showChip();
}

void VariantsPanel::addActions() {
  const auto add = [this](const char* name, const QString& text, const QString& also, std::function<void()> run) {
    QAction* action = context_.actions().add(text, "variants", {}, std::move(run));
    action->setObjectName(QLatin1String(name));
    action->setProperty(kAlsoFound, also);
  };
  add("variantsAction", tr("Variants of the project"), tr("configuration scenario parameter study compare what if"),
      [this] { context_.panels().showPanel("variants"); });
  add("newVariant", tr("New variant, edited from now on"), tr("add configuration scenario edit as variant"),
      [this] { this->add(); });
  add("showBase", tr("Back to the base of the variants"), tr("leave variant original configuration"),
      [this] { show({}); });
  add("runVariantsAction", tr("Run the variants together"), tr("compare overlay ghost simulate configurations"),
      [this] {
        context_.panels().showPanel("variants");
        comparison_->start();
      });
}

void VariantsPanel::connectView() {
  connect(view_, &VariantsView::showRequested, this, &VariantsPanel::show);
  connect(view_, &VariantsView::addRequested, this, &VariantsPanel::add);
  connect(view_, &VariantsView::duplicateRequested, this, [this](const QString& name) {
    const std::string copy = edits::freeVariantName(context_.document().document().base(), name.toStdString());
    if (!context_.document().tell(edits::duplicateVariant(name.toStdString(), copy))) return;
    view_->editName(textOf(copy));
  });
  connect(view_, &VariantsView::renameRequested, this, [this](const QString& name, const QString& newName) {
    if (context_.document().tell(edits::renameVariant(name.toStdString(), newName.toStdString())))
      view_->setCurrent(newName);
  });
  connect(view_, &VariantsView::removeRequested, this,
          [this](const QString& name) { context_.document().tell(edits::removeVariant(name.toStdString())); });
  connect(view_, &VariantsView::changeRemoved, this, [this](const QString& name, const QString& path) {
    context_.document().tell(edits::removeVariantChange(name.toStdString(), path.toStdString()));
  });
  connect(view_, &VariantsView::fieldRequested, &context_, &StudioContext::goToField);
}

QString VariantsPanel::shown() const {
  return textOf(context_.document().document().variant());
}

void VariantsPanel::refresh() {
  const Document& document = context_.document().document();
  std::vector<VariantEntry> entries = {{}};
  for (const auto& variant : document.base().variants.entries) entries.push_back(entryOf(document, variant.first));
  view_->setVariants(entries, shown());
  context_.setComparedVariants(view_->chosen());
  showChip();
  tellBase();
}

/// Once for each variant: edits that it cannot hold have changed the robot of all.
void VariantsPanel::tellBase() {
  if (!context_.document().document().wentToBase() || toldFor_ == shown()) return;
  toldFor_ = shown();
  context_.notices().show(
      {.severity = Notice::Severity::kInfo,
       .title = tr("This was done in the base"),
       .advice = tr("The variant “%1” holds other values of fields. Objects that come, go or change "
                    "their names or places do so in the base and all its variants.")
                     .arg(shown()),
       .details = {}});
}

void VariantsPanel::show(const QString& name) {
  if (!context_.document().isOpen()) return;
  toldFor_.clear();
  context_.document().showVariant(name);
  context_.document().commit();
  refresh();
}

void VariantsPanel::add() {
  if (!context_.document().isOpen()) return;
  const std::string name = edits::freeVariantName(context_.document().document().base(), "variant");
  if (!context_.document().tell(edits::addVariant(name))) return;
  show(textOf(name));
  context_.panels().showPanel("variants");
  view_->editName(textOf(name));
}

// ---- the chip

void VariantsPanel::showChip() {
  const QString name = shown();
  const bool any = !context_.document().description().variants.entries.empty();
  chip_->setVisible(context_.document().isOpen() && any);
  const QString text = name.isEmpty() ? tr("Base") : tr("Edits “%1”").arg(name);
  chip_->setText(chip_->fontMetrics().elidedText(text, Qt::ElideRight, kChipWidth));
  chip_->setToolTip(name.isEmpty()
                        ? tr("The project itself is shown. Choose a variant to show and edit it.")
                        : tr("The variant “%1” is shown; fields that are edited are changed in it alone.").arg(name));
  chip_->setAccessibleName(chip_->toolTip());
  chip_->setProperty("role", name.isEmpty() ? QVariant() : QVariant("chip"));
  chip_->style()->unpolish(chip_);
  chip_->style()->polish(chip_);
}

void VariantsPanel::fillMenu() {
  menu_->clear();
  const auto add = [this](const QString& text, const QString& name) {
    QAction* action = menu_->addAction(text, this, [this, name] { show(name); });
    action->setCheckable(true);
    action->setChecked(name == shown());
  };
  add(tr("Base"), {});
  for (const auto& variant : context_.description().variants.entries) add(textOf(variant.first), textOf(variant.first));
  menu_->addSeparator();
  for (const char* name : {"newVariant", "runVariantsAction", "variantsAction"})
    menu_->addAction(context_.actions().find(name));
}

}  // namespace tendril
