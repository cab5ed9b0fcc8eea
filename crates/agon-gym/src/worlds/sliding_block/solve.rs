//! The shortest solution, and detours that lead back to it.

use super::board::{Board, Slide};
use agon_core::Rng;

/// The fewest slides from one configuration to another, or `None` if that takes more than `limit` or cannot be done.
///
/// A search layer by layer from both ends. When two layers meet for the first time, the way through the meeting is a
/// shortest one: the ends are further apart than all layers before could bridge.
pub(super) fn shortest(from: Board, to: Board, limit: usize) -> Option<Vec<Slide>> {
    if from == to {
        return Some(Vec::new());
    }
    let (mut near, mut far) = (Side::new(from), Side::new(to));
    for _ in 0..limit {
        let near_grows = near.layer.len() <= far.layer.len();
        let met = if near_grows { near.grow(&far) } else { far.grow(&near) };
        if let Some(meeting) = met {
            let mut way = near.way_to(meeting);
            way.reverse();
            let rest = far.way_to(meeting);
            way.extend(rest.into_iter().map(Slide::reverse));
            return Some(way);
        }
        if near.layer.is_empty() || far.layer.is_empty() {
            return None;
        }
    }
    None
}

/// Inserts slides and their reversals at random places until the way has `length` slides, or one less: every slide moves
/// a block between a black and a white square, so detours come in pairs.
pub(super) fn pad(from: Board, way: &mut Vec<Slide>, length: usize, rng: &mut Rng) {
    while way.len() + 2 <= length {
        let at = rng.index(way.len() + 1);
        let slides = from.after_all(&way[..at]).map(Board::slides).unwrap_or_default();
        let Some(&slide) = rng.choose(&slides) else { return };
        way.splice(at..at, [slide, slide.reverse()]);
    }
}

/// What one end of the search has reached.
struct Side {
    reached: Reached,
    /// The configurations that are furthest away, with the slide that led to each.
    layer: Vec<(Board, Option<Slide>)>,
    next_layer: Vec<(Board, Option<Slide>)>,
}

impl Side {
    fn new(root: Board) -> Self {
        let mut reached = Reached::new();
        reached.insert(root, None);
        Self { reached, layer: vec![(root, None)], next_layer: Vec::new() }
    }

    /// Takes one more step in all directions, up to the first configuration that the other side has reached.
    fn grow(&mut self, other: &Self) -> Option<Board> {
        let mut meeting = None;
        self.next_layer.clear();
        for (board, led_here) in &self.layer {
            let back = led_here.map(Slide::reverse);
            board.for_each_slide(|slide, next| {
                if Some(slide) != back && self.reached.insert(next, Some(slide)) {
                    self.next_layer.push((next, Some(slide)));
                    if meeting.is_none() && other.reached.contains(next) {
                        meeting = Some(next);
                    }
                }
            });
            if meeting.is_some() {
                break;
            }
        }
        std::mem::swap(&mut self.layer, &mut self.next_layer);
        meeting
    }

    /// The slides from this side's root to a configuration, the last first.
    fn way_to(&self, mut board: Board) -> Vec<Slide> {
        let mut way = Vec::new();
        while let Some(slide) = self.reached.slide_to(board) {
            way.push(slide);
            match board.after(slide.reverse()) {
                Some(before) => board = before,
                None => break,
            }
        }
        way
    }
}

/// A hash set of configurations with the slide that led to each, both in one word. Open addressing; zero is a free slot.
struct Reached {
    slots: Vec<u64>,
    used: usize,
}

const KEY_BITS: u32 = 50;
const KEY_MASK: u64 = (1 << KEY_BITS) - 1;

/// Stands for "no slide led here" in a slot.
const NO_SLIDE: u64 = 63;

impl Reached {
    fn new() -> Self {
        Self { slots: vec![0; 1 << 12], used: 0 }
    }

    /// Says whether the configuration is new.
    fn insert(&mut self, board: Board, slide: Option<Slide>) -> bool {
        let at = self.find(board.key());
        if self.slots[at] != 0 {
            return false;
        }
        let code = slide.map_or(NO_SLIDE, |slide| (slide.block * 4 + slide.direction) as u64);
        self.slots[at] = board.key() | code << KEY_BITS;
        self.used += 1;
        if self.used * 2 > self.slots.len() {
            self.enlarge();
        }
        true
    }

    fn contains(&self, board: Board) -> bool {
        self.slots[self.find(board.key())] != 0
    }

    fn slide_to(&self, board: Board) -> Option<Slide> {
        let code = self.slots[self.find(board.key())] >> KEY_BITS;
        (code != NO_SLIDE).then_some(Slide { block: code as usize / 4, direction: code as usize % 4 })
    }

    /// The slot that holds a key, or the free one where it belongs.
    fn find(&self, key: u64) -> usize {
        let mask = self.slots.len() - 1;
        // Fibonacci hashing: the upper half of the product depends on all bits of the key.
        let mut at = (key.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as usize & mask;
        while self.slots[at] != 0 && self.slots[at] & KEY_MASK != key {
            at = (at + 1) & mask;
        }
        at
    }

    fn enlarge(&mut self) {
        let bigger = vec![0; self.slots.len() * 4];
        for word in std::mem::replace(&mut self.slots, bigger) {
            if word != 0 {
                let at = self.find(word & KEY_MASK);
                self.slots[at] = word;
            }
        }
    }
}
