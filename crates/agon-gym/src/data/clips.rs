//! A numbered collection of short clips: sequences of frames in the order of time.

use super::clip::Clip;
use super::file::{is_picture_name, load_picture_file, without_alpha};
use super::film::{self, is_film_name};
use super::labels::Labels;
use super::listing::list_files;
use super::look_through::ClipSurvey;
use super::pictures::without_ending;
use super::recent::Recent;
use super::warn;
use crate::{Canvas, ParamError};
use image_webp::WebPDecoder;
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Cursor;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

/// The clips a world draws on. The same source gives the same clips in the same order.
pub(crate) struct Clips {
    items: Vec<Item>,
    decoded: Recent<Clip>,
}

struct Item {
    name: String,
    /// What happens in it, in a few words; without it the direction of time may be anybody's guess.
    caption: Option<String>,
    from: Source,
}

enum Source {
    BuiltIn(&'static [u8]),
    Frames(PathBuf),
    Film(PathBuf),
}

pub(super) const MIN_FRAMES: usize = 3;
/// How many frames of a user's clip are used, spread over its length.
pub(super) const MAX_FRAMES: usize = 32;
/// The longer side of a user's frame: enough for one of several side by side.
pub(super) const MAX_SIDE_PX: u32 = 512;
/// How many of a folder's clips stay decoded. The built-in ones all do, 3 MB each.
const KEPT: usize = 12;

/// The order is part of every published instance: add at the end only, and with a new version of the suite.
const BUILT_IN: [(&str, &str, &[u8]); 25] = [
    ("africa", "the Earth turns to the east, seen from space", include_bytes!("../../data/clips/africa.webp")),
    ("americas", "the Earth turns to the east, seen from space", include_bytes!("../../data/clips/americas.webp")),
    ("bird", "a flying nut knocks a bird off its branch", include_bytes!("../../data/clips/bird.webp")),
    ("coast", "flying forward out of the fog along a coast", include_bytes!("../../data/clips/coast.webp")),
    ("dive", "a man jumps down onto the lawn and runs off", include_bytes!("../../data/clips/dive.webp")),
    ("roadway", "flying forward along a bridge until it lies below", include_bytes!("../../data/clips/roadway.webp")),
    ("sinking-view", "the camera sinks from the sky to the meadow", include_bytes!("../../data/clips/sinking-view.webp")),
    ("tower", "flying forward towards the tower of a bridge", include_bytes!("../../data/clips/tower.webp")),
    ("walk-lawn", "a woman walks across a lawn", include_bytes!("../../data/clips/walk-lawn.webp")),
    ("walk-wall", "a woman walks along a wall", include_bytes!("../../data/clips/walk-wall.webp")),
    ("eclipse", "the Moon passes before the Sun from right to left", include_bytes!("../../data/clips/eclipse.webp")),
    ("fire", "a fire spreads through a wood from left to right, seen from above", include_bytes!("../../data/clips/fire.webp")),
    ("flask-left", "a hand tips a flask over to the left", include_bytes!("../../data/clips/flask-left.webp")),
    ("flask-right", "a hand swings a flask from the left over to the right", include_bytes!("../../data/clips/flask-right.webp")),
    ("flood", "the water rises in a valley between mountains, seen from above", include_bytes!("../../data/clips/flood.webp")),
    ("frost", "a crystal grows from a grain in the middle", include_bytes!("../../data/clips/frost.webp")),
    (
        "glass-tower",
        "gliding past lit towers at night, which wander to the left",
        include_bytes!("../../data/clips/glass-tower.webp"),
    ),
    (
        "meadow-walk",
        "a rabbit comes walking across the meadow from the left",
        include_bytes!("../../data/clips/meadow-walk.webp"),
    ),
    (
        "offices",
        "the camera turns below office blocks at night, which wander to the right",
        include_bytes!("../../data/clips/offices.webp"),
    ),
    ("passer-by", "somebody walks past a bollard from left to right", include_bytes!("../../data/clips/passer-by.webp")),
    ("racing-car", "an old racing car comes along the road", include_bytes!("../../data/clips/racing-car.webp")),
    ("skyline", "flying forward over a city in the evening", include_bytes!("../../data/clips/skyline.webp")),
    ("square", "people cross a square; one comes down the path on the right", include_bytes!("../../data/clips/square.webp")),
    ("stretching", "a rabbit crawls out of its burrow and stretches", include_bytes!("../../data/clips/stretching.webp")),
    (
        "thoughtful-rabbit",
        "a rabbit steps up to a tree and turns round",
        include_bytes!("../../data/clips/thoughtful-rabbit.webp"),
    ),
];

/// Folders are listed once in a process: an episode must not change because a file appeared meanwhile.
static OPENED: Mutex<BTreeMap<String, Arc<Clips>>> = Mutex::new(BTreeMap::new());

impl Clips {
    /// Opens a collection: the built-in one for an empty `source`, else a folder with, at any
    /// depth, a folder of frames or a video file for each clip.
    pub(crate) fn open(source: &str) -> Result<Arc<Self>, ParamError> {
        let mut opened = OPENED.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(clips) = opened.get(source) {
            return Ok(clips.clone());
        }
        let items = if source.is_empty() {
            let item = |(name, caption, webp): &(&str, &str, &'static [u8])| Item {
                name: (*name).into(),
                caption: Some((*caption).into()),
                from: Source::BuiltIn(webp),
            };
            BUILT_IN.iter().map(item).collect()
        } else {
            list(source)?
        };
        let kept = if source.is_empty() { BUILT_IN.len() } else { KEPT };
        let clips = Arc::new(Self { items, decoded: Recent::new(kept) });
        opened.insert(source.into(), clips.clone());
        Ok(clips)
    }

    pub(crate) fn count(&self) -> usize {
        self.items.len()
    }

    /// A clip's name; empty past the last one.
    pub(crate) fn name(&self, index: usize) -> &str {
        self.items.get(index).map_or("", |item| &item.name)
    }

    /// What happens in a clip, if that is known.
    pub(crate) fn caption(&self, index: usize) -> Option<&str> {
        self.items.get(index)?.caption.as_deref()
    }

    /// The number of the clip with this name, or with this last part of it.
    pub(crate) fn number(&self, name: &str) -> Option<usize> {
        let last = |name: &str| name.rsplit('/').next().unwrap_or(name).to_owned();
        let found = self.items.iter().position(|item| item.name == name);
        found.or_else(|| self.items.iter().position(|item| last(&item.name) == last(name)))
    }

    /// A clip of these very frames, counted from 0; `None`, with a warning, where they cannot be had.
    pub(crate) fn clip_at(&self, index: usize, positions: &[usize]) -> Option<Clip> {
        let item = self.items.get(index)?;
        let pick = |frames: Vec<Canvas<'static>>| {
            let picked: Option<Vec<_>> = positions.iter().map(|position| frames.get(*position).cloned()).collect();
            picked.ok_or_else(|| format!("has {} frames only", frames.len()))
        };
        let (path, frames) = match &item.from {
            Source::BuiltIn(webp) => return pick(decode_animation(webp)?).ok().map(Clip::new),
            Source::Frames(path) => (path, load_frames(path, usize::MAX).and_then(pick)),
            Source::Film(path) => (path, film::decode_at(path, positions)),
        };
        let clip = frames.and_then(of_one_size).map(Clip::new);
        clip.map_err(|problem| warn(format!("skipped {}: {problem}", path.display()))).ok()
    }

    /// What there is.
    pub(crate) fn survey(&self) -> ClipSurvey {
        let count = |wanted: &dyn Fn(&Item) -> bool| self.items.iter().filter(|item| wanted(item)).count() as u64;
        ClipSurvey {
            films: count(&|item| matches!(item.from, Source::Film(_))),
            folders_of_frames: count(&|item| matches!(item.from, Source::Frames(_))),
            captions: count(&|item| item.caption.is_some()),
        }
    }

    /// A clip of at least three frames; `None` past the last one and for files that turn out to be broken, about which there is a warning.
    pub(crate) fn clip(&self, index: usize) -> Option<Arc<Clip>> {
        let item = self.items.get(index)?;
        self.decoded.get(index, || {
            let (path, frames) = match &item.from {
                Source::BuiltIn(webp) => return decode_animation(webp).map(Clip::new),
                Source::Frames(path) => (path, load_frames(path, MAX_FRAMES)),
                Source::Film(path) => (path, film::decode(path)),
            };
            match frames.and_then(of_one_size) {
                Ok(frames) => Some(Clip::new(frames)),
                Err(problem) => {
                    warn(format!("skipped {}: {problem}", path.display()));
                    None
                }
            }
        })
    }
}

fn list(source: &str) -> Result<Vec<Item>, ParamError> {
    let labels = Labels::read(Path::new(source))?;
    // Of frames only their folder is kept: a data set has millions of them.
    let folders = RefCell::new(BTreeSet::new());
    let films = list_files("clips", source, |path| {
        if is_picture_name(path)
            && let Some(folder) = path.parent().filter(|folder| *folder != Path::new(source))
            && !folders.borrow().contains(folder)
        {
            folders.borrow_mut().insert(folder.to_owned());
        }
        is_film_name(path)
    })?;
    let mut found: Vec<(String, Source)> = films.into_iter().map(|film| (film.name, Source::Film(film.path))).collect();
    for folder in folders.into_inner() {
        let name = folder.strip_prefix(source).unwrap_or(&folder).to_string_lossy().into_owned();
        found.push((name, Source::Frames(folder)));
    }
    if found.is_empty() {
        let problem = format!("the folder {source:?} holds neither video files nor sub-folders of frames");
        return Err(ParamError::key("clips", problem));
    }
    if found.iter().any(|(_, from)| matches!(from, Source::Film(_))) && !film::can_decode() {
        let problem = format!("the folder {source:?} holds video files, and reading them needs the program ffmpeg: install it");
        return Err(ParamError::key("clips", problem));
    }
    found.sort_by(|a, b| a.0.as_bytes().cmp(b.0.as_bytes()));
    let item = |(name, from): (String, Source)| {
        let name = if matches!(from, Source::Film(_)) { without_ending(&name) } else { &name };
        let last = name.rsplit('/').next().unwrap_or(name);
        let caption = labels.of(last).map(str::to_owned).or_else(|| caption_of(last));
        Item { name: name.to_owned(), caption, from }
    };
    Ok(found.into_iter().map(item).collect())
}

/// A name that has words in it says what happens: `opening_a_door` does, `0042` does not.
fn caption_of(name: &str) -> Option<String> {
    let words = name.replace(['-', '_'], " ");
    words.split_whitespace().filter(|word| word.chars().all(char::is_alphabetic)).nth(1)?;
    Some(words.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// The frames of a folder, at most so many of them, spread over all; only those are decoded.
fn load_frames(folder: &Path, most: usize) -> Result<Vec<Canvas<'static>>, String> {
    let unreadable = |error: std::io::Error| format!("cannot be read: {error}");
    let mut paths = Vec::new();
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let hidden = path.file_name().is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
        if !hidden && is_picture_name(&path) && path.is_file() {
            paths.push(path);
        }
    }
    paths.sort_by(|a, b| a.file_name().cmp(&b.file_name()));
    let mut frames = Vec::new();
    for path in spread(paths, most) {
        let frame = load_picture_file(&path).map_err(|problem| format!("{} {problem}", path.display()))?;
        frames.push(frame);
    }
    Ok(frames)
}

/// At most `count` of the items, evenly from the first to the last.
pub(super) fn spread<T>(items: Vec<T>, count: usize) -> Vec<T> {
    let len = items.len();
    if len <= count || count < 2 {
        return items;
    }
    let mut wanted = (0..count).map(|index| index * (len - 1) / (count - 1)).peekable();
    items.into_iter().enumerate().filter(|(index, _)| wanted.next_if_eq(index).is_some()).map(|(_, item)| item).collect()
}

fn of_one_size(frames: Vec<Canvas<'static>>) -> Result<Vec<Canvas<'static>>, String> {
    let Some(first) = frames.first().filter(|_| frames.len() >= MIN_FRAMES) else {
        return Err(format!("has {} frames, and a clip needs {MIN_FRAMES}", frames.len()));
    };
    let size = (first.width(), first.height());
    if frames.iter().any(|frame| (frame.width(), frame.height()) != size) {
        return Err("has frames of different sizes".into());
    }
    if size.0 > 3 * size.1 || size.1 > 3 * size.0 {
        return Err(format!("has frames of {} by {} pixels, too long to be shown side by side", size.0, size.1));
    }
    let longer = size.0.max(size.1);
    if longer <= MAX_SIDE_PX {
        return Ok(frames);
    }
    let scaled = |side: u32| (side * MAX_SIDE_PX / longer).max(1);
    Ok(frames.iter().map(|frame| frame.resized(scaled(size.0), scaled(size.1))).collect())
}

fn decode_animation(webp: &[u8]) -> Option<Vec<Canvas<'static>>> {
    let mut decoder = WebPDecoder::new(Cursor::new(webp)).ok()?;
    let (width, height) = decoder.dimensions();
    let mut pixels = vec![0; decoder.output_buffer_size()?];
    let mut frames = Vec::new();
    for _ in 0..decoder.num_frames() {
        decoder.read_frame(&mut pixels).ok()?;
        let rgb = if decoder.has_alpha() { without_alpha(&pixels) } else { pixels.clone() };
        frames.push(Canvas::from_pixels(width, height, rgb)?);
    }
    Some(frames)
}

#[cfg(test)]
mod tests;
