//! `agon play`: sit a task yourself. A person leaves the same record as any other agent.
//!
//! What is done by calls is played in the terminal; what is done on a screen in a page that is served on this machine alone.

mod keys;
mod notation;
mod terminal;

use super::closing::{Told, conclude};
use super::run::{default_folder, listen, manifest};
use super::show;
use crate::job::setting;
use crate::models;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_agents::{PERSON, parse};
use agon_core::{AgentMaker, Event, Judging, Settings, Surface, Verdict};
use agon_record::{PlannedTrial, Run, RunWriter};
use agon_run::{Progress, RunConfig, Runner, Spent, Stop, Todo};
use agon_server::play::{PlayServer, PlaySession};
pub(crate) use keys::read_line;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use terminal::Person;
pub(crate) use terminal::protocol;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon play gym/maze-2d/easy
  agon play gym/maze-2d/easy@3 --in terminal --set observation=text
  agon play science/proof/neutral --port 8000")]
pub(crate) struct Args {
    /// A task or an instance: gym/maze-2d/easy or science/proof/neutral@1
    task: String,
    /// A setting of the task, such as observation=text
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    settings: Vec<(String, Value)>,
    /// Where to play: in a page or in this terminal; auto takes a page for a task with a screen
    #[arg(long = "in", value_enum, default_value = "auto", value_name = "PLACE")]
    place: PlaceChoice,
    /// In the terminal: how to show frames; auto asks the terminal
    #[arg(long, value_enum, default_value = "auto")]
    image: ImageChoice,
    /// The port of the page, on this machine only; 0 is any that is free
    #[arg(long, default_value_t = 0)]
    port: u16,
    /// Where to write the record [default: a new folder under runs/]
    #[arg(short, long)]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum PlaceChoice {
    Auto,
    Page,
    Terminal,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum ImageChoice {
    Auto,
    Kitty,
    Sixel,
    Blocks,
    None,
}

struct Nothing;
impl Progress for Nothing {}

pub(crate) async fn run(args: Args, mut folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let settings: Settings = args.settings.into_iter().collect();
    let (suite, instance) = show::instance(&args.task, &settings, &mut folders)?;
    models::refuse_judged(&*suite, &instance.id.task)?;
    let surfaces = &instance.brief.surfaces;
    let in_page = match args.place {
        PlaceChoice::Auto => surfaces.contains(&Surface::Screen),
        choice => choice == PlaceChoice::Page,
    };
    let label = PERSON;
    let config = RunConfig {
        tasks: vec![instance.id.to_string()],
        agents: vec![parse(label)],
        settings,
        parallel: 1,
        ..RunConfig::default()
    };
    let plan = [PlannedTrial { trial: 0, agent: label.into(), instance: instance.id, repeat: 0, variant: None }];
    let session = PlaySession::new(&instance.brief);
    let suites = folders.open()?;
    let folder = args.out.unwrap_or_else(|| default_folder(&config));
    let writer = RunWriter::create(&folder, &manifest(&folder, &suites, &config, &plan)?, &plan)?;
    let mut server = None;
    let person: Arc<dyn AgentMaker> = if in_page {
        let started = PlayServer::start(session.clone(), args.port).await?;
        ui.say("open this page in a browser on this machine; end it with Done or Fail there, or with Ctrl-C here");
        ui.out(started.url());
        server = Some(started);
        Arc::new(session.clone())
    } else {
        Arc::new(Person::new(args.image))
    };
    let runner = Runner {
        suites,
        agents: BTreeMap::from([(label.to_owned(), person)]),
        config,
        spent: Spent::default(),
        judging: Judging::LeftOut,
    };
    let todo = plan.map(Todo::first).into();
    let stop = Stop::new();
    // In the terminal Ctrl-C ends the process, which waits for a line.
    let listener = in_page.then(|| tokio::spawn(listen(stop.clone())));
    let outcome = runner.run(writer, todo, &stop, &mut Nothing).await?;
    let stopped = *stop.watch().borrow();
    if let Some(server) = server {
        session.conclude(verdict(&folder)?);
        if !stopped {
            server.until_told().await;
        }
    }
    if let Some(listener) = listener {
        listener.abort();
    }
    conclude(&folder, outcome, stopped, Told::Trial, None, ui)
}

/// How the only trial came out.
fn verdict(folder: &Path) -> anyhow::Result<Option<Verdict>> {
    let run = Run::open(folder)?;
    let Some(row) = run.results().into_iter().next().and_then(|result| result.row) else { return Ok(None) };
    let events = run.attempt(row.trial, row.attempt)?.events;
    Ok(events.into_iter().find_map(|event| match event {
        Event::Closed { verdict, .. } => Some(verdict),
        _ => None,
    }))
}
