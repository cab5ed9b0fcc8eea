//! A day of air traffic: flights and their samples, one a minute.

use crate::geo::Place;

/// Samples of a day: 06:00 to 17:59 UTC.
pub const MINUTES: u16 = 720;

/// The clock's time at minute 0, in minutes since midnight.
pub const FIRST_MINUTE_OF_DAY: u16 = 6 * 60;

/// What was received of an aircraft at a whole minute.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Sample {
    pub place: Place,
    pub baro_m: i16,
    pub geo_m: i16,
    /// Metres a second.
    pub speed: u16,
    /// 0 … 359.
    pub heading: u16,
    /// In steps of 64 ft/min.
    pub climb: i16,
    pub on_ground: bool,
}

impl Sample {
    pub fn baro_feet(&self) -> i64 {
        feet(self.baro_m)
    }

    pub fn geo_feet(&self) -> i64 {
        feet(self.geo_m)
    }

    pub fn knots(&self) -> i64 {
        libm::floor(f64::from(self.speed) * 1.94384 + 0.5) as i64
    }

    pub fn feet_per_minute(&self) -> i64 {
        i64::from(self.climb) * 64
    }

    pub fn status(&self) -> &'static str {
        if self.on_ground { "On Ground" } else { "Airborne" }
    }
}

fn feet(metres: i16) -> i64 {
    libm::floor(f64::from(metres) * 3.28084 + 0.5) as i64
}

/// Samples of minutes that follow each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    pub first_minute: u16,
    pub samples: Vec<Sample>,
}

impl Run {
    /// The minute after the last sample.
    pub fn end(&self) -> u16 {
        self.first_minute + self.samples.len() as u16
    }

    pub fn at(&self, minute: u16) -> Option<&Sample> {
        self.samples.get(usize::from(minute.checked_sub(self.first_minute)?))
    }
}

/// One callsign on one aircraft.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Flight {
    pub icao24: u32,
    pub callsign: String,
    pub squawk: u16,
    /// Index into [`Day::countries`].
    pub country: Option<u16>,
    /// IATA codes, estimated.
    pub origin: Option<String>,
    pub destination: Option<String>,
    /// In the order of time, with at least a minute between them.
    pub runs: Vec<Run>,
}

impl Flight {
    /// What is shown of it at a whole minute.
    pub fn at(&self, minute: u16) -> Option<&Sample> {
        self.runs.iter().find_map(|run| run.at(minute))
    }

    pub fn first_minute(&self) -> Option<u16> {
        self.runs.first().map(|run| run.first_minute)
    }

    /// The minute after its last sample.
    pub fn end(&self) -> Option<u16> {
        self.runs.last().map(Run::end)
    }

    /// Minutes and samples, in the order of time.
    pub fn samples(&self) -> impl Iterator<Item = (u16, &Sample)> {
        self.runs.iter().flat_map(|run| (run.first_minute..).zip(&run.samples))
    }
}

/// A day.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Day {
    /// Names of the registers that aircraft belong to.
    pub countries: Vec<String>,
    pub flights: Vec<Flight>,
}

impl Day {
    pub fn flight(&self, callsign: &str) -> Option<&Flight> {
        self.flights.iter().find(|flight| flight.callsign == callsign)
    }

    /// The flights that are shown at a whole minute, with what is shown of them.
    pub fn present(&self, minute: u16) -> impl Iterator<Item = (usize, &Flight, &Sample)> {
        self.flights.iter().enumerate().filter_map(move |(index, flight)| Some((index, flight, flight.at(minute)?)))
    }
}

/// `14:05` of a minute of the day's window.
pub fn clock(minute: u16) -> String {
    let of_day = (minute + FIRST_MINUTE_OF_DAY) % 1440;
    format!("{:02}:{:02}", of_day / 60, of_day % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_shown_as_the_known_ones() {
        let sample = |geo_m, speed, climb| Sample { geo_m, speed, climb, ..Sample::default() };
        for (metres, feet) in [(11819, 38776), (9891, 32451), (10676, 35026), (10363, 33999), (1067, 3501), (-12, -39)] {
            assert_eq!(sample(metres, 0, 0).geo_feet(), feet);
        }
        for (speed, knots) in [(247, 480), (244, 474), (246, 478), (227, 441), (60, 117)] {
            assert_eq!(sample(0, speed, 0).knots(), knots);
        }
        assert_eq!(sample(0, 0, -20).feet_per_minute(), -1280);
    }

    #[test]
    fn the_clock_begins_at_six() {
        assert_eq!((clock(0).as_str(), clock(719).as_str()), ("06:00", "17:59"));
    }
}
