//! A layer held against its logs, offline: the same code with the recorded replies must give the same ratings.

use crate::ask::{Asker, Stopped};
use crate::budget::Budget;
use crate::rating::{Item, calls_of, items, prepare, rate};
use crate::spec::Spec;
use agon_model::RecordedCalls;
use agon_record::{CallLogs, RaterKind, Rating, Run, layer_names, read_layer};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use tokio::task::JoinSet;

/// What was found out about a layer.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct VerifiedLayer {
    /// Its name.
    pub name: String,
    /// Ratings that were computed again and are the same.
    pub verified: usize,
    /// What is wrong with it, each in a sentence that names the file.
    pub problems: Vec<String>,
}

/// Verifies every layer of a run. Layers that no judge made are only read.
pub async fn verify_layers(run: &Arc<Run>) -> Vec<VerifiedLayer> {
    match layer_names(run.folder()) {
        Err(error) => vec![VerifiedLayer { problems: vec![error.to_fault().detail], ..VerifiedLayer::default() }],
        Ok(names) => {
            let mut verified = Vec::new();
            for name in names {
                verified.push(verify_layer(run, &name).await);
            }
            verified
        }
    }
}

async fn verify_layer(run: &Arc<Run>, name: &str) -> VerifiedLayer {
    let mut found = VerifiedLayer { name: name.into(), ..VerifiedLayer::default() };
    if let Err(problem) = look_at(run, &mut found).await {
        found.problems.push(format!("layers/{name}: {problem}"));
    }
    found
}

async fn look_at(run: &Arc<Run>, found: &mut VerifiedLayer) -> Result<(), String> {
    let layer = read_layer(run.folder(), &found.name).map_err(|error| error.to_fault().detail)?;
    if layer.head.rater.kind != RaterKind::Model {
        return Ok(());
    }
    let spec = Arc::new(Spec::of(&layer.head)?);
    let logs = CallLogs::of(run.folder(), &found.name).map_err(|error| error.to_fault().detail)?;
    let mut ratings: BTreeMap<_, Rating> = layer.ratings.into_iter().map(|rating| (rating.place(), rating)).collect();
    let items: BTreeMap<_, Item> = items(run, &spec).into_iter().map(|item| (item.place, item)).collect();
    let model: Arc<str> = layer.head.rater.name.into();
    let parallel = std::thread::available_parallelism().map_or(1, usize::from);
    let mut places: BTreeSet<_> = logs.places().map_err(|error| error.to_fault().detail)?.into_iter().collect();
    places.extend(ratings.keys().copied());
    let (mut places, mut running) = (places.into_iter(), JoinSet::new());
    loop {
        while running.len() < parallel {
            let Some(place) = places.next() else { break };
            let (run, spec, model, logs) = (run.clone(), spec.clone(), model.clone(), logs.clone());
            let (given, item) = (ratings.remove(&place), items.get(&place).cloned());
            running.spawn(async move { (place, again(&run, &spec, &model, &logs, place, given, item).await) });
        }
        match running.join_next().await {
            None => return Ok(()),
            Some(Ok((_, Ok(count)))) => found.verified += count,
            Some(Ok((_, Err(problem)))) => found.problems.push(problem),
            Some(Err(error)) => return Err(format!("it could not be verified: {error}")),
        }
        found.problems.sort();
    }
}

/// One rating, computed again. Tells how many were verified: none where its logs hold no rating.
async fn again(
    run: &Arc<Run>,
    spec: &Arc<Spec>,
    model: &str,
    logs: &CallLogs,
    place: (u32, u32, u32),
    given: Option<Rating>,
    item: Option<Item>,
) -> Result<usize, String> {
    let of = |what: &str| {
        let (trial, attempt, repeat) = place;
        format!("layers/{}: trial {trial}, attempt {attempt}, repeat {repeat}: {what}", logs.name())
    };
    let sessions = logs.sessions(place).map_err(|problem| problem.to_string())?;
    let Some(session) = sessions.iter().rev().find(|session| session.rating.is_some()) else {
        // A session that was cut short has nothing to tell yet.
        return if given.is_some() { Err(of("it is rated, and no log tells how")) } else { Ok(0) };
    };
    let Some(item) = item else { return Err(of("it is rated, and is no attempt that this layer rates")) };
    if session.seal != item.seal {
        return Err(of("the attempt that was judged is not the one that is there"));
    }
    if session.rating != given {
        return Err(of("ratings.jsonl says something else than the log"));
    }
    let recorded = RecordedCalls::new(calls_of(session).map_err(|problem| of(&problem))?);
    let budget = Budget::default();
    let prepared = prepare(run, place, spec, model).await;
    let mut asker = Asker::new(&recorded, &spec.options, &budget, (place.2, 0), None);
    match rate(prepared, place, spec, &mut asker).await {
        Ok(rating) if recorded.count() > 0 => {
            Err(of(&format!("{} recorded calls are not asked for ({:?})", recorded.count(), rating.value)))
        }
        Ok(rating) if same_bytes(&rating, session.rating.as_ref()) => Ok(1),
        Ok(_) => Err(of("the recorded replies come to another rating")),
        Err(Stopped::Differs(what)) => Err(of(&format!("it was asked something else: {what}"))),
        Err(other) => Err(of(&format!("it cannot be gone through again: {other:?}"))),
    }
}

fn same_bytes(rating: &Rating, recorded: Option<&Rating>) -> bool {
    let bytes = |rating: &Rating| serde_json::to_vec(rating).ok();
    recorded.is_some_and(|recorded| bytes(rating) == bytes(recorded))
}
