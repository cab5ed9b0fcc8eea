//! A trial as an animation that every browser and most chats show.

use super::ExportError;
use super::shots::Shots;
use agon_core::Event;
use agon_image::GifWriter;
use agon_record::RunIndex;

/// Larger animations are slow to send and to show.
const LONGEST_SIDE: u32 = 800;

/// The frames of an attempt one after another, with its actions drawn on them.
pub fn gif(index: &RunIndex, events: &[Event]) -> Result<Vec<u8>, ExportError> {
    let shots = Shots::of(index, events, LONGEST_SIDE)?;
    let mut writer = GifWriter::new(shots.width, shots.height)?;
    for picture in shots.pictures() {
        let (image, millis) = picture?;
        writer.add(&image, millis)?;
    }
    Ok(writer.finish())
}
