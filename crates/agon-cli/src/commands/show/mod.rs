//! `agon show`: what an agent would see of a task, or one trial of a recorded run.

mod trial;

use crate::exit;
use crate::home;
use crate::job::setting;
use crate::stored;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_core::{FORMAT_VERSION, Frame, Instance, InstanceId, Observation, Settings, Suite};
use agon_store::Extent;
use anyhow::{Context as _, bail};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon show gym/maze-2d/easy@3 --frame first.png  # what an agent meets
  agon show runs/mine                       # the trials of a run
  agon show runs/mine 12                    # one trial: checks, steps, usage
  agon show runs/mine gym/maze-2d/easy@3 --json
  agon show runs/mine 12 --write trial.gif  # or .mp4, or .html")]
pub(crate) struct Args {
    /// A task or an instance (gym/maze-2d/easy, gym/maze-2d/easy@3), or the folder or address of a run
    #[arg(value_name = "TASK|RUN")]
    subject: String,
    /// Of a run: one trial, by its number or by its instance; without it, the run's trials are listed
    #[arg(conflicts_with_all = ["settings", "frame"])]
    trial: Option<String>,
    /// Of a trial: this attempt instead of the one that counts
    #[arg(long, value_name = "N", requires = "trial")]
    attempt: Option<u32>,
    /// Of a trial: write it to this file, as an animation (.gif), a film (.mp4, by ffmpeg) or a page of its own (.html)
    #[arg(long, value_name = "FILE", requires = "trial", conflicts_with = "json")]
    write: Option<PathBuf>,
    /// Of a task: a setting, such as observation=text
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    settings: Vec<(String, Value)>,
    /// Of a task: write the first frame to this PNG file
    #[arg(long, value_name = "FILE")]
    frame: Option<PathBuf>,
    /// Print as JSON: a task with its brief and settings, or a trial with its whole log
    #[arg(long)]
    json: bool,
}

pub(crate) async fn run(args: Args, mut folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let folder = &stored::folder(PathBuf::from(&args.subject), Extent::Everything, ui).await?;
    if let Some(trial) = &args.trial {
        return match &args.write {
            Some(file) => trial::write(folder, trial, args.attempt, file, ui),
            None => trial::one(folder, trial, args.attempt, args.json, ui),
        };
    }
    if folder.join("run.json").exists() {
        return trial::list(folder, args.json, ui);
    }
    let settings: Settings = args.settings.into_iter().collect();
    let (suite, instance) = instance(&args.subject, &settings, &mut folders)?;
    let observation = first_look(&suite, &instance).await?;
    home::say_warnings(ui);
    if let Some(path) = &args.frame {
        let frame = observation.screen().with_context(|| format!("{} shows no frame with these settings", instance.id))?;
        write_frame(frame, path)?;
        ui.say(&format!("the first frame is in {}", path.display()));
    }
    let mut known = suite.settings(&instance.id.task)?;
    known.extend(settings);
    let strategies = suite.strategies(&instance.id.task);
    if args.json {
        ui.json(&json!({
            "format": FORMAT_VERSION,
            "instance": instance,
            "settings": known,
            "strategies": strategies,
            "text": observation.text,
        }))?;
        return Ok(exit::DONE);
    }
    let mut text = format!("{}  ({})\n\n{}\n\n", instance.id, instance.brief.title, instance.brief.prompt());
    if let Some(seen) = &observation.text {
        text.push_str(&format!("First observation:\n{seen}\n\n"));
    }
    text.push_str("Settings (change one with --set):\n");
    for (key, value) in &known {
        text.push_str(&format!("  {key} = {value}\n"));
    }
    text.push_str(&format!("Limits: {}\n", serde_json::to_string(&instance.limits)?));
    text.push_str(&format!("Oracle strategies: {}\n", strategies.join(", ")));
    ui.out(&text);
    Ok(exit::DONE)
}

/// The instance a person named; without a seed the first.
pub(crate) fn instance(
    name: &str,
    settings: &Settings,
    folders: &mut SuiteFolders,
) -> anyhow::Result<(Arc<dyn Suite>, Instance)> {
    let mut names = [name.to_owned()];
    folders.take_paths(&mut names)?;
    let suites = folders.open()?;
    let (selection, tasks) = suites.select(&names[0])?;
    let [card] = tasks.as_slice() else {
        let ids: Vec<&str> = tasks.iter().map(|card| card.id.as_str()).collect();
        bail!("{name:?} names {} tasks; choose one: {}", tasks.len(), ids.join(", "));
    };
    let suite = suites.get(card.id.suite())?.clone();
    let id = InstanceId { task: card.id.clone(), seed: selection.seeds.map_or(0, |(first, _)| first) };
    let instance = suite.instance(&id, settings)?;
    Ok((suite, instance))
}

async fn first_look(suite: &Arc<dyn Suite>, instance: &Instance) -> anyhow::Result<Observation> {
    let mut world = suite.open(instance).await.context("the task's world cannot be opened")?;
    world.observe().await.context("the task's world cannot be looked at")
}

fn write_frame(frame: &Frame, path: &Path) -> anyhow::Result<()> {
    let bytes = agon_image::encode(&frame.image)?;
    std::fs::write(path, bytes).with_context(|| format!("{} could not be written", path.display()))
}
