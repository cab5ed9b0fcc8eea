//! The internet over HTTP: what a path below `made/` means.

use crate::{Answer, Internet};
use base64::Engine as _;
use percent_encoding::percent_decode_str;
use serde_json::json;
use std::sync::{Arc, Mutex, PoisonError};

/// How many internets are kept.
const KEPT: usize = 4;

/// What `made/PATH` gives: `SEED/ADDRESS` as JSON, `SEED/raw/ADDRESS` the bytes of a file or picture. ADDRESS is percent-encoded. `None` if the path means nothing.
pub fn made(path: &str) -> Option<Vec<u8>> {
    let (seed, rest) = path.split_once('/')?;
    let internet = of_seed(seed.parse().ok()?);
    internet.prepare_search();
    match rest.strip_prefix("raw/") {
        Some(address) => match internet.get(&decode(address)) {
            Answer::File { bytes, .. } => Some(bytes),
            _ => None,
        },
        None => {
            let address = decode(rest);
            Some(answer(&internet, &address).to_string().into_bytes())
        }
    }
}

fn decode(text: &str) -> String {
    percent_decode_str(text).decode_utf8_lossy().into_owned()
}

fn answer(internet: &Internet, address: &str) -> serde_json::Value {
    match internet.get(address) {
        Answer::Page { title, html } => {
            let host = crate::address::Address::parse(address).map(|a| a.host).unwrap_or_default();
            json!({ "is": "page", "address": address, "title": title, "site": host, "html": html })
        }
        Answer::File { name, media_type, bytes } => {
            json!({ "is": "file", "address": address, "name": name, "media": media_type, "base64": base64::engine::general_purpose::STANDARD.encode(bytes) })
        }
        Answer::Moved(to) => json!({ "is": "moved", "to": to }),
        Answer::NotFound { title, html } => json!({ "is": "missing", "title": title, "html": html }),
    }
}

/// The internet of a seed; the ones used last are kept.
pub fn of_seed(seed: u64) -> Arc<Internet> {
    static INTERNETS: Mutex<Vec<(u64, Arc<Internet>)>> = Mutex::new(Vec::new());
    let mut internets = INTERNETS.lock().unwrap_or_else(PoisonError::into_inner);
    let internet = match internets.iter().position(|(s, _)| *s == seed) {
        Some(at) => internets.remove(at).1,
        None => Arc::new(Internet::new(seed)),
    };
    internets.push((seed, Arc::clone(&internet)));
    if internets.len() > KEPT {
        internets.remove(0);
    }
    internet
}
