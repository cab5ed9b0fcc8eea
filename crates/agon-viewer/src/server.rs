//! Answers the pages.

use crate::access::{Access, ViewOptions};
use crate::export::{self, ExportError};
use crate::library::{Library, LibraryError};
use crate::live::{self, RunFollower, TrialFollower};
use crate::notes;
use crate::people::{PeopleCommand, PeopleRuns};
use crate::protocol::{ComparePage, NewControl, NewNote, PeoplePage, Session, TrialPage};
use crate::query::Query;
use crate::routes::{AttemptName, ExportKind, Wanted};
use crate::run::LoadedRun;
use crate::thumbs::Thumbs;
use agon_assets::Site;
use agon_core::{BoxFuture, Image};
use agon_report::facts::Facet;
use agon_server::{Handler, Reply, asset, file, kept, plain, websocket};
use http_body_util::{BodyExt as _, Limited};
use hyper::body::{Bytes, Incoming};
use hyper::header::{CONTENT_DISPOSITION, HeaderValue};
use hyper::{Method, Request, StatusCode};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use tokio::sync::Semaphore;

/// The pages' name among the web pages; their sources are in `web/view`.
const PAGE: &str = "view";
/// The pages have their own style, script, fonts and pictures, and reach nothing else: briefs and models' words are hostile text.
const POLICY: &str = "default-src 'self'; font-src 'self' data:; img-src 'self' blob: data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Serves a library and its pages.
pub struct Viewer {
    shared: Arc<Shared>,
    site: Site,
    access: Access,
    /// Runs for people, where they can be begun.
    people: Option<Arc<PeopleRuns>>,
    /// Films and animations take a processor and memory: one is made at a time.
    exporting: Arc<Semaphore>,
}

struct Shared {
    library: Arc<Library>,
    thumbs: Thumbs,
    options: ViewOptions,
}

/// Why there is no viewer.
#[derive(Debug, thiserror::Error)]
pub enum ViewerError {
    #[error("the pages are not built into this agon: {}", agon_assets::NOT_BUILT)]
    NotBuilt,
    #[error("no random numbers for the pages' addresses")]
    Random(#[from] std::io::Error),
}

impl Viewer {
    /// The pages over a library. With `people`, runs for people can be begun from them.
    pub fn new(library: Library, options: ViewOptions, people: Option<PeopleCommand>) -> Result<Self, ViewerError> {
        let site = Site::embedded();
        if !site.has_app(PAGE) {
            return Err(ViewerError::NotBuilt);
        }
        let shared = Arc::new(Shared { library: Arc::new(library), thumbs: Thumbs::default(), options });
        let (access, people) = (Access::new(options)?, people.map(|command| Arc::new(PeopleRuns::new(command))));
        Ok(Self { shared, site, access, people, exporting: Arc::new(Semaphore::new(1)) })
    }

    /// What addresses begin with, after the host: `/` or `/TOKEN/`.
    pub fn base_path(&self) -> String {
        self.access.token.as_ref().map_or_else(|| "/".into(), |token| format!("/{token}/"))
    }

    async fn reply(&self, request: Request<Incoming>) -> Reply {
        let Some(path) = self.access.path(&request) else { return self.turned_away() };
        let Some(wanted) = Wanted::of_path(path) else { return nothing() };
        if self.access.options.metadata_only && wanted.is_content() {
            return plain(StatusCode::FORBIDDEN, "This viewer shows metadata only.");
        }
        match *request.method() {
            Method::GET => self.shown(wanted, request).await,
            Method::POST if wanted.takes_changes() && !self.access.may_change(&request) => {
                plain(StatusCode::FORBIDDEN, "Only the viewer's own pages may change something.")
            }
            Method::POST if wanted.takes_changes() => self.changed(wanted, request).await,
            _ => plain(StatusCode::METHOD_NOT_ALLOWED, "There is nothing to change here."),
        }
    }

    fn turned_away(&self) -> Reply {
        match self.access.token {
            Some(_) => plain(StatusCode::FORBIDDEN, "The address needs the token that agon view printed."),
            None => plain(StatusCode::FORBIDDEN, "Only this machine is answered."),
        }
    }

    async fn shown(&self, wanted: Wanted, request: Request<Incoming>) -> Reply {
        let query = request.uri().query().unwrap_or_default().to_owned();
        match wanted {
            Wanted::Asset(path) => asset(self.site.asset(PAGE, &path), POLICY),
            Wanted::Session => json(&Session {
                page_key: self.access.page_key.clone(),
                may_control: self.access.options.control,
                may_admit_people: self.people.is_some(),
                is_metadata_only: self.access.options.metadata_only,
            }),
            Wanted::People => match &self.people {
                Some(people) => {
                    let tasks = self.shared.library.catalogue().tasks().map(|task| task.as_str().to_owned()).collect();
                    json(&PeoplePage { tasks, runs: people.rows() })
                }
                None => no_people(),
            },
            Wanted::RunLive(run) => {
                let shared = self.shared.clone();
                match in_background(move || Ok(RunFollower::new(shared.library.run(&run)?))).await {
                    Ok(follower) => websocket(request, live::MOST_BYTES, |socket| live::tell(socket, follower)),
                    Err(refused) => refused,
                }
            }
            Wanted::TrialLive(of) => {
                let shared = self.shared.clone();
                match in_background(move || shared.follower(&of, &query)).await {
                    Ok(follower) => websocket(request, live::MOST_BYTES, |socket| live::tell(socket, follower)),
                    Err(refused) => refused,
                }
            }
            Wanted::Export(of, kind) => {
                let Ok(_turn) = self.exporting.acquire().await else { return nothing() };
                let shared = self.shared.clone();
                in_background(move || shared.export(&of, kind)).await.unwrap_or_else(|refused| refused)
            }
            wanted => {
                let shared = self.shared.clone();
                in_background(move || shared.answer(wanted, &query)).await.unwrap_or_else(|refused| refused)
            }
        }
    }

    async fn changed(&self, wanted: Wanted, request: Request<Incoming>) -> Reply {
        let Ok(body) = Limited::new(request.into_body(), notes::MOST_BYTES).collect().await else {
            return plain(StatusCode::PAYLOAD_TOO_LARGE, format!("A note has at most {} bytes.", notes::MOST_BYTES));
        };
        let (shared, body) = (self.shared.clone(), body.to_bytes());
        if wanted == Wanted::People {
            return self.admit_people(&body).await;
        }
        in_background(move || shared.change(wanted, &body)).await.unwrap_or_else(|refused| refused)
    }

    async fn admit_people(&self, body: &Bytes) -> Reply {
        let Some(people) = self.people.clone() else { return no_people() };
        let Ok(asked) = serde_json::from_slice(body) else { return unreadable() };
        // A page that is closed meanwhile must not leave a run that nobody knows of.
        match tokio::spawn(async move { people.begin(asked).await }).await {
            Ok(Ok(row)) => json(&row),
            Ok(Err(error)) => plain(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()),
            Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "The run was not begun: a defect of agon's own."),
        }
    }
}

impl Handler for Viewer {
    fn answer(&self, request: Request<Incoming>) -> BoxFuture<'_, Reply> {
        Box::pin(self.reply(request))
    }
}

/// Large runs and frames are read from disk, on a thread where that may take its time. `Err` is the answer that says what is wrong.
async fn in_background<T: Send + 'static>(work: impl FnOnce() -> Result<T, LibraryError> + Send + 'static) -> Result<T, Reply> {
    match tokio::task::spawn_blocking(work).await {
        Ok(Ok(done)) => Ok(done),
        Ok(Err(error)) => Err(plain(status(&error), error.to_string())),
        Err(_) => Err(plain(StatusCode::INTERNAL_SERVER_ERROR, "This cannot be shown: a defect of agon's own.")),
    }
}

impl Shared {
    fn answer(&self, wanted: Wanted, query: &str) -> Result<Reply, LibraryError> {
        let library = &self.library;
        Ok(match wanted {
            Wanted::Runs => json(&library.runs()),
            Wanted::Run(id) => {
                let mut page = self.checked(&id)?.page(&id);
                self.blinded(&mut page, crate::protocol::RunPage::leave_out_content);
                json(&page)
            }
            Wanted::Trials(id) => {
                let mut query = Query::read(query);
                query.is_blind = self.options.metadata_only;
                let mut page = query.page(&*self.checked(&id)?);
                self.blinded(&mut page, crate::protocol::TrialsPage::leave_out_content);
                json(&page)
            }
            Wanted::Facet { run: id, facet } => match Facet::of_word(&facet) {
                Some(facet) => json(&self.checked(&id)?.facet(facet)),
                None => nothing(),
            },
            Wanted::Modes(id) => {
                let run = library.run(&id)?;
                run.kept.modes.look(&run);
                json(&run.kept.modes.page(&run))
            }
            Wanted::Trial { run: id, trial } => {
                let attempt = query.strip_prefix("attempt=").and_then(|number| number.parse().ok());
                let mut page = library.trial(&id, &*library.run(&id)?, trial, attempt)?;
                self.blinded(&mut page, TrialPage::leave_out_content);
                json(&page)
            }
            Wanted::Event(of, place) => found(library.event(&of, place)?),
            Wanted::Tree(of, place) => found(library.tree(&of, place)?),
            Wanted::Call(of, place) => found(library.call(&of, place)?),
            Wanted::Frame { run: id, hash } => frame(library.run(&id)?.index().frame_path(&hash, Image::EXTENSION)),
            Wanted::Thumb { run: id, hash } => {
                let path = library.run(&id)?.index().frame_path(&hash, Image::EXTENSION);
                match self.thumbs.of(&hash, &path) {
                    Some(bytes) => kept("image/png", bytes, POLICY),
                    None => no_frame(),
                }
            }
            Wanted::Notes(id) => json(&notes::read(library.run(&id)?.index().folder())),
            Wanted::Compare { first, second } => {
                let mut page = ComparePage::of(&*library.run(&first)?, &*library.run(&second)?)?;
                self.blinded(&mut page, ComparePage::leave_out_content);
                json(&page)
            }
            Wanted::Search => {
                let asked: BTreeMap<_, _> = form_urlencoded::parse(query.as_bytes()).collect();
                let run = asked.get("run").map(|run| &**run).filter(|run| !run.is_empty());
                json(&library.search(asked.get("q").map_or("", |text| text), run)?)
            }
            // Answered elsewhere, or only told what to do.
            Wanted::Session
            | Wanted::People
            | Wanted::RunLive(_)
            | Wanted::TrialLive(_)
            | Wanted::Export(..)
            | Wanted::Control(_)
            | Wanted::Asset(_) => nothing(),
        })
    }

    fn change(&self, wanted: Wanted, body: &Bytes) -> Result<Reply, LibraryError> {
        match wanted {
            Wanted::Control(_) if !self.options.control => {
                Ok(plain(StatusCode::FORBIDDEN, "This viewer does not control runs; start it with --control."))
            }
            Wanted::Control(id) => {
                let run = self.library.run(&id)?;
                let Ok(NewControl { control }) = serde_json::from_slice(body) else { return Ok(unreadable()) };
                control.write(run.index().folder())?;
                Ok(json(&control))
            }
            Wanted::Notes(id) => {
                let run = self.library.run(&id)?;
                let Ok(note) = serde_json::from_slice::<NewNote>(body) else { return Ok(unreadable()) };
                run.trial(note.trial)?;
                if note.text.trim().is_empty() {
                    return Ok(plain(StatusCode::BAD_REQUEST, "A note says something."));
                }
                Ok(match notes::add(run.index().folder(), note) {
                    Ok(note) => json(&note),
                    Err(error) => {
                        let text = format!("The note could not be written beside the run: {error}.");
                        plain(StatusCode::INTERNAL_SERVER_ERROR, text)
                    }
                })
            }
            _ => Ok(nothing()),
        }
    }

    fn follower(&self, of: &AttemptName, query: &str) -> Result<TrialFollower, LibraryError> {
        let run = self.library.run(&of.run)?;
        let page = TrialPage::empty(run.trial(of.trial)?);
        let told = query.strip_prefix("from=").and_then(|number| number.parse().ok()).unwrap_or_default();
        Ok(TrialFollower::new(run, page, of.attempt, told, self.options.metadata_only))
    }

    fn export(&self, of: &AttemptName, kind: ExportKind) -> Result<Reply, LibraryError> {
        let run = self.library.run(&of.run)?;
        run.trial(of.trial)?;
        let log = self.library.log(&of.run, &run, of.trial, of.attempt)?;
        let (mime, ending, made) = match kind {
            ExportKind::Gif => ("image/gif", "gif", export::gif(run.index(), &log.events)),
            ExportKind::Mp4 => ("video/mp4", "mp4", export::mp4(run.index(), &log.events)),
            ExportKind::Html => {
                let page = export::html(run.index().folder(), of.trial).map(String::into_bytes);
                ("text/html; charset=utf-8", "html", page)
            }
        };
        let bytes = match made {
            Ok(bytes) => bytes,
            Err(error @ (ExportError::NoFrames | ExportError::NoFfmpeg)) => {
                return Ok(plain(StatusCode::UNPROCESSABLE_ENTITY, error.to_string()));
            }
            Err(error) => return Ok(plain(StatusCode::INTERNAL_SERVER_ERROR, error.to_string())),
        };
        let mut reply = file(mime, bytes, POLICY);
        // To be kept as a file: a page of ours would run under this server's address.
        let name = format!("attachment; filename=\"trial-{}-{}.{ending}\"", of.trial, of.attempt);
        if let Ok(name) = HeaderValue::from_str(&name) {
            reply.headers_mut().insert(CONTENT_DISPOSITION, name);
        }
        Ok(reply)
    }

    /// A run whose logs are read, or will be soon.
    fn checked(&self, id: &str) -> Result<Arc<LoadedRun>, LibraryError> {
        let run = self.library.run(id)?;
        self.library.check(id, &run);
        Ok(run)
    }

    fn blinded<T>(&self, page: &mut T, leave_out_content: impl Fn(&mut T)) {
        if self.options.metadata_only {
            leave_out_content(page);
        }
    }
}

/// A frame never changes: its name is its content's.
fn frame(path: PathBuf) -> Reply {
    std::fs::read(path).map_or_else(|_| no_frame(), |bytes| kept("image/png", bytes, POLICY))
}

fn no_frame() -> Reply {
    plain(StatusCode::NOT_FOUND, "The run does not hold this frame.")
}

fn found(value: Option<impl Serialize>) -> Reply {
    value.map_or_else(nothing, |value| json(&value))
}

fn json(value: &impl Serialize) -> Reply {
    match serde_json::to_vec(value) {
        Ok(bytes) => file("application/json", bytes, POLICY),
        Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "This cannot be written as JSON: a defect of agon's own."),
    }
}

fn nothing() -> Reply {
    plain(StatusCode::NOT_FOUND, "There is nothing here.")
}

fn no_people() -> Reply {
    plain(StatusCode::FORBIDDEN, "This viewer begins no runs; start it on a folder of runs, with --control.")
}

fn unreadable() -> Reply {
    plain(StatusCode::BAD_REQUEST, "The request cannot be read: it is not what the pages send.")
}

fn status(error: &LibraryError) -> StatusCode {
    match error {
        LibraryError::Record(_) | LibraryError::Report(_) => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::NOT_FOUND,
    }
}
