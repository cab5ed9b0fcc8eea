//! The pointer, which a server does not draw into what it gives out as its screen.

use x11rb::protocol::xfixes::GetCursorImageReply;

/// Lays the pointer's picture over a screen of `width` pixels a row, as far as it is on it.
pub(super) fn draw(rgb: &mut [u8], width: usize, pointer: &GetCursorImageReply) {
    let (left, top) = (i32::from(pointer.x) - i32::from(pointer.xhot), i32::from(pointer.y) - i32::from(pointer.yhot));
    let rows = pointer.cursor_image.chunks_exact(usize::from(pointer.width).max(1));
    for (row, y) in rows.zip(top..) {
        for (argb, x) in row.iter().zip(left..) {
            let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else { continue };
            let place = 3 * (y * width + x);
            if let (true, Some(pixel)) = (x < width, rgb.get_mut(place..place + 3)) {
                lay_over(pixel, *argb);
            }
        }
    }
}

/// The picture's colours are multiplied by its opacity already.
fn lay_over(pixel: &mut [u8], argb: u32) {
    let [opacity, colours @ ..] = argb.to_be_bytes();
    for (below, above) in pixel.iter_mut().zip(colours) {
        let rest = u16::from(*below) * u16::from(255 - opacity) / 255;
        *below = above.saturating_add(u8::try_from(rest).unwrap_or(u8::MAX));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pointer_at_the_edge_is_cut_off_and_half_opaque_pixels_are_mixed() {
        let pointer = GetCursorImageReply {
            x: 3,
            y: 0,
            width: 2,
            height: 2,
            xhot: 0,
            yhot: 1,
            cursor_image: vec![0xff11_2233, 0xff11_2233, 0x8040_0000, 0xffff_ffff],
            ..GetCursorImageReply::default()
        };
        let mut screen = vec![100; 3 * 4 * 2];
        draw(&mut screen, 4, &pointer);
        let mut expected = vec![100; 3 * 4 * 2];
        // Its first row is above the screen, its second column right of it.
        expected[9..12].copy_from_slice(&[0x40 + 49, 49, 49]);
        assert_eq!(screen, expected);
    }
}
