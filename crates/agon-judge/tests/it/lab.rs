//! A small recorded run, a judge's service in this process, and a way to bring them together.

use agon_core::{
    Action, Brief, Check, Ending, Event, Evidence, FORMAT_VERSION, Frame, Header, Image, Instance, Limits, Marks, Observation,
    Recorder as _, Status, StepRecord, Surface, Totals, Verdict,
};
use agon_judge::{JudgeError, JudgedRun, Judging, Metric, Spec, VerifiedLayer, verify_layers};
use agon_model::{Cache, Client, Endpoint, Options, Patience, Price};
use agon_record::{Host, Layer, Manifest, PlannedTrial, Rating, Row, Run, RunWriter, SuiteEntry, read_layer};
use agon_testkit::standin::{Answer, Ask, Script, StandIn};
use serde_json::{Map, Value, json};
use std::path::Path;
use std::sync::Arc;
use tokio::sync::watch;

/// What a trial showed.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Shows {
    Frames,
    Text,
    Nothing,
}

/// A trial to be recorded: its actions, and whether it passed.
#[derive(Clone)]
pub(crate) struct Made {
    pub(crate) shows: Shows,
    pub(crate) actions: Vec<Action>,
    pub(crate) passed: bool,
}

pub(crate) fn typed(text: &str) -> Action {
    Action::Type { text: text.into() }
}

pub(crate) fn answered(text: &str) -> Action {
    Action::Answer { value: text.into() }
}

/// A trial of some actions, each of which changes what is to be seen.
pub(crate) fn made(shows: Shows, texts: &[&str], passed: bool) -> Made {
    Made { shows, actions: texts.iter().map(|text| typed(text)).collect(), passed }
}

pub(crate) struct Lab {
    pub(crate) server: StandIn,
    pub(crate) folder: tempfile::TempDir,
}

/// How a layer is asked for.
pub(crate) struct Wanted {
    pub(crate) name: &'static str,
    pub(crate) spec: Spec,
    pub(crate) max_cost_usd: Option<f64>,
    pub(crate) has_cache: bool,
    pub(crate) timeout_secs: f64,
}

pub(crate) fn wanted(metric: Metric) -> Wanted {
    let spec = Spec::new(metric, 1, Options::default(), Map::new());
    Wanted { name: metric.word(), spec, max_cost_usd: None, has_cache: false, timeout_secs: 30.0 }
}

impl Lab {
    pub(crate) async fn new(trials: &[Made], script: Script) -> Self {
        let folder = tempfile::tempdir().unwrap();
        record(&folder.path().join("run"), trials);
        Self { server: StandIn::start(script).await.unwrap(), folder }
    }

    /// The same record before another judge.
    pub(crate) async fn with(self, script: Script) -> Self {
        Self { server: StandIn::start(script).await.unwrap(), ..self }
    }

    pub(crate) fn open(&self) -> Run {
        Run::open(&self.folder.path().join("run")).unwrap()
    }

    pub(crate) fn path(&self, below: &str) -> std::path::PathBuf {
        self.folder.path().join("run").join(below)
    }

    pub(crate) fn layer(&self, name: &str) -> Layer {
        read_layer(self.open().folder(), name).unwrap()
    }

    pub(crate) fn rating(&self, name: &str, trial: u32) -> Rating {
        self.layer(name).ratings.into_iter().find(|rating| rating.trial == trial).unwrap()
    }

    pub(crate) async fn judge(&self, wanted: Wanted) -> Result<JudgedRun, JudgeError> {
        self.judge_until(wanted, watch::channel(false).1).await
    }

    pub(crate) async fn judge_until(&self, wanted: Wanted, stop: watch::Receiver<bool>) -> Result<JudgedRun, JudgeError> {
        let endpoint = Endpoint::find("vllm/judge", Some(&self.server.url()), None).unwrap();
        let patience = Patience {
            retries: 1,
            backoff_secs: 0.001,
            give_up_secs: 5.0,
            timeout_secs: wanted.timeout_secs,
            ..Patience::default()
        };
        let cache = wanted.has_cache.then(|| Cache::open(&self.folder.path().join("cache")).unwrap());
        let price =
            Price { input: 1000.0, output: 1000.0, ..serde_json::from_value(json!({"input": 0.0, "output": 0.0})).unwrap() };
        let judging = Judging {
            run: Arc::new(self.open()),
            name: wanted.name.into(),
            spec: wanted.spec,
            model: Arc::new(Client::new(endpoint, patience, cache, Some(price)).unwrap()),
            model_name: "vllm/judge".into(),
            parallel: 4,
            max_cost_usd: wanted.max_cost_usd,
        };
        judging.run(stop, |_, _, _| {}).await
    }

    /// Every layer, which must be found in order.
    pub(crate) async fn verified(&self) -> usize {
        let found = self.verify().await;
        let problems: Vec<_> = found.iter().flat_map(|layer| &layer.problems).collect();
        assert!(problems.is_empty(), "{problems:#?}");
        found.iter().map(|layer| layer.verified).sum()
    }

    pub(crate) async fn verify(&self) -> Vec<VerifiedLayer> {
        verify_layers(&Arc::new(self.open())).await
    }
}

/// A judge of progress that reads: 5 where it finds `done` in what was typed, otherwise 2; it points to the last step that it was told of.
pub(crate) fn reading(ask: &Ask) -> Answer {
    match tool(ask).as_str() {
        "record_change" => change(),
        "rate_progress" => {
            let score = if ask.last_text().contains("type \"done") { 5 } else { 2 };
            Answer::call("rate_progress", json!({"score": score, "reason": "by what is seen", "steps": [1]}))
        }
        _ => Answer::say("?"),
    }
}

pub(crate) fn change() -> Answer {
    let change = json!({
        "change": "a word appeared", "kind": "text", "relevance": "high", "progress": "positive", "confidence": "high", "summary": "words are there",
    });
    Answer::call("record_change", change)
}

/// The tool that a request offers.
pub(crate) fn tool(ask: &Ask) -> String {
    ask.request.body["tools"][0]["function"]["name"].as_str().unwrap_or_default().to_owned()
}

fn record(folder: &Path, trials: &[Made]) {
    let plan: Vec<PlannedTrial> = (0..trials.len() as u32)
        .map(|trial| PlannedTrial {
            trial,
            agent: "agent".into(),
            instance: format!("gym/words/easy@{trial}").parse().unwrap(),
            repeat: 0,
            variant: None,
        })
        .collect();
    let manifest = Manifest {
        format: FORMAT_VERSION,
        name: "run".into(),
        created: "2026-08-01T09:00:00Z".into(),
        agon_version: "0.1.0".into(),
        commit: String::new(),
        host: Host::default(),
        suites: vec![SuiteEntry { name: "gym".into(), version: "1".into(), source: None }],
        agents: Vec::new(),
        trials: trials.len() as u32,
        config: json!({}),
        config_hash: String::new(),
    };
    let mut writer = RunWriter::create(folder, &manifest, &plan).unwrap();
    for (planned, trial) in plan.iter().zip(trials) {
        write(&mut writer, planned, trial);
    }
}

fn write(writer: &mut RunWriter, planned: &PlannedTrial, trial: &Made) {
    let brief = Brief {
        title: "Words".into(),
        instruction: "Write the words, then done.".into(),
        surfaces: vec![Surface::Screen],
        ..Brief::default()
    };
    let header = Header {
        format: FORMAT_VERSION,
        trial: planned.trial,
        attempt: 1,
        agent: planned.agent.clone(),
        repeat: 0,
        suite_version: "1".into(),
        instance: Instance { id: planned.instance.clone(), settings: Map::new(), limits: Limits::steps(20), brief, start: None },
        started: "2026-08-01T09:00:00Z".into(),
    };
    let mut log = writer.attempts().open(header, None, true).unwrap();
    let observation = seen(trial.shows, 0);
    let kept = log.keep(&observation);
    log.write(&Event::Began { observation: kept }).unwrap();
    for (action, number) in trial.actions.iter().zip(1..) {
        let kept = log.keep(&seen(trial.shows, number));
        let step = StepRecord { observation: kept, ..StepRecord::new(number, action.clone(), Status::Executed) };
        log.write(&Event::Step(step)).unwrap();
    }
    log.write(&Event::Evidence { evidence: Evidence(json!({})), artifacts: Vec::new(), refused: Vec::new() }).unwrap();
    let check = Check {
        name: "words".into(),
        passed: trial.passed,
        score: if trial.passed { 1.0 } else { 0.0 },
        expected: "forty-two".into(),
        seen: "other words".into(),
        evidence: "/answer".into(),
    };
    let verdict = Verdict::Scored(Marks::new(check.score, trial.passed, vec![check]));
    let (ending, totals) = (Some(Ending::Done), Totals { steps: trial.actions.len() as u32, ..Totals::default() });
    let row = Row::new(planned.trial, 1, &verdict, ending.as_ref(), &totals);
    log.write(&Event::Closed { verdict, ending, totals }).unwrap();
    log.frames().settle().unwrap();
    writer.add_result(&Row { seal: log.seal(), ..row }).unwrap();
}

/// A bar that grows with each step.
fn seen(shows: Shows, step: u32) -> Observation {
    match shows {
        Shows::Nothing => Observation::default(),
        Shows::Text => Observation::text(format!("{step} words are there")),
        Shows::Frames => {
            let pixels = (0..40 * 30).flat_map(|place| [if place % 40 < 5 * step { 250 } else { 20 }; 3]).collect();
            Observation::frame(Frame::screen(Image::rgb8(40, 30, pixels)))
        }
    }
}

/// Every text that the judge was sent, in order.
pub(crate) fn texts(lab: &Lab) -> Vec<String> {
    let text = |body: &Value| {
        let parts = body["messages"].as_array().into_iter().flatten().filter(|message| message["role"] == "user");
        let texts =
            parts.flat_map(|message| message["content"].as_array().cloned().unwrap_or_else(|| vec![message["content"].clone()]));
        texts.filter_map(|part| part["text"].as_str().or(part.as_str()).map(str::to_owned)).collect::<Vec<_>>().join("")
    };
    lab.server.requests().iter().filter(|request| request.body.is_object()).map(|request| text(&request.body)).collect()
}
