//! A trial that waits for an agent from outside, and clients for it.

use agon_core::{Action, Brief, Ending, Event, Instance, Limits, Marks, Settings, Suite, Verdict};
use agon_dialect::{DesktopTools, Dialect as _, View};
use agon_mcp::{Attendant, ServeSettings, SharedSeat, serve_streams};
use agon_run::{MemoryRecorder, Sitting, SittingResult, Timeouts, sit};
use rmcp::model::{CallToolRequestParams, CallToolResult, JsonObject};
use rmcp::service::{RoleClient, RunningService};
use rmcp::{ServiceError, ServiceExt as _};
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::io::DuplexStream;
use tokio::sync::watch;
use tokio::task::JoinHandle;

pub(crate) type Client = RunningService<RoleClient, ()>;

/// One trial of an agent from outside.
pub(crate) struct Trial {
    pub(crate) seat: SharedSeat,
    pub(crate) brief: Brief,
    recorder: MemoryRecorder,
    /// Dropped, nobody could stop the run any more.
    pub(crate) stop: watch::Sender<bool>,
    sitting: JoinHandle<SittingResult>,
}

impl Trial {
    /// Opens an instance, whose seat then waits.
    pub(crate) fn open(suite: Arc<dyn Suite>, id: &str) -> Self {
        Self::with_limits(suite, id, None)
    }

    pub(crate) fn with_limits(suite: Arc<dyn Suite>, id: &str, limits: Option<Limits>) -> Self {
        let mut instance = instance(suite.as_ref(), id);
        instance.limits = limits.unwrap_or(instance.limits);
        let brief = instance.brief.clone();
        let (seat, attendant) = SharedSeat::new(brief.clone());
        let (recorder, stop) = (MemoryRecorder::default(), watch::Sender::new(false));
        let sitting = tokio::spawn(sat(suite, instance, recorder.clone(), stop.subscribe(), attendant));
        Self { seat, brief, recorder, stop, sitting }
    }

    pub(crate) fn toy() -> Self {
        Self::open(Arc::new(agon_testkit::ToySuite::default()), "toy/notebook@3")
    }

    /// How it came out.
    pub(crate) async fn result(self) -> (Ending, Marks, Vec<Event>) {
        let result = self.sitting.await.unwrap();
        let Verdict::Scored(marks) = result.verdict else { panic!("{:?}", result.verdict) };
        (result.ending.unwrap(), marks, self.recorder.events())
    }

    pub(crate) async fn ending(self) -> Ending {
        self.result().await.0
    }

    /// Serves a client over streams in memory.
    pub(crate) fn streams(&self, settings: ServeSettings) -> DuplexStream {
        let (ours, theirs) = tokio::io::duplex(1 << 20);
        let (input, output) = tokio::io::split(ours);
        tokio::spawn(serve_streams(self.seat.clone(), settings, input, output));
        theirs
    }

    pub(crate) async fn client(&self) -> Client {
        ().serve(self.streams(ServeSettings::default())).await.unwrap()
    }

    pub(crate) fn actions(&self) -> Vec<Action> {
        actions(&self.recorder)
    }
}

async fn sat(
    suite: Arc<dyn Suite>,
    instance: Instance,
    recorder: MemoryRecorder,
    stop: watch::Receiver<bool>,
    mut attendant: Attendant,
) -> SittingResult {
    let sitting = Sitting {
        suite,
        instance: Arc::new(instance),
        recorder: Box::new(recorder),
        keep_frames: true,
        timeouts: Timeouts::default(),
        judging: agon_core::Judging::LeftOut,
        stop,
    };
    sit(sitting, &mut attendant).await
}

pub(crate) fn instance(suite: &dyn Suite, id: &str) -> Instance {
    suite.instance(&id.parse().unwrap(), &Settings::new()).unwrap()
}

/// The actions of a suite's own solver.
pub(crate) async fn solution(suite: Arc<dyn Suite>, id: &str) -> Vec<Action> {
    let instance = instance(suite.as_ref(), id);
    let strategy = suite.strategies(&instance.id.task).remove(0);
    let mut oracle = suite.oracle(&instance, &strategy, 0).unwrap();
    let (recorder, stop) = (MemoryRecorder::default(), watch::Sender::new(false));
    let sitting = Sitting {
        suite,
        instance: Arc::new(instance),
        recorder: Box::new(recorder.clone()),
        keep_frames: false,
        timeouts: Timeouts::default(),
        judging: agon_core::Judging::LeftOut,
        stop: stop.subscribe(),
    };
    sit(sitting, oracle.as_mut()).await;
    actions(&recorder)
}

fn actions(recorder: &MemoryRecorder) -> Vec<Action> {
    let events = recorder.events().into_iter();
    events.filter_map(|event| if let Event::Step(step) = event { Some(step.action) } else { None }).collect()
}

/// The tool call that says an action.
pub(crate) fn tool_call(brief: &Brief, action: &Action) -> CallToolRequestParams {
    let said = DesktopTools::PIXELS.write(std::slice::from_ref(action), &View::screen(64, 48)).unwrap();
    let call = &said.calls[0];
    let params = brief.functions.iter().find(|function| function.name == call.name).map(|function| &function.params[..]);
    let args = match (&call.args, params) {
        (Value::Object(args), _) => args.clone(),
        (Value::Array(items), Some(params)) if items.len() == params.len() => {
            params.iter().zip(items).map(|(param, item)| (param.name.clone(), item.clone())).collect()
        }
        (bare, Some([param])) => JsonObject::from_iter([(param.name.clone(), bare.clone())]),
        _ => JsonObject::new(),
    };
    CallToolRequestParams::new(call.name.clone()).with_arguments(args)
}

/// Calls a tool.
pub(crate) async fn call(client: &Client, name: &'static str, args: Value) -> CallToolResult {
    try_call(client, name, args).await.unwrap()
}

pub(crate) async fn try_call(client: &Client, name: &'static str, args: Value) -> Result<CallToolResult, ServiceError> {
    let args = args.as_object().cloned().unwrap_or_default();
    client.call_tool(CallToolRequestParams::new(name).with_arguments(args)).await
}

/// What a result says.
pub(crate) fn text(result: &CallToolResult) -> String {
    result.content.iter().filter_map(|block| block.as_text()).map(|text| text.text.clone()).collect::<Vec<_>>().join("\n")
}

/// The first request of a client that speaks by hand.
pub(crate) fn initialize() -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "by hand", "version": "1"}},
    })
}
