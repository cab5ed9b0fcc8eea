//! Asking a judge about what was handed in, before it is marked.

use crate::catch::blocking;
use crate::sitting::OwnedCase;
use agon_core::{Cause, Event, Fault, Judge, Judged, Judging, Question, Recorder, Suite};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::watch;

/// Asks what the grader wants to know and writes every answer down. The case comes back with the answers, also with those that came
/// before a fault.
pub(crate) async fn judge(
    suite: &Arc<dyn Suite>,
    mut case: OwnedCase,
    judging: &Judging,
    recorder: &mut dyn Recorder,
    timeout: Duration,
    mut stop: watch::Receiver<bool>,
) -> (OwnedCase, Result<(), Fault>) {
    let Judging::By(judge) = judging else { return (case, Ok(())) };
    // Most tasks have no judged check; for them nothing is read twice.
    if !suite.is_judged(&case.instance.id.task) {
        return (case, Ok(()));
    }
    case.collected.judgements = Some(Vec::new());
    let questions = match questions(suite, case.clone(), timeout).await {
        Ok(questions) => questions,
        Err(fault) => return (case, Err(fault)),
    };
    for question in &questions {
        let Judged { judgements, fault } = tokio::select! {
            biased;
            () = stopped(&mut stop) => {
                let fault = Fault::new(Cause::Interrupted, "the run was stopped in the middle of this attempt");
                return (case, Err(fault));
            }
            judged = ask(judge.as_ref(), question) => judged,
        };
        for judgement in judgements {
            let recorded = recorder.record(&Event::Judged(Box::new(judgement.clone())));
            case.collected.judgements.get_or_insert_default().push(judgement);
            if let Err(fault) = recorded {
                return (case, Err(fault));
            }
        }
        if let Some(fault) = fault {
            return (case, Err(fault));
        }
    }
    (case, Ok(()))
}

/// Graders read files to know what to ask: on a thread of their own, as they mark.
async fn questions(suite: &Arc<dyn Suite>, case: OwnedCase, timeout: Duration) -> Result<Vec<Question>, Fault> {
    let suite = suite.clone();
    let work = move || {
        let grader = suite.grader(&case.instance).map_err(|error| Fault::new(Cause::Grader, error))?;
        grader.questions(&case.case())
    };
    blocking(Cause::Grader, timeout, work).await?
}

async fn ask(judge: &dyn Judge, question: &Question) -> Judged {
    crate::catch::catch(Cause::Judge, judge.ask(question))
        .await
        .unwrap_or_else(|fault| Judged { judgements: Vec::new(), fault: Some(fault) })
}

async fn stopped(stop: &mut watch::Receiver<bool>) {
    // An error means that nobody can stop the run any more.
    if stop.wait_for(|stop| *stop).await.is_err() {
        std::future::pending::<()>().await;
    }
}
