//! The one thing of a photograph's notes that changes how it looks: which way the camera was held.

use crate::Canvas;

/// The tag under which cameras note the orientation, and the type of its value: a 16-bit number.
const ORIENTATION: u16 = 0x0112;
const SHORT: u16 = 3;

/// Turns and mirrors a picture as its notes say.
pub(super) fn upright(canvas: Canvas<'static>, exif: &[u8]) -> Canvas<'static> {
    let (mirror, turns) = match orientation(exif) {
        Some(2) => (true, 0),
        Some(3) => (false, 2),
        Some(4) => (true, 2),
        Some(5) => (true, 3),
        Some(6) => (false, 1),
        Some(7) => (true, 1),
        Some(8) => (false, 3),
        _ => return canvas,
    };
    let canvas = if mirror { mapped(&canvas, false, |x, y, width, _| (width - 1 - x, y)) } else { canvas };
    match turns {
        // Turning clockwise, the new top row is the old left column from below.
        1 => mapped(&canvas, true, |x, y, _, height| (y, height - 1 - x)),
        2 => mapped(&canvas, false, |x, y, width, height| (width - 1 - x, height - 1 - y)),
        3 => mapped(&canvas, true, |x, y, width, _| (width - 1 - y, x)),
        _ => canvas,
    }
}

/// A picture whose pixel at (x, y) is the old one at `from(x, y, old width, old height)`.
fn mapped(old: &Canvas<'static>, sideways: bool, from: impl Fn(u32, u32, u32, u32) -> (u32, u32)) -> Canvas<'static> {
    let (width, height) = if sideways { (old.height(), old.width()) } else { (old.width(), old.height()) };
    let pixels = (0..height)
        .flat_map(|y| (0..width).map(move |x| (x, y)))
        .flat_map(|(x, y)| {
            let (x, y) = from(x, y, old.width(), old.height());
            old.pixel(x, y)
        })
        .collect();
    Canvas::from_pixels(width, height, pixels).unwrap_or_else(|| old.clone())
}

/// Reads the orientation from the notes' first directory; `None` for anything unusual.
fn orientation(exif: &[u8]) -> Option<u16> {
    let tiff = exif.strip_prefix(b"Exif\0\0").unwrap_or(exif);
    let little = match tiff.get(..2)? {
        b"II" => true,
        b"MM" => false,
        _ => return None,
    };
    let short = |at: usize| -> Option<u16> {
        let bytes = tiff.get(at..at.checked_add(2)?)?.try_into().ok()?;
        Some(if little { u16::from_le_bytes(bytes) } else { u16::from_be_bytes(bytes) })
    };
    let long = |at: usize| -> Option<u32> {
        let bytes = tiff.get(at..at.checked_add(4)?)?.try_into().ok()?;
        Some(if little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    };
    let directory = long(4)? as usize;
    let entries = usize::from(short(directory)?);
    let entry = (0..entries).map(|index| directory + 2 + 12 * index).find(|at| short(*at) == Some(ORIENTATION))?;
    (short(entry + 2)? == SHORT).then(|| short(entry + 8))?
}

#[cfg(test)]
mod tests {
    use super::*;

    fn notes(orientation: u16) -> Vec<u8> {
        let mut bytes = b"MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01".to_vec();
        bytes.extend(orientation.to_be_bytes());
        bytes.extend([0, 0]);
        bytes
    }

    /// Two by one or one by two pixels, told by their red.
    fn reds(canvas: &Canvas) -> (u32, Vec<u8>) {
        (canvas.width(), canvas.pixels().chunks_exact(3).map(|p| p[0]).collect())
    }

    #[test]
    fn all_eight_orientations_come_upright() {
        // Stored as 1 2 3 / 4 5 6.
        let stored = || Canvas::from_pixels(3, 2, (1..=6).flat_map(|red| [red, 0, 0]).collect()).unwrap();
        let expected: [(u32, [u8; 6]); 8] = [
            (3, [1, 2, 3, 4, 5, 6]),
            (3, [3, 2, 1, 6, 5, 4]),
            (3, [6, 5, 4, 3, 2, 1]),
            (3, [4, 5, 6, 1, 2, 3]),
            (2, [1, 4, 2, 5, 3, 6]),
            (2, [4, 1, 5, 2, 6, 3]),
            (2, [6, 3, 5, 2, 4, 1]),
            (2, [3, 6, 2, 5, 1, 4]),
        ];
        for (number, (width, pixels)) in (1..).zip(expected) {
            assert_eq!(reds(&upright(stored(), &notes(number))), (width, pixels.to_vec()), "{number}");
        }
    }

    #[test]
    fn notes_that_make_no_sense_change_nothing() {
        let stored = Canvas::from_pixels(2, 1, vec![1, 0, 0, 2, 0, 0]).unwrap();
        for bytes in [&b""[..], b"II", b"MM\0\x2a\xff\xff\xff\xff", &notes(9), &notes(0)] {
            assert_eq!(upright(stored.clone(), bytes), stored);
        }
    }
}
