//! Judging a run: every trial rated once, or as often as is asked for; what is there already is not asked again.

use crate::ask::{Asker, Stopped};
use crate::budget::Budget;
use crate::error::JudgeError;
use crate::rating::{Item, has_no_answer, is_final, items, paid_in_vain, prepare, rate, replies_so_far};
use crate::spec::Spec;
use agon_core::{BoxFuture, Usage};
use agon_model::{CallRecord, Exchange, Model, ModelError, RecordedCalls, Request};
use agon_record::{CallLogs, LayerWriter, Rating, Run};
use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// A run that is to be judged.
pub struct Judging {
    /// What is judged.
    pub run: Arc<Run>,
    /// The layer's name.
    pub name: String,
    /// How.
    pub spec: Spec,
    /// Who.
    pub model: Arc<dyn Model>,
    /// `openai/gpt-x`.
    pub model_name: String,
    /// Trials at a time.
    pub parallel: usize,
    /// What the whole layer may cost.
    pub max_cost_usd: Option<f64>,
}

/// What came of judging.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JudgedRun {
    /// Ratings that the layer is to have.
    pub planned: usize,
    /// Those that have a value.
    pub rated: usize,
    /// Those that are void, by an outage or because the judge was kept from answering.
    pub void: usize,
    /// The void ones among them that the judged agent provoked.
    pub provoked: usize,
    /// Ratings that were asked for now.
    pub asked: usize,
    /// What all ratings of the layer took.
    pub usage: Usage,
    /// Ratings are missing because nothing more may be spent.
    pub budget_used_up: bool,
    /// Ratings are missing because somebody stopped it.
    pub stopped: bool,
}

/// What all trials share.
struct Shared {
    run: Arc<Run>,
    spec: Arc<Spec>,
    model: Arc<dyn Model>,
    model_name: String,
    logs: CallLogs,
    budget: Budget,
}

/// A rating that is missing, and what was answered for it before.
struct Todo {
    item: Item,
    replies: Vec<CallRecord>,
    /// Sessions before that ended without a rating.
    vain: u32,
}

impl Judging {
    /// Rates what is missing. `tell` hears each new rating, how many are done of those that were missing, and how many were.
    pub async fn run(
        self,
        mut stop: watch::Receiver<bool>,
        mut tell: impl FnMut(&Rating, usize, usize),
    ) -> Result<JudgedRun, JudgeError> {
        let items = items(&self.run, &self.spec);
        if items.is_empty() {
            let what = if self.spec.metric.rates(true) { "scored trial" } else { "failed trial" };
            return Err(JudgeError::Layer(format!("{} has no {what} to judge", self.run.folder().display())));
        }
        let mut writer = self.open()?;
        let logs = CallLogs::of(self.run.folder(), &self.name)?;
        let (mut ratings, mut todo, mut spent) = (BTreeMap::new(), VecDeque::new(), 0.0);
        for item in &items {
            let damaged =
                |what: String| JudgeError::Layer(format!("{what}; put the file back as it was, or judge under another --name"));
            let sessions = logs.sessions(item.place).map_err(|problem| damaged(problem.to_string()))?;
            let last =
                sessions.iter().rev().filter(|session| session.seal == item.seal).find_map(|session| session.rating.clone());
            spent += paid_in_vain(&sessions);
            if last.as_ref().is_some_and(is_final) {
                spent += last.as_ref().and_then(|rating| rating.usage).map_or(0.0, |usage| usage.cost_usd);
            } else {
                let replies = replies_so_far(&sessions, &item.seal).map_err(damaged)?;
                let vain = sessions.iter().filter(|session| has_no_answer(session)).count() as u32;
                todo.push_back(Todo { item: item.clone(), replies, vain });
            }
            ratings.extend(last.map(|rating| (item.place, rating)));
        }
        // The logs are the truth; a killed process may have written a log and not the rating.
        writer.replace(ratings.values().cloned().collect())?;
        let shared = Arc::new(Shared {
            run: self.run.clone(),
            spec: Arc::new(self.spec.clone()),
            model: self.model.clone(),
            model_name: self.model_name.clone(),
            logs,
            budget: Budget::new(self.max_cost_usd, spent),
        });
        let mut judged = JudgedRun { planned: items.len(), ..JudgedRun::default() };
        let (missing, mut running) = (todo.len(), JoinSet::new());
        loop {
            while running.len() < self.parallel.max(1) && !judged.budget_used_up && !judged.stopped {
                let Some(next) = todo.pop_front() else { break };
                running.spawn(one(shared.clone(), next));
            }
            let done = tokio::select! {
                biased;
                () = stopped(&mut stop) => {
                    judged.stopped = true;
                    // What was answered so far is in the logs, and is not asked again.
                    running.shutdown().await;
                    break;
                }
                done = running.join_next() => done,
            };
            match done {
                None => break,
                Some(Ok(Ok(rating))) => {
                    judged.asked += 1;
                    tell(&rating, judged.asked, missing);
                    // One in place of a void one is written in the end; until then the log has it.
                    if ratings.insert(rating.place(), rating.clone()).is_none() {
                        writer.add(rating)?;
                    }
                }
                Some(Ok(Err(Stopped::Budget))) => judged.budget_used_up = true,
                Some(Ok(Err(Stopped::Record(error)))) => return Err(error.into()),
                Some(Ok(Err(other))) => return Err(JudgeError::Layer(format!("judging broke down: {other:?}"))),
                Some(Err(error)) => return Err(JudgeError::Layer(format!("judging broke down: {error}"))),
            }
        }
        writer.replace(ratings.values().cloned().collect())?;
        for rating in ratings.values() {
            judged.rated += usize::from(rating.value.is_some());
            judged.void += usize::from(rating.void.is_some());
            judged.provoked += usize::from(rating.provoked);
            rating.usage.iter().for_each(|usage| judged.usage.add(usage));
        }
        Ok(judged)
    }

    /// The layer of that name, which must have been asked for alike, or a new one.
    fn open(&self) -> Result<LayerWriter, JudgeError> {
        let folder = self.run.folder();
        if !LayerWriter::exists(folder, &self.name) {
            return Ok(LayerWriter::create(folder, self.spec.head(folder, &self.name, &self.model_name)?)?);
        }
        let writer = LayerWriter::open(folder, &self.name)?;
        let head = &writer.layer().head;
        let other = |what: &str| {
            JudgeError::Layer(format!(
                "the layer {} was made with another {what}; choose another --name, or ask for the same",
                self.name
            ))
        };
        if head.metric != self.spec.metric.word() {
            return Err(other("metric"));
        }
        let had = Spec::of(head).map_err(|problem| JudgeError::Layer(format!("the layer {}: {problem}", self.name)))?;
        if head.rater.name != self.model_name {
            return Err(other("model"));
        }
        match had.difference(&self.spec) {
            Some(what) => Err(other(what)),
            None => Ok(writer),
        }
    }
}

/// Rates one attempt once, with a log of its own.
async fn one(shared: Arc<Shared>, todo: Todo) -> Result<Rating, Stopped> {
    if shared.budget.is_used_up() {
        return Err(Stopped::Budget);
    }
    let Todo { item, replies, vain } = todo;
    let prepared = prepare(&shared.run, item.place, &shared.spec, &shared.model_name).await;
    let log = shared.logs.create(item.place, &item.seal).map_err(Stopped::Record)?;
    let model = TakenOver { replies: RecordedCalls::new(replies), model: shared.model.clone() };
    let mut asker = Asker::new(&model, &shared.spec.options, &shared.budget, (item.place.2, vain), Some(log));
    let rating = rate(prepared, item.place, &shared.spec, &mut asker).await?;
    if let Some(log) = asker.into_log() {
        log.close(&rating).map_err(Stopped::Record)?;
    }
    Ok(rating)
}

/// What was answered before is not asked again.
struct TakenOver {
    replies: RecordedCalls,
    model: Arc<dyn Model>,
}

impl Model for TakenOver {
    fn ask<'a>(&'a self, request: &'a Request, repeat: u32) -> BoxFuture<'a, Result<Exchange, ModelError>> {
        match self.replies.take(request) {
            Some(exchange) => Box::pin(async move { Ok(exchange) }),
            None => self.model.ask(request, repeat),
        }
    }
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that nobody can stop it any more.
    if stop.wait_for(|stop| *stop).await.is_err() {
        std::future::pending::<()>().await;
    }
}
