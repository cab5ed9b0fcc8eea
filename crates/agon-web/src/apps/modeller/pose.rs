//! How an object is turned and sized, compared as the solid that one sees: 45° is 405°, a turn about an axis of symmetry is none, and a cube
//! that is turned by 90° is the same cube if its scale agrees with that.
//!
//! An object is its primitive under a scale and then a rotation. Two are the same solid if one is the other after a symmetry `g` of
//! the primitive: a permutation of the axes with signs, or any turn about an axis that the primitive is round about. With `R` the rotation, `σ` the signs of
//! the scale and `s` its sizes, that is `Rσ = R'σ'g` and `s` the sizes `s'` in the order that `g` brings them to.

use super::scene::{Shape, Vector};

/// By rows.
pub(super) type Matrix = [[f64; 3]; 3];

/// How much two poses differ under the symmetry that brings them nearest.
#[derive(Clone, Copy, Debug)]
pub(super) struct PoseDifference {
    pub(super) degrees: f64,
    /// The largest difference of a component of the scale.
    pub(super) scale: f64,
}

/// What of a difference is too much.
#[derive(Clone, Copy, Debug)]
pub(super) struct PoseTolerance {
    pub(super) degrees: f64,
    pub(super) scale: f64,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Pose {
    pub(super) rotation: Vector,
    pub(super) scale: Vector,
}

/// The smallest difference. Of two with as much wrong in them, that which takes the scale as it is written tells better what is wrong.
pub(super) fn difference(shape: Shape, wanted: Pose, seen: Pose, tolerance: PoseTolerance) -> PoseDifference {
    let (wanted_axes, seen_axes) = (wanted.axes(), seen.axes());
    let sizes = wanted.scale.map(f64::abs);
    let of = |symmetry: &Symmetry| {
        let expected = product(&wanted_axes, &symmetry.matrix());
        let sizes = symmetry.brings(sizes);
        let scale = (0..3).map(|i| (sizes[i] - seen.scale[i].abs()).abs()).fold(0.0, f64::max);
        let degrees = turn_between(&expected, &seen_axes, round_axis(shape, sizes));
        (symmetry.is_in_place(), PoseDifference { degrees, scale })
    };
    let rank = |(is_in_place, one): &(bool, PoseDifference)| {
        let (is_turned, is_sized) = (one.degrees > tolerance.degrees, one.scale > tolerance.scale);
        (u8::from(is_turned) + u8::from(is_sized), !is_in_place, one.degrees + one.scale)
    };
    let all = Symmetry::all().filter(|symmetry| symmetry.keeps(shape)).map(|symmetry| of(&symmetry));
    let nearest = all.min_by(|one, other| {
        let (one, other) = (rank(one), rank(other));
        (one.0, one.1).cmp(&(other.0, other.1)).then(one.2.total_cmp(&other.2))
    });
    nearest.map_or(PoseDifference { degrees: f64::INFINITY, scale: f64::INFINITY }, |(_, nearest)| nearest)
}

impl Pose {
    /// Where the primitive's axes point to.
    fn axes(&self) -> Matrix {
        let signs = self.scale.map(|scale| if scale < 0.0 { -1.0 } else { 1.0 });
        rotation_matrix(self.rotation).map(|row| [row[0] * signs[0], row[1] * signs[1], row[2] * signs[2]])
    }
}

/// Rx·Ry·Rz, as the page turns things.
pub(super) fn rotation_matrix(degrees: Vector) -> Matrix {
    let [(sx, cx), (sy, cy), (sz, cz)] = degrees.map(|angle| angle.to_radians().sin_cos());
    [
        [cy * cz, -cy * sz, sy],
        [cx * sz + sx * sy * cz, cx * cz - sx * sy * sz, -sx * cy],
        [sx * sz - cx * sy * cz, sx * cz + cx * sy * sz, cx * cy],
    ]
}

/// The axis that a primitive of these sizes is round about, if there is one.
enum Round {
    NoAxis,
    About(usize),
    Everywhere,
}

fn round_axis(shape: Shape, sizes: Vector) -> Round {
    let is_round = |axis: usize| (sizes[(axis + 1) % 3] - sizes[(axis + 2) % 3]).abs() < 1e-6;
    let about = |axis: usize| if is_round(axis) { Round::About(axis) } else { Round::NoAxis };
    match shape {
        Shape::Cube | Shape::Plane => Round::NoAxis,
        Shape::Cylinder | Shape::Cone => about(1),
        Shape::Torus => about(2),
        Shape::Sphere if is_round(0) && is_round(1) => Round::Everywhere,
        Shape::Sphere => (0..3).find(|axis| is_round(*axis)).map_or(Round::NoAxis, Round::About),
    }
}

/// Degrees by which one is turned against the other; infinite if one is the mirror image of the other and not round.
fn turn_between(one: &Matrix, other: &Matrix, round: Round) -> f64 {
    let along = |axis: usize| (0..3).map(|i| one[i][axis] * other[i][axis]).sum::<f64>();
    let angle = |cosine: f64| cosine.clamp(-1.0, 1.0).acos().to_degrees();
    match round {
        Round::Everywhere => 0.0,
        Round::About(axis) => angle(along(axis)),
        Round::NoAxis if determinant(one) * determinant(other) < 0.0 => f64::INFINITY,
        Round::NoAxis => angle(((0..3).map(along).sum::<f64>() - 1.0) / 2.0),
    }
}

/// A permutation of the axes with signs: axis `i` goes to `to[i]`.
#[derive(Clone, Copy)]
struct Symmetry {
    to: [usize; 3],
    signs: [f64; 3],
}

impl Symmetry {
    fn all() -> impl Iterator<Item = Self> {
        const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let sign = |bits: u8, axis: u8| if bits & (1 << axis) == 0 { 1.0 } else { -1.0 };
        ORDERS
            .into_iter()
            .flat_map(move |to| (0..8).map(move |bits| Self { to, signs: [sign(bits, 0), sign(bits, 1), sign(bits, 2)] }))
    }

    /// Whether every axis stays on its own line.
    fn is_in_place(&self) -> bool {
        self.to == [0, 1, 2]
    }

    /// Whether the primitive looks the same after it.
    fn keeps(&self, shape: Shape) -> bool {
        match shape {
            Shape::Cube | Shape::Sphere => true,
            Shape::Cylinder | Shape::Plane => self.to[1] == 1,
            Shape::Cone => self.to[1] == 1 && self.signs[1] > 0.0,
            Shape::Torus => self.to[2] == 2,
        }
    }

    fn matrix(&self) -> Matrix {
        let mut matrix = [[0.0; 3]; 3];
        for axis in 0..3 {
            matrix[self.to[axis]][axis] = self.signs[axis];
        }
        matrix
    }

    /// Sizes in the order that it brings them to.
    fn brings(&self, sizes: Vector) -> Vector {
        self.to.map(|axis| sizes[axis])
    }
}

pub(super) fn product(a: &Matrix, b: &Matrix) -> Matrix {
    a.map(|row| [0, 1, 2].map(|column| (0..3).map(|i| row[i] * b[i][column]).sum()))
}

fn determinant(m: &Matrix) -> f64 {
    m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
}

#[cfg(test)]
mod tests {
    use super::*;

    const TOLERANCE: PoseTolerance = PoseTolerance { degrees: 1.0, scale: 0.02 };

    fn compare(shape: Shape, wanted: (Vector, Vector), seen: (Vector, Vector)) -> (bool, bool) {
        let pose = |(rotation, scale): (Vector, Vector)| Pose { rotation, scale };
        let found = difference(shape, pose(wanted), pose(seen), TOLERANCE);
        (found.degrees <= TOLERANCE.degrees, found.scale <= TOLERANCE.scale)
    }

    const ONE: Vector = [1.0; 3];
    const NONE: Vector = [0.0; 3];

    #[test]
    fn the_same_solid_in_other_numbers() {
        let same = [
            (Shape::Cube, ([0.0, 45.0, 0.0], ONE), ([0.0, 405.0, 0.0], ONE)),
            (Shape::Cube, ([0.0, 45.0, 0.0], ONE), ([0.0, -45.0, 0.0], ONE)),
            (Shape::Cube, ([0.0, 45.0, 0.0], ONE), ([180.0, 135.0, 180.0], ONE)),
            (Shape::Cube, (NONE, [1.0, 2.0, 4.0]), ([0.0, 90.0, 0.0], [4.0, 2.0, 1.0])),
            (Shape::Cube, (NONE, [1.0, 2.0, 4.0]), (NONE, [-1.0, 2.0, -4.0])),
            (Shape::Cube, ([45.0, 45.0, 45.0], [2.0; 3]), ([45.0, 45.0, 45.0], [-2.0; 3])),
            (Shape::Sphere, (NONE, ONE), ([12.0, 34.0, 56.0], ONE)),
            (Shape::Sphere, (NONE, [1.0, 1.0, 2.0]), ([0.0, 0.0, 33.0], [1.0, 1.0, 2.0])),
            (Shape::Sphere, (NONE, [1.0, 2.0, 1.0]), ([0.0, 0.0, 90.0], [2.0, 1.0, 1.0])),
            (Shape::Cylinder, (NONE, [0.5, 4.0, 0.5]), ([180.0, 77.0, 0.0], [0.5, 4.0, 0.5])),
            (Shape::Cone, ([0.0, 0.0, -90.0], ONE), ([90.0, 0.0, -90.0], ONE)),
            (Shape::Cone, (NONE, ONE), ([180.0, 0.0, 0.0], [1.0, -1.0, 1.0])),
            (Shape::Torus, ([0.0, 90.0, 0.0], ONE), ([0.0, -90.0, 30.0], ONE)),
            (Shape::Torus, ([90.0, 0.0, 0.0], ONE), ([-90.0, 0.0, 0.0], ONE)),
            (Shape::Torus, ([0.0, 90.0, 0.0], [0.3, 0.1, 0.1]), ([0.0, 90.0, 180.0], [0.3, 0.1, 0.1])),
        ];
        for (shape, wanted, seen) in same {
            assert_eq!(compare(shape, wanted, seen), (true, true), "{shape:?} {wanted:?} {seen:?}");
        }
    }

    #[test]
    fn what_is_turned_is_told_from_what_is_sized() {
        let turned = [
            (Shape::Cube, (NONE, ONE), ([0.0, 45.0, 0.0], ONE)),
            (Shape::Cube, (NONE, [1.0, 3.0, 1.0]), ([90.0, 0.0, 0.0], [1.0, 3.0, 1.0])),
            (Shape::Cone, (NONE, ONE), ([180.0, 0.0, 0.0], ONE)),
            (Shape::Cone, (NONE, ONE), (NONE, [1.0, -1.0, 1.0])),
            (Shape::Torus, (NONE, ONE), ([90.0, 0.0, 0.0], ONE)),
            (Shape::Torus, (NONE, [0.3, 0.1, 0.1]), ([0.0, 0.0, 90.0], [0.3, 0.1, 0.1])),
            (Shape::Cylinder, (NONE, ONE), ([0.0, 0.0, 90.0], ONE)),
        ];
        for (shape, wanted, seen) in turned {
            assert_eq!(compare(shape, wanted, seen), (false, true), "{shape:?} {wanted:?} {seen:?}");
        }
        let sized = [
            (Shape::Cube, (NONE, [1.0, 3.0, 1.0]), (NONE, [3.0, 1.0, 1.0])),
            (Shape::Sphere, (NONE, ONE), (NONE, [1.0, 1.0, 1.1])),
            (Shape::Cylinder, (NONE, [0.5, 4.0, 0.5]), (NONE, [0.5, 4.0, 0.6])),
        ];
        for (shape, wanted, seen) in sized {
            assert_eq!(compare(shape, wanted, seen), (true, false), "{shape:?} {wanted:?} {seen:?}");
        }
    }

    #[test]
    fn rotations_go_about_z_then_y_then_x() {
        // X goes to Y about Z, and stays there about X only if that comes first; after Rx it is on Z.
        let matrix = rotation_matrix([90.0, 0.0, 90.0]);
        let x_axis = [0, 1, 2].map(|row| matrix[row][0].round());
        assert_eq!(x_axis, [0.0, 0.0, 1.0]);
    }
}
