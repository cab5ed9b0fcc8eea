//! `agon list`: suites and tasks.

use crate::exit;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_core::FORMAT_VERSION;
use serde_json::json;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon list
  agon list 'gym/*/hard' --json")]
pub(crate) struct Args {
    /// Only tasks that match; all unless given
    tasks: Vec<String>,
    /// Print as JSON: `suites` and `tasks` with their limits and tags
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(args: Args, mut folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let mut patterns = if args.tasks.is_empty() { vec!["*".to_owned()] } else { args.tasks };
    folders.take_paths(&mut patterns)?;
    let suites = folders.open()?;
    let mut cards = Vec::new();
    for pattern in &patterns {
        cards.extend(suites.select(pattern)?.1);
    }
    if args.json {
        let suites: Vec<_> = suites.iter().map(|suite| suite.card()).collect();
        ui.json(&json!({"format": FORMAT_VERSION, "suites": suites, "tasks": cards}))?;
        return Ok(exit::DONE);
    }
    let mut text = String::new();
    for suite in suites.iter_read() {
        let card = suite.card();
        let own: Vec<_> = cards.iter().filter(|task| task.id.suite() == card.name).collect();
        if own.is_empty() {
            continue;
        }
        text.push_str(&format!("{} {}: {}\n", card.name, card.version, card.about));
        let width = own.iter().map(|task| task.id.as_str().len()).max().unwrap_or(0);
        for task in own {
            let steps = task.limits.steps.map_or_else(|| "no limit".into(), |steps| format!("{steps} steps"));
            text.push_str(&format!("  {:width$}  {:6}  {steps:>9}  {}\n", task.id.as_str(), task.difficulty.word(), task.about));
        }
    }
    ui.out(&text);
    Ok(exit::DONE)
}
