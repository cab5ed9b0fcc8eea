//! Where a flight leads and how it is flown: runway, climb, great circle, descent, perhaps a detour, runway; one state a minute.

use super::arrival::Detour;
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
    /// The index of the first sample in the air.
    pub(super) airborne: usize,
}

/// Whole values at some times, straight in between as in the file of a day, where each stretch is then one piece.
pub(super) struct Line {
    knots: Vec<(usize, i32)>,
}

impl Line {
    /// Knots at times that do not rise fall away.
    pub(super) fn new(knots: &[(usize, f64)]) -> Self {
        let mut rising: Vec<(usize, i32)> = Vec::with_capacity(knots.len());
        for &(time, value) in knots {
            if rising.last().is_none_or(|last| last.0 < time) {
                rising.push((time, libm::round(value) as i32));
            }
        }
        Self { knots: rising }
    }

    fn map(&self, change: impl Fn(f64) -> f64) -> Self {
        Self { knots: self.knots.iter().map(|(time, value)| (*time, libm::round(change(f64::from(*value))) as i32)).collect() }
    }

    /// With a knot at each full hour, since a block of the file begins there; the first value is that of the minute `start`.
    fn cut_at_hours(&self, start: i64) -> Self {
        let mut knots = Vec::with_capacity(self.knots.len() + 4);
        for pair in self.knots.windows(2) {
            let ((from, a), (to, b)) = (pair[0], pair[1]);
            knots.push((from, a));
            let hours = (from + 1..to).filter(|time| is_hour(start, *time));
            knots.extend(hours.map(|time| (time, a + part(b - a, time - from, to - from))));
        }
        knots.extend(self.knots.last());
        Self { knots }
    }

    pub(super) fn values(&self) -> Vec<i32> {
        let mut values = Vec::with_capacity(self.knots.last().map_or(0, |last| last.0 + 1));
        for pair in self.knots.windows(2) {
            let ((from, a), (to, b)) = (pair[0], pair[1]);
            values.extend((0..to - from).map(|step| a + part(b - a, step, to - from)));
        }
        values.extend(self.knots.last().map(|(_, value)| *value));
        values
    }

    /// How fast it rises from each time to the next, the same all along a stretch.
    pub(super) fn slopes(&self) -> Vec<f64> {
        let slope =
            |pair: &[(usize, i32)]| (f64::from(pair[1].1 - pair[0].1) / (pair[1].0 - pair[0].0) as f64, pair[1].0 - pair[0].0);
        let mut slopes: Vec<f64> =
            self.knots.windows(2).map(slope).flat_map(|(slope, length)| std::iter::repeat_n(slope, length)).collect();
        slopes.push(0.0);
        slopes
    }
}

fn is_hour(start: i64, time: usize) -> bool {
    (start + time as i64).rem_euclid(60) == 0
}

/// What a difference over some steps comes to after a few of them, rounded as in the file of a day.
fn part(difference: i32, step: usize, steps: usize) -> i32 {
    let length = steps as i64;
    (2 * i64::from(difference) * step as i64 + length).div_euclid(2 * length) as i32
}

/// The way on the ground: points joined by great circles.
pub(super) struct Route {
    points: Vec<Vector>,
    angles: Vec<f64>,
}

impl Route {
    pub(super) fn new(places: &[Place]) -> Self {
        let points: Vec<Vector> = places.iter().map(|place| place.vector()).collect();
        let angles = points.windows(2).map(|pair| pair[0].angle(pair[1])).collect();
        Self { points, angles }
    }

    pub(super) fn length_km(&self) -> f64 {
        self.angles.iter().sum::<f64>() * EARTH_RADIUS_KM
    }

    pub(super) fn at(&self, km: f64) -> Place {
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

const MOST_LATITUDE: i32 = 800_000;
/// Shorter ways, and ways whose middle is not so far north or south, come nowhere near a pole.
const KM_TO_LOOK_AT: f64 = 2000.0;
const LATITUDE_TO_LOOK_AT: i32 = 500_000;
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
                let bumps: Vec<f64> = (0..(minutes / 30).saturating_sub(1)).map(|_| rng.integer(-3, 3) as f64).collect();
                return Some(Self { line: Self::line(cruise, climb, descent, minutes, &bumps), climb, descent });
            }
            cruise -= 12.0;
            if cruise < 85.0 {
                return None;
            }
        }
    }

    fn line(cruise: f64, climb: usize, descent: usize, minutes: usize, bumps: &[f64]) -> Line {
        let mut knots =
            vec![(0, LIFT_OFF_SPEED), (climb.div_ceil(5), LIFT_OFF_SPEED + 0.35 * (cruise - LIFT_OFF_SPEED)), (climb, cruise)];
        let mut level = cruise;
        for (index, bump) in bumps.iter().enumerate() {
            // The wind changes within a minute, every half an hour.
            let minute = climb + 30 * (index + 1);
            knots.extend([(minute - 1, level), (minute, cruise + bump)]);
            level = cruise + bump;
        }
        if !bumps.is_empty() {
            knots.push((climb + minutes - 1, level));
        }
        let top = climb + minutes;
        knots.push((top, cruise));
        knots.push((top + descent / 2, FINAL_SPEED + 0.6 * (cruise - FINAL_SPEED)));
        knots.push((top + descent - 2, FINAL_SPEED + 12.0));
        knots.push((top + descent, FINAL_SPEED));
        knots.push((top + descent + 1, ROLL_OUT_SPEED));
        Line::new(&knots)
    }
}

/// Kilometres.
pub(super) fn travelled(speeds: &[i32]) -> f64 {
    speeds.windows(2).map(|pair| f64::from(pair[0] + pair[1]) * 0.03).sum()
}

/// A flight whose times are known.
pub(super) struct Prepared<'a> {
    plan: Plan<'a>,
    route: Route,
    speeds: Line,
    climb: usize,
    descent: usize,
    /// From the first minute in the air to the first on the ground, without a detour.
    straight_minutes: usize,
    detour: Option<Detour>,
}

impl<'a> Prepared<'a> {
    /// `None`: the airports are too near to each other, or the way leads across a pole.
    pub(super) fn new(plan: Plan<'a>, rng: &mut Rng) -> Option<Self> {
        let route = route(&plan);
        // Straight lines on the map are no ways across the pole.
        let lat_at = |eighths: i32| route.at(route.length_km() * f64::from(eighths) / 8.0).lat.abs();
        let may_be_near = route.length_km() > KM_TO_LOOK_AT && lat_at(4) > LATITUDE_TO_LOOK_AT;
        if may_be_near && (1..8).any(|eighths| lat_at(eighths) > MOST_LATITUDE) {
            return None;
        }
        let Speeds { line, climb, descent } = Speeds::new(route.length_km(), plan.cruise_speed, rng)?;
        let stretch = route.length_km() / travelled(&line.values());
        if !(0.5..2.0).contains(&stretch) {
            return None;
        }
        let straight_minutes = line.knots.last()?.0;
        let detour = Detour::draw(plan.destination, straight_minutes, rng);
        Some(Self { plan, route, speeds: line.map(|speed| speed * stretch), climb, descent, straight_minutes, detour })
    }

    /// From the first minute in the air to the first on the ground.
    pub(super) fn minutes(&self) -> usize {
        self.straight_minutes + self.detour.map_or(0, Detour::minutes)
    }

    /// The minute, counted from lift-off, at which a share of the way is done.
    pub(super) fn minute_of_share(&self, share: f64) -> usize {
        let speeds = self.speeds.values();
        let whole = travelled(&speeds);
        let mut km = 0.0;
        let minute = speeds.windows(2).position(|pair| {
            km += f64::from(pair[0] + pair[1]) * 0.03;
            km >= share * whole
        });
        minute.unwrap_or(0)
    }

    /// Flies it, so that `departure` is the first minute in the air.
    pub(super) fn fly(&self, departure: i64, rng: &mut Rng) -> Track {
        let speeds = self.speeds.cut_at_hours(departure).values();
        let Altitudes { baro, above } = Altitudes::new(&self.plan, self.straight_minutes, rng);
        let rises = baro.slopes();
        let (baro, above) = (baro.cut_at_hours(departure).values(), above.cut_at_hours(departure).values());
        let (places, headings) = self.places(&speeds, departure);

        let sample = |minute: usize| Sample {
            place: places[minute],
            baro_m: baro[minute] as i16,
            geo_m: (baro[minute] + above[minute]) as i16,
            speed: speeds[minute] as u16,
            heading: headings[minute],
            climb: climb_steps(rises[minute]),
            on_ground: minute == self.straight_minutes,
        };
        let mut samples = Vec::with_capacity(self.minutes() + 30);
        taxi_out(&self.plan, &mut samples, rng);
        let airborne = samples.len();
        samples.extend((0..=self.straight_minutes).map(sample));
        if let Some(detour) = self.detour {
            detour.insert(&mut samples);
        }
        taxi_in(&self.plan, &mut samples, rng);
        Track { samples, airborne }
    }

    /// Places and headings for every minute: worked out at some, straight in between.
    fn places(&self, speeds: &[i32], departure: i64) -> (Vec<Place>, Vec<u16>) {
        let last = self.straight_minutes;
        // Rounded speeds do not add up to the way exactly.
        let stretch = self.route.length_km() / travelled(speeds);
        let mut knots = Vec::new();
        let (mut km, mut next) = (0.0, 0);
        for minute in 0..=last {
            if minute > 0 {
                km += f64::from(speeds[minute - 1] + speeds[minute]) * 0.03 * stretch;
            }
            if minute == next || minute == last || is_hour(departure, minute) {
                let place = self.route.at(km);
                knots.push((minute, place));
                let to_next = step(minute, last, self.climb, self.descent);
                // On its way at full and half hours; near the poles, where straight lines on the map are long ways round, more often.
                let every = match place.lat.abs() {
                    ..650_000 => 30,
                    650_000..750_000 => 10,
                    _ => 4,
                };
                let to_full = every - (departure + minute as i64).rem_euclid(every as i64) as usize;
                next = minute + if to_next > 5 { to_next.min(to_full) } else { to_next };
            }
        }
        let mut bearings: Vec<f64> = knots.windows(2).map(|pair| libm::round(pair[0].1.flat_bearing(pair[1].1))).collect();
        bearings.extend(bearings.last().copied());
        let mut places = Vec::with_capacity(last + 1);
        let mut headings = Vec::with_capacity(last + 1);
        for (index, pair) in knots.windows(2).enumerate() {
            let ((from, a), (to, b)) = (pair[0], pair[1]);
            let (across, turned) = (wrapped_lon(b.lon - a.lon), turn(bearings[index], bearings[index + 1]) as i32);
            for minute in 0..to - from {
                let part = |difference| part(difference, minute, to - from);
                places.push(Place::new(a.lat + part(b.lat - a.lat), a.lon + part(across)));
                headings.push((bearings[index] as i32 + part(turned)).rem_euclid(360) as u16);
            }
        }
        places.extend(knots.last().map(|knot| knot.1));
        headings.extend(bearings.last().map(|bearing| degrees(*bearing)));
        (places, headings)
    }
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

/// Minutes to the next place that is worked out: few where the flight turns, many on its way.
fn step(minute: usize, last: usize, climb: usize, descent: usize) -> usize {
    let rest = last - minute;
    match minute {
        ..4 => 2,
        _ => match rest {
            ..=2 => 2,
            3..=5 => rest - 2,
            6 | 7 => rest - 5,
            _ if minute < climb || rest <= descent => 5.min(rest - 7),
            _ => 30.min(rest - descent).max(1),
        },
    }
}

pub(super) fn degrees(heading: f64) -> u16 {
    (libm::round(heading) as i32).rem_euclid(360) as u16
}

/// Metres a minute as ADS-B tells them.
pub(super) fn climb_steps(metres: f64) -> i16 {
    libm::round(metres / 60.0 / 0.32512) as i16
}

/// Barometric altitudes, and how much higher the geometric ones are.
struct Altitudes {
    baro: Line,
    above: Line,
}

impl Altitudes {
    fn new(plan: &Plan<'_>, last: usize, rng: &mut Rng) -> Self {
        let (low, high) = (f64::from(plan.origin.elevation_m), f64::from(plan.destination.elevation_m));
        let top_of_day = last as f64 * 170.0 + low.max(high);
        let cruise = if plan.cruise_m > top_of_day { libm::floor(top_of_day / 304.8) * 304.8 } else { plan.cruise_m };
        let (rise, fall) = ((cruise - low).max(900.0), (cruise - high).max(900.0));
        let climb = (rise / rng.real(480.0, 620.0)).max(4.0) as usize;
        let descent = (fall / rng.real(430.0, 520.0)).max(6.0) as usize;
        let end = last - 1;
        let climb = climb.min(last / 2 - 1);
        let top = end.saturating_sub(descent).max(climb + 1);
        let mut knots = vec![(0, low + 210.0), (climb.div_ceil(3), low + 0.4 * rise), (climb, low + rise)];
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
        let baro = Line::new(&knots);
        // Warm air lifts the levels; pressure at sea level is not the standard one.
        let (base, share) = (rng.real(-70.0, 70.0), rng.real(0.0, 0.035));
        let above = baro.map(|altitude| base + share * (altitude - low));
        Self { baro, above }
    }
}

fn on_ground(place: Place, airport: &Airport, geo_above: i16, speed: f64, heading: f64) -> Sample {
    let baro_m = airport.elevation_m as i16;
    Sample {
        place,
        baro_m,
        geo_m: baro_m + geo_above,
        speed: libm::round(speed) as u16,
        heading: degrees(heading),
        climb: 0,
        on_ground: true,
    }
}

/// On a way of so many minutes.
fn between(from: Place, to: Place, minute: i64, minutes: i64) -> Place {
    let part = |difference| part(difference, minute as usize, minutes as usize);
    Place::new(from.lat + part(to.lat - from.lat), from.lon + part(wrapped_lon(to.lon - from.lon)))
}

/// A while at the gate, then to the runway.
fn taxi_out(plan: &Plan<'_>, samples: &mut Vec<Sample>, rng: &mut Rng) {
    let airport = plan.origin;
    let gate = airport.place.towards(rng.real(0.0, 360.0), rng.real(0.4, 1.2));
    let start = airport.place.towards(plan.origin_runway + 180.0, 1.4);
    let (waiting, rolling) = (rng.integer(2, 7), rng.integer(3, 7));
    let (km, way) = (gate.distance_km(start), gate.bearing(start));
    let geo_above = rng.integer(-60, 60) as i16;
    samples.extend((0..waiting).map(|_| on_ground(gate, airport, geo_above, 0.0, way)));
    let speed = km / (rolling as f64 * 0.06);
    for minute in 1..rolling {
        samples.push(on_ground(between(gate, start, minute, rolling), airport, geo_above, speed, way));
    }
    samples.push(on_ground(start, airport, geo_above, 6.0, plan.origin_runway));
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
        let place = between(rolled.place, gate, minute, rolling);
        samples.push(on_ground(place, airport, geo_above, km / (rolling as f64 * 0.06), way));
    }
    samples.extend((0..waiting).map(|_| on_ground(gate, airport, geo_above, 0.0, way)));
}
