//! What an agent sees of a screen: a picture of it, its tree, labels, a part enlarged.

use crate::tree::Reader;
use crate::{Screen, ScreenError, labels};
use agon_core::{Frame, Image, Observation, Pixels, Region, Tree, ZOOM};
use std::time::Duration;

/// What of it is looked at.
#[derive(Clone, Copy, Debug)]
pub struct Looking {
    pub picture: bool,
    pub tree: bool,
    /// Numbers of the tree's nodes, on the picture.
    pub labels: bool,
}

/// How long the screen must be still to count as settled, and how long that is waited for: programs that animate never rest.
const QUIET: Duration = Duration::from_millis(40);
const SETTLE: Duration = Duration::from_millis(1500);

impl Screen {
    /// Waits until nothing is drawn, but not for long.
    pub async fn settle(&self) -> Result<(), ScreenError> {
        self.display().settle(QUIET, SETTLE).await?;
        Ok(())
    }

    /// What is to be seen once it has settled.
    pub async fn look(&self, reader: &Reader, looking: Looking, zoom: Option<Region>) -> Result<Observation, ScreenError> {
        self.settle().await?;
        let mut observation = Observation::default();
        let mut nodes = Tree::default();
        if looking.tree {
            // A program that does not answer in time is shown without its tree; it may be at work.
            nodes = reader.read(self.display().size()).await.unwrap_or_default();
        }
        if looking.picture {
            let mut image = self.display().capture()?;
            if let Some(region) = zoom {
                observation.frames.push(Frame { name: "zoom", image: enlarged(&image, region).into() });
            }
            if looking.labels {
                image = labels::draw(&image, &mut nodes);
            }
            observation.frames.insert(0, Frame::screen(image));
        }
        observation.tree = looking.tree.then_some(nodes);
        Ok(observation)
    }
}

/// A part of a picture, each pixel as a square.
fn enlarged(image: &Image, region: Region) -> Image {
    let Pixels::Rgb8(pixels) = &image.pixels else { return image.clone() };
    let (left, top, zoom) = (region.x as usize, region.y as usize, ZOOM as usize);
    let (width, height) = (region.width as usize, region.height as usize);
    let rows = pixels.chunks_exact(3 * image.width as usize).skip(top).take(height);
    let mut part = Vec::with_capacity(3 * width * height * zoom * zoom);
    for row in rows {
        let wide: Vec<u8> = row[3 * left..3 * (left + width)].chunks_exact(3).flat_map(|pixel| pixel.repeat(zoom)).collect();
        for _ in 0..zoom {
            part.extend_from_slice(&wide);
        }
    }
    Image::rgb8(region.width as u32 * ZOOM, region.height as u32 * ZOOM, part)
}
