//! What is left of a page when only metadata may be told: tasks, agents, steps, times, outcomes; nothing that agents, models or worlds
//! said or showed.

use crate::protocol::{ComparePage, Moment, RunPage, TrialPage, TrialRow, TrialsPage};
use agon_report::Outcome;
use serde_json::Value;

impl RunPage {
    pub(crate) fn leave_out_content(&mut self) {
        // Causes, without what is known of each: that may be an agent's own words.
        let mut voids: Vec<crate::protocol::NamedCount> = Vec::new();
        for void in std::mem::take(&mut self.voids) {
            let name = cause(&void.name);
            match voids.iter_mut().find(|known| known.name == name) {
                Some(known) => known.count += void.count,
                None => voids.push(crate::protocol::NamedCount { name: name.into(), count: void.count }),
            }
        }
        self.voids = voids;
        self.manifest = Value::Null;
    }
}

impl TrialsPage {
    pub(crate) fn leave_out_content(&mut self) {
        self.trials.iter_mut().for_each(TrialRow::leave_out_content);
    }
}

impl TrialRow {
    fn leave_out_content(&mut self) {
        if self.status == Outcome::Void {
            self.why = self.why.as_deref().map(|why| cause(why).to_owned());
        }
    }
}

impl TrialPage {
    pub(crate) fn leave_out_content(&mut self) {
        self.row.leave_out_content();
        self.title.clear();
        self.instruction.clear();
        self.brief = Value::Null;
        self.ending = None;
        self.fault = self.fault.as_deref().map(|fault| cause(fault).to_owned());
        self.findings.clear();
        self.after.clear();
        for check in &mut self.checks {
            check.expected.clear();
            check.seen.clear();
            check.evidence.clear();
        }
        self.moments.iter_mut().for_each(Moment::leave_out_content);
    }
}

impl Moment {
    pub(crate) fn leave_out_content(&mut self) {
        self.action = None;
        self.points.clear();
        self.feedback = None;
        self.frames.clear();
        self.notes.clear();
        self.has_tree = false;
        self.has_output = false;
    }
}

impl ComparePage {
    pub(crate) fn leave_out_content(&mut self) {
        self.changes.clear();
    }
}

/// `model: it broke` is told as `model`.
fn cause(fault: &str) -> &str {
    fault.split(':').next().unwrap_or_default()
}
