use super::*;
use crate::Sample;
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

const FROZEN: (usize, u64) = (3482732, 12892379990466418591);

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
    let mut before: Option<(u16, Sample)> = None;
    for (minute, sample) in flight.samples() {
        assert!((-500..14_500).contains(&sample.baro_m) && (-700..15_200).contains(&sample.geo_m), "{name} {minute}: {sample:?}");
        assert!(sample.speed < 330 && sample.heading < 360 && sample.climb.abs() < 60, "{name} {minute}: {sample:?}");
        assert!(!sample.on_ground || sample.speed < 60, "{name} {minute}: {sample:?}");
        if let Some((at, last)) = before
            && at + 1 == minute
        {
            let km = last.place.distance_km(sample.place);
            assert!(km < 19.0, "{name} {minute}: {km} km in a minute, from {last:?} to {sample:?}");
            // What it is said to climb in a minute is what it climbs, but for the step of the rate.
            let (told, climbed) = (f64::from(last.climb) * 0.32512 * 60.0, f64::from(sample.baro_m - last.baro_m));
            assert!(last.on_ground || (told - climbed).abs() < 14.0, "{name} {minute}: {told} m told, {climbed} m climbed");
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
        let near = |code: &Option<String>, sample: &Sample| {
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

/// Metres above its destination, and whether it is close to it.
fn at_destination(flight: &Flight, sample: &Sample) -> Option<(i32, bool)> {
    let airport = crate::airport(flight.destination.as_deref()?)?;
    Some((i32::from(sample.baro_m) - airport.elevation_m, airport.place.distance_km(sample.place) < 6.0))
}

/// Its samples, the first of which begins a lap and the last of which ends it: a flight in the air is where it was four minutes ago.
fn laps(flight: &Flight) -> Vec<&[Sample]> {
    let windows = flight.runs.iter().flat_map(|run| run.samples.windows(5));
    windows.filter(|lap| !lap[0].on_ground && lap[0].place == lap[4].place && lap[0].place != lap[1].place).collect()
}

/// The samples from where a flight climbs again, close above its destination, to the first on the ground.
fn second_approach(flight: &Flight) -> Option<&[Sample]> {
    let run = flight.runs.last()?;
    let is_low = |sample: &Sample| at_destination(flight, sample).is_some_and(|(metres, is_close)| metres < 200 && is_close);
    let low = run.samples.iter().position(|sample| !sample.on_ground && is_low(sample))?;
    let landed = run.samples.iter().skip(low).position(|sample| sample.on_ground)? + low;
    (landed > low + 3).then(|| &run.samples[low..=landed])
}

fn landings(flight: &Flight) -> usize {
    let pairs = flight.runs.iter().flat_map(|run| run.samples.windows(2));
    pairs.filter(|pair| !pair[0].on_ground && pair[1].on_ground).count()
}

/// How far a flight gets in a minute is what its speed says, less what a turn takes off the straight line; turns are at most at the standard rate.
fn check_turns(name: &str, samples: &[Sample], most_degrees: f64) {
    for pair in samples.windows(2) {
        let (km, flown) = (pair[0].place.distance_km(pair[1].place), f64::from(pair[0].speed + pair[1].speed) * 0.03);
        assert!((0.7..1.2).contains(&(km / flown)), "{name}: {km} km at a speed for {flown}");
        let turned = crate::geo::turn(f64::from(pair[0].heading), f64::from(pair[1].heading)).abs();
        assert!(turned <= most_degrees, "{name}: {turned}° in a minute");
    }
}

#[test]
fn some_arrivals_hold_and_a_few_go_around() {
    let (mut arrivals, mut arrivals_at_hubs, mut holding_at_hubs, mut going_around) = (0, 0, 0, 0);
    for day in [0, 1, 77].map(generate) {
        for flight in day.flights.iter().filter(|flight| flight.destination.is_some()) {
            let name = &flight.callsign;
            let laps = laps(flight);
            for lap in &laps {
                check_turns(name, lap, 91.0);
                assert!(lap.iter().all(|sample| sample.baro_m == lap[0].baro_m && sample.speed == lap[0].speed), "{name}");
                assert!(lap[..4].iter().all(|sample| sample.climb == 0), "{name}");
                let airport = crate::airport(flight.destination.as_deref().unwrap()).unwrap();
                assert!(airport.rank <= 2 && airport.place.distance_km(lap[0].place) < 110.0, "{name}");
            }
            // Of the second lap, four are where they were in the first.
            assert!(laps.len() <= 9, "{name}");
            if let Some(samples) = second_approach(flight) {
                going_around += 1;
                check_turns(name, samples, 120.0);
                assert_eq!(landings(flight), 1, "{name}");
                let highest = samples.iter().filter_map(|sample| at_destination(flight, sample)).map(|(metres, _)| metres).max();
                assert!((700..1500).contains(&highest.unwrap()), "{name}: {highest:?} m");
                assert!(samples.windows(2).all(|pair| (pair[0].baro_m - pair[1].baro_m).abs() < 500), "{name}");
                assert!((12..=16).contains(&samples.len()), "{name}: {} minutes", samples.len());
            }
            if landings(flight) > 0 {
                assert_eq!(landings(flight), 1, "{name}");
                arrivals += 1;
                if crate::airport(flight.destination.as_deref().unwrap()).unwrap().rank == 1 {
                    arrivals_at_hubs += 1;
                    holding_at_hubs += usize::from(!laps.is_empty());
                }
            }
        }
    }
    println!("{holding_at_hubs} of {arrivals_at_hubs} hold, {going_around} of {arrivals} go around");
    assert!((0.03..0.07).contains(&(holding_at_hubs as f64 / arrivals_at_hubs as f64)));
    assert!((0.001..0.008).contains(&(f64::from(going_around) / f64::from(arrivals))));
}

#[test]
fn some_flights_are_not_received_for_a_while_mostly_over_oceans() {
    let (mut flights, mut gaps, mut at_sea) = (0, 0, 0);
    for day in [0, 1, 77].map(generate) {
        flights += day.flights.len();
        for flight in day.flights.iter().filter(|flight| flight.runs.len() > 1) {
            let name = &flight.callsign;
            let [before, after] = flight.runs.as_slice() else { panic!("{name} has {} runs", flight.runs.len()) };
            let minutes = after.first_minute - before.end();
            assert!((5..=40).contains(&minutes), "{name}: {minutes} minutes");
            let (lost, found) = (before.samples.last().unwrap(), after.samples.first().unwrap());
            assert!(lost.baro_m > 6000 && found.baro_m > 6000 && !lost.on_ground && !found.on_ground, "{name}");
            // It flies on meanwhile.
            let (km, flown) = (lost.place.distance_km(found.place), f64::from(lost.speed) * 0.06 * f64::from(minutes + 1));
            assert!((0.8..1.15).contains(&(km / flown)), "{name}: {km} km at a speed for {flown}");
            gaps += 1;
            at_sea += usize::from(crate::countries().at(lost.place.towards(lost.place.bearing(found.place), km / 2.0)).is_none());
        }
    }
    println!("{gaps} of {flights} flights are lost for a while, {at_sea} of them over the sea");
    assert!((0.02..0.06).contains(&(gaps as f64 / flights as f64)));
    assert!(at_sea * 100 > gaps * 65 && at_sea < gaps);
}
