//! What is seen and heard of a project, however it was made: blocks that go on where the one before ends are one clip, effects that do nothing
//! are none, and a light adjustment that goes on in the next part is one.

use super::effect::{EffectKind, Light};
use super::media::Medium;
use super::project::{Block, Content, Project, Style};

/// A medium that plays without a break, or a text that stands.
#[derive(Clone, Debug)]
pub(super) struct Clip {
    pub(super) what: What,
    /// One after the other, without gaps.
    pub(super) parts: Vec<Part>,
    pub(super) effects: Vec<Working>,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) enum What {
    /// From this time of the medium on.
    Medium(&'static Medium, i64),
    Text(Style),
}

/// Where a part of it is on the timeline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Part {
    pub(super) from: i64,
    pub(super) to: i64,
    pub(super) row: usize,
}

/// An effect that does something, by times on the timeline.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Working {
    pub(super) kind: EffectKind,
    pub(super) from: i64,
    pub(super) to: i64,
}

impl Clip {
    fn new(block: &Block, row: usize) -> Self {
        let what = match &block.content {
            Content::Medium(medium) => What::Medium(medium, block.trim_start),
            Content::Text(style) => What::Text(style.clone()),
        };
        let mut clip = Self { what, parts: Vec::new(), effects: Vec::new() };
        clip.extend(block, row);
        clip
    }

    fn extend(&mut self, block: &Block, row: usize) {
        self.parts.push(Part { from: block.start, to: block.end(), row });
        for effect in block.effects.iter().filter(|effect| effect.enabled && !does_nothing(effect.kind)) {
            let (from, to) = effect.extent(block.duration);
            self.effects.push(Working { kind: effect.kind, from: block.start + from, to: block.start + to });
        }
    }

    pub(super) fn start(&self) -> i64 {
        self.parts.first().map_or(0, |part| part.from)
    }

    pub(super) fn end(&self) -> i64 {
        self.parts.last().map_or(0, |part| part.to)
    }

    pub(super) fn duration(&self) -> i64 {
        self.end() - self.start()
    }

    /// Whether a block shows what this clip would show if it went on.
    fn goes_on_in(&self, block: &Block) -> bool {
        let is_same = match (&self.what, &block.content) {
            (What::Medium(medium, from), Content::Medium(other)) => medium == other && from + self.duration() == block.trim_start,
            (What::Text(style), Content::Text(other)) => style == other,
            _ => false,
        };
        is_same && self.end() == block.start
    }

    /// Light adjustments of the same numbers of which one begins where the other ends are one.
    fn join_lights(&mut self) {
        self.effects.sort_by_key(|effect| (effect.from, effect.to));
        let mut joined: Vec<Working> = Vec::with_capacity(self.effects.len());
        for effect in self.effects.drain(..) {
            let is_light = matches!(effect.kind, EffectKind::Light(_));
            let before = joined.iter_mut().find(|before| is_light && before.kind == effect.kind && before.to == effect.from);
            match before {
                Some(before) => before.to = effect.to,
                None => joined.push(effect),
            }
        }
        self.effects = joined;
    }
}

fn does_nothing(kind: EffectKind) -> bool {
    kind == EffectKind::Light(Light::NEUTRAL)
}

/// The clips of a project, in the order of their starts.
pub(super) fn clips(project: &Project) -> Vec<Clip> {
    let rows = project.rows.iter().enumerate();
    let mut blocks: Vec<(usize, &Block)> = rows.flat_map(|(row, blocks)| blocks.iter().map(move |block| (row, block))).collect();
    blocks.sort_by_key(|(row, block)| (block.start, *row));
    let mut clips: Vec<Clip> = Vec::new();
    for (row, block) in blocks {
        match clips.iter_mut().find(|clip| clip.goes_on_in(block)) {
            Some(clip) => clip.extend(block, row),
            None => clips.push(Clip::new(block, row)),
        }
    }
    clips.iter_mut().for_each(Clip::join_lights);
    clips
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apps::video::effect::Effect;
    use crate::apps::video::media::medium;
    use crate::apps::video::project::Target;

    fn garden(effects: Vec<Effect>) -> Project {
        let block = Block { effects, ..Block::of_medium("a", medium("Garden Leap.mp4").unwrap(), 0) };
        Project { rows: vec![vec![block]] }
    }

    fn contrast(id: &str) -> Effect {
        Effect::new(id, EffectKind::Light(Light { contrast: 3.0, ..Light::NEUTRAL }))
    }

    #[test]
    fn a_split_that_changes_nothing_is_not_seen() {
        let mut project = garden(vec![contrast("look")]);
        project.split("a", 2000, "b").unwrap();
        project.split("b", 3000, "c").unwrap();
        // Which track the parts are on makes no difference either.
        project.move_to("b", Target { row: 1, is_new: true }, 2000).unwrap();
        let clips = clips(&project);
        assert_eq!(clips.len(), 1);
        assert_eq!((clips[0].start(), clips[0].duration(), clips[0].parts.len()), (0, 5060, 3));
        let kind = contrast("look").kind;
        assert_eq!(clips[0].effects, [Working { kind, from: 0, to: 5060 }]);
    }

    #[test]
    fn parts_apart_or_out_of_order_are_clips_of_their_own() {
        let mut project = garden(Vec::new());
        project.split("a", 2000, "b").unwrap();
        project.move_to("b", Target { row: 0, is_new: false }, 2050).unwrap();
        assert_eq!(clips(&project).len(), 2);
        let mut project = garden(Vec::new());
        project.duplicate("a", "b").unwrap();
        assert_eq!(clips(&project).len(), 2);
    }

    #[test]
    fn effects_that_do_nothing_are_none() {
        let off = Effect { enabled: false, ..contrast("off") };
        let neutral = Effect::new("neutral", EffectKind::Light(Light::NEUTRAL));
        assert_eq!(clips(&garden(vec![off, neutral]))[0].effects, []);
    }

    #[test]
    fn fades_of_two_parts_are_two_fades() {
        let mut project = garden(Vec::new());
        project.split("a", 2060, "b").unwrap();
        for block in &mut project.rows[0] {
            let fade = Effect::new(&format!("fade-{}", block.id), EffectKind::named("fade-out").unwrap());
            block.effects.push(fade);
        }
        assert_eq!(clips(&project)[0].effects.len(), 2);
    }
}
