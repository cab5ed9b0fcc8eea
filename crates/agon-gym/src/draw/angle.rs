//! Directions without the platform's mathematics library, whose last digits differ from machine to machine.

/// The cosine and sine of an angle in degrees, good to ten digits.
pub(crate) fn cos_sin(degrees: f64) -> (f64, f64) {
    let turned = degrees.rem_euclid(360.0);
    let quarter = (turned / 90.0).round();
    // Between minus and plus an eighth of a turn, where Taylor's series are short.
    let x = (turned - 90.0 * quarter) * (std::f64::consts::PI / 180.0);
    let s = x * x;
    let sin = x * (1.0 - s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * (1.0 - s / 72.0 * (1.0 - s / 110.0)))));
    let cos = 1.0 - s / 2.0 * (1.0 - s / 12.0 * (1.0 - s / 30.0 * (1.0 - s / 56.0 * (1.0 - s / 90.0 * (1.0 - s / 132.0)))));
    match quarter as i64 % 4 {
        0 => (cos, sin),
        1 => (-sin, cos),
        2 => (-cos, -sin),
        _ => (sin, -cos),
    }
}

/// The angle of the direction (x, y) in degrees, more than -180 and at most 180, good to ten digits. Zero for no direction.
pub(crate) fn degrees_of(y: f64, x: f64) -> f64 {
    let length = (x * x + y * y).sqrt();
    if length == 0.0 {
        return 0.0;
    }
    // Half the angle has its tangent between -1 and 1 on the right side; the left side is turned over first.
    let mut tangent = y / (length + x.abs());
    // Two more halvings bring it to where the series is short.
    for _ in 0..2 {
        tangent /= 1.0 + (1.0 + tangent * tangent).sqrt();
    }
    let s = tangent * tangent;
    let series = 1.0 - s * (1.0 / 3.0 - s * (1.0 / 5.0 - s * (1.0 / 7.0 - s * (1.0 / 9.0 - s * (1.0 / 11.0 - s / 13.0)))));
    let angle = 8.0 * tangent * series * (180.0 / std::f64::consts::PI);
    match (x < 0.0, y < 0.0) {
        (false, _) => angle,
        (true, false) => 180.0 - angle,
        (true, true) => -180.0 - angle,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directions_are_read_back() {
        for tenth in -1799..=1800 {
            let degrees = f64::from(tenth) / 10.0;
            let (cos, sin) = cos_sin(degrees);
            assert!((degrees_of(3.0 * sin, 3.0 * cos) - degrees).abs() < 1e-8, "{degrees} {}", degrees_of(sin, cos));
        }
        assert_eq!(degrees_of(0.0, 0.0), 0.0);
        assert_eq!((degrees_of(0.0, -1.0), degrees_of(0.0, 1.0)), (180.0, 0.0));
    }

    #[test]
    fn agrees_with_the_library() {
        for tenth in -7200..7200 {
            let degrees = f64::from(tenth) / 10.0;
            let (cos, sin) = cos_sin(degrees);
            let radians = degrees.to_radians();
            assert!((cos - radians.cos()).abs() < 1e-10 && (sin - radians.sin()).abs() < 1e-10, "{degrees}");
        }
    }
}
