//! Pictures that cover bodies, and their colors at a place.

use crate::data::file::{decode_texture, read_bounded};
use crate::{Canvas, Color};
use std::path::{Component, Path, PathBuf};

/// A body in a panel of a few hundred pixels shows no more detail than this.
const MAX_SIDE_PX: u32 = 1024;

/// A picture at its own size and, again and again, at half of it.
#[derive(Debug)]
pub(super) struct Texture {
    levels: Vec<Canvas<'static>>,
    wrap: [Wrap; 2],
}

/// What is beyond a picture's edges.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wrap {
    Repeat,
    Mirror,
    Clamp,
}

impl Texture {
    /// From a picture file's bytes. The error says what is wrong with it without naming it.
    pub(super) fn decode(bytes: &[u8], wrap: [Wrap; 2]) -> Result<Self, String> {
        Ok(Self::new(decode_texture(bytes)?, wrap))
    }

    /// From a file.
    pub(super) fn load(path: &Path, wrap: [Wrap; 2]) -> Result<Self, String> {
        Self::decode(&read_bounded(path)?, wrap)
    }

    pub(super) fn new(picture: Canvas<'static>, wrap: [Wrap; 2]) -> Self {
        let longer = picture.width().max(picture.height());
        let scaled = |side: u32| (u64::from(side) * u64::from(MAX_SIDE_PX) / u64::from(longer)).max(1) as u32;
        let mut level = match longer > MAX_SIDE_PX {
            true => picture.resized(scaled(picture.width()), scaled(picture.height())),
            false => picture,
        };
        let mut levels = Vec::new();
        while level.width() > 1 || level.height() > 1 {
            let half = level.resized((level.width() / 2).max(1), (level.height() / 2).max(1));
            levels.push(std::mem::replace(&mut level, half));
        }
        levels.push(level);
        Self { levels, wrap }
    }

    /// Width and height.
    pub(super) fn size(&self) -> [f32; 2] {
        self.levels.first().map_or([1.0; 2], |level| [level.width() as f32, level.height() as f32])
    }

    /// The color at a place, from (0, 0) at the top left to (1, 1), averaged over about so many texels.
    pub(super) fn color(&self, place: [f32; 2], texels: f32) -> Color {
        let number = (texels.max(1.0).log2() as usize).min(self.levels.len() - 1);
        let level = &self.levels[number];
        let size = [level.width(), level.height()];
        let mut weights = [[(0u32, 0.0f32); 2]; 2];
        for axis in 0..2 {
            let along = self.wrap[axis].within(place[axis]) * size[axis] as f32 - 0.5;
            let (first, part) = (along.floor(), along - along.floor());
            let index = |at: f32| self.wrap[axis].index(at as i64, size[axis]);
            weights[axis] = [(index(first), 1.0 - part), (index(first + 1.0), part)];
        }
        let mut sum = [0.0f32; 3];
        for (y, down) in weights[1] {
            for (x, across) in weights[0] {
                let pixel = level.pixel(x, y);
                sum = std::array::from_fn(|part| sum[part] + f32::from(pixel[part]) * across * down);
            }
        }
        sum.map(|part| (part + 0.5) as u8)
    }
}

impl Wrap {
    /// A place from 0 to 1. Files hold any numbers at all.
    fn within(self, place: f32) -> f32 {
        let place = if place.is_finite() { place } else { 0.0 };
        match self {
            Self::Repeat => place - place.floor(),
            Self::Mirror => 1.0 - (place - 2.0 * (place / 2.0).floor() - 1.0).abs(),
            Self::Clamp => place.clamp(0.0, 1.0),
        }
    }

    fn index(self, at: i64, size: u32) -> u32 {
        let size = i64::from(size);
        match self {
            Self::Repeat => at.rem_euclid(size) as u32,
            Self::Mirror | Self::Clamp => at.clamp(0, size - 1) as u32,
        }
    }
}

/// The file that a mesh names: within the mesh's folder, under its path, its name alone, or in a folder of textures. A mesh has
/// no business in other folders.
pub(super) fn named_file(mesh: &Path, name: &str) -> Option<PathBuf> {
    let name = name.replace('\\', "/");
    let folder = mesh.parent().unwrap_or(Path::new(""));
    let path = Path::new(name.trim_start_matches("./"));
    let inside = path.components().all(|part| matches!(part, Component::Normal(_)));
    let file = Path::new(path.file_name()?);
    let places = [folder.join(if inside { path } else { file }), folder.join(file), folder.join("textures").join(file)];
    places.into_iter().find(|place| place.is_file())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four() -> Canvas<'static> {
        let pixels = [[200, 0, 0], [0, 200, 0], [0, 0, 200], [200, 200, 200]].concat();
        Canvas::from_pixels(2, 2, pixels).unwrap()
    }

    #[test]
    fn places_name_colors_also_beyond_the_edges() {
        let repeated = Texture::new(four(), [Wrap::Repeat; 2]);
        assert_eq!(repeated.color([0.25, 0.25], 1.0), [200, 0, 0]);
        assert_eq!(repeated.color([0.75, 0.25], 1.0), [0, 200, 0]);
        assert_eq!(repeated.color([-0.75, 3.75], 1.0), [0, 0, 200]);
        assert_eq!(repeated.color([0.5, 0.25], 1.0), [100, 100, 0], "halfway between two");
        assert_eq!(repeated.color([0.1, 0.9], 64.0), [100, 100, 100], "all of it");
        let clamped = Texture::new(four(), [Wrap::Clamp; 2]);
        assert_eq!(clamped.color([7.0, -7.0], 1.0), [0, 200, 0]);
        let mirrored = Texture::new(four(), [Wrap::Mirror; 2]);
        assert_eq!(mirrored.color([1.25, 0.25], 1.0), [0, 200, 0]);
        assert_eq!(mirrored.color([-0.25, 0.25], 1.0), [200, 0, 0]);
        for odd in [f32::NAN, f32::INFINITY, -1e30, 1e30] {
            for wrap in [Wrap::Repeat, Wrap::Mirror, Wrap::Clamp] {
                Texture::new(four(), [wrap; 2]).color([odd, odd], odd);
            }
        }
    }

    #[test]
    fn files_are_found_in_the_mesh_folder_only() {
        let place = tempfile::tempdir().unwrap();
        let folder = place.path().join("mesh");
        std::fs::create_dir_all(folder.join("textures")).unwrap();
        std::fs::create_dir_all(folder.join("maps")).unwrap();
        for name in ["a.png", "textures/b.png", "maps/c.png", "../secret.png"] {
            std::fs::write(folder.join(name), "").unwrap();
        }
        let mesh = folder.join("x.obj");
        let found = |name: &str| named_file(&mesh, name).map(|path| path.strip_prefix(&folder).unwrap().display().to_string());
        assert_eq!(found("a.png").as_deref(), Some("a.png"));
        assert_eq!(found("C:\\work\\a.png").as_deref(), Some("a.png"));
        assert_eq!(found("/elsewhere/b.png").as_deref(), Some("textures/b.png"));
        assert_eq!(found("./maps/c.png").as_deref(), Some("maps/c.png"));
        assert_eq!((found("../secret.png"), found(""), found("..")), (None, None, None));
    }
}
