//! What is on the timeline, and what edits make of it: `web/video/src/model`. Times are whole milliseconds.

use super::effect::{Effect, after_cut, after_split};
use super::media::{Medium, MediumKind, media};
use serde_json::{Value, json};

pub(super) const SHORTEST_MS: i64 = 100;
pub(super) const LONGEST_MS: i64 = 3_600_000;
const TEXT_MS: i64 = 3000;
pub(super) const TEXT_NAME: &str = "Text block";

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Style {
    pub(super) text: String,
    pub(super) size: i64,
    /// `#rrggbb`
    pub(super) color: String,
    /// `#rrggbbaa`
    pub(super) background: String,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Content {
    Medium(&'static Medium),
    Text(Style),
}

/// A use of a medium, or a text, on a track.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Block {
    pub(super) id: String,
    pub(super) content: Content,
    pub(super) start: i64,
    pub(super) duration: i64,
    /// What is left out of the medium; for texts 0.
    pub(super) trim_start: i64,
    pub(super) trim_end: i64,
    /// In their order of work.
    pub(super) effects: Vec<Effect>,
}

/// Rows of blocks, the top one first; the blocks of a row are in the order of their starts.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Project {
    pub(super) rows: Vec<Vec<Block>>,
}

/// A row that is there, or one that is made before the row that is there now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Target {
    pub(super) row: usize,
    pub(super) is_new: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Edge {
    Left,
    Right,
}

/// What the form of a block's times sets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TimeField {
    Duration,
    TrimStart,
    TrimEnd,
}

impl Style {
    /// Of a new text.
    fn new() -> Self {
        Self { text: "New text".into(), size: 32, color: "#ffffff".into(), background: "#00000080".into() }
    }
}

impl Block {
    pub(super) fn of_medium(id: &str, medium: &'static Medium, start: i64) -> Self {
        let (id, content) = (id.to_owned(), Content::Medium(medium));
        Self { id, content, start, duration: medium.duration_ms, trim_start: 0, trim_end: 0, effects: Vec::new() }
    }

    fn of_text(id: &str, start: i64) -> Self {
        let (id, content) = (id.to_owned(), Content::Text(Style::new()));
        Self { id, content, start, duration: TEXT_MS, trim_start: 0, trim_end: 0, effects: Vec::new() }
    }

    pub(super) fn end(&self) -> i64 {
        self.start + self.duration
    }

    pub(super) fn is_text(&self) -> bool {
        matches!(self.content, Content::Text(_))
    }

    pub(super) fn is_sound(&self) -> bool {
        matches!(self.content, Content::Medium(Medium { kind: MediumKind::Audio, .. }))
    }

    /// As the page calls it, without a number.
    fn plain_name(&self) -> String {
        match &self.content {
            Content::Medium(medium) => medium.name.clone(),
            Content::Text(style) => {
                let words: Vec<&str> = style.text.split_whitespace().collect();
                if words.is_empty() { TEXT_NAME.to_owned() } else { words.join(" ") }
            }
        }
    }

    fn can_split(&self, time: i64) -> bool {
        time - self.start >= SHORTEST_MS && self.end() - time >= SHORTEST_MS
    }

    fn to_json(&self) -> Value {
        let effects = self.effects_json();
        let active: Vec<&Value> =
            effects.iter().filter(|effect| effect["enabled"] == true && effect["startTimeMs"] == self.start).collect();
        let mut written = json!({
            "elementId": self.id, "startTimeMs": self.start, "durationMs": self.duration, "trimFromStartMs": self.trim_start,
            "trimFromEndMs": self.trim_end, "activeEffectsAtStart": active,
        });
        match &self.content {
            Content::Medium(medium) => {
                written["mediaName"] = medium.name.clone().into();
                written["mediaType"] = medium.kind.word().into();
            }
            Content::Text(style) => {
                written["mediaName"] = TEXT_NAME.into();
                written["mediaType"] = "TEXT".into();
                written["text"] = style.text.clone().into();
                written["fontSize"] = style.size.into();
                written["fontColor"] = style.color.clone().into();
                written["backgroundColor"] = style.background.clone().into();
            }
        }
        written
    }

    fn effects_json(&self) -> Vec<Value> {
        let written = |(order, effect): (usize, &Effect)| effect.to_json(&self.id, self.start, self.duration, order);
        self.effects.iter().enumerate().map(written).collect()
    }
}

impl Project {
    /// All blocks, by row and then by time.
    pub(super) fn blocks(&self) -> impl Iterator<Item = &Block> {
        self.rows.iter().flatten()
    }

    pub(super) fn length(&self) -> i64 {
        self.blocks().map(Block::end).max().unwrap_or(0)
    }

    pub(super) fn row_end(&self, row: usize) -> i64 {
        self.rows.get(row).into_iter().flatten().map(Block::end).max().unwrap_or(0)
    }

    pub(super) fn block(&self, id: &str) -> Result<&Block, String> {
        self.blocks().find(|block| block.id == id).ok_or_else(|| format!("there is no block {id:?}"))
    }

    pub(super) fn block_mut(&mut self, id: &str) -> Result<&mut Block, String> {
        let block = self.rows.iter_mut().flatten().find(|block| block.id == id);
        block.ok_or_else(|| format!("there is no block {id:?}"))
    }

    pub(super) fn row_of(&self, id: &str) -> Result<usize, String> {
        let row = self.rows.iter().position(|row| row.iter().any(|block| block.id == id));
        row.ok_or_else(|| format!("there is no block {id:?}"))
    }

    /// The block that has an effect.
    pub(super) fn owner(&self, effect: &str) -> Result<&Block, String> {
        let owner = self.blocks().find(|block| block.effects.iter().any(|own| own.id == effect));
        owner.ok_or_else(|| format!("there is no effect {effect:?}"))
    }

    pub(super) fn has(&self, id: &str) -> bool {
        self.blocks().any(|block| block.id == id || block.effects.iter().any(|effect| effect.id == id))
    }

    /// Every moment at which a block begins or ends, and 0, but for those of one block.
    pub(super) fn edges(&self, without: &str) -> Vec<i64> {
        let others = self.blocks().filter(|block| block.id != without);
        let mut edges: Vec<i64> = others.flat_map(|block| [block.start, block.end()]).chain([0]).collect();
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    /// The name by which the page finds a block: of several of one name each has a number.
    pub(super) fn name_of(&self, id: &str) -> Result<String, String> {
        let name = self.block(id)?.plain_name();
        let same: Vec<&Block> = self.blocks().filter(|block| block.plain_name() == name).collect();
        let number = same.iter().position(|block| block.id == id).unwrap_or_default() + 1;
        Ok(if same.len() == 1 { name } else { format!("{name} {number}") })
    }

    /// Puts a block on a row, where there is room for it.
    pub(super) fn put(&mut self, block: Block, Target { row, is_new }: Target) {
        let row = row.min(self.rows.len());
        if is_new || row == self.rows.len() {
            self.rows.insert(row, Vec::new());
        }
        let start = free_start(&self.rows[row], block.start, block.duration);
        self.rows[row].push(Block { start, ..block });
        self.rows[row].sort_by_key(|block| block.start);
        self.tidy();
    }

    pub(super) fn add_text(&mut self, id: &str, start: i64) {
        let is_free = self.rows.first().is_some_and(|row| free_start(row, start, TEXT_MS) == start);
        self.put(Block::of_text(id, start), Target { row: 0, is_new: !is_free });
    }

    /// Takes a block out; its row stays, empty, until the block has its place: the target's number means rows as they are.
    fn take(&mut self, id: &str) -> Result<Block, String> {
        let row = self.row_of(id)?;
        let index = self.rows[row].iter().position(|block| block.id == id).unwrap_or_default();
        Ok(self.rows[row].remove(index))
    }

    pub(super) fn move_to(&mut self, id: &str, target: Target, start: i64) -> Result<(), String> {
        let block = self.take(id)?;
        self.put(Block { start, ..block }, target);
        Ok(())
    }

    /// To the row above or below; beyond the first or the last one a new row is made, unless the block is alone on its own.
    pub(super) fn move_by_row(&mut self, id: &str, is_up: bool) -> Result<(), String> {
        let row = self.row_of(id)?;
        let start = self.block(id)?.start;
        let is_beyond = if is_up { row == 0 } else { row + 1 == self.rows.len() };
        if is_beyond && self.rows[row].len() == 1 {
            return Err("it is alone on its track, and there is none beyond".into());
        }
        let next = if is_up { row.saturating_sub(1) } else { row + 1 };
        self.move_to(id, Target { row: next, is_new: is_beyond }, start)
    }

    /// Moves an edge to a time. `Err`: it cannot go there.
    pub(super) fn trim(&mut self, id: &str, edge: Edge, time: i64) -> Result<(), String> {
        let block = self.block(id)?;
        let others = || self.rows[self.row_of(id).unwrap_or_default()].iter().filter(|other| other.id != id);
        let (least, most) = match edge {
            Edge::Left => {
                let before = others().filter(|other| other.start < block.start).map(Block::end).max().unwrap_or(0);
                let begin = if block.is_text() { 0 } else { block.start - block.trim_start };
                (before.max(begin), block.end() - SHORTEST_MS)
            }
            Edge::Right => {
                let after = others().map(|other| other.start).filter(|start| *start > block.start).min().unwrap_or(LONGEST_MS);
                let end = if block.is_text() { LONGEST_MS } else { block.end() + block.trim_end };
                (block.start + SHORTEST_MS, after.min(end))
            }
        };
        if !(least..=most).contains(&time) {
            return Err(format!("the edge goes from {least} to {most} ms"));
        }
        let block = self.block_mut(id)?;
        let is_text = block.is_text();
        match edge {
            Edge::Left => {
                let cut = time - block.start;
                block.start = time;
                block.duration -= cut;
                block.trim_start += if is_text { 0 } else { cut };
                block.effects = after_cut(&block.effects, cut, block.duration);
            }
            Edge::Right => {
                let cut = block.end() - time;
                block.duration -= cut;
                block.trim_end += if is_text { 0 } else { cut };
                block.effects = after_cut(&block.effects, 0, block.duration);
            }
        }
        Ok(())
    }

    /// What a form sets: the start stays.
    pub(super) fn set_time(&mut self, id: &str, field: TimeField, value: i64) -> Result<(), String> {
        let block = self.block(id)?;
        let is_text = block.is_text();
        let length = block.trim_start + block.duration + block.trim_end;
        let trim_start = if field == TimeField::TrimStart { value } else { block.trim_start };
        let duration = match field {
            TimeField::Duration => value,
            TimeField::TrimStart => length - trim_start - block.trim_end,
            TimeField::TrimEnd => length - trim_start - value,
        };
        let trim_end = if is_text { 0 } else { length - trim_start - duration };
        if is_text && field != TimeField::Duration {
            return Err("a text has no trims".into());
        }
        if duration < SHORTEST_MS || trim_end < 0 || trim_start < 0 {
            return Err(format!("it cannot be {duration} ms long"));
        }
        let row = &self.rows[self.row_of(id)?];
        let next = row.iter().map(|other| other.start).find(|start| *start > block.start);
        if block.start + duration > next.unwrap_or(LONGEST_MS) {
            return Err("the next block on the track is in the way".into());
        }
        let block = self.block_mut(id)?;
        let cut = trim_start - block.trim_start;
        block.effects = after_cut(&block.effects, cut, duration);
        (block.duration, block.trim_start, block.trim_end) = (duration, trim_start, trim_end);
        Ok(())
    }

    /// The left part keeps its id.
    pub(super) fn split(&mut self, id: &str, time: i64, right_id: &str) -> Result<(), String> {
        let row = self.row_of(id)?;
        let block = self.block_mut(id)?;
        if !block.can_split(time) {
            return Err(format!("it cannot be split at {time} ms"));
        }
        let is_text = block.is_text();
        let at = time - block.start;
        let rest = block.duration - at;
        let (before, after) = after_split(&block.effects, at, block.duration);
        let trim_start = if is_text { 0 } else { block.trim_start + at };
        let right = Block { id: right_id.to_owned(), start: time, duration: rest, trim_start, effects: after, ..block.clone() };
        block.duration = at;
        block.trim_end += if is_text { 0 } else { rest };
        block.effects = before;
        self.rows[row].push(right);
        self.rows[row].sort_by_key(|block| block.start);
        Ok(())
    }

    /// A copy at the end of its row.
    pub(super) fn duplicate(&mut self, id: &str, copy_id: &str) -> Result<(), String> {
        let row = self.row_of(id)?;
        let mut copy = Block { id: copy_id.to_owned(), start: self.row_end(row), ..self.block(id)?.clone() };
        for effect in &mut copy.effects {
            effect.id = format!("{copy_id}-{}", effect.id);
        }
        self.put(copy, Target { row, is_new: false });
        Ok(())
    }

    /// Ripple: later blocks of the row move left by as much as is gone.
    pub(super) fn delete(&mut self, id: &str, is_ripple: bool) -> Result<(), String> {
        let row = self.row_of(id)?;
        let gone = self.take(id)?;
        if is_ripple {
            for block in self.rows[row].iter_mut().filter(|block| block.start > gone.start) {
                block.start -= gone.duration;
            }
        }
        self.tidy();
        Ok(())
    }

    /// A track without blocks goes away.
    fn tidy(&mut self) {
        self.rows.retain(|row| !row.is_empty());
    }

    /// As the page writes it.
    pub(super) fn to_json(&self) -> Value {
        let track = |(index, row): (usize, &Vec<Block>)| {
            let items: Vec<Value> = row.iter().flat_map(Block::effects_json).collect();
            let elements: Vec<Value> = row.iter().map(Block::to_json).collect();
            json!({"trackIndex": index, "effectSubTrack": {"items": items}, "elements": elements})
        };
        let is_used =
            |medium: &&Medium| self.blocks().any(|block| matches!(block.content, Content::Medium(own) if own == *medium));
        let source = |medium: &Medium| {
            json!({
                "filename": medium.name, "mediaType": medium.kind.word(), "originalDurationMs": medium.duration_ms,
            })
        };
        json!({
            "finalDurationMs": self.length(),
            "trackCount": self.rows.len(),
            "sourceMedia": media().iter().filter(is_used).map(source).collect::<Vec<_>>(),
            "timeline": self.rows.iter().enumerate().map(track).collect::<Vec<_>>(),
        })
    }
}

/// The nearest start at which a block of this length overlaps none of the others, which are in order.
pub(super) fn free_start(others: &[Block], wanted: i64, duration: i64) -> i64 {
    let target = wanted.max(0);
    let ends = [0].into_iter().chain(others.iter().map(Block::end));
    let starts = others.iter().map(|other| other.start).chain([i64::MAX]);
    let gaps = ends.zip(starts).filter(|(from, to)| to - duration >= *from);
    let nearest = gaps.map(|(from, to)| target.clamp(from, to - duration));
    // Of equally near ones the earlier is first, and `min_by_key` takes the first.
    nearest.min_by_key(|start| (start - target).abs()).unwrap_or(target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apps::video::effect::{EffectKind, Light};
    use crate::apps::video::media::medium;

    fn bridge(id: &str, start: i64) -> Block {
        Block::of_medium(id, medium("Bridge Flight.mp4").unwrap(), start)
    }

    fn project(starts: &[i64]) -> Project {
        let blocks = starts.iter().enumerate().map(|(i, start)| bridge(&format!("b{i}"), *start));
        Project { rows: vec![blocks.collect()] }
    }

    #[test]
    fn a_block_goes_to_the_nearest_place_that_is_free() {
        let Project { rows } = project(&[0, 20_000]);
        for (wanted, start) in [(-5, 9050), (9050, 9050), (10_000, 10_000), (11_000, 10_950), (14_524, 10_950), (30_000, 30_000)]
        {
            assert_eq!(free_start(&rows[0], wanted, 9050), start, "{wanted}");
        }
        assert_eq!(free_start(&rows[0], 20_000, 12_000), 29_050);
    }

    #[test]
    fn parts_of_a_split_have_the_effects_where_they_lie() {
        let mut project = project(&[0]);
        let contrast = EffectKind::Light(Light { contrast: 3.0, ..Light::NEUTRAL });
        let segment = Effect { segment: Some((1000, 6000)), ..Effect::new("look", contrast) };
        let fade = Effect::new("fade", EffectKind::named("fade-out").unwrap());
        project.rows[0][0].effects = vec![segment, fade];
        project.split("b0", 4000, "right").unwrap();
        let of = |id: &str| -> Vec<(String, Option<(i64, i64)>)> {
            let effects = &project.block(id).unwrap().effects;
            effects.iter().map(|effect| (effect.id.clone(), effect.segment)).collect()
        };
        assert_eq!(of("b0"), [("look".to_owned(), Some((1000, 4000)))]);
        assert_eq!(of("right"), [("look-right".to_owned(), Some((0, 2000))), ("fade".to_owned(), None)]);
        let right = project.block("right").unwrap();
        assert_eq!((right.start, right.duration, right.trim_start, right.trim_end), (4000, 5050, 4000, 0));
    }

    #[test]
    fn ripple_closes_the_gap_and_a_row_without_blocks_goes_away() {
        let mut project = project(&[0, 9050, 18_100]);
        project.delete("b1", true).unwrap();
        assert_eq!(project.block("b2").unwrap().start, 9050);
        project.move_by_row("b2", false).unwrap();
        assert_eq!((project.rows.len(), project.row_of("b2")), (2, Ok(1)));
        assert!(project.move_by_row("b2", false).is_err());
        project.delete("b0", false).unwrap();
        assert_eq!((project.rows.len(), project.row_of("b2")), (1, Ok(0)));
    }

    #[test]
    fn names_have_numbers_where_there_are_several() {
        let mut project = project(&[0, 9050]);
        project.add_text("title", 0);
        assert_eq!(project.name_of("b1").unwrap(), "Bridge Flight.mp4 2");
        assert_eq!(project.name_of("title").unwrap(), "New text");
    }
}
