//! What an operator may set of what agents see: the screen's size, and whether they are shown screen, tree or both.

use crate::BadSetting;
use agon_core::{Settings, Surface};
use serde_json::{Value, json};

/// The largest screen.
const LARGEST: (u32, u32) = (3840, 2160);

/// What agents see of a world.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View {
    /// Width and height in pixels.
    pub screen: (u32, u32),
    pub shows: ObservationMode,
}

/// What an observation holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ObservationMode {
    Screen,
    Tree,
    Both,
    /// The screen with numbered boxes on it, and the tree with these numbers.
    Labels,
}

/// What may be chosen for a kind of world.
#[derive(Clone, Copy, Debug)]
pub struct ViewChoices {
    /// The screen's size unless something else is set.
    pub screen: (u32, u32),
    pub smallest: (u32, u32),
    /// The modes of worlds that have a tree; the others are seen by their screen only.
    pub modes: &'static [ObservationMode],
}

impl ObservationMode {
    /// Those of worlds with a real screen.
    pub const ALL: &'static [Self] = &[Self::Screen, Self::Tree, Self::Both, Self::Labels];
}

impl ObservationMode {
    fn word(self) -> &'static str {
        match self {
            Self::Screen => "screen",
            Self::Tree => "tree",
            Self::Both => "both",
            Self::Labels => "labels",
        }
    }

    pub fn screen(self) -> bool {
        self != Self::Tree
    }

    pub fn tree(self) -> bool {
        self != Self::Screen
    }
}

impl View {
    /// For briefs: what an agent sees.
    pub fn told(&self) -> String {
        let (width, height) = self.screen;
        match self.shows {
            ObservationMode::Screen => format!("the screen ({width}×{height} pixels)"),
            ObservationMode::Tree => format!("the accessibility tree, with places on a screen of {width}×{height} pixels"),
            ObservationMode::Both => format!("the screen ({width}×{height} pixels) and the accessibility tree"),
            ObservationMode::Labels => format!(
                "the screen ({width}×{height} pixels) with numbered labels on it, and what they stand for; a label's number may stand for a place"
            ),
        }
    }

    /// What remains of a task's surfaces.
    pub fn surfaces(&self, offered: &[Surface]) -> Vec<Surface> {
        offered.iter().copied().filter(|surface| *surface != Surface::Tree || self.shows.tree()).collect()
    }
}

impl ViewChoices {
    /// The settings `screen` and `observation` with their defaults, for a task that offers these surfaces.
    pub fn defaults(&self, offered: &[Surface]) -> Settings {
        let observation = if offered.contains(&Surface::Tree) { ObservationMode::Both } else { ObservationMode::Screen };
        let (width, height) = self.screen;
        let settings = [("screen", json!(format!("{width}x{height}"))), ("observation", json!(observation.word()))];
        settings.into_iter().map(|(key, value)| (key.to_owned(), value)).collect()
    }

    /// Reads the two settings, both of which are there.
    pub fn read(&self, settings: &Settings, offered: &[Surface]) -> Result<View, BadSetting> {
        let value = |key: &str| settings.get(key).unwrap_or(&Value::Null);
        let word = |key: &str| value(key).as_str().unwrap_or_default();
        let screen = self.size(word("screen")).ok_or_else(|| {
            let size = |(width, height): (u32, u32)| format!("{width}x{height}");
            let (smallest, largest, usual) = (size(self.smallest), size(LARGEST), size(self.screen));
            let problem = format!("{} is no size between {smallest} and {largest}, such as {usual}", value("screen"));
            BadSetting::new("screen", problem)
        })?;
        let known = || self.modes.iter().map(|mode| mode.word()).collect::<Vec<_>>().join(", ");
        let mode = self.modes.iter().copied().find(|mode| mode.word() == word("observation"));
        let shows =
            mode.ok_or_else(|| BadSetting::new("observation", format!("{} is none of {}", value("observation"), known())))?;
        if shows.tree() && !offered.contains(&Surface::Tree) {
            return Err(BadSetting::new("observation", "this task is seen by its screen only"));
        }
        Ok(View { screen, shows })
    }

    /// `1920x1080`.
    fn size(&self, text: &str) -> Option<(u32, u32)> {
        let (width, height) = text.split_once('x')?;
        let (width, height): (u32, u32) = (width.parse().ok()?, height.parse().ok()?);
        let fits = (self.smallest.0..=LARGEST.0).contains(&width) && (self.smallest.1..=LARGEST.1).contains(&height);
        fits.then_some((width, height))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const CHOICES: ViewChoices = ViewChoices {
        screen: (1280, 720),
        smallest: (640, 480),
        modes: &[ObservationMode::Screen, ObservationMode::Tree, ObservationMode::Both],
    };

    fn read(screen: &str, observation: &str, offered: &[Surface]) -> Result<View, String> {
        let settings = json!({"screen": screen, "observation": observation}).as_object().unwrap().clone();
        CHOICES.read(&settings, offered).map_err(|bad| format!("{}: {}", bad.key, bad.problem))
    }

    #[test]
    fn sizes_and_modes() {
        let both = [Surface::Screen, Surface::Tree];
        let view = CHOICES.read(&CHOICES.defaults(&both), &both).unwrap();
        assert_eq!(view, View { screen: (1280, 720), shows: ObservationMode::Both });
        assert_eq!(read("640x480", "tree", &both).unwrap().shows, ObservationMode::Tree);
        for wrong in ["639x480", "640x479", "3841x2160", "1280", "x", "1280x720x1"] {
            let problem = read(wrong, "tree", &both).unwrap_err();
            assert_eq!(problem, format!("screen: {wrong:?} is no size between 640x480 and 3840x2160, such as 1280x720"));
        }
        assert_eq!(read("640x480", "labels", &both).unwrap_err(), "observation: \"labels\" is none of screen, tree, both");
        let problem = read("640x480", "both", &[Surface::Screen]).unwrap_err();
        assert_eq!(problem, "observation: this task is seen by its screen only");
    }
}
