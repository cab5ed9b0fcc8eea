use super::*;
use crate::codec::{decode, encode};
use crate::registers::country_of;

#[test]
fn hubs_and_registers_of_airlines_are_known() {
    let maker = Maker::new(0);
    for airline in AIRLINES {
        assert!(block_of(airline.country).is_some(), "{}", airline.country);
        assert!(!airline.hubs.is_empty());
        for hub in airline.hubs {
            assert!(maker.index_of.contains_key(hub), "{hub}");
        }
    }
    for private in PRIVATE {
        assert!(block_of(private.country).is_some());
        assert!(private.hubs.iter().all(|hub| maker.index_of.contains_key(hub)), "{}", private.prefix);
    }
}

/// A change here changes every task of the Flight Analyser.
#[test]
fn the_day_behind_a_seed_is_frozen() {
    let file = encode(&generate(0));
    let mut sum: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in &file {
        sum = (sum ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3);
    }
    assert_eq!((file.len(), sum), FROZEN);
}

const FROZEN: (usize, u64) = (3388482, 4208314535225724251);

#[test]
fn a_day_is_busy_and_sound() {
    for seed in [0, 1, 77] {
        let day = generate(seed);
        let file = encode(&day);
        let busy = (0..MINUTES).map(|minute| day.present(minute).count()).max().unwrap();
        let at_start = day.present(600).count();
        println!("day {seed}: {} flights, {} bytes, {busy} at once, {at_start} at 16:00", day.flights.len(), file.len());
        assert!(busy >= 3000 && at_start >= 2900, "{busy} aircraft at once");
        assert!((1_500_000..3_800_000).contains(&file.len()), "{} bytes", file.len());
        assert_eq!(decode(&file).as_ref(), Some(&day));

        let callsigns: BTreeSet<_> = day.flights.iter().map(|flight| &flight.callsign).collect();
        assert_eq!(callsigns.len(), day.flights.len());
        for flight in &day.flights {
            check_flight(&day, flight);
        }
    }
}

fn check_flight(day: &Day, flight: &Flight) {
    let name = &flight.callsign;
    assert!((2..=8).contains(&name.len()) && name.bytes().all(|b| b.is_ascii_alphanumeric()), "{name}");
    assert_eq!(country_of(flight.icao24), flight.country.map(|index| day.countries[usize::from(index)].as_str()), "{name}");
    assert!(flight.end().unwrap() <= MINUTES);
    let mut before: Option<(u16, crate::Sample)> = None;
    for (minute, sample) in flight.samples() {
        assert!((-500..14_500).contains(&sample.baro_m) && (-700..15_200).contains(&sample.geo_m), "{name} {minute}: {sample:?}");
        assert!(sample.speed < 330 && sample.heading < 360 && sample.climb.abs() < 60, "{name} {minute}: {sample:?}");
        assert!(!sample.on_ground || sample.speed < 60, "{name} {minute}: {sample:?}");
        if let Some((_, last)) = before {
            let km = last.place.distance_km(sample.place);
            assert!(km < 19.0, "{name} {minute}: {km} km in a minute");
            // Near airports flights turn, and their ways are cut short.
            if sample.baro_m > 5000 && last.baro_m > 5000 {
                let flown = f64::from(last.speed + sample.speed) * 0.03;
                assert!((km - flown).abs() < 0.25 * flown + 1.2, "{name} {minute}: {km} km at a speed for {flown}");
            }
        }
        before = Some((minute, *sample));
    }
}

#[test]
fn flights_lead_from_their_origin_to_their_destination() {
    let day = generate(3);
    let mut both = 0;
    for flight in &day.flights {
        let samples: Vec<_> = flight.samples().collect();
        let near = |code: &Option<String>, sample: &crate::Sample| {
            code.as_ref().is_none_or(|code| crate::airport(code).unwrap().place.distance_km(sample.place) < 5.0)
        };
        let (first, last) = (samples.first().unwrap().1, samples.last().unwrap().1);
        if first.on_ground && samples.len() > 30 {
            both += 1;
            assert!(near(&flight.origin, first), "{}", flight.callsign);
        }
        if last.on_ground && samples.len() > 30 {
            assert!(near(&flight.destination, last), "{}", flight.callsign);
        }
    }
    assert!(both > 3000);
}
