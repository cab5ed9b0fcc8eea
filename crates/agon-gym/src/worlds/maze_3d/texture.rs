//! What walls, floor and ceiling are made of, computed once.

/// A color in linear steps from 0 to 1, before light and fog.
pub(super) type Light = [f32; 3];

/// Where everything far away ends up.
const FOG: Light = [0.62, 0.66, 0.71];
/// Fog grows quickest around this distance.
const HALF_FOG_AT: f32 = 6.0;

/// Texels along one side of a cell's wall.
const TEXELS: usize = 256;
/// Texels of a row of bricks: six rows and no rest.
const BRICK_TEXELS: usize = 43;
const BRICKS_PER_ROW: usize = 4;
/// Half the joint between bricks, in texels.
const JOINT: f32 = 2.0;

/// A wall of bricks that fits to itself on all sides.
pub(super) struct Bricks(Vec<Light>);

impl Bricks {
    pub(super) fn new() -> Self {
        let mut texels = Vec::with_capacity(TEXELS * TEXELS);
        for y in 0..TEXELS {
            for x in 0..TEXELS {
                texels.push(texel(x, y));
            }
        }
        Self(texels)
    }

    /// The color at a place of the wall; both numbers from 0 to 1.
    pub(super) fn at(&self, across: f32, down: f32) -> Light {
        let texel = |along: f32| ((along * TEXELS as f32) as usize).min(TEXELS - 1);
        self.0[texel(down) * TEXELS + texel(across)]
    }
}

fn texel(x: usize, y: usize) -> Light {
    let (tall, wide) = (BRICK_TEXELS, TEXELS / BRICKS_PER_ROW);
    let row = y / tall;
    // Every other row is shifted by half a brick.
    let shifted = (x + if row % 2 == 1 { wide / 2 } else { 0 }) % TEXELS;
    let brick = (row * BRICKS_PER_ROW + shifted / wide) as u32;
    let (in_x, in_y) = ((shifted % wide) as f32 + 0.5, (y % tall) as f32 + 0.5);
    let edge = in_x.min(wide as f32 - in_x).min(in_y.min(tall as f32 - in_y));
    let grain = noise(x as u32, y as u32, 7) - 0.5;
    if edge < JOINT {
        let shade = 0.66 + 0.08 * grain;
        return [shade * 1.0, shade * 0.97, shade * 0.92];
    }
    let tint = noise(brick, 1, 3) - 0.5;
    let warm = noise(brick, 2, 5) - 0.5;
    // The upper edge catches light and the lower one is in shadow: bricks stand out a little.
    let relief = match () {
        () if edge > JOINT + 2.0 => 0.0,
        () if in_y < tall as f32 / 2.0 => 0.05,
        () => -0.06,
    };
    let coarse = noise(x as u32 / 6, y as u32 / 4, 11) - 0.5;
    let shade = 1.0 + 0.22 * tint + 0.10 * grain + 0.08 * coarse + relief;
    [(0.66 + 0.06 * warm) * shade, 0.36 * shade, (0.28 - 0.04 * warm) * shade]
}

/// Floor tiles, a quarter of a cell each, with a wider joint on the border between cells. Places in cells.
pub(super) fn floor(forward: f32, right: f32) -> Light {
    let within = |along: f32, period: f32| {
        let part = along / period - (along / period).floor();
        part.min(1.0 - part) * period
    };
    // Cells reach half a cell to each side of whole numbers.
    let cell = within(forward + 0.5, 1.0).min(within(right + 0.5, 1.0));
    let tile = within(forward + 0.5, 0.5).min(within(right + 0.5, 0.5));
    if cell < 0.018 {
        return [0.20, 0.20, 0.21];
    }
    let checker = (((forward + 0.5) * 2.0).floor() + ((right + 0.5) * 2.0).floor()) as i32 & 1;
    let shade = if tile < 0.008 { 0.36 } else { 0.47 + 0.05 * checker as f32 };
    [shade * 0.97, shade * 0.96, shade * 0.93]
}

/// Plain plaster with a faint joint on the border between cells.
pub(super) fn ceiling(forward: f32, right: f32) -> Light {
    let within = |along: f32| {
        let part = along + 0.5 - (along + 0.5).floor();
        part.min(1.0 - part)
    };
    let shade = if within(forward).min(within(right)) < 0.012 { 0.70 } else { 0.80 };
    [shade * 0.98, shade * 0.98, shade]
}

/// How much of a color is left at a distance; the rest is fog.
pub(super) fn clearness(distance: f32) -> f32 {
    let near = HALF_FOG_AT / (HALF_FOG_AT + distance);
    // Squared, so that near things keep their color.
    (1.0 - (1.0 - near) * (1.0 - near) * 1.6).max(0.0)
}

/// A color in fog.
pub(super) fn in_fog(color: Light, light: f32, clearness: f32) -> Light {
    [0, 1, 2].map(|part| color[part] * light * clearness + FOG[part] * (1.0 - clearness))
}

/// A number from 0 to 1 that looks random and is always the same for a place.
fn noise(x: u32, y: u32, salt: u32) -> f32 {
    let mut hash = x.wrapping_mul(0x9e37_79b1) ^ y.wrapping_mul(0x85eb_ca77) ^ salt.wrapping_mul(0xc2b2_ae3d);
    hash = (hash ^ hash >> 15).wrapping_mul(0x2c1b_3c6d);
    hash = (hash ^ hash >> 12).wrapping_mul(0x297a_2d39);
    (hash >> 8) as f32 / (1 << 24) as f32
}
