//! A person in a page: what the page shows, and what it asks for.

use super::protocol::{Outcome, Phase, RawEvent, Shown, TaskPlace};
use super::quality::Quality;
use agon_core::{
    Action, Agent, AgentError, AgentMaker, BoxFuture, Brief, Ending, Fault, Image, Instance, Limits, LiveScreen, Placement, Seat,
    Turn, Verdict,
};
use serde_json::{Value, json};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;
use tokio::sync::{mpsc, watch};

/// Where the person in the page and the seat meet. Clones are the same session.
#[derive(Clone)]
pub struct PlaySession {
    shown: watch::Sender<Shown>,
    picture: watch::Sender<Picture>,
    asked: mpsc::Sender<Asked>,
    /// Whoever sits takes what is asked for.
    to_do: Arc<tokio::sync::Mutex<mpsc::Receiver<Asked>>>,
    /// The picture's pixels before they became a file, to tell whether another differs.
    pixels: Arc<Mutex<Option<Image>>>,
    quality: Arc<Mutex<Quality>>,
}

/// What the page asks the seat for.
enum Asked {
    /// One action, and the mouse and keyboard events that it was made of.
    Act(Action, Vec<RawEvent>),
    Note {
        kind: &'static str,
        content: Value,
    },
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
/// Of a real screen between steps: enough to work with, and it leaves the program the processor.
const BETWEEN_PICTURES: Duration = Duration::from_millis(50);
/// Kinds of notes in the record.
const RAW_EVENTS: &str = "raw_events";
const SUBTASK: &str = "subtask";
const INSTRUCTIONS: &str = "instructions";

impl PlaySession {
    pub fn new(brief: &Brief) -> Self {
        let (asked, to_do) = mpsc::channel(MOST_ASKED);
        Self {
            shown: watch::Sender::new(Shown::new(brief)),
            picture: watch::Sender::new(Picture::default()),
            asked,
            to_do: Arc::new(tokio::sync::Mutex::new(to_do)),
            pixels: Arc::default(),
            quality: Arc::default(),
        }
    }

    /// Which of a participant's tasks it is.
    pub(crate) fn set_place(&self, place: TaskPlace) {
        self.change(|shown| shown.place = Some(place));
    }

    /// What the page shows, with every change.
    pub(super) fn shown(&self) -> watch::Receiver<Shown> {
        self.shown.subscribe()
    }

    /// The screen, with every change.
    pub(super) fn pictures(&self) -> watch::Receiver<Picture> {
        self.picture.subscribe()
    }

    /// Whether there was room for it.
    pub(super) fn act(&self, action: Action, events: Vec<RawEvent>) -> bool {
        let is_recording = self.shown.borrow().is_recording;
        self.is_sitting() && is_recording && self.asked.try_send(Asked::Act(action, events)).is_ok()
    }

    /// Marks a part of the task as done.
    pub(super) fn mark_subtask(&self, result: &str) -> bool {
        let index = self.shown.borrow().subtasks;
        let content = json!({"subtask": index, "result": result});
        let taken = self.is_sitting() && self.asked.try_send(Asked::Note { kind: SUBTASK, content }).is_ok();
        if taken {
            self.change(|shown| shown.subtasks += 1);
        }
        taken
    }

    /// While the instructions are open over the task nothing is recorded; the clock runs on.
    pub(super) fn open_instructions(&self, open: bool) {
        if self.is_sitting() && self.asked.try_send(Asked::Note { kind: INSTRUCTIONS, content: json!({"open": open}) }).is_ok() {
            self.change(|shown| shown.is_recording = !open);
        }
    }

    /// Shows how it came out.
    pub fn conclude(&self, verdict: Option<Verdict>) {
        self.change(|shown| {
            shown.phase = Phase::Over;
            shown.outcome = verdict.map(Outcome::from);
        });
    }

    /// How it was sat.
    pub(crate) fn quality(&self) -> Quality {
        lock(&self.quality).clone()
    }

    fn is_sitting(&self) -> bool {
        self.shown.borrow().phase == Phase::Sitting
    }

    fn change(&self, change: impl FnOnce(&mut Shown)) {
        self.shown.send_modify(change);
    }

    /// Shows a picture if it is another than the last.
    fn show(&self, image: Image) {
        let mut pixels = lock(&self.pixels);
        if pixels.as_ref() == Some(&image) {
            return;
        }
        if let Ok(file) = agon_image::encode(&image) {
            let file = Arc::new(file.into_owned());
            self.picture.send_modify(|picture| *picture = Picture { number: picture.number + 1, file });
        }
        *pixels = Some(image);
    }

    fn show_turn(&self, turn: &Turn) {
        if let Some(frame) = turn.observation.screen().filter(|_| !self.shown.borrow().is_live) {
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

    /// Shows the screen between steps, as long as somebody sits there.
    fn stream(&self, screen: Arc<dyn LiveScreen>) -> Streaming {
        self.change(|shown| shown.is_live = true);
        let streaming = Streaming(watch::Sender::new(()));
        let (session, seated) = (self.clone(), streaming.0.subscribe());
        // Capturing blocks.
        std::thread::spawn(move || {
            while seated.has_changed().is_ok() {
                if session.picture.receiver_count() > 0
                    && let Some(image) = screen.capture()
                {
                    session.show(image);
                }
                std::thread::sleep(BETWEEN_PICTURES);
            }
        });
        streaming
    }

    /// Does what is asked for until the trial ends.
    pub(crate) async fn occupy(&self, seat: &mut dyn Seat) -> Result<(), AgentError> {
        let mut to_do = self.to_do.lock().await;
        let _streaming = seat.live_screen().map(|screen| self.stream(screen));
        self.show_turn(seat.turn());
        while seat.turn().ending.is_none() {
            match to_do.recv().await {
                None => break,
                Some(Asked::Note { kind, content }) => {
                    lock(&self.quality).note(kind, &content);
                    seat.note(kind, content)?;
                }
                Some(Asked::Act(action, events)) => {
                    if !events.is_empty() {
                        seat.note(RAW_EVENTS, json!(events))?;
                    }
                    let turn = seat.act(action).await?;
                    lock(&self.quality).step(turn, &events);
                    self.show_turn(turn);
                }
            }
        }
        Ok(())
    }
}

/// Ends the stream when dropped.
struct Streaming(watch::Sender<()>);

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

/// What a lock holds is whole even if whoever held it panicked: everything is put in at once.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl AgentMaker for PlaySession {
    fn make(&self, _: &Placement<'_>) -> Result<Box<dyn Agent>, Fault> {
        Ok(Box::new(self.clone()))
    }

    fn limits(&self, instance: &Instance) -> Limits {
        instance.limits_for_people()
    }
}

impl Agent for PlaySession {
    fn sit<'a>(&'a mut self, seat: &'a mut dyn Seat) -> BoxFuture<'a, Result<(), AgentError>> {
        Box::pin(async move { self.occupy(seat).await })
    }
}
