// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/window_parts.hpp"

#include <QCoreApplication>

#include "studio/app/actions/command_actions.hpp"
#include "studio/app/actions/controller_actions.hpp"
#include "studio/app/actions/edit_actions.hpp"
#include "studio/app/actions/exchange/export_actions.hpp"
#include "studio/app/actions/exchange/import_actions.hpp"
#include "studio/app/actions/file_actions.hpp"
#include "studio/app/actions/help_actions.hpp"
#include "studio/app/actions/layout_actions.hpp"
#include "studio/app/actions/palette_actions.hpp"
#include "studio/app/actions/picture_actions.hpp"
#include "studio/app/actions/plugin_actions.hpp"
#include "studio/app/actions/recording/recorded_runs.hpp"
#include "studio/app/actions/recording/run_export_actions.hpp"
#include "studio/app/actions/recording/run_film_actions.hpp"
#include "studio/app/actions/recording/run_recording.hpp"
#include "studio/app/actions/run/pace_actions.hpp"
#include "studio/app/actions/run/record_actions.hpp"
#include "studio/app/actions/run/run_actions.hpp"
#include "studio/app/actions/run/statics_actions.hpp"
#include "studio/app/actions/run/timeline_actions.hpp"
#include "studio/app/actions/tour_actions.hpp"
#include "studio/app/context/studio_context.hpp"
#include "studio/app/panels/derivatives_panel.hpp"
#include "studio/app/panels/divergence/divergence_panel.hpp"
#include "studio/app/panels/gallery_page.hpp"
#include "studio/app/panels/inputs_panel.hpp"
#include "studio/app/panels/inspector/inspector_panel.hpp"
#include "studio/app/panels/inverse_panel.hpp"
#include "studio/app/panels/linear_panel.hpp"
#include "studio/app/panels/modes_panel.hpp"
#include "studio/app/panels/paper/paper_panel.hpp"
#include "studio/app/panels/parts/parts_panel.hpp"
#include "studio/app/panels/plots/figure_panel.hpp"
#include "studio/app/panels/plots/plots_panel.hpp"
#include "studio/app/panels/pose_panel.hpp"
#include "studio/app/panels/shape/shape_panel.hpp"
#include "studio/app/panels/tree/link_copies.hpp"
#include "studio/app/panels/tree/tree_panel.hpp"
#include "studio/app/panels/variants/variants_panel.hpp"
#include "studio/app/panels/workspace_panel.hpp"
#include "studio/app/parts/empty_state.hpp"
#include "studio/app/parts/floor_toggle.hpp"
#include "studio/app/parts/loop_picking.hpp"
#include "studio/app/parts/part_adder.hpp"
#include "studio/app/parts/part_drop.hpp"
#include "studio/app/parts/part_preview.hpp"
#include "studio/app/view/bars/out_of_view.hpp"
#include "studio/app/view/cut_handle.hpp"
#include "studio/app/view/deformation_actions.hpp"
#include "studio/app/view/field_pointer.hpp"
#include "studio/app/view/handles/handle_controller.hpp"
#include "studio/app/view/lead_controller.hpp"
#include "studio/app/view/overlays/compared_runs.hpp"
#include "studio/app/view/overlays/motion_overlay.hpp"
#include "studio/app/view/overlays/overlay_actions.hpp"
#include "studio/app/view/path_drawing.hpp"
#include "studio/app/view/picture_saver.hpp"
#include "studio/app/view/view_actions.hpp"
#include "studio/app/view/wall_picking.hpp"

namespace tendril {
namespace {

QString text(const char* source) {
  return QCoreApplication::translate("tendril::MainWindow", source);
}

void addActions(StudioContext& context, PictureSaver& pictures, WindowParts& parts) {
  // Groups of the palette and of the sheet of shortcuts, in the order in which the header shows their buttons.
  const auto group = [&context](const QString& title) { context.actions().beginGroup(title); };
  group(text("Project"));
  new FileActions(context);
  parts.imports = new ImportActions(context);
  new ExportActions(context);
  group(text("Edit"));
  new EditActions(context);
  new ControllerActions(context);
  new PathDrawing(context);
  new WallPicking(context);
  new HandleController(context);
  group(text("Project"));
  new RunRecording(context);
  parts.recordings = new RecordedRuns(context);
  new RunExportActions(context);
  new RunFilmActions(context);
  new RecordActions(context);
  new PictureActions(context, pictures);
  new CommandActions(context, pictures, *parts.recordings);
  group(text("Run"));
  new RunActions(context);
  new PaceActions(context);
  new TimelineActions(context);
  group(text("View"));
  new ViewActions(context);
  new OutOfView(context);
  new FloorToggle(context);
  new OverlayActions(context);
  new ComparedRuns(context);
  auto* deformation = new DeformationActions(context);
  new CutHandle(context, *deformation);
  new FieldPointer(context);
  group(text("Window"));
  parts.layouts = new LayoutActions(context);
  parts.plugins = new PluginActions(context);
  new PaletteActions(context);
  new HelpActions(context);
  parts.tour = new TourActions(context);
}

void addPanels(StudioContext& context, PictureSaver& pictures, WindowParts& parts) {
  context.actions().beginGroup(text("Edit"));
  new LinkCopies(context);
  auto* adder = new PartAdder(context, &context.window());
  auto* preview = new PartPreview(context, &context.window());
  new EmptyState(context, *adder);
  auto* loops = new LoopPicking(context, *adder);
  new PartDrop(context, *adder, *preview, *loops);
  new TreePanel(context, *adder);
  new PartsPanel(context, *adder, *preview);
  new InspectorPanel(context);
  new StaticsActions(context);  // the panel of inputs has buttons for them
  new LeadController(context);  // likewise
  new InputsPanel(context);
  new PosePanel(context);
  new ShapePanel(context);
  new ModesPanel(context);
  new LinearPanel(context);
  new DerivativesPanel(context);
  new DivergencePanel(context);
  new InversePanel(context);
  new WorkspacePanel(context);
  new VariantsPanel(context);
  new PlotsPanel(context);
  new FigurePanel(context, pictures);
  new PaperPanel(context);
  parts.gallery = new GalleryPage(context);
}

}  // namespace

WindowParts makeParts(StudioContext& context) {
  WindowParts parts;
  auto* pictures = new PictureSaver(context);
  context.setMotions(new MotionOverlay(context));
  addActions(context, *pictures, parts);
  addPanels(context, *pictures, parts);
  return parts;
}

}  // namespace tendril
