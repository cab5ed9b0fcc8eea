//! Who sits, and how far each has come.

use super::codes::{Codes, Refusal};
use super::operator::{OperatorPage, ParticipantRow, SatTrial};
use crate::play::PlaySession;
use crate::play::protocol::{FromPage, Lobby, Stage, TaskPlace};
use crate::play::talk::Scene;
use crate::secret;
use std::io;
use std::net::IpAddr;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;
use tokio::sync::watch;

/// What participants are shown before and between their tasks.
#[derive(Clone, Debug)]
pub struct PeopleSettings {
    /// What they agree to. Markdown.
    pub consent: String,
    /// How the page is worked with. Markdown.
    pub instructions: String,
    /// A video of it, as an MP4 or WebM file.
    pub demo: Option<PathBuf>,
}

/// The participants of a run. Clones are the same people.
#[derive(Clone)]
pub struct People {
    settings: Arc<PeopleSettings>,
    seats: Arc<Mutex<Vec<Seat>>>,
    codes: Arc<Mutex<Codes>>,
}

/// One participant.
struct Seat {
    label: String,
    /// How many trials are to be sat.
    tasks: u32,
    sat: Vec<SatTrial>,
    has_consented: bool,
    /// The cookie of whoever entered the code.
    session: Option<String>,
    current: Option<Current>,
    scene: watch::Sender<Scene>,
    /// How often the participant asked for a task.
    begun: watch::Sender<u64>,
}

/// The task that is set up or sat.
struct Current {
    title: String,
    session: PlaySession,
    began: Option<Instant>,
}

impl People {
    /// Participants by label, each with the number of trials to sit.
    pub fn new(settings: PeopleSettings, labels: &[(String, u32)]) -> io::Result<Self> {
        let settings = Arc::new(settings);
        let mut codes = Codes::default();
        let mut seats = Vec::new();
        for (place, (label, tasks)) in labels.iter().enumerate() {
            codes.give(place)?;
            let lobby = Lobby {
                stage: Stage::Consent,
                place: TaskPlace { task: 1, tasks: *tasks },
                consent: settings.consent.clone(),
                instructions: settings.instructions.clone(),
                has_demo: settings.demo.is_some(),
            };
            seats.push(Seat {
                label: label.clone(),
                tasks: *tasks,
                sat: Vec::new(),
                has_consented: false,
                session: None,
                current: None,
                scene: watch::Sender::new(Scene::Lobby(lobby)),
                begun: watch::Sender::new(0),
            });
        }
        Ok(Self { settings, seats: Arc::new(Mutex::new(seats)), codes: Arc::new(Mutex::new(codes)) })
    }

    /// Each participant's label and unused code.
    pub fn codes(&self) -> Vec<(String, Option<String>)> {
        let codes = lock(&self.codes);
        lock(&self.seats).iter().enumerate().map(|(place, seat)| (seat.label.clone(), codes.of(place))).collect()
    }

    pub(super) fn settings(&self) -> &PeopleSettings {
        &self.settings
    }

    /// Takes a code in exchange for a session, once.
    pub(super) fn enter(&self, typed: &str, from: IpAddr) -> Result<io::Result<String>, Refusal> {
        let place = lock(&self.codes).take(typed, from)?;
        Ok(secret::token().inspect(|token| {
            if let Some(seat) = lock(&self.seats).get_mut(place) {
                seat.session = Some(token.clone());
                // Pages of the session before have nothing more to show.
                let scene = seat.scene.borrow().clone();
                seat.scene = watch::Sender::new(scene);
            }
        }))
    }

    /// Gives a participant a new code. When it is entered, the session before it ends.
    pub(super) fn renew(&self, label: &str) -> io::Result<bool> {
        let place = lock(&self.seats).iter().position(|seat| seat.label == label);
        let Some(place) = place else { return Ok(false) };
        lock(&self.codes).give(place)?;
        Ok(true)
    }

    /// Whose session it is.
    pub(super) fn of_session(&self, token: &str) -> Option<usize> {
        let is_it = |seat: &Seat| seat.session.as_deref().is_some_and(|session| secret::same(session, token));
        lock(&self.seats).iter().position(is_it)
    }

    /// What a participant's page shows.
    pub(super) fn scenes(&self, place: usize) -> Option<watch::Receiver<Scene>> {
        lock(&self.seats).get(place).map(|seat| seat.scene.subscribe())
    }

    /// What a participant says between tasks.
    pub(super) fn hear(&self, place: usize, said: &FromPage) {
        let mut seats = lock(&self.seats);
        let Some(seat) = seats.get_mut(place) else { return };
        match said {
            FromPage::Consent => {
                seat.has_consented = true;
                seat.show(&self.settings);
            }
            FromPage::Begin if seat.has_consented => seat.begun.send_modify(|times| *times += 1),
            _ => {}
        }
    }

    /// For the operator.
    pub(super) fn operator_page(&self) -> OperatorPage {
        let (codes, seats) = (lock(&self.codes), lock(&self.seats));
        let participants = seats.iter().enumerate().map(|(place, seat)| ParticipantRow {
            label: seat.label.clone(),
            code: codes.of(place),
            has_entered: seat.session.is_some(),
            has_consented: seat.has_consented,
            is_watching: seat.scene.receiver_count() > 0,
            tasks: seat.tasks,
            current: seat.current.as_ref().map(|current| current.title.clone()),
            secs: seat.current.as_ref().and_then(|current| Some(current.began?.elapsed().as_secs_f64())),
            steps: seat.current.as_ref().map(|current| current.session.quality().steps),
            sat: seat.sat.clone(),
        });
        OperatorPage { participants: participants.collect() }
    }

    /// A task is set up for a participant.
    pub(super) fn arrive(&self, place: usize, session: &PlaySession, title: &str) -> Option<watch::Receiver<u64>> {
        let mut seats = lock(&self.seats);
        let seat = seats.get_mut(place)?;
        session.set_place(seat.place());
        seat.current = Some(Current { title: title.to_owned(), session: session.clone(), began: None });
        let mut begun = seat.begun.subscribe();
        // Whoever asked before there was a task asks again.
        begun.mark_unchanged();
        seat.show(&self.settings);
        Some(begun)
    }

    /// The participant has begun.
    pub(super) fn begin(&self, place: usize) {
        let mut seats = lock(&self.seats);
        let Some(seat) = seats.get_mut(place) else { return };
        if let Some(current) = &mut seat.current {
            current.began = Some(Instant::now());
            seat.scene.send_replace(Scene::Task(current.session.clone()));
        }
    }

    /// The task is over, or was given up.
    pub(super) fn leave(&self, place: usize) {
        let mut seats = lock(&self.seats);
        let Some(seat) = seats.get_mut(place) else { return };
        if let Some(current) = seat.current.take()
            && let Some(began) = current.began
        {
            let (task, secs) = (current.title, began.elapsed().as_secs_f64());
            seat.sat.push(SatTrial { task, secs, quality: current.session.quality() });
        }
        seat.show(&self.settings);
    }
}

impl Seat {
    fn place(&self) -> TaskPlace {
        let done = u32::try_from(self.sat.len()).unwrap_or(u32::MAX);
        TaskPlace { task: done.saturating_add(1).min(self.tasks), tasks: self.tasks }
    }

    /// Shows what stands between two tasks.
    fn show(&self, settings: &PeopleSettings) {
        let stage = match &self.current {
            _ if self.sat.len() >= self.tasks as usize => Stage::Finished,
            _ if !self.has_consented => Stage::Consent,
            Some(_) => Stage::Ready,
            None => Stage::Waiting,
        };
        self.scene.send_replace(Scene::Lobby(Lobby {
            stage,
            place: self.place(),
            consent: settings.consent.clone(),
            instructions: settings.instructions.clone(),
            has_demo: settings.demo.is_some(),
        }));
    }
}

/// What a lock holds is whole even if whoever held it panicked: everything is put in at once.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
