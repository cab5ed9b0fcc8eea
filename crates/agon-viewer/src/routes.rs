//! What an address asks for.

use agon_core::ImageHash;

/// One attempt of a trial.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AttemptName {
    pub(crate) run: String,
    pub(crate) trial: u32,
    pub(crate) attempt: u32,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Wanted {
    Session,
    Runs,
    Run(String),
    /// A socket that tells how a run goes on.
    RunLive(String),
    Control(String),
    Notes(String),
    Trials(String),
    Facet {
        run: String,
        facet: String,
    },
    Modes(String),
    Trial {
        run: String,
        trial: u32,
    },
    /// A socket that tells the steps of an attempt.
    TrialLive(AttemptName),
    Event(AttemptName, usize),
    Tree(AttemptName, usize),
    Call(AttemptName, usize),
    Export(AttemptName, ExportKind),
    Frame {
        run: String,
        hash: ImageHash,
    },
    Thumb {
        run: String,
        hash: ImageHash,
    },
    Compare {
        first: String,
        second: String,
    },
    Search,
    Asset(String),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ExportKind {
    Gif,
    Mp4,
    Html,
}

impl Wanted {
    /// `/api/runs/a%2Fb/trials/7`: a run's name is one part of the path, its slashes escaped.
    pub(crate) fn of_path(path: &str) -> Option<Self> {
        let Some(path) = path.strip_prefix("/api/") else { return Some(Self::Asset(path.trim_start_matches('/').into())) };
        let parts: Vec<String> = path.split('/').map(unescaped).collect::<Option<_>>()?;
        let parts: Vec<&str> = parts.iter().map(String::as_str).collect();
        match parts[..] {
            ["session"] => Some(Self::Session),
            ["runs"] => Some(Self::Runs),
            ["search"] => Some(Self::Search),
            ["compare", first, second] => Some(Self::Compare { first: first.into(), second: second.into() }),
            ["runs", run, ref rest @ ..] => Self::of_run(run.to_owned(), rest),
            _ => None,
        }
    }

    fn of_run(run: String, rest: &[&str]) -> Option<Self> {
        Some(match *rest {
            [] => Self::Run(run),
            ["live"] => Self::RunLive(run),
            ["control"] => Self::Control(run),
            ["notes"] => Self::Notes(run),
            ["modes"] => Self::Modes(run),
            ["facets", facet] => Self::Facet { run, facet: facet.into() },
            ["frames", file] => Self::Frame { run, hash: frame_name(file)? },
            ["thumbs", file] => Self::Thumb { run, hash: frame_name(file)? },
            ["trials"] => Self::Trials(run),
            ["trials", trial] => Self::Trial { run, trial: trial.parse().ok()? },
            ["trials", trial, attempt, ref rest @ ..] => {
                Self::of_attempt(AttemptName { run, trial: trial.parse().ok()?, attempt: attempt.parse().ok()? }, rest)?
            }
            _ => return None,
        })
    }

    fn of_attempt(of: AttemptName, rest: &[&str]) -> Option<Self> {
        Some(match *rest {
            ["live"] => Self::TrialLive(of),
            ["export.gif"] => Self::Export(of, ExportKind::Gif),
            ["export.mp4"] => Self::Export(of, ExportKind::Mp4),
            ["export.html"] => Self::Export(of, ExportKind::Html),
            ["trees", place] => Self::Tree(of, place.parse().ok()?),
            ["calls", place] => Self::Call(of, place.parse().ok()?),
            [place] => Self::Event(of, place.parse().ok()?),
            _ => return None,
        })
    }

    /// Whether the answer is what agents, models or people said or saw. What is not is told with such parts left out.
    pub(crate) fn is_content(&self) -> bool {
        match self {
            Self::Notes(_)
            | Self::Event(..)
            | Self::Tree(..)
            | Self::Call(..)
            | Self::Export(..)
            | Self::Frame { .. }
            | Self::Thumb { .. }
            | Self::Search => true,
            Self::Session
            | Self::Runs
            | Self::Run(_)
            | Self::RunLive(_)
            | Self::Control(_)
            | Self::Trials(_)
            | Self::Facet { .. }
            | Self::Modes(_)
            | Self::Trial { .. }
            | Self::TrialLive(_)
            | Self::Compare { .. }
            | Self::Asset(_) => false,
        }
    }

    /// Whether it can be asked to change something.
    pub(crate) fn takes_changes(&self) -> bool {
        matches!(self, Self::Control(_) | Self::Notes(_))
    }
}

fn frame_name(file: &str) -> Option<ImageHash> {
    serde_json::from_value(file.strip_suffix(".png")?.into()).ok()
}

fn unescaped(part: &str) -> Option<String> {
    percent_encoding::percent_decode_str(part).decode_utf8().ok().map(|text| text.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_name_runs_trials_and_events() {
        let of = |path| Wanted::of_path(path);
        let attempt = || AttemptName { run: "a".into(), trial: 7, attempt: 1 };
        assert_eq!(of("/api/runs"), Some(Wanted::Runs));
        assert_eq!(of("/api/runs/a%2Fb"), Some(Wanted::Run("a/b".into())));
        assert_eq!(of("/api/runs/a/live"), Some(Wanted::RunLive("a".into())));
        assert_eq!(of("/api/runs/a/trials/7"), Some(Wanted::Trial { run: "a".into(), trial: 7 }));
        assert_eq!(of("/api/runs/a/trials/7/1/30"), Some(Wanted::Event(attempt(), 30)));
        assert_eq!(of("/api/runs/a/trials/7/1/calls/30"), Some(Wanted::Call(attempt(), 30)));
        assert_eq!(of("/api/runs/a/trials/7/1/export.gif"), Some(Wanted::Export(attempt(), ExportKind::Gif)));
        assert_eq!(of("/api/runs/a/trials/7/1/live"), Some(Wanted::TrialLive(attempt())));
        assert_eq!(of("/assets/index.js"), Some(Wanted::Asset("assets/index.js".into())));
    }

    #[test]
    fn what_is_no_name_of_anything_is_refused() {
        for path in [
            "/api/",
            "/api/runs/a/trials/x",
            "/api/runs/a/trials/1/1/export.exe",
            "/api/runs/a/frames/../run.json",
            "/api/runs/a/frames/..%2Frun.png",
            "/api/runs/a/thumbs/..%2Frun.png",
            "/api/%ff",
        ] {
            assert_eq!(Wanted::of_path(path), None, "{path}");
        }
    }
}
