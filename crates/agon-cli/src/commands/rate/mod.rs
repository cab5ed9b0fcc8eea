//! `agon rate`: people rate a run's trials, one by one, without knowing whose they are or how they came out.

mod import;
mod showing;

use super::play::{ImageChoice, protocol, read_line};
use crate::ui::Ui;
use crate::{exit, home};
use agon_core::Rng;
use agon_record::{LayerHead, LayerWriter, Rater, RaterKind, Rating, RatingScale, RatingValue, Run, layer_names};
use agon_report::Outcome;
use anyhow::bail;
use std::path::{Path, PathBuf};

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon rate runs/mine --rater anna           # again: goes on where she stopped
  agon rate runs/mine --rater bob --part 2/3 # a third, and what all rate
  agon rate runs/mine --rater bob --labels stuck,wrong,right --metric end
  agon rate runs/mine --csv ratings.csv      # columns trial, rater, value")]
pub(crate) struct Args {
    /// The run
    run: PathBuf,
    /// Your name, by which the ratings are kept
    #[arg(long, required_unless_present = "csv", value_name = "NAME")]
    rater: Option<String>,
    /// What is rated
    #[arg(long, default_value = agon_report::progress::METRIC)]
    metric: String,
    /// The points of the scale
    #[arg(long, default_value = "1-5", value_name = "LOW-HIGH")]
    scale: String,
    /// Words to choose from, instead of points
    #[arg(long, value_delimiter = ',', value_name = "WORD,WORD")]
    labels: Vec<String>,
    /// Which part of the trials is yours, of how many raters: 1/3 is the first of three
    #[arg(long, default_value = "1/1", value_name = "I/N")]
    part: String,
    /// The share of all trials that every rater gets, so that raters can be compared
    #[arg(long, default_value_t = 0.2, value_name = "SHARE")]
    common: f64,
    /// Draws which trials are common and in which order they come
    #[arg(long, default_value_t = 0)]
    seed: u64,
    /// How to show frames; auto asks the terminal
    #[arg(long, value_enum, default_value = "auto")]
    image: ImageChoice,
    /// Take the ratings from a CSV file instead: one layer for each rater in it
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
}

/// What to say before the first trial.
const GUIDE: &str = "You see the task, the steps and the last frame: not whose trial it is, and not how it was marked. Type a rating, and behind it why if you like: 3 found the form but not the field. \
                     Or: s skip, a all steps, b the rating before again, q stop and go on later.";
/// What points mean for progress.
const PROGRESS_POINTS: &str = "1 no progress, 2 some, 3 about half, 4 nearly done, 5 done";

pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let run = Run::open(&args.run)?;
    home::say_problems(&run, ui);
    let scale = scale(&args)?;
    if let Some(file) = &args.csv {
        return import::run(&run, &args.run, &args.metric, &scale, file, ui);
    }
    let Some(rater) = &args.rater else { bail!("say who rates: --rater NAME") };
    let trials = assigned(&run, &args, rater)?;
    let mut layer = open_layer(&args.run, &args.metric, rater, &scale)?;
    let is_rated = |layer: &LayerWriter, trial: u32| layer.layer().ratings.iter().any(|rating| rating.trial == trial);
    let mut todo: Vec<(u32, u32)> = trials.iter().copied().filter(|(trial, _)| !is_rated(&layer, *trial)).collect();
    todo.reverse();
    let (whole, mut done) = (trials.len(), trials.len() - todo.len());
    ui.say(&format!("{done} of your {whole} trials are rated. {GUIDE}"));
    let meaning = if args.metric == agon_report::progress::METRIC && args.labels.is_empty() && args.scale == "1-5" {
        PROGRESS_POINTS
    } else {
        ""
    };
    let pictures = protocol(args.image);
    let mut before: Vec<(u32, u32)> = Vec::new();
    'trials: while let Some((trial, attempt)) = todo.pop() {
        let log = run.attempt(trial, attempt)?;
        ui.out(&showing::trial(&run, &log, pictures, showing::Steps::Few, done + 1, whole));
        loop {
            ui.out(&format!("{} ({scale}{}{meaning})", args.metric, if meaning.is_empty() { "" } else { "; " }));
            let Some(line) = read_line().await else { break 'trials };
            match line.trim() {
                "" => {}
                "q" => break 'trials,
                "s" => continue 'trials,
                "a" => ui.out(&showing::trial(&run, &log, pictures, showing::Steps::All, done + 1, whole)),
                "b" => match before.pop() {
                    None => ui.say("there is none before"),
                    Some(last) => {
                        let kept = layer.layer().ratings.iter().filter(|rating| rating.trial != last.0).cloned().collect();
                        layer.replace(kept)?;
                        done -= 1;
                        todo.push((trial, attempt));
                        todo.push(last);
                        continue 'trials;
                    }
                },
                typed => match rating(typed, &scale) {
                    Err(problem) => ui.say(&problem),
                    Ok((value, reason)) => {
                        layer.add(Rating { reason, ..Rating::new(trial, attempt, 0, value) })?;
                        before.push((trial, attempt));
                        done += 1;
                        continue 'trials;
                    }
                },
            }
        }
    }
    ui.say(&format!("{done} of your {whole} trials are rated; they are in {}", layer.folder().display()));
    Ok(exit::DONE)
}

fn scale(args: &Args) -> anyhow::Result<RatingScale> {
    if !args.labels.is_empty() {
        return Ok(RatingScale::Labels { labels: args.labels.clone() });
    }
    let ends = args.scale.split_once('-').and_then(|(low, high)| Some((low.parse::<u32>().ok()?, high.parse::<u32>().ok()?)));
    match ends.filter(|(low, high)| low < high) {
        Some((low, high)) => Ok(RatingScale::Points { low: low.into(), high: high.into() }),
        None => bail!("the scale {:?} cannot be read: write 1-5, or give words with --labels", args.scale),
    }
}

/// The scored trials that are this rater's, in an order of the rater's own, with the attempts that count.
fn assigned(run: &Run, args: &Args, rater: &str) -> anyhow::Result<Vec<(u32, u32)>> {
    let part = args.part.split_once('/').and_then(|(part, of)| Some((part.parse::<usize>().ok()?, of.parse::<usize>().ok()?)));
    let Some((part, of)) = part.filter(|(part, of)| (1..=*of).contains(part)) else {
        bail!("the part {:?} cannot be read: 1/3 is the first of three", args.part);
    };
    if !(0.0..=1.0).contains(&args.common) {
        bail!("--common is a share from 0 to 1, got {}", args.common);
    }
    let results = run.results();
    let scored = results.iter().filter(|result| Outcome::of(result).is_scored()).filter_map(|result| result.row.as_ref());
    let mut all: Vec<(u32, u32)> = scored.map(|row| (row.trial, row.attempt)).collect();
    if all.is_empty() {
        bail!("{} has no scored trial to rate", args.run.display());
    }
    // The same draw for every rater, so that all agree on what is common.
    Rng::new("agon-rate/common", args.seed).shuffle(&mut all);
    let common = (args.common * all.len() as f64).ceil() as usize;
    let own = all.iter().enumerate().filter(|(place, _)| *place < common || place % of == part - 1);
    let mut own: Vec<(u32, u32)> = own.map(|(_, trial)| *trial).collect();
    Rng::new(&format!("agon-rate/{rater}"), args.seed).shuffle(&mut own);
    Ok(own)
}

/// The layer of a rater: gone on with, or begun.
fn open_layer(run: &Path, metric: &str, rater: &str, scale: &RatingScale) -> anyhow::Result<LayerWriter> {
    let name = layer_name(metric, rater);
    if layer_names(run)?.contains(&name) {
        let layer = LayerWriter::open(run, &name)?;
        let head = &layer.layer().head;
        if head.scale != *scale || head.rater.name != rater {
            bail!(
                "the layer {name} has the scale {} and is {}'s; give another name, or the same scale",
                head.scale,
                head.rater.name
            );
        }
        return Ok(layer);
    }
    let rater = Rater { kind: RaterKind::Person, name: rater.to_owned() };
    Ok(LayerWriter::create(run, LayerHead::new(run, &name, metric, rater, scale.clone())?)?)
}

/// `progress-by-anna`: letters, digits and hyphens.
fn layer_name(metric: &str, rater: &str) -> String {
    let plain =
        |text: &str| text.to_lowercase().chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '-' }).collect::<String>();
    format!("{}-by-{}", plain(metric), plain(rater))
}

/// A value of the scale, and what was typed behind it.
fn rating(typed: &str, scale: &RatingScale) -> Result<(RatingValue, String), String> {
    let (first, reason) = typed.split_once(' ').unwrap_or((typed, ""));
    let value = match scale {
        RatingScale::Points { .. } => first.parse::<f64>().ok().map(RatingValue::Number),
        RatingScale::Labels { labels } => {
            labels.iter().find(|label| label.eq_ignore_ascii_case(first)).map(|label| label.as_str().into())
        }
    };
    match value.filter(|value| scale.holds(value)) {
        Some(value) => Ok((value, reason.trim().to_owned())),
        None => Err(format!("{first:?} is not on the scale: {scale}; or s, a, b, q")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratings_are_read_with_their_reasons() {
        let points = RatingScale::Points { low: 1.0, high: 5.0 };
        assert_eq!(rating("4 nearly there", &points), Ok((4.0.into(), "nearly there".into())));
        assert!(rating("6", &points).unwrap_err().contains("1 to 5"));
        assert!(rating("x", &points).is_err());
        let labels = RatingScale::Labels { labels: vec!["Stuck".into(), "right".into()] };
        assert_eq!(rating("stuck at login", &labels), Ok(("Stuck".into(), "at login".into())));
        assert_eq!(layer_name("progress", "Anna K."), "progress-by-anna-k-");
    }
}
