//! Rows of samples, several at once.

/// Samples that are filled at once.
pub(super) const LANES: usize = 4;

/// A value at several samples side by side.
type Lanes = [i32; LANES];

/// A value and its change from sample to sample, spread over the first lanes and the step to the next ones.
#[inline(always)]
fn ramp((value, slope): (i32, i32)) -> (Lanes, i32) {
    let double = slope.wrapping_add(slope);
    let second = value.wrapping_add(slope);
    ([value, second, value.wrapping_add(double), second.wrapping_add(double)], double.wrapping_add(double))
}

#[inline(always)]
fn advance((values, step): &mut (Lanes, i32)) {
    for value in values {
        *value = value.wrapping_add(*step);
    }
}

/// All ones where a sample lies before what is there and its lane is within the span, else zero: the sign of a difference
/// tells. No branches and no truth values, so that the compiler makes one instruction for all lanes.
#[inline(always)]
fn nearer(depth: i32, old: i32, lane: usize, left: i32) -> i32 {
    (old.wrapping_sub(depth) & (lane as i32).wrapping_sub(left)) >> 31
}

#[inline(always)]
fn replace(old: i32, new: i32, mask: i32) -> i32 {
    old ^ ((old ^ new) & mask)
}

/// A span of one color, `left` samples long. Both slices reach on to whole lanes.
#[inline]
pub(super) fn flat(colors: &mut [i32], depths: &mut [i32], mut left: i32, color: i32, depth: (i32, i32)) {
    let mut depth = ramp(depth);
    for (colors, depths) in colors.as_chunks_mut::<LANES>().0.iter_mut().zip(depths.as_chunks_mut::<LANES>().0) {
        for lane in 0..LANES {
            let mask = nearer(depth.0[lane], depths[lane], lane, left);
            colors[lane] = replace(colors[lane], color, mask);
            depths[lane] = replace(depths[lane], depth.0[lane], mask);
        }
        advance(&mut depth);
        left -= LANES as i32;
    }
}

/// A span of changing color.
#[inline]
pub(super) fn smooth(colors: &mut [i32], depths: &mut [i32], mut left: i32, parts: [(i32, i32); 3], depth: (i32, i32)) {
    let mut depth = ramp(depth);
    let (mut red, mut green, mut blue) = (ramp(parts[0]), ramp(parts[1]), ramp(parts[2]));
    for (colors, depths) in colors.as_chunks_mut::<LANES>().0.iter_mut().zip(depths.as_chunks_mut::<LANES>().0) {
        for lane in 0..LANES {
            let mask = nearer(depth.0[lane], depths[lane], lane, left);
            let color = red.0[lane] >> 16 & 0xff | green.0[lane] >> 8 & 0xff00 | blue.0[lane] & 0xff_0000;
            colors[lane] = replace(colors[lane], color, mask);
            depths[lane] = replace(depths[lane], depth.0[lane], mask);
        }
        advance(&mut depth);
        advance(&mut red);
        advance(&mut green);
        advance(&mut blue);
        left -= LANES as i32;
    }
}
