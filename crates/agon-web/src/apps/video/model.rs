//! What the page holds while steps are done in it: the project, what was exported, what is selected.

use super::effect::{Effect, EffectKind, SHORTEST_EFFECT_MS};
use super::project::{Block, Content, Edge, LONGEST_MS, Project, Style, Target, TimeField};
use super::steps::{Entry, Field, LightPart, NUDGE_MS, Step, Tab};
use serde_json::{Value, json};

/// What the page holds, as far as hands and graders need it.
#[derive(Clone, Debug, Default)]
pub(super) struct Model {
    pub(super) project: Project,
    pub(super) exported: Option<Project>,
    /// The selected block.
    pub(super) selection: Option<String>,
    /// The selected effect of it.
    pub(super) effect: Option<String>,
    pub(super) playhead: i64,
    /// Projects before each edit that can be undone.
    past: Vec<Project>,
}

impl Model {
    /// The state that the page would report.
    pub(super) fn state(&self) -> Value {
        json!({
            "app": "video", "project": self.project.to_json(), "exported": self.exported.as_ref().map(Project::to_json),
            "playheadMs": self.playhead, "isPlaying": false, "selection": self.selection.iter().collect::<Vec<_>>(),
            "selectedEffect": self.effect, "isSnapping": true, "pixelsPerSecond": 40, "scrollX": 0, "scrollY": 0,
        })
    }

    fn select(&mut self, id: &str) {
        if self.selection.as_deref() != Some(id) {
            self.selection = Some(id.to_owned());
            self.effect = None;
        }
    }

    /// The row to which a medium is added.
    fn selected_row(&self) -> usize {
        self.selection.as_ref().and_then(|id| self.project.row_of(id).ok()).unwrap_or(0)
    }

    /// Does what the page does at a step.
    pub(super) fn follow(&mut self, step: &Step) -> Result<(), String> {
        let before = self.project.clone();
        match step {
            Step::Playhead(time) => {
                if *time > self.project.length() {
                    return Err("the project ends before that".into());
                }
                self.playhead = *time;
                return Ok(());
            }
            Step::Export => {
                if self.project.rows.is_empty() {
                    return Err("there is nothing to export".into());
                }
                self.exported = Some(self.project.clone());
                return Ok(());
            }
            Step::Undo => self.project = self.past.pop().ok_or("there is nothing to undo")?,
            _ => {
                self.edit(step)?;
                self.past.push(before);
            }
        }
        self.playhead = self.playhead.min(self.project.length());
        self.selection = self.selection.take().filter(|id| self.project.block(id).is_ok());
        Ok(())
    }

    fn edit(&mut self, step: &Step) -> Result<(), String> {
        match step {
            Step::Add { medium, id } => {
                let row = self.selected_row();
                let start = self.project.row_end(row);
                self.insert(Block::of_medium(id, medium, start), Target { row, is_new: false })?;
            }
            Step::Below { medium, id } => {
                let target = Target { row: self.project.rows.len(), is_new: true };
                self.insert(Block::of_medium(id, medium, self.playhead), target)?;
            }
            Step::Drop { medium, id, start, row } => {
                let target = row.target(&self.project)?;
                self.insert(Block::of_medium(id, medium, *start), target)?;
                self.stands(id, *start)?;
            }
            Step::Text { id } => {
                self.is_free(id)?;
                self.project.add_text(id, self.playhead);
                self.select(id);
            }
            Step::Effect { block, kind, id } => {
                self.is_free(id)?;
                let owner = self.project.block_mut(block)?;
                if owner.is_sound() && matches!(kind, EffectKind::Light(_)) {
                    return Err("a sound has no light to adjust".into());
                }
                owner.effects.push(Effect::new(id, *kind));
                self.selection = Some(block.clone());
                self.effect = Some(id.clone());
            }
            Step::Set { id, field, entry } => self.set(id, *field, entry)?,
            Step::Split { id, at, right } => {
                self.is_free(right)?;
                self.project.split(id, *at, right)?;
                self.playhead = *at;
                self.select(right);
            }
            Step::Copy { id, copy } => {
                self.is_free(copy)?;
                self.project.duplicate(id, copy)?;
                self.select(copy);
            }
            Step::Delete { id, is_ripple } => {
                self.project.delete(id, *is_ripple)?;
                self.selection = None;
                self.effect = None;
            }
            Step::Move { id, start, row } => {
                let target = row.target(&self.project)?;
                self.project.move_to(id, target, *start)?;
                self.stands(id, *start)?;
                self.select(id);
            }
            Step::Trim { id, edge, to } => {
                self.project.trim(id, *edge, *to)?;
                self.select(id);
            }
            Step::EffectEdge { id, edge, to } => {
                let owner = self.project.owner(id)?.clone();
                let own = effect_of(&owner, id)?;
                let (from, end) = own.extent(owner.duration);
                let at = to - owner.start;
                let extent = if *edge == Edge::Left { (at, end) } else { (from, at) };
                self.set_extent(id, extent)?;
                self.select_effect(&owner.id, id);
            }
            Step::Slide { id, part } => {
                let most = if *part == LightPart::Brightness { 1.0 } else { 3.0 };
                self.set(id, Field::Light(*part), &Entry::Number(most))?;
            }
            Step::Nudge { id, presses } => {
                let start = self.project.block(id)?.start + presses * NUDGE_MS;
                let target = Target { row: self.project.row_of(id)?, is_new: false };
                self.project.move_to(id, target, start)?;
                self.stands(id, start)?;
                self.select(id);
            }
            Step::ByRow { id, is_up } => {
                self.project.move_by_row(id, *is_up)?;
                self.select(id);
            }
            Step::Playhead(_) | Step::Export | Step::Undo => {}
        }
        Ok(())
    }

    fn is_free(&self, id: &str) -> Result<(), String> {
        if self.project.has(id) { Err(format!("there is something called {id:?} already")) } else { Ok(()) }
    }

    fn insert(&mut self, block: Block, target: Target) -> Result<(), String> {
        self.is_free(&block.id)?;
        let id = block.id.clone();
        self.project.put(block, target);
        self.select(&id);
        Ok(())
    }

    /// `Err`: another block was in the way.
    fn stands(&self, id: &str, start: i64) -> Result<(), String> {
        match self.project.block(id)?.start {
            there if there == start => Ok(()),
            there => Err(format!("there is no room for it there; it comes to stand at {there} ms")),
        }
    }

    fn select_effect(&mut self, block: &str, effect: &str) {
        self.selection = Some(block.to_owned());
        self.effect = Some(effect.to_owned());
    }

    fn set(&mut self, id: &str, field: Field, entry: &Entry) -> Result<(), String> {
        match field.tab() {
            Tab::Time => {
                match (field, entry) {
                    (Field::Start, Entry::Time(start)) => {
                        let target = Target { row: self.project.row_of(id)?, is_new: false };
                        if *start > LONGEST_MS {
                            return Err("this is too late".into());
                        }
                        self.project.move_to(id, target, *start)?;
                        self.stands(id, *start)?;
                    }
                    (Field::Track, Entry::Whole(number)) => {
                        let rows = self.project.rows.len();
                        let row = usize::try_from(number - 1).ok().filter(|row| *row <= rows);
                        let row = row.ok_or_else(|| format!("there are {rows} tracks"))?;
                        let start = self.project.block(id)?.start;
                        self.project.move_to(id, Target { row, is_new: row == rows }, start)?;
                        self.stands(id, start)?;
                    }
                    (Field::Duration, Entry::Time(time)) => self.project.set_time(id, TimeField::Duration, *time)?,
                    (Field::TrimStart, Entry::Time(time)) => self.project.set_time(id, TimeField::TrimStart, *time)?,
                    (Field::TrimEnd, Entry::Time(time)) => self.project.set_time(id, TimeField::TrimEnd, *time)?,
                    _ => return Err("it cannot be set to that".into()),
                }
                self.select(id);
            }
            Tab::Text => {
                let Content::Text(style) = &mut self.project.block_mut(id)?.content else {
                    return Err(format!("{id:?} is no text"));
                };
                set_style(style, field, entry)?;
                self.select(id);
            }
            Tab::Effects => self.set_effect(id, field, entry)?,
        }
        Ok(())
    }

    fn set_effect(&mut self, id: &str, field: Field, entry: &Entry) -> Result<(), String> {
        let owner = self.project.owner(id)?.clone();
        let own = effect_of(&owner, id)?.clone();
        let is_reached = self.effect.as_deref() == Some(id) || owner.effects.last().is_some_and(|last| last.id == id);
        if !is_reached {
            return Err(format!("{id:?} is neither selected nor the newest effect of its block"));
        }
        let extent = own.extent(owner.duration);
        match (field, entry) {
            (Field::From, Entry::Time(time)) if own.segment.is_some() => self.set_extent(id, (time - owner.start, extent.1))?,
            (Field::To, Entry::Time(time)) if own.segment.is_some() => self.set_extent(id, (extent.0, time - owner.start))?,
            (Field::From | Field::To, _) => return Err("first set its extent to segment".into()),
            _ => {
                let effect = self.effect_mut(&owner.id, id)?;
                match (field, entry, &mut effect.kind) {
                    (Field::Enabled, Entry::Tick(is_on), _) => effect.enabled = *is_on,
                    (Field::Extent, Entry::Segment(is_segment), _) => effect.segment = is_segment.then_some(extent),
                    (Field::Curve, Entry::Curve(curve), EffectKind::Fade(_, own)) => *own = *curve,
                    (Field::Light(part), Entry::Number(number), EffectKind::Light(light)) => {
                        match part {
                            LightPart::Brightness => light.brightness = *number,
                            LightPart::Contrast => light.contrast = *number,
                            LightPart::Saturation => light.saturation = *number,
                        }
                        if !light.is_possible() {
                            return Err(format!("{number} is out of range"));
                        }
                    }
                    _ => return Err("it cannot be set to that".into()),
                }
            }
        }
        self.select_effect(&owner.id, id);
        Ok(())
    }

    fn set_extent(&mut self, id: &str, (from, to): (i64, i64)) -> Result<(), String> {
        let owner = self.project.owner(id)?;
        if from < 0 || to > owner.duration || to - from < SHORTEST_EFFECT_MS {
            return Err("it lies inside of its block and lasts a while".into());
        }
        let block = owner.id.clone();
        self.effect_mut(&block, id)?.segment = Some((from, to));
        Ok(())
    }

    fn effect_mut(&mut self, block: &str, id: &str) -> Result<&mut Effect, String> {
        let effect = self.project.block_mut(block)?.effects.iter_mut().find(|effect| effect.id == id);
        effect.ok_or_else(|| format!("there is no effect {id:?}"))
    }
}

pub(super) fn effect_of<'a>(block: &'a Block, id: &str) -> Result<&'a Effect, String> {
    block.effects.iter().find(|effect| effect.id == id).ok_or_else(|| format!("there is no effect {id:?}"))
}

fn set_style(style: &mut Style, field: Field, entry: &Entry) -> Result<(), String> {
    match (field, entry) {
        (Field::Text, Entry::Text(text)) => style.text.clone_from(text),
        (Field::Size, Entry::Whole(size)) if (8..=200).contains(size) => style.size = *size,
        (Field::Color, Entry::Color(color)) => style.color.clone_from(color),
        (Field::Background, Entry::Color(color)) => style.background.replace_range(..7, color),
        (Field::Opacity, Entry::Whole(percent)) if (0..=100).contains(percent) => {
            let level = (*percent as f64 / 100.0 * 255.0).round() as u8;
            style.background.replace_range(7.., &format!("{level:02x}"));
        }
        _ => return Err("it cannot be set to that".into()),
    }
    Ok(())
}
