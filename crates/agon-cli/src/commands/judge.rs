//! `agon judge`: let a model rate the trials of a recorded run. What it says is a layer on the run, and changes no verdict.

use super::run::listen;
use crate::exit;
use crate::job::setting;
use crate::models;
use crate::progress::JudgeProgress;
use crate::ui::Ui;
use agon_agents::{JudgeModel, ModelConfig};
use agon_core::Settings;
use agon_judge::{Answers, JudgedRun, Judging, Metric, Rubric, Spec};
use agon_record::Run;
use agon_report::{Layers, layers, spent_text};
use agon_run::Stop;
use anyhow::{Context as _, anyhow, bail};
use serde_json::{Value, json};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The format of what `--json` prints.
const FORMAT: u32 = 1;

#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  agon judge runs/mine --metric progress -m openai/gpt-x      # from 1 to 5
  agon judge runs/mine --metric causes -m anthropic/claude-x --max-cost-usd 5
  agon judge runs/mine --metric rubric --rubric mine.toml -m vllm/qwen -n 8")]
pub(crate) struct Args {
    /// The run's folder
    run: PathBuf,
    /// What to rate: progress (1 to 5), causes (of failures), answer (0 to 10) or rubric (criteria of your own)
    #[arg(long, value_parser = metric)]
    metric: Metric,
    /// The model that judges, by PROVIDER/MODEL
    #[arg(short, long, value_name = "PROVIDER/MODEL")]
    model: String,
    /// A setting of the judge, such as temperature=0; docs/models.md lists them
    #[arg(long = "judge-setting", value_name = "KEY=VALUE", value_parser = setting)]
    judge_settings: Vec<(String, Value)>,
    /// How often each trial is rated
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=100))]
    repeats: u32,
    /// The layer's name; a layer of that name is gone on with [default: the metric and the model]
    #[arg(long)]
    name: Option<String>,
    /// A file with the criteria, for --metric rubric
    #[arg(long, value_name = "FILE")]
    rubric: Option<PathBuf>,
    /// A JSON file with right answers by task or instance, for --metric answer [default: what the tasks' checks expect]
    #[arg(long, value_name = "FILE")]
    answers: Option<PathBuf>,
    /// Cost of the whole layer in US dollars; what is not rated then is missing, and can be gone on with [default: no limit]
    #[arg(long)]
    max_cost_usd: Option<f64>,
    /// Trials at a time
    #[arg(short = 'n', long, short_alias = 'j', default_value_t = 4)]
    parallel: usize,
    /// Keep replies in this folder, and give identical requests the same reply again without asking
    #[arg(long, value_name = "FOLDER")]
    cache: Option<String>,
    /// A file with what models' tokens cost
    #[arg(long, value_name = "FILE")]
    prices: Option<String>,
    /// Print as JSON: what came of judging, and the figures of the layer
    #[arg(long)]
    json: bool,
}

fn metric(text: &str) -> Result<Metric, String> {
    Metric::of_word(text).ok_or_else(|| format!("it is one of {}", Metric::ALL.map(Metric::word).join(", ")))
}

pub(crate) async fn run(args: Args, ui: &Ui) -> anyhow::Result<u8> {
    let run = Run::open(&args.run)?;
    if !run.problems().is_empty() {
        crate::home::say_problems(&run, ui);
    }
    let (connected, spec) = asked_for(&args)?;
    let name = args.name.clone().unwrap_or_else(|| default_name(args.metric, &args.model));
    let judging = Judging {
        run: Arc::new(run),
        name: name.clone(),
        spec,
        model: connected.model,
        model_name: connected.name,
        parallel: args.parallel.max(1),
        max_cost_usd: args.max_cost_usd,
    };
    let stop = Stop::new();
    let listener = tokio::spawn(listen(stop.clone()));
    let mut progress = JudgeProgress::new(ui);
    let judged = judging.run(stop.watch(), |rating, done, of| progress.rated(rating, done, of)).await;
    progress.finish();
    listener.abort();
    tell(&args, &name, &judged?, ui)
}

/// The client and what decides the layer.
fn asked_for(args: &Args) -> anyhow::Result<(JudgeModel, Spec)> {
    let mut settings = Settings::from_iter([("model".to_owned(), args.model.as_str().into())]);
    for (key, value) in &args.judge_settings {
        if key == "model" || settings.insert(key.clone(), value.clone()).is_some() {
            bail!("the judge setting {key} is given twice; keep one of them");
        }
    }
    let kept = settings.clone();
    for (key, path) in [("cache", &args.cache), ("prices", &args.prices)] {
        if kept.contains_key(key) {
            bail!("give the {key} as --{key}, not as a judge setting");
        }
        settings.extend(path.iter().map(|path| (key.to_owned(), Value::from(path.as_str()))));
    }
    let of_judge = |problem| anyhow!("the judge: {problem}");
    if args.max_cost_usd.is_some() {
        let config = ModelConfig::read(&settings).map_err(of_judge)?;
        models::refuse_unpriced_judge(&config)?;
    }
    let connected = JudgeModel::new(&settings).map_err(of_judge)?;
    let mut spec = Spec::new(args.metric, args.repeats, connected.options.clone(), kept);
    spec.max_cost_usd = args.max_cost_usd;
    match (args.metric, &args.rubric) {
        (Metric::Rubric, None) => bail!("--metric rubric needs --rubric FILE with the criteria"),
        (Metric::Rubric, Some(path)) => {
            spec.rubric = Some(Rubric::read(&read(path)?).map_err(|problem| anyhow!("{}: {problem}", path.display()))?);
        }
        (_, Some(_)) => bail!("--rubric is for --metric rubric"),
        (_, None) => {}
    }
    match (args.metric, &args.answers) {
        (_, None) => {}
        (Metric::Answer, Some(path)) => {
            spec.answers = serde_json::from_str::<Answers>(&read(path)?)
                .map_err(|error| anyhow!("{} is not an object of texts by task or instance: {error}", path.display()))?;
        }
        (_, Some(_)) => bail!("--answers is for --metric answer"),
    }
    Ok((connected, spec))
}

fn read(path: &Path) -> anyhow::Result<String> {
    std::fs::read_to_string(path).with_context(|| format!("{} could not be read", path.display()))
}

/// `progress-openai-gpt-x`.
fn default_name(metric: Metric, model: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.') { c } else { '-' };
    format!("{}-{}", metric.word(), model.chars().map(plain).collect::<String>()).chars().take(80).collect()
}

fn tell(args: &Args, name: &str, judged: &JudgedRun, ui: &Ui) -> anyhow::Result<u8> {
    let JudgedRun { planned, rated, void, provoked, asked, usage, budget_used_up, stopped } = judged;
    let missing = planned - rated - void;
    let run = Run::open(&args.run)?;
    let mut found = Layers::of(&run)?.unwrap_or_default();
    found.layers.retain(|layer| layer.name == name);
    found.pairs.retain(|pair| pair.first == name || pair.second == name);
    found.problems.clear();
    if args.json {
        ui.json(&json!({
            "format": FORMAT, "layer": name, "planned": planned, "rated": rated, "void": void, "provoked": provoked, "missing": missing, "asked": asked,
            "usage": usage, "budget_used_up": budget_used_up, "stopped": stopped, "figures": found.layers.first(),
        }))?;
    } else {
        ui.out(&layers::text(&found, &super::report::options(ui)));
    }
    let cost = spent_text(usage, false).map_or_else(String::new, |spent| format!("; {spent}"));
    ui.say(&format!("{rated} of {planned} ratings in the layer {name}, {void} void, {missing} missing{cost}"));
    if *budget_used_up {
        ui.hint("the budget is used up; the same command with a larger --max-cost-usd goes on");
    } else if *stopped || missing > 0 || void > provoked {
        ui.hint("the same command asks for what is missing or void, and for nothing else");
    }
    Ok(match (stopped, missing + void) {
        (true, _) => exit::INTERRUPTED,
        (false, 0) => exit::DONE,
        (false, _) => exit::FAULTS,
    })
}
