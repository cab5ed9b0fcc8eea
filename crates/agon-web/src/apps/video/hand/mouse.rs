//! By mouse: media are dragged or double-clicked, blocks clicked and dragged on the timeline, fields, tabs and buttons clicked. Only texts, numbers
//! and names are typed.

use super::fields::{owner, text_of, typed_fields};
use super::keys;
use super::view::{ABOVE_Y, View, below_y, block_y, effect_y, snap_targets};
use crate::apps::video::effect::Curve;
use crate::apps::video::media::{Medium, media};
use crate::apps::video::model::{Model, effect_of};
use crate::apps::video::project::{Block, Edge, Project};
use crate::apps::video::steps::{Entry, Field, Row, SWATCHES, Step, Tab, seconds};
use crate::hand::{at, chord, double_click, drag, left, typed};
use agon_core::Action;

/// Where the page shows what on the default screen. See `web/video/README.md`.
mod screen {
    use crate::apps::video::steps::Tab;

    pub(super) const EXPORT: (f64, f64) = (1237.0, 24.0);
    pub(super) const UNDO: (f64, f64) = (265.0, 24.0);
    pub(super) const TIME: (f64, f64) = (298.0, 440.0);
    pub(super) const SPLIT: (f64, f64) = (41.0, 485.0);
    pub(super) const DUPLICATE: (f64, f64) = (125.0, 485.0);
    pub(super) const DELETE: (f64, f64) = (216.0, 485.0);
    pub(super) const RIPPLE: (f64, f64) = (319.0, 485.0);
    pub(super) const TEXT: (f64, f64) = (429.0, 485.0);
    pub(super) const EFFECT: (f64, f64) = (503.0, 485.0);
    pub(super) const FIT: (f64, f64) = (1245.0, 485.0);
    pub(super) const RULER_Y: f64 = 516.0;

    pub(super) fn card(index: usize) -> (f64, f64) {
        (120.0, 123.0 + 68.0 * index as f64)
    }

    pub(super) fn tab(tab: Tab, is_text: bool) -> (f64, f64) {
        let x = match (tab, is_text) {
            (Tab::Text, _) => 1036.0,
            (Tab::Time, true) => 1088.0,
            (Tab::Time, false) => 1039.0,
            (Tab::Effects, true) => 1150.0,
            (Tab::Effects, false) => 1100.0,
        };
        (x, 106.0)
    }

    /// A swatch of the colour, or of the background.
    pub(super) fn swatch(index: usize, is_background: bool) -> (f64, f64) {
        let top = if is_background { 356.0 } else { 295.0 };
        (1162.0 + 24.0 * (index % 5) as f64, top + 24.0 * (index / 5) as f64)
    }
}

#[derive(Default)]
pub(super) struct Mouse {
    view: View,
    /// Whether typing may have scrolled the timeline.
    is_lost: bool,
}

impl Mouse {
    pub(super) fn act(&mut self, model: &Model, visit: &[Step], actions: &mut Vec<Action>) -> Result<(), String> {
        let Some(first) = visit.first() else { return Ok(()) };
        let project = &model.project;
        match first {
            Step::Add { medium, .. } => actions.push(double_click(at(card(medium)))),
            Step::Below { medium, .. } => {
                let end = (self.view.x(model.playhead).round(), below_y(project.rows.len()));
                let is_exact = self.dropped(model, medium, end.0) == model.playhead;
                match !self.is_lost && View::is_seen(end.0) && is_exact {
                    true => actions.push(drag(at(card(medium)), at(end))),
                    false => keys::act(model, visit, actions)?,
                }
            }
            Step::Drop { medium, start, row, .. } => {
                self.find(project, actions);
                let x = self.view.x(*start).round();
                leads_to(self.dropped(model, medium, x), *start)?;
                actions.push(drag(at(card(medium)), at(self.inside((x, drop_y(*row, project)))?)));
            }
            Step::Text { .. } => actions.push(left(screen::TEXT)),
            Step::Effect { block, kind, .. } => {
                self.select(model, block, actions)?;
                actions.extend([left(screen::EFFECT), typed(&format!("{}\n", kind.title()))]);
            }
            Step::Set { .. } => self.set(model, visit, actions)?,
            Step::Split { id, at, .. } => {
                self.select(model, id, actions)?;
                self.seek(*at, actions);
                actions.push(left(screen::SPLIT));
            }
            Step::Copy { id, .. } => {
                self.select(model, id, actions)?;
                actions.push(left(screen::DUPLICATE));
            }
            Step::Delete { id, is_ripple } => {
                self.select(model, id, actions)?;
                actions.push(left(if *is_ripple { screen::RIPPLE } else { screen::DELETE }));
            }
            Step::Move { id, start, row } => {
                let block = project.block(id)?;
                let from = self.place(project, block, actions)?;
                let dx = self.view.pixels(start - block.start);
                let wanted = (block.start + self.view.ms(dx)).max(0);
                let snapped = self.view.snap(&[wanted, wanted + block.duration], &snap_targets(project, id, model.playhead));
                leads_to(wanted + snapped, *start)?;
                actions.push(drag(at(from), at(self.inside((from.0 + dx, drop_y(*row, project)))?)));
            }
            Step::Trim { id, edge, to } => {
                let block = project.block(id)?;
                let time = if *edge == Edge::Left { block.start } else { block.end() };
                let (x, dx) = self.grip(project, *edge, time, *to, actions)?;
                let wanted = time + self.view.ms(dx);
                let snapped = self.view.snap(&[wanted], &snap_targets(project, id, model.playhead));
                leads_to(wanted + snapped, *to)?;
                let y = block_y(project.row_of(id)?);
                actions.push(drag(at((x, y)), at(self.inside((x + dx, y))?)));
            }
            Step::EffectEdge { id, edge, to } => {
                let block = owner(model, first)?;
                let (from, end) = effect_of(block, id)?.extent(block.duration);
                let time = block.start + if *edge == Edge::Left { from } else { end };
                let (x, dx) = self.grip(project, *edge, time, *to, actions)?;
                leads_to(time + self.view.ms(dx), *to)?;
                if block.effects.len() != 1 {
                    return Err("its lane is shared with other effects".into());
                }
                let y = effect_y(project.row_of(&block.id)?);
                actions.push(drag(at((x, y)), at(self.inside((x + dx, y))?)));
            }
            Step::Slide { id, part } => {
                let block = owner(model, first)?;
                self.show_effect(model, block, id, actions)?;
                let y = light_y(part.index(), effect_of(block, id)?.segment.is_some());
                // The slider ends where the pointer leaves it.
                actions.push(drag(at((1200.0, y)), at((1276.0, y))));
            }
            Step::Nudge { id, presses } => {
                self.select(model, id, actions)?;
                keys::nudge(*presses, actions);
            }
            Step::ByRow { id, is_up } => {
                self.select(model, id, actions)?;
                actions.push(chord(&["ctrl", if *is_up { "up" } else { "down" }]));
            }
            Step::Playhead(time) => self.seek(*time, actions),
            Step::Export => actions.extend([left(screen::EXPORT), typed("\n")]),
            Step::Undo => actions.push(left(screen::UNDO)),
        }
        Ok(())
    }

    /// Keeps to what the page shows after a visit.
    pub(super) fn follow(&mut self, model: &Model, visit: &[Step]) {
        let length = model.project.length();
        let is_typed = visit.iter().any(|step| matches!(step, Step::Set { field, .. } if field.tab() == Tab::Time));
        // While a number is typed the project may have been shorter for a moment, and the view brought back with it.
        self.is_lost |= is_typed && self.view.scroll > 0.0;
        self.view = self.view.bounded(length);
        if let Some(Step::Add { id, .. } | Step::Below { id, .. } | Step::Drop { id, .. } | Step::Text { id }) = visit.first() {
            self.reveal(model, id);
        } else if let Some(Step::Copy { copy, .. }) = visit.first() {
            self.reveal(model, copy);
        }
    }

    fn reveal(&mut self, model: &Model, id: &str) {
        if let Ok(block) = model.project.block(id) {
            self.view = self.view.revealing(block.start, model.project.length());
        }
    }

    fn fit(&mut self, project: &Project, actions: &mut Vec<Action>) {
        self.view = View::fitted(project.length());
        self.is_lost = false;
        actions.push(left(screen::FIT));
    }

    /// Makes sure of what is seen.
    fn find(&mut self, project: &Project, actions: &mut Vec<Action>) {
        if self.is_lost {
            self.fit(project, actions);
        }
    }

    /// A place on a block; all of the project is shown if it is not seen yet.
    fn place(&mut self, project: &Project, block: &Block, actions: &mut Vec<Action>) -> Result<(f64, f64), String> {
        let row = project.row_of(&block.id)?;
        self.find(project, actions);
        if self.view.middle(block, row).is_none() {
            self.fit(project, actions);
        }
        self.view.middle(block, row).ok_or_else(|| format!("{:?} cannot be clicked", block.id))
    }

    /// Nothing is to be done for what is selected already.
    fn select(&mut self, model: &Model, id: &str, actions: &mut Vec<Action>) -> Result<(), String> {
        if model.selection.as_deref() != Some(id) {
            let place = self.place(&model.project, model.project.block(id)?, actions)?;
            actions.push(left(place));
        }
        Ok(())
    }

    /// The playhead is put there on the ruler, where a pixel is exact enough, or its time is typed.
    fn seek(&mut self, time: i64, actions: &mut Vec<Action>) {
        let x = self.view.x(time).round();
        if !self.is_lost && View::is_seen(x) && self.view.time_at(x) == time {
            actions.push(left((x, screen::RULER_Y)));
        } else {
            self.is_lost = true;
            actions.extend([left(screen::TIME), chord(&["ctrl", "a"]), typed(&format!("{}\n", seconds(time)))]);
        }
    }

    /// Where the start of a medium comes to be that is let go at x.
    fn dropped(&self, model: &Model, medium: &Medium, x: f64) -> i64 {
        let wanted = self.view.time_at(x);
        wanted + self.view.snap(&[wanted, wanted + medium.duration_ms], &snap_targets(&model.project, "", model.playhead))
    }

    /// Where an edge at a time is taken, and by how much it is dragged to another.
    fn grip(
        &mut self,
        project: &Project,
        edge: Edge,
        time: i64,
        to: i64,
        actions: &mut Vec<Action>,
    ) -> Result<(f64, f64), String> {
        self.find(project, actions);
        if !View::is_seen(self.view.x(time)) {
            self.fit(project, actions);
        }
        let x = self.view.x(time);
        let x = if edge == Edge::Left { x.ceil() + 2.0 } else { x.floor() - 2.0 };
        Ok((self.inside((x, 0.0))?.0, self.view.pixels(to - time)))
    }

    fn inside(&self, place: (f64, f64)) -> Result<(f64, f64), String> {
        if View::is_seen(place.0) { Ok(place) } else { Err("it is dragged off the screen".into()) }
    }

    /// Fields of one tab, each clicked.
    fn set(&mut self, model: &Model, visit: &[Step], actions: &mut Vec<Action>) -> Result<(), String> {
        let Some(first @ Step::Set { id, field, .. }) = visit.first() else { return Ok(()) };
        let block = owner(model, first)?;
        if field.tab() == Tab::Effects {
            if block.effects.first().is_none_or(|effect| effect.id != *id) {
                // Only the first one is at a place of its own.
                self.select(model, &block.id, actions)?;
                actions.extend(typed_fields(model, visit)?);
                return Ok(());
            }
            self.show_effect(model, block, id, actions)?;
        } else {
            self.select(model, &block.id, actions)?;
            actions.push(left(screen::tab(field.tab(), block.is_text())));
        }
        let mut is_segment = effect_of(block, id).is_ok_and(|effect| effect.segment.is_some());
        for step in visit {
            let Step::Set { field, entry, .. } = step else { continue };
            let place = place_of(*field, block.is_text(), is_segment);
            match entry {
                Entry::Tick(is_on) if effect_of(block, id)?.enabled == *is_on => {}
                Entry::Tick(_) => actions.push(left(place)),
                Entry::Segment(wanted) => {
                    actions.push(left(if *wanted { (1198.0, 217.0) } else { (1083.0, 217.0) }));
                    is_segment = *wanted;
                }
                Entry::Curve(curve) => {
                    let x = if matches!(curve, Curve::Linear | Curve::EaseOut) { 1083.0 } else { 1198.0 };
                    actions.push(left((x, place.1 + if curve.index() < 2 { 0.0 } else { 30.0 })));
                }
                Entry::Color(color) if SWATCHES.iter().any(|(_, hex)| hex == color) => {
                    let index = SWATCHES.iter().position(|(_, hex)| hex == color).unwrap_or_default();
                    actions.push(left(screen::swatch(index, *field == Field::Background)));
                }
                entry => {
                    let text = text_of(entry).ok_or("nothing is typed there")?;
                    actions.extend([left(place), chord(&["ctrl", "a"]), typed(&text)]);
                }
            }
        }
        actions.push(chord(&["escape"]));
        Ok(())
    }

    fn show_effect(&mut self, model: &Model, block: &Block, id: &str, actions: &mut Vec<Action>) -> Result<(), String> {
        if block.effects.first().is_none_or(|effect| effect.id != id) {
            return Err("only the first effect of a block is at a place of its own".into());
        }
        self.select(model, &block.id, actions)?;
        actions.push(left(screen::tab(Tab::Effects, block.is_text())));
        Ok(())
    }
}

fn card(medium: &Medium) -> (f64, f64) {
    screen::card(media().iter().position(|other| other == medium).unwrap_or_default())
}

fn drop_y(row: Row, project: &Project) -> f64 {
    match row {
        Row::Top => ABOVE_Y,
        Row::There(row) => block_y(row),
        Row::Below => below_y(project.rows.len()),
    }
}

/// `Err`: a drag in whole pixels ends elsewhere, or snaps.
fn leads_to(there: i64, wanted: i64) -> Result<(), String> {
    if there == wanted { Ok(()) } else { Err(format!("the drag leads to {} s", seconds(there))) }
}

/// A field of the properties; those of effects are the first one's.
fn place_of(field: Field, is_text: bool, is_segment: bool) -> (f64, f64) {
    match field {
        Field::Start => (1074.0, 174.0),
        Field::Duration => (1207.0, 174.0),
        Field::TrimStart => (1074.0, 239.0),
        Field::TrimEnd => (1207.0, 239.0),
        Field::Track => (1074.0, if is_text { 239.0 } else { 303.0 }),
        Field::Text => (1140.0, 183.0),
        Field::Size => (1140.0, 253.0),
        Field::Color => (1078.0, 313.0),
        Field::Background => (1078.0, 374.0),
        Field::Opacity => (1140.0, 435.0),
        Field::Enabled => (1032.0, 158.0),
        Field::Extent => (1083.0, 217.0),
        Field::From => (1079.0, 278.0),
        Field::To => (1202.0, 278.0),
        Field::Light(part) => (1128.0, light_y(part.index(), is_segment)),
        Field::Curve => (1083.0, if is_segment { 338.0 } else { 278.0 }),
    }
}

fn light_y(index: usize, is_segment: bool) -> f64 {
    if is_segment { 318.0 + 40.0 * index as f64 } else { 257.0 + 40.0 * index as f64 }
}
