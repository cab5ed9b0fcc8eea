//! Writes the page of one run, or of two compared: `cargo run -p agon-report --example page -- OUT.html RUN [RUN]`.

use agon_record::Run;
use agon_report::{HtmlOptions, html};
use std::error::Error;
use std::path::PathBuf;

fn main() -> Result<(), Box<dyn Error>> {
    let mut paths = std::env::args_os().skip(1).map(PathBuf::from);
    let out = paths.next().ok_or("give the file to write, then one or two run folders")?;
    let runs = paths.map(|folder| Run::open(&folder)).collect::<Result<Vec<Run>, _>>()?;
    let page = html::page(&runs.iter().collect::<Vec<_>>(), &HtmlOptions::default())?;
    Ok(std::fs::write(out, page)?)
}
