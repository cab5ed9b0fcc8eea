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

#[cfg(test)]
mod tests {
    use super::*;

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
