//! The file of a day, as the crate's README.md describes it: written for the page, and read back for proof.

use crate::day::{Day, Flight, MINUTES, Run, Sample};
use crate::geo::{Place, wrapped_lon};

const MAGIC: &[u8; 8] = b"AGONDAY1";
const BLOCK_MINUTES: u16 = 60;
const BLOCKS: u16 = MINUTES / BLOCK_MINUTES;
const CHANNELS: usize = 7;

/// The file's bytes.
pub fn encode(day: &Day) -> Vec<u8> {
    let mut directory = Vec::new();
    put_number(&mut directory, day.countries.len() as u32);
    for name in &day.countries {
        put_text(&mut directory, name);
    }
    put_number(&mut directory, day.flights.len() as u32);
    for flight in &day.flights {
        directory.extend_from_slice(&flight.icao24.to_be_bytes()[1..]);
        put_text(&mut directory, &flight.callsign);
        put_number(&mut directory, u32::from(flight.squawk));
        put_number(&mut directory, flight.country.map_or(0, |country| u32::from(country) + 1));
        put_code(&mut directory, flight.origin.as_deref());
        put_code(&mut directory, flight.destination.as_deref());
    }
    let blocks: Vec<Vec<u8>> = (0..BLOCKS).map(|block| encode_block(day, block)).collect();

    let mut file = Vec::new();
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&u32::from(BLOCKS).to_le_bytes());
    let mut offset = file.len() + 4 * (blocks.len() + 1) + directory.len();
    for block in &blocks {
        file.extend_from_slice(&(offset as u32).to_le_bytes());
        offset += block.len();
    }
    file.extend_from_slice(&(offset as u32).to_le_bytes());
    file.extend_from_slice(&directory);
    for block in &blocks {
        file.extend_from_slice(block);
    }
    file
}

fn encode_block(day: &Day, block: u16) -> Vec<u8> {
    let (first, end) = (block * BLOCK_MINUTES, (block + 1) * BLOCK_MINUTES);
    let mut records = 0;
    let mut bytes = Vec::new();
    let mut last = 0;
    for (index, flight) in day.flights.iter().enumerate() {
        for run in &flight.runs {
            let (from, to) = (run.first_minute.max(first), run.end().min(end));
            if from >= to {
                continue;
            }
            let inside = usize::from(from - run.first_minute)..usize::from(to - run.first_minute);
            let Some(samples) = run.samples.get(inside) else { continue };
            records += 1;
            put_number(&mut bytes, (index - last) as u32);
            last = index;
            put_number(&mut bytes, u32::from(from - first));
            put_number(&mut bytes, samples.len() as u32 - 1);
            put_ground(&mut bytes, samples);
            put_channels(&mut bytes, samples);
        }
    }
    let mut whole = Vec::with_capacity(bytes.len() + 4);
    put_number(&mut whole, records);
    whole.extend_from_slice(&bytes);
    whole
}

fn put_ground(bytes: &mut Vec<u8>, samples: &[Sample]) {
    let mut changes = Vec::new();
    let mut since = 0;
    for (index, pair) in samples.windows(2).enumerate() {
        if pair[0].on_ground != pair[1].on_ground {
            changes.push((index + 1 - since) as u32);
            since = index + 1;
        }
    }
    put_number(bytes, 2 * changes.len() as u32 + u32::from(samples[0].on_ground));
    for change in changes {
        put_number(bytes, change);
    }
}

fn put_channels(bytes: &mut Vec<u8>, samples: &[Sample]) {
    let mut values = Vec::with_capacity(samples.len());
    for channel in 0..CHANNELS {
        values.clear();
        values.extend(samples.iter().map(|sample| value(sample, channel)));
        match channel {
            1 => run_on(&mut values, 3_600_000),
            5 => run_on(&mut values, 360),
            _ => {}
        }
        put_channel(bytes, &values);
    }
}

fn value(sample: &Sample, channel: usize) -> i32 {
    match channel {
        0 => sample.place.lat,
        1 => sample.place.lon,
        2 => i32::from(sample.baro_m),
        3 => i32::from(sample.geo_m) - i32::from(sample.baro_m),
        4 => i32::from(sample.speed),
        5 => i32::from(sample.heading),
        _ => i32::from(sample.climb),
    }
}

/// Values that go round become ones that change the short way.
fn run_on(values: &mut [i32], round: i32) {
    for index in 1..values.len() {
        let step = (values[index] - values[index - 1] + round / 2).rem_euclid(round) - round / 2;
        values[index] = values[index - 1] + step;
    }
}

/// Straight pieces, each as long as it can be from where the last one ended.
fn put_channel(bytes: &mut Vec<u8>, values: &[i32]) {
    put_difference(bytes, values[0]);
    let mut start = 0;
    while start + 1 < values.len() {
        let length = longest_piece(&values[start..]);
        put_number(bytes, length as u32);
        put_difference(bytes, values[start + length] - values[start]);
        start += length;
    }
}

/// Numerator and denominator.
type Fraction = (i64, i64);

/// A piece of length n and difference D gives sample i the value floor((2 D i + n) / (2 n)), so it is right there exactly if its slope D / n is at least
/// (2 d − 1) / (2 i) and less than (2 d + 1) / (2 i), d being the difference there.
fn longest_piece(values: &[i32]) -> usize {
    let mut best = 1;
    // The narrowest bounds so far.
    let (mut low, mut high): (Option<Fraction>, Option<Fraction>) = (None, None);
    for (index, value) in values.iter().enumerate().skip(1) {
        let (difference, length) = (i64::from(value - values[0]), index as i64);
        let is_at_least = low.is_none_or(|(top, bottom)| difference * bottom >= top * length);
        let is_below = high.is_none_or(|(top, bottom)| difference * bottom < top * length);
        if is_at_least && is_below {
            best = index;
        }
        let (lower, upper) = ((2 * difference - 1, 2 * length), (2 * difference + 1, 2 * length));
        if low.is_none_or(|(top, bottom)| lower.0 * bottom > top * lower.1) {
            low = Some(lower);
        }
        if high.is_none_or(|(top, bottom)| upper.0 * bottom < top * upper.1) {
            high = Some(upper);
        }
        if let (Some(low), Some(high)) = (low, high)
            && low.0 * high.1 >= high.0 * low.1
        {
            break;
        }
    }
    best
}

fn put_number(bytes: &mut Vec<u8>, mut number: u32) {
    while number >= 0x80 {
        bytes.push(number as u8 | 0x80);
        number >>= 7;
    }
    bytes.push(number as u8);
}

fn put_difference(bytes: &mut Vec<u8>, difference: i32) {
    put_number(bytes, ((difference << 1) ^ (difference >> 31)) as u32);
}

fn put_text(bytes: &mut Vec<u8>, text: &str) {
    put_number(bytes, text.len() as u32);
    bytes.extend_from_slice(text.as_bytes());
}

fn put_code(bytes: &mut Vec<u8>, code: Option<&str>) {
    match code.map(str::as_bytes) {
        Some(&[a, b, c]) => bytes.extend_from_slice(&[a, b, c]),
        _ => bytes.extend_from_slice(&[0; 3]),
    }
}

/// Reads a file back. `None`: it is not one.
pub fn decode(file: &[u8]) -> Option<Day> {
    let mut reader = Reader { bytes: file, at: 0 };
    if reader.take(MAGIC.len())? != MAGIC || reader.word()? != u32::from(BLOCKS) {
        return None;
    }
    let offsets: Vec<usize> = (0..=BLOCKS).map(|_| reader.word().map(|offset| offset as usize)).collect::<Option<_>>()?;
    if offsets.last() != Some(&file.len()) {
        return None;
    }
    let countries = (0..reader.number()?).map(|_| reader.text()).collect::<Option<_>>()?;
    let flights = (0..reader.number()?).map(|_| reader.flight()).collect::<Option<_>>()?;
    let mut day = Day { countries, flights };
    for (block, pair) in (0..BLOCKS).zip(offsets.windows(2)) {
        let mut reader = Reader { bytes: file.get(..pair[1])?, at: pair[0] };
        decode_block(&mut reader, block * BLOCK_MINUTES, &mut day)?;
    }
    Some(day)
}

fn decode_block(reader: &mut Reader<'_>, first: u16, day: &mut Day) -> Option<()> {
    let mut index = 0;
    for _ in 0..reader.number()? {
        index += reader.number()? as usize;
        let minute = u16::try_from(reader.number()?).ok()?;
        let count = reader.number()? as usize + 1;
        if usize::from(minute) + count > usize::from(BLOCK_MINUTES) {
            return None;
        }
        let ground = reader.ground(count)?;
        let mut channels = Vec::with_capacity(CHANNELS);
        for _ in 0..CHANNELS {
            channels.push(reader.channel(count)?);
        }
        let sample = |i: usize| {
            Some(Sample {
                place: Place { lat: channels[0][i], lon: wrapped_lon(channels[1][i]) },
                baro_m: i16::try_from(channels[2][i]).ok()?,
                geo_m: i16::try_from(channels[2][i] + channels[3][i]).ok()?,
                speed: u16::try_from(channels[4][i]).ok()?,
                heading: channels[5][i].rem_euclid(360) as u16,
                climb: i16::try_from(channels[6][i]).ok()?,
                on_ground: ground[i],
            })
        };
        let samples: Vec<Sample> = (0..count).map(sample).collect::<Option<_>>()?;
        let runs = &mut day.flights.get_mut(index)?.runs;
        match runs.last_mut() {
            Some(run) if run.end() == first + minute => run.samples.extend(samples),
            _ => runs.push(Run { first_minute: first + minute, samples }),
        }
    }
    Some(())
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Reader<'a> {
    fn take(&mut self, count: usize) -> Option<&'a [u8]> {
        let taken = self.bytes.get(self.at..self.at.checked_add(count)?)?;
        self.at += count;
        Some(taken)
    }

    fn word(&mut self) -> Option<u32> {
        self.take(4).and_then(|bytes| bytes.try_into().ok()).map(u32::from_le_bytes)
    }

    fn number(&mut self) -> Option<u32> {
        let mut number = 0u64;
        for shift in (0..35).step_by(7) {
            let byte = *self.take(1)?.first()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return u32::try_from(number).ok();
            }
        }
        None
    }

    fn difference(&mut self) -> Option<i32> {
        let number = self.number()?;
        Some((number >> 1) as i32 ^ -((number & 1) as i32))
    }

    fn text(&mut self) -> Option<String> {
        let length = self.number()? as usize;
        String::from_utf8(self.take(length)?.to_vec()).ok()
    }

    fn code(&mut self) -> Option<Option<String>> {
        match self.take(3)? {
            [0, 0, 0] => Some(None),
            code => String::from_utf8(code.to_vec()).ok().map(Some),
        }
    }

    fn flight(&mut self) -> Option<Flight> {
        let &[a, b, c] = self.take(3)? else { return None };
        Some(Flight {
            icao24: u32::from_be_bytes([0, a, b, c]),
            callsign: self.text()?,
            squawk: u16::try_from(self.number()?).ok()?,
            country: match self.number()? {
                0 => None,
                index => Some(u16::try_from(index - 1).ok()?),
            },
            origin: self.code()?,
            destination: self.code()?,
            runs: Vec::new(),
        })
    }

    fn ground(&mut self, count: usize) -> Option<Vec<bool>> {
        let head = self.number()?;
        let mut flag = head & 1 == 1;
        let mut flags = Vec::with_capacity(count);
        for _ in 0..head / 2 {
            let until = flags.len() + self.number()? as usize;
            if until >= count {
                return None;
            }
            flags.resize(until, flag);
            flag = !flag;
        }
        flags.resize(count, flag);
        Some(flags)
    }

    fn channel(&mut self, count: usize) -> Option<Vec<i32>> {
        let mut values = Vec::with_capacity(count);
        values.push(self.difference()?);
        while values.len() < count {
            let (length, difference) = (i64::from(self.number()?), i64::from(self.difference()?));
            let start = i64::from(*values.last()?);
            if length < 1 || values.len() + length as usize > count {
                return None;
            }
            for step in 1..=length {
                values.push(i32::try_from(start + (2 * difference * step + length).div_euclid(2 * length)).ok()?);
            }
        }
        Some(values)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Anything a day may hold, smooth or not.
    fn samples() -> impl Strategy<Value = Vec<Sample>> {
        let sample = (
            -900_000..=900_000i32,
            -1_800_000..1_800_000i32,
            -500..20_000i16,
            -500..20_000i16,
            0..400u16,
            0..360u16,
            -200..200i16,
            any::<bool>(),
        );
        let sample = sample.prop_map(|(lat, lon, baro_m, geo_m, speed, heading, climb, on_ground)| Sample {
            place: Place { lat, lon },
            baro_m,
            geo_m,
            speed,
            heading,
            climb,
            on_ground,
        });
        prop_oneof![
            proptest::collection::vec(sample.clone(), 1..150),
            (sample, 1..150usize).prop_map(|(sample, count)| (0..count)
                .map(|i| Sample {
                    place: Place::new(sample.place.lat / 2 + 37 * i as i32, sample.place.lon + 1111 * i as i32),
                    ..sample
                })
                .collect())
        ]
    }

    proptest! {
        #[test]
        fn a_day_is_read_back_as_it_was(first in proptest::collection::vec((0..400u16, samples()), 0..5)) {
            let flights = first.into_iter().enumerate().map(|(index, (minute, samples))| {
                let later = Run { first_minute: minute + samples.len() as u16 + 1, samples: samples[..1].to_vec() };
                Flight {
                    icao24: 0x3c_0000 + index as u32,
                    callsign: format!("DLH{index}"),
                    squawk: 4095,
                    country: (index % 2 == 0).then_some(0),
                    origin: Some("FRA".into()),
                    destination: None,
                    runs: vec![Run { first_minute: minute, samples }, later],
                }
            });
            let day = Day { countries: vec!["Germany".into()], flights: flights.collect() };
            prop_assert_eq!(decode(&encode(&day)), Some(day));
        }

        #[test]
        fn no_bytes_are_too_much(bytes in proptest::collection::vec(any::<u8>(), 0..400)) {
            let mut file = encode(&Day::default());
            let keep = file.len() - file.len().min(bytes.len() / 3);
            file.truncate(keep);
            file.extend(bytes);
            // Only that it returns.
            let _ = decode(&file);
        }
    }

    #[test]
    fn a_straight_line_is_one_piece() {
        let values: Vec<i32> = (0..60).map(|i| 500_000 + (2 * 1234 * i + 59) / (2 * 59)).collect();
        let mut bytes = Vec::new();
        put_channel(&mut bytes, &values);
        assert_eq!(bytes.len(), 3 + 1 + 2);
    }
}
