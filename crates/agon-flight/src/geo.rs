//! Places on a sphere. Sine and its like come from `libm`, so a day is the same on every machine.

use core::f64::consts::PI;

/// The mean radius of the Earth.
pub const EARTH_RADIUS_KM: f64 = 6371.0088;

const RADIANS: f64 = PI / 180.0;

/// A place in 1/10000 degree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Place {
    pub lat: i32,
    /// −1800000 … 1799999.
    pub lon: i32,
}

impl Place {
    pub fn new(lat: i32, lon: i32) -> Self {
        Self { lat, lon: wrapped_lon(lon) }
    }

    pub fn of_degrees(lat: f64, lon: f64) -> Self {
        Self::new(libm::round(lat * 10_000.0) as i32, libm::round(lon * 10_000.0) as i32)
    }

    pub fn lat_degrees(self) -> f64 {
        f64::from(self.lat) / 10_000.0
    }

    pub fn lon_degrees(self) -> f64 {
        f64::from(self.lon) / 10_000.0
    }

    /// As a point of the unit sphere.
    pub(crate) fn vector(self) -> Vector {
        Vector::of_degrees(self.lat_degrees(), self.lon_degrees())
    }

    /// Great-circle distance.
    pub fn distance_km(self, other: Self) -> f64 {
        self.vector().angle(other.vector()) * EARTH_RADIUS_KM
    }

    /// Surely farther away than this: a cheap test by latitude alone.
    pub(crate) fn is_beyond(self, other: Self, km: f64) -> bool {
        f64::from((self.lat - other.lat).abs()) > km * 90.0 + 1.0
    }

    /// Direction in which `other` lies, in degrees from north, 0 to 360.
    pub fn bearing(self, other: Self) -> f64 {
        let (a, b) = (self.lat_degrees() * RADIANS, other.lat_degrees() * RADIANS);
        let across = (other.lon_degrees() - self.lon_degrees()) * RADIANS;
        let east = libm::sin(across) * libm::cos(b);
        let north = libm::cos(a) * libm::sin(b) - libm::sin(a) * libm::cos(b) * libm::cos(across);
        let degrees = libm::atan2(east, north) / RADIANS;
        if degrees < 0.0 { degrees + 360.0 } else { degrees }
    }

    /// The direction of a straight line on the map, for places that are not far apart: quicker.
    pub(crate) fn flat_bearing(self, other: Self) -> f64 {
        let middle = (self.lat_degrees() + other.lat_degrees()) / 2.0;
        let east = f64::from(wrapped_lon(other.lon - self.lon)) * libm::cos(middle * RADIANS);
        let degrees = libm::atan2(east, f64::from(other.lat - self.lat)) / RADIANS;
        if degrees < 0.0 { degrees + 360.0 } else { degrees }
    }

    /// The place so far away in this direction.
    pub fn towards(self, bearing: f64, km: f64) -> Self {
        let (lat, turn, arc) = (self.lat_degrees() * RADIANS, bearing * RADIANS, km / EARTH_RADIUS_KM);
        let sin_lat = libm::sin(lat) * libm::cos(arc) + libm::cos(lat) * libm::sin(arc) * libm::cos(turn);
        let east = libm::sin(turn) * libm::sin(arc) * libm::cos(lat);
        let across = libm::atan2(east, libm::cos(arc) - libm::sin(lat) * sin_lat);
        Self::of_degrees(libm::asin(sin_lat.clamp(-1.0, 1.0)) / RADIANS, self.lon_degrees() + across / RADIANS)
    }

    /// Distance to the great-circle arc from `a` to `b`.
    pub fn distance_to_arc_km(self, a: Self, b: Self) -> f64 {
        let (here, start, end) = (self.vector(), a.vector(), b.vector());
        let ends = here.angle(start).min(here.angle(end));
        let normal = start.cross(end);
        let length = normal.length();
        if length < 1e-12 {
            return ends * EARTH_RADIUS_KM;
        }
        let normal = normal.scaled(1.0 / length);
        // The foot of the perpendicular is on the arc if it is on the inner side of both ends.
        let is_between = normal.cross(start).dot(here) >= 0.0 && normal.cross(end).dot(here) <= 0.0;
        let across = libm::fabs(libm::asin(normal.dot(here).clamp(-1.0, 1.0)));
        (if is_between { across } else { ends }) * EARTH_RADIUS_KM
    }
}

/// Into −1800000 … 1799999.
pub(crate) fn wrapped_lon(lon: i32) -> i32 {
    (lon + 1_800_000).rem_euclid(3_600_000) - 1_800_000
}

/// The turn from one heading to another the short way round, −180 to 180 degrees.
pub(crate) fn turn(from: f64, to: f64) -> f64 {
    let difference = (to - from) % 360.0;
    if difference > 180.0 {
        difference - 360.0
    } else if difference < -180.0 {
        difference + 360.0
    } else {
        difference
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Vector {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) z: f64,
}

impl Vector {
    pub(crate) fn of_degrees(lat: f64, lon: f64) -> Self {
        let (lat, lon) = (lat * RADIANS, lon * RADIANS);
        let around = libm::cos(lat);
        Self { x: around * libm::cos(lon), y: around * libm::sin(lon), z: libm::sin(lat) }
    }

    pub(crate) fn place(self) -> Place {
        let across = libm::sqrt(self.x * self.x + self.y * self.y);
        Place::of_degrees(libm::atan2(self.z, across) / RADIANS, libm::atan2(self.y, self.x) / RADIANS)
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    pub(crate) fn cross(self, other: Self) -> Self {
        Self {
            x: self.y * other.z - self.z * other.y,
            y: self.z * other.x - self.x * other.z,
            z: self.x * other.y - self.y * other.x,
        }
    }

    pub(crate) fn length(self) -> f64 {
        libm::sqrt(self.dot(self))
    }

    pub(crate) fn scaled(self, by: f64) -> Self {
        Self { x: self.x * by, y: self.y * by, z: self.z * by }
    }

    /// The angle between two points of the unit sphere, exact for near ones too.
    pub(crate) fn angle(self, other: Self) -> f64 {
        libm::atan2(self.cross(other).length(), self.dot(other))
    }

    /// The point at a share of the way along the great circle, the angle of which is given.
    pub(crate) fn along(self, other: Self, angle: f64, share: f64) -> Self {
        let whole = libm::sin(angle);
        if whole < 1e-9 {
            return self;
        }
        let (a, b) = (libm::sin((1.0 - share) * angle) / whole, libm::sin(share * angle) / whole);
        Self { x: self.x * a + other.x * b, y: self.y * a + other.y * b, z: self.z * a + other.z * b }
    }
}

/// A circle on the sphere: who is inside is asked a million times, so without any arc function.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Circle {
    pub(crate) centre: Place,
    pub(crate) km: f64,
}

impl Circle {
    pub(crate) fn has(&self, place: Place) -> bool {
        !self.centre.is_beyond(place, self.km) && self.centre.distance_km(place) <= self.km
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Latitude and longitude.
    type Pair = (i32, i32);

    /// Made with PyPI geographiclib 2.1 on a sphere of this radius (`Geodesic(6371008.8, 0)`): from, to, kilometres, bearing.
    const REFERENCES: &[(Pair, Pair, f64, f64)] = include!("../tests/data/geodesics.in");
    /// Made with PyPI geographiclib 2.1 likewise: a place, an arc's ends, the distance found by golden-section search along the arc.
    const ARCS: &[(Pair, Pair, Pair, f64)] = include!("../tests/data/arcs.in");

    #[test]
    fn distances_and_bearings_are_those_of_geographiclib() {
        for &((a, b), (c, d), km, bearing) in REFERENCES {
            let (from, to) = (Place::new(a, b), Place::new(c, d));
            assert!((from.distance_km(to) - km).abs() < 1e-6 * (1.0 + km), "{from:?} to {to:?}: {} km", from.distance_km(to));
            assert!(turn(from.bearing(to), bearing).abs() < 1e-6, "{from:?} to {to:?}: {}°", from.bearing(to));
            let there = from.towards(bearing, km);
            assert!(there.distance_km(to) < 0.02, "{from:?} towards {bearing}°: {there:?}, not {to:?}");
        }
        assert!(REFERENCES.len() > 100);
    }

    #[test]
    fn distances_to_arcs_are_those_of_geographiclib() {
        for &((a, b), (c, d), (e, f), km) in ARCS {
            let found = Place::new(a, b).distance_to_arc_km(Place::new(c, d), Place::new(e, f));
            assert!((found - km).abs() < 1e-4 * (1.0 + km), "{a} {b} to the arc {c} {d}, {e} {f}: {found} km, not {km}");
        }
        assert!(ARCS.len() > 50);
    }

    #[test]
    fn turns_are_the_short_way_round() {
        assert_eq!(turn(350.0, 10.0), 20.0);
        assert_eq!(turn(10.0, 350.0), -20.0);
        assert_eq!(turn(90.0, 90.0), 0.0);
    }

    #[test]
    fn longitudes_stay_in_their_range() {
        assert_eq!(wrapped_lon(1_800_000), -1_800_000);
        assert_eq!(wrapped_lon(-1_800_001), 1_799_999);
    }

    #[test]
    fn circles_have_what_is_near_across_the_date_line() {
        let circle = Circle { centre: Place::of_degrees(0.0, 179.9), km: 30.0 };
        assert!(circle.has(Place::of_degrees(0.0, -179.9)));
        assert!(!circle.has(Place::of_degrees(0.3, 179.9)));
    }
}
