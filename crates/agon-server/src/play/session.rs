//! A person in a page: what the page shows, and what it asks for.

use super::protocol::{Outcome, Phase, Shown};
use agon_core::{Action, Agent, AgentError, AgentMaker, BoxFuture, Brief, Ending, Fault, Image, Placement, Seat, Turn, Verdict};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use tokio::sync::{mpsc, watch};

/// Where the person in the page and the seat meet. Clones are the same session.
#[derive(Clone)]
pub struct PlaySession {
    shown: watch::Sender<Shown>,
    picture: watch::Sender<Picture>,
    asked: mpsc::Sender<Action>,
    /// Whoever sits takes what is asked for.
    to_do: Arc<tokio::sync::Mutex<mpsc::Receiver<Action>>>,
    /// The picture's pixels before they became a file, to tell whether another differs.
    pixels: Arc<Mutex<Option<Image>>>,
    /// Pictures come by themselves, not only with steps.
    live: Arc<AtomicBool>,
}

/// The screen as a file.
#[derive(Clone, Default)]
pub(super) struct Picture {
    /// 0 before the first.
    pub(super) number: u64,
    pub(super) file: Arc<Vec<u8>>,
}

/// More than a person does while one step is taken.
const MOST_ASKED: usize = 64;

impl PlaySession {
    pub fn new(brief: &Brief) -> Self {
        let (asked, to_do) = mpsc::channel(MOST_ASKED);
        Self {
            shown: watch::Sender::new(Shown::new(brief)),
            picture: watch::Sender::new(Picture::default()),
            asked,
            to_do: Arc::new(tokio::sync::Mutex::new(to_do)),
            pixels: Arc::default(),
            live: Arc::default(),
        }
    }

    /// What the page shows, once it is newer than `after`.
    pub(super) async fn shown_after(&self, after: u64) -> Option<Shown> {
        Some(self.shown.subscribe().wait_for(|shown| shown.number > after).await.ok()?.clone())
    }

    /// The screen, once it is newer than `after`.
    pub(super) async fn picture_after(&self, after: u64) -> Option<Picture> {
        Some(self.picture.subscribe().wait_for(|picture| picture.number > after).await.ok()?.clone())
    }

    /// From now on pictures come by themselves.
    pub fn go_live(&self) {
        self.live.store(true, Ordering::Relaxed);
    }

    /// Whether anybody waits for a picture.
    pub fn is_watched(&self) -> bool {
        self.picture.receiver_count() > 0
    }

    /// Shows a picture if it is another than the last.
    pub fn show(&self, image: Image) {
        let mut pixels = self.pixels.lock().unwrap_or_else(PoisonError::into_inner);
        if pixels.as_ref() == Some(&image) {
            return;
        }
        if let Ok(file) = agon_image::encode(&image) {
            let file = Arc::new(file.into_owned());
            self.picture.send_modify(|picture| *picture = Picture { number: picture.number + 1, file });
        }
        *pixels = Some(image);
    }

    /// Whether there was room for it.
    pub(super) fn ask(&self, action: Action) -> bool {
        self.shown.borrow().phase == Phase::Sitting && self.asked.try_send(action).is_ok()
    }

    /// Shows how it came out.
    pub fn conclude(&self, verdict: Option<Verdict>) {
        self.change(|shown| {
            shown.phase = Phase::Over;
            shown.outcome = verdict.map(Outcome::from);
        });
    }

    fn change(&self, change: impl FnOnce(&mut Shown)) {
        self.shown.send_modify(|shown| {
            change(shown);
            shown.number += 1;
        });
    }

    fn show_turn(&self, turn: &Turn) {
        if let Some(frame) = turn.observation.screen().filter(|_| !self.live.load(Ordering::Relaxed)) {
            self.show((*frame.image).clone());
        }
        self.change(|shown| {
            shown.phase = if turn.ending.is_some() { Phase::Marking } else { Phase::Sitting };
            shown.acts += u64::from(turn.status.is_some());
            shown.message = turn.message.clone();
            shown.text = turn.observation.text.clone();
            shown.set_budget(&turn.budget);
            shown.ending = turn.ending.as_ref().map(to_person);
        });
    }
}

/// An ending as whoever sits there is told it.
fn to_person(ending: &Ending) -> String {
    match ending {
        Ending::Done => "you are done".to_owned(),
        Ending::Stopped => "you stopped".to_owned(),
        Ending::Left => "you left the seat".to_owned(),
        Ending::Failed { reason } => format!("you declared the task infeasible: {reason}"),
        other => other.to_string(),
    }
}

impl AgentMaker for PlaySession {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(self.clone()))
    }
}

impl Agent for PlaySession {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move {
            let mut to_do = self.to_do.lock().await;
            self.show_turn(seat.turn());
            while seat.turn().ending.is_none() {
                let Some(action) = to_do.recv().await else { break };
                seat.act(action).await?;
                self.show_turn(seat.turn());
            }
            Ok(())
        })
    }
}
