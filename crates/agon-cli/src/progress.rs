//! How a run shows that it is getting on: a bar on a terminal, plain lines elsewhere. Both tell what model calls came to so far.

use crate::ui::Ui;
use agon_core::Usage;
use agon_record::{PlannedTrial, Rating, Row, Run};
use agon_report::spent_text;
use agon_run::Progress;
use indicatif::{ProgressBar, ProgressStyle};
use std::time::Duration;

/// What model calls came to, over all attempts so far.
#[derive(Clone, Debug, Default)]
pub(crate) struct SpentSoFar {
    usage: Usage,
    /// Some of it is what agents said of themselves.
    is_claimed: bool,
}

impl SpentSoFar {
    /// What the recorded attempts of a run came to.
    pub(crate) fn of(run: &Run) -> Self {
        let mut spent = Self::default();
        run.rows().iter().for_each(|row| spent.add(row));
        spent
    }

    fn add(&mut self, row: &Row) {
        self.usage.add(&row.totals.usage);
        self.is_claimed |= row.totals.usage_claimed;
    }
}

/// Counts closed trials and tells of every fault.
pub(crate) struct RunProgress<'a> {
    ui: &'a Ui,
    bar: Option<ProgressBar>,
    total: usize,
    passed: usize,
    failed: usize,
    void: usize,
    spent: SpentSoFar,
    /// The last tenth that was told in plain lines.
    tenth: usize,
}

/// Counts demonstrations as they are written.
pub(crate) struct ExportProgress<'a> {
    ui: &'a Ui,
    bar: Option<ProgressBar>,
    total: usize,
    tenth: usize,
}

/// Counts ratings as they come.
pub(crate) struct JudgeProgress<'a> {
    ui: &'a Ui,
    bar: Option<ProgressBar>,
    tenth: usize,
}

impl<'a> JudgeProgress<'a> {
    pub(crate) fn new(ui: &'a Ui) -> Self {
        Self { ui, bar: None, tenth: 0 }
    }

    /// A rating has come, the `done`-th of so many that were missing.
    pub(crate) fn rated(&mut self, rating: &Rating, done: usize, of: usize) {
        if let Some(why) = &rating.void {
            let line = format!("trial {}, repeat {} is void: {why}", rating.trial, rating.repeat);
            match &self.bar {
                Some(bar) => bar.suspend(|| self.ui.say(&line)),
                None => self.ui.say(&line),
            }
        }
        if self.bar.is_none() {
            self.bar = bar(self.ui, of);
        }
        if let Some(bar) = &self.bar {
            bar.set_position(done as u64);
            bar.set_message("rated");
            return;
        }
        let tenth = done * 10 / of.max(1);
        if tenth > self.tenth {
            self.tenth = tenth;
            self.ui.say(&format!("{done} of {of} ratings"));
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn bar(ui: &Ui, total: usize) -> Option<ProgressBar> {
    ui.live.then(|| {
        let style = ProgressStyle::with_template("{bar:32} {pos}/{len} {msg}  {elapsed}, {eta} left");
        ProgressBar::new(total as u64).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
    })
}

impl<'a> ExportProgress<'a> {
    pub(crate) fn new(ui: &'a Ui, total: usize) -> Self {
        Self { ui, bar: bar(ui, total), total, tenth: 0 }
    }

    pub(crate) fn written(&mut self, count: usize) {
        if let Some(bar) = &self.bar {
            bar.set_position(count as u64);
            bar.set_message("written");
            return;
        }
        let tenth = count * 10 / self.total.max(1);
        if tenth > self.tenth {
            self.tenth = tenth;
            self.ui.say(&format!("{count} of {} demonstrations written", self.total));
        }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

impl<'a> RunProgress<'a> {
    pub(crate) fn new(ui: &'a Ui, total: usize, spent: SpentSoFar) -> Self {
        Self { ui, bar: bar(ui, total), total, passed: 0, failed: 0, void: 0, spent, tenth: 0 }
    }

    pub(crate) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }

    fn tell(&self, text: &str) {
        match &self.bar {
            Some(bar) => bar.suspend(|| self.ui.say(text)),
            None => self.ui.say(text),
        }
    }

    fn counts(&self) -> String {
        let spent =
            spent_text(&self.spent.usage, self.spent.is_claimed).map_or_else(String::new, |spent| format!("; {spent} so far"));
        format!("{} passed, {} failed, {} void{spent}", self.passed, self.failed, self.void)
    }
}

impl Progress for RunProgress<'_> {
    fn closed(&mut self, planned: &PlannedTrial, row: &Row, again: Option<Duration>) {
        // Attempts that are tried again cost money too.
        self.spent.add(row);
        if let Some(fault) = &row.void {
            let next = match again {
                Some(wait) => format!("trying again in {:.1} s", wait.as_secs_f64()),
                None => "it stays void".into(),
            };
            let variant = planned.variant.as_ref().map_or_else(String::new, |label| format!(" ({label})"));
            let PlannedTrial { agent, instance, .. } = planned;
            self.tell(&format!("void: {agent} on {instance}{variant}, attempt {}: {fault}; {next}", row.attempt));
        }
        if again.is_some() {
            if let Some(bar) = &self.bar {
                bar.set_message(self.counts());
            }
            return;
        }
        let count = match (&row.void, row.passed) {
            (Some(_), _) => &mut self.void,
            (None, true) => &mut self.passed,
            (None, false) => &mut self.failed,
        };
        *count += 1;
        let closed = self.passed + self.failed + self.void;
        match &self.bar {
            Some(bar) => {
                bar.set_position(closed as u64);
                bar.set_message(self.counts());
            }
            None => {
                let tenth = closed * 10 / self.total.max(1);
                if tenth > self.tenth {
                    self.tenth = tenth;
                    self.ui.say(&format!("{closed} of {} trials: {}", self.total, self.counts()));
                }
            }
        }
    }
}
