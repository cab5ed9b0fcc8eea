//! Rows of samples, several at once. Where a step takes whole lanes and gives whole lanes, without branches or truth values, the
//! compiler makes it one instruction for all of them.

use super::texture::Texture;

/// Samples that are filled at once.
pub(super) const LANES: usize = 4;

/// A value at several samples side by side.
type Lanes = [i32; LANES];

/// A value at a sample and its change to the next one on the right.
#[derive(Clone, Copy)]
pub(super) struct Ramp {
    pub(super) value: i32,
    pub(super) slope: i32,
}

impl Ramp {
    #[inline(always)]
    fn spread(self) -> Lanes {
        let double = self.slope.wrapping_add(self.slope);
        let second = self.value.wrapping_add(self.slope);
        [self.value, second, self.value.wrapping_add(double), second.wrapping_add(double)]
    }

    #[inline(always)]
    fn advance(self, lanes: Lanes) -> Lanes {
        each(lanes, [self.slope.wrapping_mul(LANES as i32); LANES], i32::wrapping_add)
    }
}

#[inline(always)]
fn each(a: Lanes, b: Lanes, with: impl Fn(i32, i32) -> i32) -> Lanes {
    [with(a[0], b[0]), with(a[1], b[1]), with(a[2], b[2]), with(a[3], b[3])]
}

/// All ones where a sample lies before what is there and its lane is within the span, else zero: the sign of a difference
/// tells.
#[inline(always)]
fn nearer(depth: Lanes, old: Lanes, beyond: Lanes) -> Lanes {
    each(each(old, depth, i32::wrapping_sub), beyond, |behind, beyond| (behind & beyond) >> 31)
}

#[inline(always)]
fn replace(old: Lanes, new: Lanes, mask: Lanes) -> Lanes {
    each(each(old, mask, |old, mask| old & !mask), each(new, mask, |new, mask| new & mask), |kept, taken| kept | taken)
}

/// Which lane of a span's last lanes is within it: negative if so.
#[inline(always)]
fn count_from(left: i32) -> Ramp {
    Ramp { value: left.wrapping_neg(), slope: 1 }
}

/// A span of one color, `left` samples long. Both slices reach on to whole lanes.
#[inline(always)]
pub(super) fn flat(colors: &mut [i32], depths: &mut [i32], left: i32, color: i32, depth: Ramp) {
    let within = count_from(left);
    let (mut depths_now, mut beyond) = (depth.spread(), within.spread());
    for (colors, depths) in colors.as_chunks_mut::<LANES>().0.iter_mut().zip(depths.as_chunks_mut::<LANES>().0) {
        let mask = nearer(depths_now, *depths, beyond);
        *colors = replace(*colors, [color; LANES], mask);
        *depths = replace(*depths, depths_now, mask);
        (depths_now, beyond) = (depth.advance(depths_now), within.advance(beyond));
    }
}

/// A span of changing color. A plain loop: with as much to compute as here, the compiler takes several samples at once by itself, while of
/// lanes it makes branches.
#[inline(always)]
pub(super) fn smooth(colors: &mut [i32], depths: &mut [i32], left: i32, [red, green, blue]: [Ramp; 3], depth: Ramp) {
    let left = left as usize;
    for ((color, old_depth), number) in colors[..left].iter_mut().zip(&mut depths[..left]).zip(0..) {
        let at = |ramp: Ramp| ramp.value.wrapping_add(ramp.slope.wrapping_mul(number));
        let shown = at(red) >> 16 & 0xff | at(green) >> 8 & 0xff00 | at(blue) & 0xff_0000;
        let is_nearer = at(depth) > *old_depth;
        *color = if is_nearer { shown } else { *color };
        *old_depth = if is_nearer { at(depth) } else { *old_depth };
    }
}

/// A span of a texture: where on it each sample lies, and in which light.
#[inline(always)]
pub(super) fn textured(
    colors: &mut [i32],
    depths: &mut [i32],
    left: i32,
    texture: &Texture,
    ([mut right, mut down], mut light): ([Ramp; 2], Ramp),
    mut depth: Ramp,
) {
    let step = |ramp: &mut Ramp| ramp.value = ramp.value.wrapping_add(ramp.slope);
    // One by one: texels lie apart, and a sample that is hidden costs no look at them.
    for (color, old_depth) in colors.iter_mut().zip(depths.iter_mut()).take(left as usize) {
        if depth.value > *old_depth {
            *color = Texture::lit(texture.texel(right.value, down.value), light.value >> 16);
            *old_depth = depth.value;
        }
        [&mut right, &mut down, &mut light, &mut depth].into_iter().for_each(step);
    }
}
