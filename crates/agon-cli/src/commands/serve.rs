//! `agon serve`: let an agent from outside do a task, over MCP or HTTP. It leaves the same record as any other agent.

use super::closing::{Told, conclude};
use super::run::{default_folder, listen, manifest, told_to_stop};
use super::show;
use crate::job::setting;
use crate::models;
use crate::suites::SuiteFolders;
use crate::ui::Ui;
use agon_agents::{EXTERNAL, parse};
use agon_core::{Agent, AgentMaker, Fault, Judging, Limits, Placement, Settings};
use agon_mcp::{Attendant, Coordinates, HttpServer, ServeSettings, SharedSeat, serve_http, serve_stdio};
use agon_record::{AgentEntry, PlannedTrial, RunWriter};
use agon_run::{Progress, RunConfig, Runner, Spent, Stop, Todo};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use tokio::task::JoinHandle;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon serve gym/maze-2d/easy@3             # MCP, for a client that starts it
  agon serve science/proof/neutral --http   # and REST and WebSocket
  agon serve science/proof/neutral --http --port 8000 --coordinates thousand")]
pub(crate) struct Args {
    /// A task or an instance: gym/maze-2d/easy or science/proof/neutral@1
    task: String,
    /// A setting of the task, such as observation=text
    #[arg(long = "set", value_name = "KEY=VALUE", value_parser = setting)]
    settings: Vec<(String, Value)>,
    /// Serve over HTTP on this machine instead of standard input and output
    #[arg(long)]
    http: bool,
    /// With --http: the port; 0 is any that is free
    #[arg(long, default_value_t = 0, requires = "http")]
    port: u16,
    /// What places on the screen are measured in, for MCP clients: pixels of the picture, or 0 to 1000
    #[arg(long, value_enum, default_value = "pixels")]
    coordinates: CoordinatesChoice,
    /// The longer side of pictures that MCP clients are sent, in pixels; larger ones are made smaller
    #[arg(long, value_name = "PIXELS", default_value_t = ServeSettings::default().longest_side_px, value_parser = clap::value_parser!(u32).range(64..))]
    max_side: u32,
    /// Steps [default: the task's own limit]
    #[arg(long)]
    steps: Option<u32>,
    /// Seconds of the agent's own time, from its first call on [default: the task's own limit]
    #[arg(long)]
    wall_secs: Option<f64>,
    /// Where to write the record [default: a new folder under runs/]
    #[arg(short, long)]
    out: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum CoordinatesChoice {
    Pixels,
    Thousand,
}

struct Nothing;
impl Progress for Nothing {}

/// Hands out the one agent there is.
struct Outside(Mutex<Option<Attendant>>);

impl AgentMaker for Outside {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        let attendant = self.0.lock().unwrap_or_else(PoisonError::into_inner).take();
        let again = || Fault::new(agon_core::Cause::Agent, "the agent from outside has sat already");
        Ok(Box::new(attendant.ok_or_else(again)?))
    }
}

/// How the seat is served while the trial runs.
enum Serving {
    Streams(JoinHandle<()>),
    Http(HttpServer),
}

pub(crate) async fn run(args: Args, mut folders: SuiteFolders, ui: &Ui) -> anyhow::Result<u8> {
    let settings: Settings = args.settings.iter().cloned().collect();
    let (suite, instance) = show::instance(&args.task, &settings, &mut folders)?;
    models::refuse_judged(&*suite, &instance.id.task)?;
    let serve = serve_settings(&args);
    let (seat, attendant) = SharedSeat::new(instance.brief.clone());
    let config = RunConfig {
        tasks: vec![instance.id.to_string()],
        agents: vec![entry(&args)],
        settings,
        limits: Limits { steps: args.steps, wall_secs: args.wall_secs, ..Limits::default() },
        parallel: 1,
        // Whoever sits cannot be asked to sit again.
        retries: 0,
        ..RunConfig::default()
    };
    let plan = [PlannedTrial { trial: 0, agent: EXTERNAL.into(), instance: instance.id, repeat: 0, variant: None }];
    let suites = folders.open()?;
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&config));
    let writer = RunWriter::create(&folder, &manifest(&folder, &suites, &config, &plan)?, &plan)?;
    let serving = start(&args, seat.clone(), serve, ui).await?;
    let maker: Arc<dyn AgentMaker> = Arc::new(Outside(Mutex::new(Some(attendant))));
    let runner = Runner {
        suites,
        agents: BTreeMap::from([(EXTERNAL.to_owned(), maker)]),
        config,
        spent: Spent::default(),
        judging: Judging::LeftOut,
    };
    let stop = Stop::new();
    let listener = tokio::spawn(listen(stop.clone()));
    let outcome = runner.run(writer, plan.map(Todo::first).into(), &stop, &mut Nothing).await?;
    let stopped = *stop.watch().borrow();
    listener.abort();
    // The runner held the agent: with it the seat has gone, and every call is told that it is over.
    drop(runner);
    let code = conclude(&folder, outcome, stopped, Told::VerdictAside, None, ui);
    seat.recorded();
    if !stopped {
        tokio::select! {
            () = linger(serving) => {}
            () = told_to_stop() => {}
        }
    }
    code
}

async fn start(args: &Args, seat: SharedSeat, settings: ServeSettings, ui: &Ui) -> anyhow::Result<Serving> {
    if !args.http {
        ui.say("serving MCP on standard input and output; closing it leaves the task");
        return Ok(Serving::Streams(tokio::spawn(serve_stdio(seat, settings))));
    }
    let server = serve_http(seat, settings, args.port).await?;
    ui.say("serving this task to whoever knows these addresses, on this machine; end it with Ctrl-C");
    ui.out(&format!("mcp {}\napi {}", server.mcp_url(), server.api_url()));
    Ok(Serving::Http(server))
}

/// Goes on telling clients that it is over until they have gone.
async fn linger(serving: Serving) {
    match serving {
        Serving::Streams(task) => drop(task.await),
        Serving::Http(server) => server.finish().await,
    }
}

fn serve_settings(args: &Args) -> ServeSettings {
    let coordinates = match args.coordinates {
        CoordinatesChoice::Pixels => Coordinates::Pixels,
        CoordinatesChoice::Thousand => Coordinates::Thousand,
    };
    // Who has started this process ends it soon after the last answer, and the marking with it.
    ServeSettings { coordinates, longest_side_px: args.max_side, waits_for_record: !args.http }
}

/// What the manifest says of whoever sits.
fn entry(args: &Args) -> AgentEntry {
    let coordinates = if args.coordinates == CoordinatesChoice::Pixels { "pixels" } else { "thousand" };
    let told = [
        ("transport", json!(if args.http { "http" } else { "stdio" })),
        ("coordinates", json!(coordinates)),
        ("max_side", json!(args.max_side)),
    ];
    let settings: Map<String, Value> = told.into_iter().map(|(key, value)| (key.to_owned(), value)).collect();
    AgentEntry { settings, ..parse(EXTERNAL) }
}
