//! The steps of an attempt as they are written.

use super::Follow;
use crate::follow::LineFollower;
use crate::protocol::{Moment, TrialNews, TrialPage};
use crate::run::LoadedRun;
use agon_core::Event;
use agon_record::is_being_written;
use std::sync::Arc;

/// Frames are written by other threads than steps. A step is told with its frames on disk, or after so many looks without them.
const PATIENCE: u32 = 10;

pub(crate) struct TrialFollower {
    run: Arc<LoadedRun>,
    log: LineFollower<Event>,
    /// What was read so far.
    page: TrialPage,
    /// Events that were read.
    events: usize,
    /// Moments that the page has.
    told: usize,
    /// Notes after them that the page has.
    told_after: usize,
    waited: u32,
    metadata_only: bool,
    is_over: bool,
}

impl TrialFollower {
    /// Follows an attempt for a page that has so many of its moments.
    pub(crate) fn new(run: Arc<LoadedRun>, page: TrialPage, attempt: u32, told: usize, metadata_only: bool) -> Self {
        let log = LineFollower::new(run.index().attempt_path(page.row.trial, attempt));
        Self { run, log, page, events: 0, told, told_after: 0, waited: 0, metadata_only, is_over: false }
    }

    fn has_frames(&self, moment: &Moment) -> bool {
        let hash = |file: &str| serde_json::from_value(file.split('.').next().unwrap_or_default().into()).ok();
        let path = |file: &str| hash(file).map(|hash| self.run.index().frame_path(&hash, agon_core::Image::EXTENSION));
        moment.frames.iter().filter_map(|frame| path(&frame.file)).all(|path| path.exists())
    }

    /// How many of the moments that are not told yet can be.
    fn ready(&mut self) -> usize {
        let fresh = self.page.moments.get(self.told..).unwrap_or_default();
        let ready = fresh.iter().take_while(|moment| self.has_frames(moment)).count();
        self.waited = if ready < fresh.len() { self.waited + 1 } else { 0 };
        if self.waited > PATIENCE || self.page.is_closed { fresh.len() } else { ready }
    }
}

impl Follow for TrialFollower {
    type News = TrialNews;

    fn look(&mut self) -> Option<TrialNews> {
        // Looked at first: whatever was written before the end of the writer is read below.
        let is_written = is_being_written(self.run.index().folder());
        for event in self.log.read() {
            self.page.add(self.events, &event);
            self.events += 1;
        }
        let ready = self.ready();
        let mut moments: Vec<Moment> = self.page.moments.get(self.told..self.told + ready).unwrap_or_default().to_vec();
        self.told += ready;
        let is_all = self.told >= self.page.moments.len();
        self.is_over = is_all && (self.page.is_closed || !is_written);
        let mut after = if is_all { self.page.after.clone() } else { Vec::new() };
        if moments.is_empty() && after.len() == self.told_after && !self.is_over {
            return None;
        }
        self.told_after = after.len();
        if self.metadata_only {
            moments.iter_mut().for_each(Moment::leave_out_content);
            after.clear();
        }
        Some(TrialNews { moments, after, is_over: self.is_over })
    }

    fn is_over(&self) -> bool {
        self.is_over
    }
}
