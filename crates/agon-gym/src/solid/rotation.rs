//! Orientations in space as unit quaternions.

use crate::draw::{cos_sin, degrees_of};
use serde::{Deserialize, Serialize};

/// A rotation, or the orientation that it gives a body: w, x, y, z of a unit quaternion.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Rotation([f64; 4]);

/// An axis of the screen, which no rotation moves. Positive turns are counter-clockwise for one who looks against it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Axis {
    /// Upwards.
    Yaw,
    /// To the right.
    Pitch,
    /// Towards the viewer.
    Roll,
}

impl Rotation {
    pub(crate) fn about(axis: Axis, degrees: f64) -> Self {
        // Brought below a full turn first, so that halving a huge number loses nothing.
        let (cos, sin) = cos_sin(degrees % 360.0 / 2.0);
        match axis {
            Axis::Pitch => Self([cos, sin, 0.0, 0.0]),
            Axis::Yaw => Self([cos, 0.0, sin, 0.0]),
            Axis::Roll => Self([cos, 0.0, 0.0, sin]),
        }
    }

    /// Turns about the screen's axes: yaw first, then pitch, then roll.
    pub(crate) fn turns(yaw: f64, pitch: f64, roll: f64) -> Self {
        let yawed = Self::about(Axis::Yaw, yaw);
        Self::about(Axis::Roll, roll).after(Self::about(Axis::Pitch, pitch).after(yawed))
    }

    /// From three uniform numbers, each orientation as likely as any other (Shoemake's method).
    pub(crate) fn uniform([one, two, three]: [f64; 3]) -> Self {
        let ((a, b), (c, d)) = (cos_sin(360.0 * two), cos_sin(360.0 * three));
        let (short, long) = ((1.0 - one).sqrt(), one.sqrt());
        Self([short * a, short * b, long * c, long * d]).normalized()
    }

    /// `first`, then this.
    pub(crate) fn after(self, first: Self) -> Self {
        let ([w, x, y, z], [a, b, c, d]) = (self.0, first.0);
        Self([
            w * a - x * b - y * c - z * d,
            w * b + x * a + y * d - z * c,
            w * c - x * d + y * a + z * b,
            w * d + x * c - y * b + z * a,
        ])
        .normalized()
    }

    pub(crate) fn inverse(self) -> Self {
        let [w, x, y, z] = self.0;
        Self([w, -x, -y, -z])
    }

    /// How far two orientations are apart: the angle of the one turn that leads from one to the other, 0 to 180 degrees.
    pub(crate) fn degrees_to(self, other: Self) -> f64 {
        let [w, x, y, z] = other.after(self.inverse()).0;
        2.0 * degrees_of((x * x + y * y + z * z).sqrt(), w.abs())
    }

    /// Whether these four numbers are an orientation at all.
    pub(crate) fn is_valid(self) -> bool {
        let length = self.0.iter().map(|part| part * part).sum::<f64>();
        (length - 1.0).abs() < 1e-6
    }

    /// Rows of the matrix.
    pub(crate) fn matrix(self) -> [[f64; 3]; 3] {
        let [w, x, y, z] = self.0;
        [
            [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
            [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
            [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
        ]
    }

    /// From the rows of a matrix; `None` unless it turns without mirroring or stretching, to six digits.
    pub(crate) fn from_matrix(m: [[f64; 3]; 3]) -> Option<Self> {
        let trace = m[0][0] + m[1][1] + m[2][2];
        // Four times the squares of the parts; the largest is divided by, which loses the fewest digits.
        let squares = [1.0 + trace, 1.0 + 2.0 * m[0][0] - trace, 1.0 + 2.0 * m[1][1] - trace, 1.0 + 2.0 * m[2][2] - trace];
        let largest = (1..4).fold(0, |best, at| if squares[at] > squares[best] { at } else { best });
        let (x, y, z) = (m[2][1] - m[1][2], m[0][2] - m[2][0], m[1][0] - m[0][1]);
        let (xy, xz, yz) = (m[0][1] + m[1][0], m[0][2] + m[2][0], m[1][2] + m[2][1]);
        let parts = match largest {
            0 => [squares[0], x, y, z],
            1 => [x, squares[1], xy, xz],
            2 => [y, xy, squares[2], yz],
            _ => [z, xz, yz, squares[3]],
        };
        let length = parts.iter().map(|part| part * part).sum::<f64>();
        if !(length.is_finite() && length > 0.1) {
            return None;
        }
        let rotation = Self(parts).normalized();
        let again = rotation.matrix();
        let near = (0..3).all(|row| (0..3).all(|column| (again[row][column] - m[row][column]).abs() < 1e-6));
        near.then_some(rotation)
    }

    /// The yaw, pitch and roll that [`Rotation::turns`] makes this rotation from; pitch within a quarter turn.
    pub(crate) fn yaw_pitch_roll(self) -> [f64; 3] {
        let m = self.matrix();
        let level = (m[2][0] * m[2][0] + m[2][2] * m[2][2]).sqrt();
        let pitch = degrees_of(m[2][1], level);
        if level < 1e-7 {
            // Straight up or down yaw and roll turn about the same axis; all of it is called yaw.
            return [degrees_of(m[0][2], m[0][0]), pitch, 0.0];
        }
        [degrees_of(-m[2][0], m[2][2]), pitch, degrees_of(-m[0][1], m[1][1])]
    }

    /// A yaw, a pitch and a second yaw that together make this rotation. The second yaw is the smaller one of two choices,
    /// and zero wherever it can be.
    pub(crate) fn yaw_pitch_yaw(self) -> [f64; 3] {
        let m = self.matrix();
        let slant = (m[0][1] * m[0][1] + m[2][1] * m[2][1]).sqrt();
        let pitch = degrees_of(slant, m[1][1]);
        if slant < 1e-7 {
            return [degrees_of(m[0][2], m[0][0]), if m[1][1] > 0.0 { 0.0 } else { 180.0 }, 0.0];
        }
        let (first, second) = (degrees_of(m[1][0], -m[1][2]), degrees_of(m[0][1], m[2][1]));
        let over = |degrees: f64| if degrees > 0.0 { degrees - 180.0 } else { degrees + 180.0 };
        if second.abs() > 90.0 { [over(first), -pitch, over(second)] } else { [first, pitch, second] }
    }

    fn normalized(self) -> Self {
        let length = self.0.iter().map(|part| part * part).sum::<f64>().sqrt();
        Self(self.0.map(|part| part / length))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn turned(rotation: Rotation, point: [f64; 3]) -> [f64; 3] {
        rotation.matrix().map(|row| (row[0] * point[0] + row[1] * point[1] + row[2] * point[2]).round() + 0.0)
    }

    #[test]
    fn the_axes_turn_as_the_prompts_say() {
        let (right, up, near) = ([1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]);
        assert_eq!(turned(Rotation::about(Axis::Yaw, 90.0), near), right);
        assert_eq!(turned(Rotation::about(Axis::Pitch, 90.0), up), near);
        assert_eq!(turned(Rotation::about(Axis::Roll, 90.0), right), up);
        assert_eq!(turned(Rotation::turns(90.0, 90.0, 0.0), near), right);
        assert_eq!(turned(Rotation::turns(90.0, 0.0, 90.0), near), up);
    }

    proptest! {
        #[test]
        fn both_decompositions_make_the_rotation_again(parts in [0.0..1.0f64, 0.0..1.0, 0.0..1.0]) {
            let rotation = Rotation::uniform(parts);
            prop_assert!(rotation.is_valid());
            let [yaw, pitch, roll] = rotation.yaw_pitch_roll();
            prop_assert!(pitch.abs() <= 90.0);
            prop_assert!(Rotation::turns(yaw, pitch, roll).degrees_to(rotation) < 1e-5);
            let [first, pitch, second] = rotation.yaw_pitch_yaw();
            prop_assert!(second.abs() <= 90.0);
            let made = Rotation::about(Axis::Yaw, second).after(Rotation::turns(first, pitch, 0.0));
            prop_assert!(made.degrees_to(rotation) < 1e-5, "{}", made.degrees_to(rotation));
        }

        #[test]
        fn a_matrix_gives_its_rotation_again(parts in [0.0..1.0f64, 0.0..1.0, 0.0..1.0], row in 0usize..3, column in 0usize..3) {
            let rotation = Rotation::uniform(parts);
            let mut matrix = rotation.matrix();
            prop_assert!(Rotation::from_matrix(matrix).is_some_and(|again| again.degrees_to(rotation) < 1e-5));
            matrix[row][column] += 0.01;
            prop_assert_eq!(Rotation::from_matrix(matrix), None);
            prop_assert_eq!(Rotation::from_matrix(rotation.matrix().map(|row| row.map(|part| -part))), None);
        }

        #[test]
        fn two_turns_are_found_as_two_turns(yaw in -179.0..179.0f64, pitch in -179.0..179.0f64) {
            let [first, found, second] = Rotation::turns(yaw, pitch, 0.0).yaw_pitch_yaw();
            prop_assert!((second.abs() < 1e-5 && (first - yaw).abs() < 1e-5 && (found - pitch).abs() < 1e-5) || pitch.abs() < 1e-4);
        }

        #[test]
        fn one_turn_is_as_far_as_its_angle(degrees in -180.0..180.0f64, parts in [0.0..1.0f64, 0.0..1.0, 0.0..1.0]) {
            let from = Rotation::uniform(parts);
            for axis in [Axis::Yaw, Axis::Pitch, Axis::Roll] {
                let to = Rotation::about(axis, degrees + 360.0).after(from);
                prop_assert!((from.degrees_to(to) - degrees.abs()).abs() < 1e-6);
                prop_assert!(Rotation::about(axis, -degrees).after(to).degrees_to(from) < 1e-6);
            }
        }
    }

    #[test]
    fn straight_up_is_decomposed_too() {
        for rotation in
            [Rotation::turns(30.0, 90.0, 20.0), Rotation::turns(-120.0, -90.0, 75.0), Rotation::turns(10.0, 180.0, 0.0)]
        {
            let [yaw, pitch, roll] = rotation.yaw_pitch_roll();
            assert!(Rotation::turns(yaw, pitch, roll).degrees_to(rotation) < 1e-5);
            let [first, pitch, second] = rotation.yaw_pitch_yaw();
            assert!(Rotation::about(Axis::Yaw, second).after(Rotation::turns(first, pitch, 0.0)).degrees_to(rotation) < 1e-5);
        }
    }
}
