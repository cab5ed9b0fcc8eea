//! How an episode looks: the whole picture, then the views in a row, each under its position.

use super::super::order::FIRST;
use super::generate::View;
use crate::{Canvas, Color, Label};

pub(super) struct Scene {
    /// The picture's name.
    pub(super) picture: String,
    /// From the least to the most zoomed.
    pub(super) views: Vec<View>,
    /// Everything but the views.
    background: Canvas<'static>,
    /// The views as they are drawn, each with the gap to its right.
    tiles: Vec<Canvas<'static>>,
    /// Where the first view begins.
    first_px: u32,
}

const PAPER: Color = [38, 41, 48];
const RULE: Color = [74, 79, 90];
const TEXT: Color = [214, 218, 226];
const MARGIN_PX: u32 = 8;
const GAP_PX: u32 = 6;
const HEADER_PX: u32 = 32;
/// Between the whole picture and the views.
const APART_PX: u32 = 24;

impl Scene {
    pub(super) fn new(view_px: u32, name: &str, picture: &Canvas, views: Vec<View>) -> Self {
        let first_px = MARGIN_PX + view_px + APART_PX;
        let step_px = view_px + GAP_PX;
        let width = first_px + views.len() as u32 * step_px - GAP_PX + MARGIN_PX;
        let mut background = Canvas::new(width, HEADER_PX + view_px + MARGIN_PX);
        background.clear(PAPER);
        let rule_x = first_px - APART_PX / 2 - 1;
        background.rect(rule_x as i32, MARGIN_PX as i32, 2, HEADER_PX + view_px - MARGIN_PX, RULE);
        background.blit(MARGIN_PX, HEADER_PX, &picture.resized(view_px, view_px), 0, 0, view_px, view_px);
        let mut title = |text: &str, size: f32, left: u32| {
            let label = Label::new(text, size);
            label.stamp_centered(&mut background, (left + view_px / 2) as i32, HEADER_PX as i32 / 2, TEXT);
        };
        title("Whole picture", 15.0, MARGIN_PX);
        for position in 0..views.len() {
            title(&(position + FIRST).to_string(), 19.0, first_px + position as u32 * step_px);
        }
        let tiles = views
            .iter()
            .map(|view| {
                let mut part = Canvas::new(view.side, view.side);
                part.blit(0, 0, picture, view.x, view.y, view.side, view.side);
                let mut tile = Canvas::new(step_px, view_px);
                tile.clear(PAPER);
                tile.blit(0, 0, &part.resized(view_px, view_px), 0, 0, view_px, view_px);
                tile
            })
            .collect();
        Self { picture: name.into(), views, background, tiles, first_px }
    }

    pub(super) fn frame_size(&self) -> (u32, u32) {
        (self.background.width(), self.background.height())
    }

    pub(super) fn draw(&self, arrangement: &[usize], canvas: &mut Canvas) {
        let (width, height) = self.frame_size();
        let (from, below) = (self.first_px, height - MARGIN_PX);
        canvas.blit(0, 0, &self.background, 0, 0, width, HEADER_PX);
        canvas.blit(0, below, &self.background, 0, below, width, MARGIN_PX);
        canvas.blit(0, HEADER_PX, &self.background, 0, HEADER_PX, from, below - HEADER_PX);
        let mut x = from;
        for tile in arrangement.iter().filter_map(|view| self.tiles.get(*view)) {
            canvas.blit(x, HEADER_PX, tile, 0, 0, tile.width(), tile.height());
            x += tile.width();
        }
        canvas.blit(x, HEADER_PX, &self.background, x, HEADER_PX, width - x, below - HEADER_PX);
    }
}
