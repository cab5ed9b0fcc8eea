//! How both worlds look: two panels with a body in each.

use crate::solid::{Mesh, Panel, Rotation};
use crate::{Canvas, Color, Label};
use std::sync::Arc;

const BACKGROUND: Color = [243, 244, 246];
const DIVIDER: Color = [201, 205, 212];
const CAPTION: Color = [107, 114, 128];

/// A body and everything in the frame that never changes.
pub(super) struct Scene {
    mesh: Arc<Mesh>,
    right: Panel,
    /// The left panel and what lies around both.
    background: Canvas<'static>,
    caption: Label,
}

impl Scene {
    /// `panel_px` is the side of each panel.
    pub(super) fn new(mesh: Arc<Mesh>, target: Rotation, panel_px: u32) -> Self {
        let left = Panel { left: 0, top: 0, side: panel_px, background: BACKGROUND };
        let right = Panel { left: panel_px, ..left };
        let mut background = Canvas::new(2 * panel_px, panel_px);
        background.clear(BACKGROUND);
        left.draw(&mut background, &mesh, target);
        let line = (panel_px / 128).max(1);
        background.rect((panel_px - line / 2) as i32, 0, line, panel_px, DIVIDER);
        let caption = |text: &str| Label::new(text, (panel_px as f32 / 20.0).max(9.0));
        stamp(&mut background, &caption("target"), &left);
        Self { mesh, right, background, caption: caption("current") }
    }

    pub(super) fn draw(&self, canvas: &mut Canvas, orientation: Rotation) {
        canvas.copy_from(&self.background);
        self.right.draw(canvas, &self.mesh, orientation);
        stamp(canvas, &self.caption, &self.right);
    }

    pub(super) fn frame_size(&self) -> (u32, u32) {
        (self.background.width(), self.background.height())
    }
}

fn stamp(canvas: &mut Canvas, caption: &Label, panel: &Panel) {
    let inset = (panel.side / 32) as i32;
    caption.stamp(canvas, panel.left as i32 + inset, panel.top as i32 + inset, CAPTION);
}
