//! Which key types what: the layout's own keys, and spare ones that are given the characters it lacks.

use crate::display::{Display, DisplayError};
use crate::keysyms::SHIFT;
use std::collections::BTreeMap;
use std::time::Duration;
use x11rb::connection::Connection;
use x11rb::protocol::xproto::ConnectionExt as _;

pub(super) struct Keyboard {
    /// What the layout types, plain or with shift.
    layout: BTreeMap<u32, Stroke>,
    shift: u8,
    /// Keys that type nothing.
    spare: Vec<u8>,
    /// Keysyms that have been given to spare keys, in their order.
    given: Vec<u32>,
}

/// A key, and whether it takes shift.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Stroke {
    pub(super) code: u8,
    pub(super) shifted: bool,
}

/// Keys of media and brightness: no program here listens to them.
const MEDIA: std::ops::RangeInclusive<u32> = 0x1008_fe00..=0x1008_ffff;
/// Programs read the map when they get to a key, not when it is pressed: a key may get another meaning only when all that was
/// typed has been seen. For each change a program asks for the map, so it is not done as long as it asks.
const SEEN_QUIET: Duration = Duration::from_millis(150);
const SEEN_MOST: Duration = Duration::from_secs(5);

impl Keyboard {
    pub(super) fn new(display: &Display) -> Result<Self, DisplayError> {
        let setup = display.connection.setup();
        let (first, last) = (setup.min_keycode, setup.max_keycode);
        let map = display.connection.get_keyboard_mapping(first, last - first + 1)?.reply()?;
        let width = usize::from(map.keysyms_per_keycode).max(1);
        let (mut layout, mut spare) = (BTreeMap::new(), Vec::new());
        for (code, keysyms) in (first..=last).zip(map.keysyms.chunks(width)) {
            if keysyms.iter().all(|keysym| *keysym == 0 || MEDIA.contains(keysym)) {
                spare.push(code);
                continue;
            }
            for (keysym, shifted) in keysyms.iter().zip([false, true]).filter(|(keysym, _)| **keysym != 0) {
                // The first key that types it is the one on the main block.
                layout.entry(*keysym).or_insert(Stroke { code, shifted });
            }
        }
        let shift = layout.get(&SHIFT).map_or(0, |stroke| stroke.code);
        Ok(Self { layout, shift, spare, given: Vec::new() })
    }

    pub(super) fn shift(&self) -> u8 {
        self.shift
    }

    /// Makes as many of these keysyms typeable as there is room for, and gives the strokes for them, at least one.
    pub(super) async fn strokes(&mut self, display: &Display, keysyms: &[u32]) -> Result<Vec<Stroke>, DisplayError> {
        let lacks_first = keysyms.first().is_some_and(|first| self.stroke(*first).is_none());
        if lacks_first && self.given.len() == self.spare.len() {
            display.settle_requests(SEEN_QUIET, SEEN_MOST).await?;
            self.given.clear();
        }
        let old = self.given.len();
        let mut strokes = Vec::new();
        for keysym in keysyms {
            if self.stroke(*keysym).is_none() {
                if self.given.len() == self.spare.len() {
                    break;
                }
                self.given.push(*keysym);
            }
            strokes.extend(self.stroke(*keysym));
        }
        self.remap(display, old)?;
        Ok(strokes)
    }

    fn stroke(&self, keysym: u32) -> Option<Stroke> {
        let given = || self.given.iter().position(|given| *given == keysym);
        self.layout.get(&keysym).copied().or_else(|| Some(Stroke { code: self.spare[given()?], shifted: false }))
    }

    /// Tells the server what the spare keys from a place on mean now. Neighbours go together: every change makes every program
    /// read the whole map again.
    fn remap(&self, display: &Display, from: usize) -> Result<(), DisplayError> {
        let changes: Vec<(u8, u32)> = self.spare.iter().copied().zip(self.given.iter().copied()).skip(from).collect();
        for run in changes.chunk_by(|left, right| left.0 + 1 == right.0) {
            // With shift held it types the same.
            let keysyms: Vec<u32> = run.iter().flat_map(|(_, keysym)| [*keysym, *keysym]).collect();
            display.connection.change_keyboard_mapping(run.len() as u8, run[0].0, 2, &keysyms)?;
        }
        if !changes.is_empty() {
            display.sync()?;
        }
        Ok(())
    }
}
