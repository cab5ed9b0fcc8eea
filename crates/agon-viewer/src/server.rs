//! Answers the pages.

use crate::library::{Library, LibraryError};
use crate::protocol::ComparePage;
use crate::query::Query;
use crate::run::LoadedRun;
use agon_assets::Site;
use agon_core::{BoxFuture, ImageHash};
use agon_server::{Handler, Reply, asset, file, kept, names_this_machine, plain};
use hyper::body::Incoming;
use hyper::{Method, Request, StatusCode};
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The pages' name among the web pages; their sources are in `web/view`.
const PAGE: &str = "view";
/// The pages have their own style, script, fonts and pictures, and reach nothing else: briefs and models' words are hostile text.
const POLICY: &str = "default-src 'self'; font-src 'self' data:; img-src 'self' blob: data:; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

/// Serves a library and its pages.
pub struct Viewer {
    library: Arc<Library>,
    site: Site,
}

/// What an address asks for.
#[derive(Debug, PartialEq, Eq)]
enum Wanted {
    Runs,
    Run(String),
    Trials(String),
    Trial { run: String, trial: u32 },
    Event { run: String, trial: u32, attempt: u32, place: usize },
    Frame { run: String, hash: ImageHash },
    Compare { first: String, second: String },
    Search,
    Asset(String),
}

impl Viewer {
    /// The pages over a library; `None` where they are not built in.
    pub fn new(library: Library) -> Option<Self> {
        let site = Site::embedded();
        site.has_app(PAGE).then(|| Self { library: Arc::new(library), site })
    }

    async fn reply(&self, request: Request<Incoming>) -> Reply {
        if !names_this_machine(&request) {
            return plain(StatusCode::FORBIDDEN, "Only this machine is answered.");
        }
        if request.method() != Method::GET {
            return plain(StatusCode::METHOD_NOT_ALLOWED, "There is nothing to change here.");
        }
        let Some(wanted) = wanted(request.uri().path()) else { return nothing() };
        let query = request.uri().query().unwrap_or_default().to_owned();
        if let Wanted::Asset(path) = &wanted {
            return asset(self.site.asset(PAGE, path), POLICY);
        }
        let library = self.library.clone();
        // Large runs and frames are read from disk.
        let answered = tokio::task::spawn_blocking(move || answer(&library, wanted, &query)).await;
        match answered {
            Ok(Ok(reply)) => reply,
            Ok(Err(error)) => plain(status(&error), error.to_string()),
            Err(_) => plain(StatusCode::INTERNAL_SERVER_ERROR, "This cannot be shown: a defect of agon's own."),
        }
    }
}

impl Handler for Viewer {
    fn answer(&self, request: Request<Incoming>) -> BoxFuture<'_, Reply> {
        Box::pin(self.reply(request))
    }
}

fn answer(library: &Arc<Library>, wanted: Wanted, query: &str) -> Result<Reply, LibraryError> {
    let checked_run = |id: &str| -> Result<Arc<LoadedRun>, LibraryError> {
        let run = library.run(id)?;
        library.check(id, &run);
        Ok(run)
    };
    Ok(match wanted {
        Wanted::Runs => json(&library.runs()),
        Wanted::Run(id) => json(&checked_run(&id)?.page(&id)),
        Wanted::Trials(id) => json(&Query::read(query).page(&*checked_run(&id)?)),
        Wanted::Trial { run: id, trial } => {
            let attempt = query.strip_prefix("attempt=").and_then(|number| number.parse().ok());
            json(&library.trial(&id, &*library.run(&id)?, trial, attempt)?)
        }
        Wanted::Event { run: id, trial, attempt, place } => {
            match library.event(&id, &*library.run(&id)?, (trial, attempt), place)? {
                Some(event) => json(&event),
                None => nothing(),
            }
        }
        Wanted::Frame { run: id, hash } => frame(library.run(&id)?.index().frame_path(&hash, agon_core::Image::EXTENSION)),
        Wanted::Compare { first, second } => json(&ComparePage::of(&*library.run(&first)?, &*library.run(&second)?)?),
        Wanted::Search => {
            let asked: BTreeMap<_, _> = form_urlencoded::parse(query.as_bytes()).collect();
            let run = asked.get("run").map(|run| &**run).filter(|run| !run.is_empty());
            json(&library.search(asked.get("q").map_or("", |text| text), run)?)
        }
        Wanted::Asset(_) => nothing(),
    })
}

/// A frame never changes: its name is its content's.
fn frame(path: PathBuf) -> Reply {
    match std::fs::read(path) {
        Ok(bytes) => kept("image/png", bytes, POLICY),
        Err(_) => plain(StatusCode::NOT_FOUND, "The run does not hold this frame."),
    }
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

fn status(error: &LibraryError) -> StatusCode {
    match error {
        LibraryError::Record(_) | LibraryError::Report(_) => StatusCode::UNPROCESSABLE_ENTITY,
        _ => StatusCode::NOT_FOUND,
    }
}

/// `/api/runs/a%2Fb/trials/7`: a run's name is one part of the path, its slashes escaped.
fn wanted(path: &str) -> Option<Wanted> {
    let Some(path) = path.strip_prefix("/api/") else { return Some(Wanted::Asset(path.trim_start_matches('/').into())) };
    let parts: Vec<String> = path.split('/').map(unescaped).collect::<Option<_>>()?;
    let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
    let owned = |run: &str| run.to_owned();
    Some(match parts[..] {
        ["runs"] => Wanted::Runs,
        ["search"] => Wanted::Search,
        ["compare", first, second] => Wanted::Compare { first: owned(first), second: owned(second) },
        ["runs", run] => Wanted::Run(owned(run)),
        ["runs", run, "trials"] => Wanted::Trials(owned(run)),
        ["runs", run, "trials", trial] => Wanted::Trial { run: owned(run), trial: trial.parse().ok()? },
        ["runs", run, "trials", trial, attempt, place] => Wanted::Event {
            run: owned(run),
            trial: trial.parse().ok()?,
            attempt: attempt.parse().ok()?,
            place: place.parse().ok()?,
        },
        ["runs", run, "frames", file] => {
            Wanted::Frame { run: owned(run), hash: serde_json::from_value(file.strip_suffix(".png")?.into()).ok()? }
        }
        _ => return None,
    })
}

fn unescaped(part: &str) -> Option<String> {
    percent_encoding::percent_decode_str(part).decode_utf8().ok().map(|text| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_runs_trials_and_events() {
        assert_eq!(wanted("/api/runs"), Some(Wanted::Runs));
        assert_eq!(wanted("/api/runs/a%2Fb"), Some(Wanted::Run("a/b".into())));
        assert_eq!(wanted("/api/runs/a/trials/7"), Some(Wanted::Trial { run: "a".into(), trial: 7 }));
        let event = Wanted::Event { run: "a".into(), trial: 7, attempt: 1, place: 30 };
        assert_eq!(wanted("/api/runs/a/trials/7/1/30"), Some(event));
        assert_eq!(wanted("/assets/index.js"), Some(Wanted::Asset("assets/index.js".into())));
    }

    #[test]
    fn what_is_no_name_of_anything_is_refused() {
        for path in
            ["/api/", "/api/runs/a/trials/x", "/api/runs/a/frames/../run.json", "/api/runs/a/frames/..%2Frun.png", "/api/%ff"]
        {
            assert_eq!(wanted(path), None, "{path}");
        }
    }
}
