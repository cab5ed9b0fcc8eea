//! Every kind of question, answered by its brief alone. Nothing of how questions are drawn is used here.

use agon_flight::{Airport, Day, Flight, Place, Sample, airport, airports, countries};
use serde_json::{Value, json};
use std::collections::BTreeMap;

pub(crate) struct Looking<'a> {
    pub(crate) day: &'a Day,
    pub(crate) values: &'a BTreeMap<String, String>,
}

/// By the haversine formula.
fn km(a: Place, b: Place) -> f64 {
    let (a, b) = (
        (a.lat_degrees().to_radians(), a.lon_degrees().to_radians()),
        (b.lat_degrees().to_radians(), b.lon_degrees().to_radians()),
    );
    let half = |x: f64| (x / 2.0).sin().powi(2);
    2.0 * 6371.0088 * (half(b.0 - a.0) + a.0.cos() * b.0.cos() * half(b.1 - a.1)).sqrt().asin()
}

fn over(sample: &Sample) -> Option<usize> {
    countries().at(sample.place)
}

fn comma(number: i64) -> String {
    let (sign, digits) = (if number < 0 { "-" } else { "" }, number.abs().to_string());
    let (thousands, rest) = digits.split_at(digits.len().saturating_sub(3));
    if thousands.is_empty() { format!("{sign}{rest}") } else { format!("{sign}{thousands},{rest}") }
}

fn feet(metres: i16) -> Value {
    json!(format!("{} ft", comma((f64::from(metres) * 3.28084).round() as i64)))
}

fn knots(speed: u16) -> Value {
    json!(format!("{} kts", (f64::from(speed) * 1.94384).round() as i64))
}

fn utc(minute: u16) -> Value {
    json!(format!("{:02}:{:02} UTC", 6 + minute / 60, minute % 60))
}

impl<'a> Looking<'a> {
    fn value(&self, name: &str) -> &str {
        &self.values[name]
    }

    fn minute(&self, name: &str) -> u16 {
        let (hour, minute) = self.value(name).split_once(':').unwrap();
        (hour.parse::<u16>().unwrap() - 6) * 60 + minute.parse::<u16>().unwrap()
    }

    fn named(&self, name: &str) -> &'a Flight {
        self.day.flights.iter().find(|flight| flight.callsign == self.value(name)).unwrap()
    }

    fn airport(&self) -> &'static Airport {
        let found = airport(self.value("airport")).unwrap();
        assert_eq!(found.name, self.value("airport_name"));
        found
    }

    fn radius(&self) -> f64 {
        self.value("radius").parse().unwrap()
    }

    fn is_inside(&self, flight: &Flight, minute: u16) -> bool {
        flight.at(minute).is_some_and(|sample| km(sample.place, self.airport().place) <= self.radius())
    }

    fn shown(&self, minute: u16) -> Vec<(&'a Flight, &'a Sample)> {
        self.day.flights.iter().filter_map(|flight| Some((flight, flight.at(minute)?))).collect()
    }

    fn airborne(&self, minute: u16) -> Vec<(&'a Flight, &'a Sample)> {
        self.shown(minute).into_iter().filter(|(_, sample)| !sample.on_ground).collect()
    }

    fn inside(&self, minute: u16) -> Vec<&'a Flight> {
        self.day.flights.iter().filter(|flight| self.is_inside(flight, minute)).collect()
    }

    /// Callsigns and minutes of departures, or of landings, after a minute, in order.
    fn movements(&self, after: u16, until: u16, is_departure: bool) -> Vec<(u16, &'a Flight)> {
        let mut found = Vec::new();
        for minute in after + 1..=until {
            for flight in &self.day.flights {
                let (Some(before), Some(now)) = (flight.at(minute - 1), flight.at(minute)) else { continue };
                let ground = if is_departure { before } else { now };
                if before.on_ground == is_departure
                    && now.on_ground != is_departure
                    && km(ground.place, self.airport().place) <= 5.0
                {
                    found.push((minute, flight));
                }
            }
        }
        found
    }

    /// Flights that cross from the one country to the other after a minute, in order.
    fn crossings(&self) -> Vec<(u16, &'a Flight)> {
        let (from, to) = (countries().named(self.value("from_country")), countries().named(self.value("to_country")));
        let mut found = Vec::new();
        for minute in self.minute("time") + 1..=self.minute("end_time") {
            for (flight, sample) in self.shown(minute) {
                let was_over = flight.at(minute - 1).is_some_and(|sample| over(sample) == to);
                if over(sample) == to
                    && !was_over
                    && (0..minute).rev().find_map(|minute| flight.at(minute).and_then(over)) == from
                {
                    found.push((minute, flight));
                }
            }
        }
        found
    }

    /// The minute at which a flight is first outside of the circle after having been inside.
    fn leaves(&self, flight: &Flight, from: u16) -> u16 {
        let mut minute = from;
        while !self.is_inside(flight, minute) {
            minute += 1;
        }
        while self.is_inside(flight, minute) {
            minute += 1;
        }
        minute
    }

    /// Who enters the circle after a minute, in order.
    fn entering(&self, after: u16, until: u16) -> Vec<(u16, &'a Flight)> {
        let enters = |minute: u16, flight: &Flight| self.is_inside(flight, minute) && !self.is_inside(flight, minute - 1);
        (after + 1..=until)
            .flat_map(|minute| {
                self.day.flights.iter().filter(move |flight| enters(minute, flight)).map(move |flight| (minute, flight))
            })
            .collect()
    }

    pub(crate) fn answer(&self, kind: &str) -> Value {
        match kind {
            "icons-on-screen" => self.icons(),
            "altitude-and-speed" | "altitude-and-rate" | "route" => self.reading(kind),
            "speed-at-two-times" => {
                let speed = |time: &str| knots(self.named("callsign").at(self.minute(time)).unwrap().speed);
                json!({ "ground_speed_first": speed("first_time"), "ground_speed_second": speed("second_time") })
            }
            "inside-circle" | "inside-large-circle" => json!({ "count": self.inside(self.minute("time")).len() }),
            "eastern-flight" => {
                let flights = [self.named("first"), self.named("second")];
                let eastern = flights.into_iter().max_by_key(|flight| flight.at(self.minute("time")).unwrap().place.lon).unwrap();
                json!({ "callsign": eastern.callsign, "geo_altitude": feet(eastern.at(self.minute("time")).unwrap().geo_m) })
            }
            "leaves-the-ground" => {
                let flight = self.named("callsign");
                assert!(flight.at(self.minute("time")).unwrap().on_ground);
                let minute = (self.minute("time")..720).find(|minute| !flight.at(*minute).unwrap().on_ground).unwrap();
                json!({ "status_change_utc": utc(minute), "new_status": "Airborne" })
            }
            "nearest-to-airport" => {
                let place = self.airport().place;
                let nearest = self
                    .airborne(self.minute("time"))
                    .into_iter()
                    .min_by(|a, b| km(place, a.1.place).total_cmp(&km(place, b.1.place)))
                    .unwrap()
                    .0;
                json!({ "callsign": nearest.callsign, "destination": nearest.destination })
            }
            "landings" => json!({ "count": self.movements(self.minute("time"), self.minute("end_time"), false).len() }),
            "first-departure" => {
                json!({ "callsign": self.movements(self.minute("time"), self.minute("time") + 30, true)[0].1.callsign })
            }
            "crossing-time" => {
                let to = countries().named(self.value("to_country"));
                let flight = self.named("callsign");
                assert_eq!(over(flight.at(self.minute("time")).unwrap()), countries().named(self.value("from_country")));
                json!({ "crossing_time_utc": utc((self.minute("time")..720).find(|minute| over(flight.at(*minute).unwrap()) == to).unwrap()) })
            }
            "first-over-the-sea" => json!({ "callsign": self.crossings()[0].1.callsign }),
            "first-over-a-border" => {
                let from = countries().named(self.value("from_country"));
                let comes_back =
                    |minute: u16, flight: &Flight| flight.samples().any(|(at, sample)| at > minute && over(sample) == from);
                let all = self.crossings();
                json!({ "callsign": all.iter().find(|(minute, flight)| !comes_back(*minute, flight)).unwrap().1.callsign })
            }
            "last-to-leave" => {
                let minute = self.minute("time");
                let last = self.inside(minute).into_iter().max_by_key(|flight| self.leaves(flight, minute)).unwrap();
                json!({ "callsign": last.callsign })
            }
            "airborne-near-airport" => {
                let inside = |(flight, _): &(&'a Flight, &Sample)| self.is_inside(flight, self.minute("time"));
                let callsigns: Vec<_> =
                    self.airborne(self.minute("time")).into_iter().filter(inside).map(|(flight, _)| &flight.callsign).collect();
                json!({ "count": callsigns.len(), "callsigns": callsigns })
            }
            "track-through-circle" => self.track_through_circle(),
            "airports-along-path" => self.airports_along_path(),
            "order-of-three" => {
                let lon = |name: &str, minute: u16| self.named(name).at(minute).unwrap().place.lon;
                let is_so =
                    |minute: &u16| lon("west", *minute) < lon("middle", *minute) && lon("middle", *minute) < lon("east", *minute);
                json!({ "order_start_utc": utc((self.minute("time")..720).find(is_so).unwrap()) })
            }
            "borders-of-a-trail" => {
                let trail = self.named("callsign").samples().filter(|(minute, _)| *minute <= self.minute("time"));
                let mut visited: Vec<usize> = trail.filter_map(|(_, sample)| over(sample)).collect();
                visited.dedup();
                let names: Vec<&str> = visited[1..].iter().map(|index| countries().name(*index)).collect();
                json!({ "num_country_borders": names.len(), "countries": names })
            }
            "closest-and-overtaking" => self.closest_and_overtaking(),
            "closest-pair" => self.closest_pair(),
            "landing-and-departure" => {
                let (from, until) = (self.minute("time"), self.minute("end_time"));
                let (landings, departures) = (self.movements(from, until, false), self.movements(from, until, true));
                json!({ "second_landing_callsign": landings[1].1.callsign, "first_departure_callsign": departures[0].1.callsign })
            }
            "departure-before" => {
                let departures = self.movements(self.minute("time"), 719, true);
                let at = departures.iter().position(|(_, flight)| flight.callsign == self.value("callsign")).unwrap();
                let (departed, previous) = departures[at - 1];
                let left = (departed..720).find(|minute| !self.is_inside(previous, *minute)).unwrap();
                json!({ "previous_callsign": previous.callsign, "previous_left_time": utc(left) })
            }
            "last-of-the-first" => self.last_of_the_first(),
            "first-two-newcomers" => {
                let entering = self.entering(self.minute("time"), self.minute("end_time"));
                let last = entering[..2].iter().max_by_key(|(minute, flight)| self.leaves(flight, *minute)).unwrap();
                json!({
                    "any_enters_utc": utc(entering[0].0),
                    "last_inside_callsign": last.1.callsign,
                    "final_exit_time_utc": utc(self.leaves(last.1, last.0)),
                })
            }
            other => panic!("nobody has thought about {other}"),
        }
    }

    fn reading(&self, kind: &str) -> Value {
        let flight = self.named("callsign");
        let sample = flight.at(self.minute("time")).unwrap();
        match kind {
            "altitude-and-speed" => json!({ "geo_altitude": feet(sample.geo_m), "ground_speed": knots(sample.speed) }),
            "altitude-and-rate" => {
                json!({ "geo_altitude": feet(sample.geo_m), "vertical_rate": format!("{} ft/min", comma(i64::from(sample.climb) * 64)) })
            }
            _ => json!({ "origin": flight.origin, "destination": flight.destination }),
        }
    }

    fn icons(&self) -> Value {
        let zoom: i32 = self.value("zoom").parse().unwrap();
        let mercator = |place: Place| {
            let lat = place.lat_degrees().to_radians();
            (place.lon_degrees().to_radians(), (lat.tan() + 1.0 / lat.cos()).ln())
        };
        let scale = 256.0 * 2f64.powi(zoom) / std::f64::consts::TAU;
        let middle = mercator(self.airport().place);
        let is_on_map = |sample: &Sample| {
            let (x, y) = mercator(sample.place);
            let across = (x - middle.0 + 3.0 * std::f64::consts::PI).rem_euclid(std::f64::consts::TAU) - std::f64::consts::PI;
            (across * scale).abs() < 480.0 && ((y - middle.1) * scale).abs() < 320.0
        };
        json!({ "count": self.shown(self.minute("time")).iter().filter(|(_, sample)| is_on_map(sample)).count() })
    }

    fn track_through_circle(&self) -> Value {
        let minute = self.minute("time");
        let flight = self.named("callsign");
        let here = flight.at(minute).unwrap().place;
        let came_through = |other: &Flight| (0..=minute).any(|minute| self.is_inside(other, minute));
        let nearest = self
            .airborne(minute)
            .into_iter()
            .filter(|(other, _)| other.callsign != flight.callsign && came_through(other))
            .min_by(|a, b| km(here, a.1.place).total_cmp(&km(here, b.1.place)));
        json!({ "callsign": nearest.unwrap().0.callsign })
    }

    /// Twenty places between each two samples.
    fn airports_along_path(&self) -> Value {
        let flight = self.named("callsign");
        let mut path = Vec::new();
        for minute in self.minute("time")..self.minute("end_time") {
            let (a, b) = (flight.at(minute).unwrap().place, flight.at(minute + 1).unwrap().place);
            path.extend(
                (0..=20).map(|step| Place::new(a.lat + (b.lat - a.lat) * step / 20, a.lon + (b.lon - a.lon) * step / 20)),
            );
        }
        let is_near = |airport: &&Airport| path.iter().any(|place| km(*place, airport.place) <= self.radius());
        let codes: Vec<&str> = airports().iter().filter(is_near).map(|airport| airport.iata.as_str()).collect();
        json!({ "count": codes.len(), "airports": codes })
    }

    fn closest_and_overtaking(&self) -> Value {
        let minute = self.minute("time");
        let slow = self.named("callsign");
        let here = slow.at(minute).unwrap().place;
        let others = self.airborne(minute).into_iter().filter(|(other, _)| other.callsign != slow.callsign);
        let fast = others.min_by(|a, b| km(here, a.1.place).total_cmp(&km(here, b.1.place))).unwrap().0;
        let is_ahead = |minute: &u16| {
            let (a, b) = (slow.at(*minute).unwrap(), fast.at(*minute).unwrap());
            // By the map alone: they are close to each other.
            let (north, east) = (
                f64::from(b.place.lat - a.place.lat),
                f64::from(b.place.lon - a.place.lon) * a.place.lat_degrees().to_radians().cos(),
            );
            let heading = f64::from(a.heading).to_radians();
            north * heading.cos() + east * heading.sin() > 0.0
        };
        assert!(!is_ahead(&minute));
        json!({ "closest_callsign": fast.callsign, "overtake_time_utc": utc((minute..720).find(is_ahead).unwrap()) })
    }

    fn closest_pair(&self) -> Value {
        let minute = self.minute("time");
        let inside: Vec<_> = self.airborne(minute).into_iter().filter(|(flight, _)| self.is_inside(flight, minute)).collect();
        let pairs = inside.iter().flat_map(|a| inside.iter().filter(move |b| a.0.callsign < b.0.callsign).map(move |b| [a, b]));
        let mut closest = pairs.min_by(|a, b| km(a[0].1.place, a[1].1.place).total_cmp(&km(b[0].1.place, b[1].1.place))).unwrap();
        closest.sort_by_key(|(_, sample)| -sample.geo_m);
        json!({ "aircraft_1_callsign": closest[0].0.callsign, "aircraft_2_callsign": closest[1].0.callsign })
    }

    fn last_of_the_first(&self) -> Value {
        let (minute, until) = (self.minute("time"), self.minute("end_time"));
        let first = self.inside(minute);
        assert_eq!(first.iter().map(|flight| flight.callsign.as_str()).collect::<Vec<_>>().join(", "), self.value("initial"));
        let is_first = |flight: &Flight| first.iter().any(|other| other.callsign == flight.callsign);
        let wanted: usize = self.value("new_count").parse().unwrap();
        let all_left = (minute..=until).find(|minute| first.iter().all(|flight| !self.is_inside(flight, *minute))).unwrap();
        let newcomer = self.entering(minute, until).into_iter().find(|(_, flight)| !is_first(flight)).unwrap().1;
        let enough = (minute..=until)
            .find(|minute| self.inside(*minute).iter().filter(|flight| !is_first(flight)).count() >= wanted)
            .unwrap();
        json!({ "initial_left_utc": utc(all_left), "first_new_callsign": newcomer.callsign, "new_count_reached_utc": utc(enough) })
    }
}
