//! What the agent has brought into a desk: processes that its programs have started for it.

use super::Desk;
use crate::DeskError;
use crate::tree::Reader;
use agon_core::Fault;
use agon_sandbox::{Census, end_strangers};

impl Desk {
    /// All programs are in their start states. From here on, what is started is the agent's, and only the applications that are there
    /// now are read on the accessibility bus.
    pub(crate) async fn settle_down(&mut self) -> Result<(), Fault> {
        let reader = self.reader_of_all().await?;
        self.applications = Some(reader.applications().await.map_err(Fault::world)?);
        self.start = Some(Census::of(self.programs.first()));
        Ok(())
    }

    /// A reader of the accessibility tree of whatever registers.
    pub(crate) async fn reader_of_all(&self) -> Result<Reader, Fault> {
        Reader::connect(self.accessibility_address()).await.map_err(Fault::world)
    }

    /// A reader of the accessibility tree.
    pub async fn reader(&self) -> Result<Reader, Fault> {
        let reader = self.reader_of_all().await?;
        Ok(match &self.applications {
            Some(applications) => reader.only(applications.clone()),
            None => reader,
        })
    }

    /// Ends the processes that were started since, but for those of the programs' own helpers.
    pub(crate) async fn end_strangers(&self, helpers: Vec<&'static str>) -> Result<(), DeskError> {
        let (Some(start), first) = (self.start.clone(), self.programs.first()) else { return Ok(()) };
        let ending = tokio::task::spawn_blocking(move || end_strangers(&start, first, &helpers)).await;
        ending.map_err(|error| DeskError::NotStarted { program: "a thread".into(), problem: error.to_string() })
    }

    /// Whether one was started since, even if it has ended.
    pub(crate) fn had_strangers(&self, helpers: &[&'static str]) -> bool {
        self.start.as_ref().is_some_and(|start| start.has_grown(self.programs.first(), helpers))
    }

    /// Ends everything on the desk. What lies in its folders can still be read and worked on.
    pub(crate) async fn finish(&mut self) {
        // Programs first: they would complain about the end of their screen.
        self.programs.finish().await;
        self.screen.finish().await;
    }

    pub(crate) fn is_finished(&self) -> bool {
        self.screen.is_finished()
    }

    /// Whether a process was ended because of that.
    pub(crate) fn ran_out_of_memory(&self) -> bool {
        self.watch.has_ended()
    }

    /// What was ended because all processes together took too much memory, in a sentence; once.
    pub fn memory_notice(&self) -> Option<String> {
        self.watch.told()
    }
}
