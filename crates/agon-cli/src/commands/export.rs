//! `agon export`: a recorded run as training data.

use super::run::told_to_stop;
use crate::exit;
use crate::home;
use crate::nearest::meant;
use crate::progress::ExportProgress;
use crate::stored;
use crate::ui::Ui;
use agon_demos::{Dataset, Exported, Format, History, Order, trials};
use agon_record::Run;
use agon_store::Extent;
use anyhow::bail;
use serde_json::json;
use std::path::PathBuf;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon export runs/mine --out data
  agon export runs/mine -a openai/gpt-x --format parquet,webdataset -o data")]
pub(crate) struct Args {
    /// The run's folder or address
    run: PathBuf,
    /// Where to write the data: a new folder, or one whose export was interrupted
    #[arg(short, long)]
    out: PathBuf,
    /// Only trials of this agent, by its label
    #[arg(short, long)]
    agent: Option<String>,
    /// Also trials that failed
    #[arg(long)]
    failed_too: bool,
    #[command(flatten)]
    form: Form,
    /// Print as JSON: what was written
    #[arg(long)]
    json: bool,
}

/// The shape of the data, for whoever writes some.
#[derive(clap::Args)]
pub(crate) struct Form {
    /// What to write: sharegpt (LLaMA-Factory), parquet (Hugging Face), webdataset, verigui (the paper's record form), atif (Harbor's
    /// trajectories), inspect (Inspect's logs), osworld (its result folders); several with commas
    #[arg(long = "format", value_delimiter = ',', default_value = "sharegpt")]
    formats: Vec<Format>,
    /// Turns in a sample: all, or a number of turns up to each action, which then is a sample of its own
    #[arg(long, default_value_t = History::All, value_name = "K")]
    history: History,
    /// Demonstrations in a shard
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(1..))]
    per_shard: u32,
}

impl Form {
    /// As the dataset's description has it.
    pub(crate) fn order(&self) -> Order {
        let mut formats = self.formats.clone();
        formats.sort_unstable();
        formats.dedup();
        Order { formats, history: self.history, per_shard: self.per_shard as usize }
    }
}

pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let run = Run::open(&stored::folder(args.run, Extent::Everything, ui).await?)?;
    home::say_problems(&run, ui);
    if let Some(agent) = args.agent.as_ref().filter(|agent| !run.manifest().agents.iter().any(|entry| entry.label == **agent)) {
        let known: Vec<&str> = run.manifest().agents.iter().map(|entry| entry.label.as_str()).collect();
        let meant = meant(agent, known.iter().copied()).map_or_else(String::new, |meant| format!("; {meant}"));
        bail!("{} has no agent {agent:?}; it has: {}{meant}", run.folder().display(), known.join(", "));
    }
    let kept = trials(&run, args.agent.as_deref(), args.failed_too);
    let order = args.form.order();
    let arguments = json!({
        "run": run.manifest().config_hash,
        "agent": args.agent,
        "failed_too": args.failed_too,
        "formats": order.formats,
        "history": order.history,
        "per_shard": order.per_shard,
        // A run that went on since gives other trials, and other shards.
        "trials": kept.len(),
        "attempts": blake3::hash(&serde_json::to_vec(&kept)?).to_hex()[..16],
    });
    let mut dataset = Dataset::open(&args.out, &arguments)?;
    dataset.describe("made_by", made_by(&run))?;
    let exported = write(&run, &kept, &order, &mut dataset, ui)?;
    say(&run, &exported, &args.out, ui);
    if args.json {
        ui.json(&exported)?;
    }
    Ok(exit::DONE)
}

/// Which versions stand behind the data.
pub(crate) fn made_by(run: &Run) -> serde_json::Value {
    let manifest = run.manifest();
    json!({"agon_version": manifest.agon_version, "commit": manifest.commit, "suites": manifest.suites, "agents": manifest.agents})
}

/// Writes with a progress bar. Files appear whole, so being told to stop needs no more than to stop.
pub(crate) fn write(run: &Run, kept: &[(u32, u32)], order: &Order, dataset: &mut Dataset, ui: &Ui) -> anyhow::Result<Exported> {
    let listener = tokio::spawn(async {
        told_to_stop().await;
        std::process::exit(i32::from(exit::INTERRUPTED));
    });
    let mut progress = ExportProgress::new(ui, kept.len());
    let exported = agon_demos::export(run, kept, order, dataset, &mut |count| progress.written(count));
    progress.finish();
    listener.abort();
    Ok(exported?)
}

/// Says what became of every planned trial.
pub(crate) fn say(run: &Run, exported: &Exported, out: &std::path::Path, ui: &Ui) {
    let left = run.plan().len() - exported.demonstrations;
    let dropped =
        if left > 0 { format!(" ({left} of the run's {} trials were left out)", run.plan().len()) } else { String::new() };
    ui.say(&format!(
        "{} demonstrations as {} samples with {} pictures are in {}{dropped}",
        exported.demonstrations,
        exported.samples,
        exported.images,
        out.display()
    ));
}
