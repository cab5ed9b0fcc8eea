//! Access codes: each opens one session, once, and nobody can try them all.

use crate::secret;
use std::collections::BTreeMap;
use std::io;
use std::net::IpAddr;
use std::time::{Duration, Instant};

/// Wrong codes from one address, and from all together, within [`WINDOW`].
const MOST_WRONG: usize = 10;
const MOST_WRONG_IN_ALL: usize = 200;
const WINDOW: Duration = Duration::from_secs(60);

/// The codes that were given out and not used yet, by the participant's place.
#[derive(Default)]
pub(super) struct Codes {
    unused: BTreeMap<usize, String>,
    wrong: Vec<(Instant, IpAddr)>,
}

/// Why a code was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("There is no such code, or it was used already: ask whoever gave it to you for another.")]
    Unknown,
    #[error("There were too many wrong codes: wait a minute and try again.")]
    TooMany,
}

impl Codes {
    /// A new code for a participant; an older one is void.
    pub(super) fn give(&mut self, place: usize) -> io::Result<()> {
        self.unused.insert(place, secret::access_code()?);
        Ok(())
    }

    pub(super) fn of(&self, place: usize) -> Option<String> {
        self.unused.get(&place).cloned()
    }

    /// Uses a code up; whose it was.
    pub(super) fn take(&mut self, typed: &str, from: IpAddr) -> Result<usize, Refusal> {
        self.wrong.retain(|(when, _)| when.elapsed() < WINDOW);
        let from_there = self.wrong.iter().filter(|(_, address)| *address == from).count();
        if from_there >= MOST_WRONG || self.wrong.len() >= MOST_WRONG_IN_ALL {
            return Err(Refusal::TooMany);
        }
        let typed = secret::read_code(typed);
        let place = self.unused.iter().find(|(_, code)| secret::same(code, &typed)).map(|(place, _)| *place);
        match place {
            Some(place) => {
                self.unused.remove(&place);
                Ok(place)
            }
            None => {
                self.wrong.push((Instant::now(), from));
                Err(Refusal::Unknown)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HERE: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);
    const THERE: IpAddr = IpAddr::V6(std::net::Ipv6Addr::LOCALHOST);

    #[test]
    fn a_code_opens_one_session_once() {
        let mut codes = Codes::default();
        codes.give(0).unwrap();
        codes.give(1).unwrap();
        let code = codes.of(1).unwrap();
        assert_eq!(codes.take(&code.to_lowercase(), HERE), Ok(1));
        assert_eq!(codes.take(&code, HERE), Err(Refusal::Unknown));
        codes.give(1).unwrap();
        assert_ne!(codes.of(1).unwrap(), code);
        assert!(codes.of(0).is_some());
    }

    #[test]
    fn codes_cannot_be_tried_one_after_the_other() {
        let mut codes = Codes::default();
        codes.give(0).unwrap();
        let code = codes.of(0).unwrap();
        for _ in 0..MOST_WRONG {
            assert_eq!(codes.take("AAAA-AAAA", HERE), Err(Refusal::Unknown));
        }
        assert_eq!(codes.take(&code, HERE), Err(Refusal::TooMany), "even the right one");
        assert_eq!(codes.take(&code, THERE), Ok(0), "others are not held up");
    }
}
