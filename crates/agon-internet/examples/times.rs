//! How long things take: `cargo run -p agon-internet --example times -- SEED`.

#![allow(clippy::print_stdout)]

use agon_internet::{Answer, Internet};
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

fn main() {
    let seed = std::env::args().nth(1).and_then(|s| s.parse().ok()).unwrap_or(1);
    // The best of several: other work on the machine does not count.
    let (mut made, mut indexed) = (Duration::MAX, Duration::MAX);
    for _ in 0..7 {
        let start = Instant::now();
        let internet = Internet::new(seed);
        made = made.min(start.elapsed());
        let start = Instant::now();
        internet.search("bridge engineer", 1);
        indexed = indexed.min(start.elapsed());
    }
    println!("new: {made:.1?}, first search with the index: {indexed:.1?}");
    let internet = Internet::new(seed);
    internet.search("bridge", 1);
    let start = Instant::now();
    internet.search("population of the capital", 1);
    println!("second search: {:.1?}", start.elapsed());
    let mut hosts: BTreeMap<String, (usize, usize, Duration, Duration, String)> = BTreeMap::new();
    for address in internet.addresses() {
        let start = Instant::now();
        let bytes = match internet.get(&address) {
            Answer::Page { html, .. } => html.len(),
            Answer::File { bytes, .. } => bytes.len(),
            Answer::Moved(_) | Answer::NotFound { .. } => 0,
        };
        let took = start.elapsed();
        let host = address.split('/').nth(2).unwrap_or("").to_string();
        let entry = hosts.entry(host).or_default();
        entry.0 += 1;
        entry.1 += bytes;
        entry.2 += took;
        if took > entry.3 {
            entry.3 = took;
            entry.4 = address;
        }
    }
    let pages: usize = hosts.values().map(|h| h.0).sum();
    println!("pages: {pages}");
    for (host, (count, bytes, total, most, slowest)) in hosts {
        println!(
            "{host:22} {count:6} pages, {:7.1} kB each, {:8.1?} each, slowest {most:.1?} {slowest}",
            bytes as f64 / count as f64 / 1000.0,
            total / count as u32
        );
    }
}
