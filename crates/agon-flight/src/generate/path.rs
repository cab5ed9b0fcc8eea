//! Where a flight leads and how it is flown: runway, climb, great circle, descent, runway; one state a minute.

use crate::airports::Airport;
use crate::day::Sample;
use crate::geo::{EARTH_RADIUS_KM, Place, Vector, turn, wrapped_lon};
use agon_core::Rng;

/// From which runway to which, and how.
pub(super) struct Plan<'a> {
    pub(super) origin: &'a Airport,
    pub(super) destination: &'a Airport,
    pub(super) origin_runway: f64,
    pub(super) destination_runway: f64,
    /// How far the middle of the way lies aside of the great circle, to the right.
    pub(super) aside_km: f64,
    /// Metres a second over the ground.
    pub(super) cruise_speed: f64,
    pub(super) cruise_m: f64,
}

/// A flight's states from the gate to the gate.
pub(super) struct Track {
    pub(super) samples: Vec<Sample>,
    /// The index of the first sample in the air, and of the first one on the ground again.
    pub(super) airborne: usize,
    pub(super) landed: usize,
}

/// Values at some times, straight in between.
struct Line {
    knots: Vec<(usize, f64)>,
}

impl Line {
    fn values(&self) -> Vec<f64> {
        let mut values = Vec::new();
        for pair in self.knots.windows(2) {
            let ((from, a), (to, b)) = (pair[0], pair[1]);
            values.extend((from..to).map(|time| a + (b - a) * (time - from) as f64 / (to - from) as f64));
        }
        values.extend(self.knots.last().map(|(_, value)| *value));
        values
    }

    /// Knots at times that do not rise fall away.
    fn new(knots: Vec<(usize, f64)>) -> Self {
        let mut rising: Vec<(usize, f64)> = Vec::with_capacity(knots.len());
        for knot in knots {
            if rising.last().is_none_or(|last| last.0 < knot.0) {
                rising.push(knot);
            }
        }
        Self { knots: rising }
    }
}

/// The way on the ground: points joined by great circles.
struct Route {
    points: Vec<Vector>,
    angles: Vec<f64>,
}

impl Route {
    fn new(places: &[Place]) -> Self {
        let points: Vec<Vector> = places.iter().map(|place| place.vector()).collect();
        let angles = points.windows(2).map(|pair| pair[0].angle(pair[1])).collect();
        Self { points, angles }
    }

    fn length_km(&self) -> f64 {
        self.angles.iter().sum::<f64>() * EARTH_RADIUS_KM
    }

    fn at(&self, km: f64) -> Place {
        let mut rest = km / EARTH_RADIUS_KM;
        let last = self.angles.len().saturating_sub(1);
        for (index, &angle) in self.angles.iter().enumerate() {
            if rest <= angle || index == last {
                return self.points[index].along(self.points[index + 1], angle, (rest / angle).clamp(0.0, 1.0)).place();
            }
            rest -= angle;
        }
        Place::default()
    }
}

/// Ground speeds from the first minute in the air to the first on the ground, and how long climb and descent take.
struct Speeds {
    line: Line,
    climb: usize,
    descent: usize,
}

const LIFT_OFF_SPEED: f64 = 80.0;
const FINAL_SPEED: f64 = 68.0;
const ROLL_OUT_SPEED: f64 = 40.0;

impl Speeds {
    /// `None`: the way is too short to fly.
    fn new(length_km: f64, wanted: f64, rng: &mut Rng) -> Option<Self> {
        let mut cruise = wanted;
        loop {
            let climb = ((cruise - LIFT_OFF_SPEED) / 9.0).max(3.0) as usize;
            let descent = ((cruise - FINAL_SPEED) / 8.0).max(5.0) as usize;
            let ends = Self::line(cruise, climb, descent, 1, &[]);
            let rest = length_km - travelled(&ends.values());
            if rest >= 0.0 {
                let minutes = 1 + (rest / (cruise * 0.06) + 0.5) as usize;
                let bumps: Vec<f64> = (0..minutes / 15).map(|_| rng.integer(-3, 3) as f64).collect();
                return Some(Self { line: Self::line(cruise, climb, descent, minutes, &bumps), climb, descent });
            }
            cruise -= 12.0;
            if cruise < 85.0 {
                return None;
            }
        }
    }

    fn line(cruise: f64, climb: usize, descent: usize, minutes: usize, bumps: &[f64]) -> Line {
        let mut knots = vec![(0, LIFT_OFF_SPEED), (climb.div_ceil(5), LIFT_OFF_SPEED + 0.35 * (cruise - LIFT_OFF_SPEED)), (climb, cruise)];
        knots.extend(bumps.iter().enumerate().map(|(index, bump)| (climb + 8 + 15 * index, cruise + bump)));
        let top = climb + minutes;
        knots.push((top, cruise));
        knots.push((top + descent / 2, FINAL_SPEED + 0.6 * (cruise - FINAL_SPEED)));
        knots.push((top + descent - 2, FINAL_SPEED + 12.0));
        knots.push((top + descent, FINAL_SPEED));
        knots.push((top + descent + 1, ROLL_OUT_SPEED));
        Line::new(knots)
    }
}

/// Kilometres.
fn travelled(speeds: &[f64]) -> f64 {
    speeds.windows(2).map(|pair| (pair[0] + pair[1]) * 0.03).sum()
}

/// Flies the plan. `None`: the airports are too near to each other.
pub(super) fn fly(plan: &Plan<'_>, rng: &mut Rng) -> Option<Track> {
    let route = route(plan);
    let speeds = Speeds::new(route.length_km(), plan.cruise_speed, rng)?;
    let (climb, descent) = (speeds.climb, speeds.descent);
    let mut ground_speeds = speeds.line.values();
    let stretch = route.length_km() / travelled(&ground_speeds);
    if !(0.5..2.0).contains(&stretch) {
        return None;
    }
    ground_speeds.iter_mut().for_each(|speed| *speed *= stretch);
    // The last minute is the first on the ground.
    let last = ground_speeds.len() - 1;
    let (altitudes, above) = altitudes(plan, last, rng);

    let mut samples = taxi_out(plan, rng);
    let airborne = samples.len();
    let (places, headings) = places(&route, &ground_speeds, climb, descent);
    for minute in 0..=last {
        let altitude = altitudes[minute];
        let rise = altitudes.get(minute + 1).map_or(0.0, |next| next - altitude);
        let on_ground = minute == last;
        samples.push(Sample {
            place: places[minute],
            baro_m: libm::round(altitude) as i16,
            geo_m: (libm::round(altitude) + libm::round(above[minute])) as i16,
            speed: libm::round(ground_speeds[minute]) as u16,
            heading: headings[minute],
            climb: if on_ground { 0 } else { libm::round(rise / 60.0 / 0.32512) as i16 },
            on_ground,
        });
    }
    let landed = samples.len() - 1;
    taxi_in(plan, &mut samples, rng);
    Some(Track { samples, airborne, landed })
}

fn route(plan: &Plan<'_>) -> Route {
    let (from, to) = (plan.origin.place, plan.destination.place);
    let out = from.towards(plan.origin_runway, 12.0);
    let fix = to.towards(plan.destination_runway + 180.0, 24.0);
    let (start, end) = (out.vector(), fix.vector());
    let middle = start.along(end, start.angle(end), 0.5).place();
    let middle = middle.towards(middle.bearing(fix) + 90.0, plan.aside_km);
    Route::new(&[from.towards(plan.origin_runway, 1.6), out, middle, fix, to.towards(plan.destination_runway, 0.2)])
}

/// Places and headings for every minute: worked out at some, straight in between.
fn places(route: &Route, speeds: &[f64], climb: usize, descent: usize) -> (Vec<Place>, Vec<u16>) {
    let last = speeds.len() - 1;
    let mut knots = Vec::new();
    let (mut km, mut next) = (0.0, 0);
    for minute in 0..=last {
        if minute > 0 {
            km += (speeds[minute - 1] + speeds[minute]) * 0.03;
        }
        if minute == next || minute == last {
            knots.push((minute, route.at(km)));
            let step = match minute {
                0..5 => 1,
                _ if minute + 9 > last => 1,
                _ if minute < climb => 3,
                _ if minute + descent + 1 > last => 3.min(last - 8 - minute).max(1),
                _ => 12.min((last - descent).saturating_sub(minute)).max(1),
            };
            next = minute + step;
        }
    }
    let mut bearings: Vec<f64> = knots.windows(2).map(|pair| pair[0].1.bearing(pair[1].1)).collect();
    bearings.extend(bearings.last().copied());
    let mut places = Vec::with_capacity(last + 1);
    let mut headings = Vec::with_capacity(last + 1);
    for (index, pair) in knots.windows(2).enumerate() {
        let ((from, a), (to, b)) = (pair[0], pair[1]);
        let length = (to - from) as i64;
        let across = wrapped_lon(b.lon - a.lon);
        let turned = turn(bearings[index], bearings[index + 1]);
        for step in 0..length {
            let part = |difference: i32| (2 * i64::from(difference) * step + length).div_euclid(2 * length) as i32;
            places.push(Place::new(a.lat + part(b.lat - a.lat), a.lon + part(across)));
            headings.push(degrees(bearings[index] + turned * step as f64 / length as f64));
        }
    }
    places.extend(knots.last().map(|knot| knot.1));
    headings.extend(bearings.last().map(|bearing| degrees(*bearing)));
    (places, headings)
}

fn degrees(heading: f64) -> u16 {
    (libm::round(heading) as i32).rem_euclid(360) as u16
}

/// Barometric altitudes for every minute, and how much higher the geometric ones are.
fn altitudes(plan: &Plan<'_>, last: usize, rng: &mut Rng) -> (Vec<f64>, Vec<f64>) {
    let (low, high) = (f64::from(plan.origin.elevation_m), f64::from(plan.destination.elevation_m));
    let top_of_day = last as f64 * 210.0 + low.max(high);
    let cruise = if plan.cruise_m > top_of_day { libm::floor(top_of_day / 304.8) * 304.8 } else { plan.cruise_m };
    let (rise, fall) = ((cruise - low).max(900.0), (cruise - high).max(900.0));
    let climb = (rise / rng.real(480.0, 620.0)).max(4.0) as usize;
    let descent = (fall / rng.real(430.0, 520.0)).max(6.0) as usize;
    let end = last - 1;
    let climb = climb.min(last / 2 - 1);
    let top = end.saturating_sub(descent).max(climb + 1);
    let mut knots = vec![(0, low + 210.0), (climb.div_ceil(5), low + 0.3 * rise), (climb / 2, low + 0.64 * rise), (climb, low + rise)];
    let long = top - climb;
    if long > 200 {
        // Long flights climb once more when they are lighter.
        let step = climb + long / 2;
        knots.extend([(step, low + rise), (step + 5, low + rise + 609.6), (top, low + rise + 609.6)]);
    } else {
        knots.push((top, low + rise));
    }
    knots.push((top + (end - top) * 11 / 20, high + (0.42 * fall).max(850.0)));
    knots.push((end.saturating_sub(3), high + 800.0));
    knots.push((end, high + 110.0));
    knots.push((last, high));
    let line = Line::new(knots);
    // Warm air lifts the levels; pressure at sea level is not the standard one.
    let (base, share) = (rng.real(-70.0, 70.0), rng.real(0.0, 0.035));
    let above = Line { knots: line.knots.iter().map(|(time, altitude)| (*time, base + share * (altitude - low))).collect() };
    (line.values(), above.values())
}

fn on_ground(place: Place, airport: &Airport, geo_above: i16, speed: f64, heading: f64) -> Sample {
    let baro_m = airport.elevation_m as i16;
    Sample { place, baro_m, geo_m: baro_m + geo_above, speed: libm::round(speed) as u16, heading: degrees(heading), climb: 0, on_ground: true }
}

/// A while at the gate, then to the runway.
fn taxi_out(plan: &Plan<'_>, rng: &mut Rng) -> Vec<Sample> {
    let airport = plan.origin;
    let gate = airport.place.towards(rng.real(0.0, 360.0), rng.real(0.4, 1.2));
    let start = airport.place.towards(plan.origin_runway + 180.0, 1.4);
    let (waiting, rolling) = (rng.integer(2, 7), rng.integer(3, 7));
    let (km, way) = (gate.distance_km(start), gate.bearing(start));
    let geo_above = rng.integer(-60, 60) as i16;
    let mut samples: Vec<Sample> = (0..waiting).map(|_| on_ground(gate, airport, geo_above, 0.0, way)).collect();
    let speed = km / (rolling as f64 * 0.06);
    for minute in 1..rolling {
        samples.push(on_ground(gate.towards(way, km * minute as f64 / rolling as f64), airport, geo_above, speed, way));
    }
    samples.push(on_ground(start, airport, geo_above, 6.0, plan.origin_runway));
    samples
}

/// From the runway to a gate, and a while there.
fn taxi_in(plan: &Plan<'_>, samples: &mut Vec<Sample>, rng: &mut Rng) {
    let airport = plan.destination;
    let Some(rolled) = samples.last().copied() else { return };
    let gate = airport.place.towards(rng.real(0.0, 360.0), rng.real(0.4, 1.2));
    let (km, way) = (rolled.place.distance_km(gate), rolled.place.bearing(gate));
    let (rolling, waiting) = (rng.integer(3, 6), rng.integer(2, 6));
    let geo_above = rolled.geo_m - rolled.baro_m;
    for minute in 1..rolling {
        let place = rolled.place.towards(way, km * minute as f64 / rolling as f64);
        samples.push(on_ground(place, airport, geo_above, km / (rolling as f64 * 0.06), way));
    }
    samples.extend((0..waiting).map(|_| on_ground(gate, airport, geo_above, 0.0, way)));
}
