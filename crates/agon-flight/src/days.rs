//! Days that were made a moment ago are kept: a question, its page and its grader ask for the same one.

use crate::codec::encode;
use crate::day::Day;
use crate::generate::generate;
use crate::opensky::{self, ReadError};
use std::fs::File;
use std::io::BufReader;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// A day takes about 40 MB.
const MOST: usize = 2;

/// In front of the name of a day that was read from a table.
const TABLE: &str = "table-";

struct Kept {
    day: Arc<Day>,
    /// Made when it is first asked for.
    file: OnceLock<Vec<u8>>,
}

impl Kept {
    fn new(day: Day) -> Arc<Self> {
        Arc::new(Self { day: Arc::new(day), file: OnceLock::new() })
    }

    fn file(&self) -> Vec<u8> {
        self.file.get_or_init(|| encode(&self.day)).clone()
    }
}

/// The last one that was asked for comes first.
static MADE: Mutex<Vec<(u64, Arc<Kept>)>> = Mutex::new(Vec::new());

/// Tables that were read; their places are their names. They stay: nothing else tells what a name stands for.
static READ: Mutex<Vec<(PathBuf, Arc<Kept>)>> = Mutex::new(Vec::new());

/// Others wait while a day is made: they often want the same one.
fn made(seed: u64) -> Arc<Kept> {
    let mut all = MADE.lock().unwrap_or_else(PoisonError::into_inner);
    let found = all.iter().position(|(other, _)| *other == seed).map(|index| all.remove(index).1);
    let kept = found.unwrap_or_else(|| Kept::new(generate(seed)));
    all.insert(0, (seed, Arc::clone(&kept)));
    all.truncate(MOST);
    kept
}

/// The day of a seed.
pub fn day(seed: u64) -> Arc<Day> {
    Arc::clone(&made(seed).day)
}

/// The day of a table of state vectors, and its name. It is read once in a process.
pub fn table(path: &Path) -> Result<(String, Arc<Day>), ReadError> {
    let place = path.canonicalize().map_err(ReadError::NoFile)?;
    let mut all = READ.lock().unwrap_or_else(PoisonError::into_inner);
    let found = all.iter().position(|(other, _)| *other == place);
    let index = match found {
        Some(index) => index,
        None => {
            let file = File::open(&place).map_err(ReadError::NoFile)?;
            all.push((place, Kept::new(opensky::read(BufReader::new(file))?)));
            all.len() - 1
        }
    };
    Ok((format!("{TABLE}{index}"), Arc::clone(&all[index].1.day)))
}

/// The file of the day that a page names: a seed, or what [`table`] has called a table.
pub fn file(name: &str) -> Option<Vec<u8>> {
    // Only as it is written: `+7` and `007` name nothing.
    fn number<T: std::str::FromStr + ToString>(text: &str) -> Option<T> {
        text.parse().ok().filter(|number: &T| number.to_string() == text)
    }
    match name.strip_prefix(TABLE) {
        None => Some(made(number(name)?).file()),
        Some(index) => {
            let index: usize = number(index)?;
            let kept = READ.lock().unwrap_or_else(PoisonError::into_inner).get(index).map(|(_, kept)| Arc::clone(kept));
            kept.map(|kept| kept.file())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::Write as _;

    #[test]
    fn the_last_days_are_kept() {
        let first = day(5);
        assert!(Arc::ptr_eq(&first, &day(5)));
        day(6);
        assert!(Arc::ptr_eq(&first, &day(5)), "of two days both are kept");
        assert_eq!(crate::decode(&file("5").unwrap()).as_ref(), Some(&*first));
        day(7);
        day(8);
        assert!(!Arc::ptr_eq(&first, &day(5)), "of four only the last two");
    }

    #[test]
    fn a_table_is_read_once_and_found_by_its_name() {
        let mut written = tempfile::NamedTempFile::new().unwrap();
        let head = "time,icao24,lat,lon,velocity,heading,vertrate,callsign,onground,squawk,baroaltitude,geoaltitude";
        writeln!(written, "{head}\n1700035200,3c6444,50.0,8.5,200,90,0,DLH123,false,1000,9000,9100").unwrap();
        let (name, day) = table(written.path()).unwrap();
        assert!(Arc::ptr_eq(&day, &table(written.path()).unwrap().1));
        assert_eq!(crate::decode(&file(&name).unwrap()).as_ref(), Some(&*day));
        assert!(table(Path::new("no/such/table.csv")).is_err());
        for nothing in ["table-99999", "table-00", "table-", "007", "+7", "x", ""] {
            assert!(file(nothing).is_none(), "{nothing}");
        }
    }
}
