//! TeXstudio, an editor for LaTeX, with pdflatex behind it.
//!
//! What counts is the saved files. Agents write them through TeXstudio (or a shell, where a task has one), so nothing can be forged: a copy
//! of HOME is compiled again in a sandbox where nothing else of the agent's is (`build.rs`). Which documents are open and what the
//! last build said is read from the accessibility tree, whose bus is in the desk's run folder; the editor's own text and cursor are not in
//! that tree. TeXstudio has a terminal and runs commands, so it sits in a sandbox of its own: what they do to the tree is marked nowhere.
//!
//! `[setup]` takes:
//! - `open`: the files in HOME that it opens, the last in front.
//! - `root`: the document that is compiled; the first of `open` unless given.
//! - `line`: the line, from 1, that the cursor is put on in the file in front.
//!
//! State:
//!
//! ```json
//! {"running": true, "title": "/home/user/main.tex - TeXstudio", "documents": [{"name": "main.tex", "current": true}],
//!  "messages": "Process started: pdflatex …"}
//! ```
//!
//! `messages` is what the last builds said, its first 2,000 characters. `examine` tells the files (and under `not_read` what is a link,
//! a pipe or too large), under `sources` what TeX reads of the TeX files (no comments, nothing it skips), the sizes in bytes of what has
//! been built, and what `build::Build` documents:
//!
//! ```json
//! {"files": {"main.tex": "\\documentclass…"}, "sources": {"main.tex": "\\documentclass…"}, "pdfs": {"main.pdf": 12677},
//!  "build": {"compiles": true, "pages": 1, "problems": [], "warnings": [], "text": "1 Results The mean is …",
//!            "log": "This is pdfTeX…"}}
//! ```

mod build;
mod pages;
mod source;
mod window;

use super::nodes::Nodes;
use super::{Program, apart, need, qt, texts};
use crate::Desk;
use crate::Launch;
use crate::sandbox::HOME;
use agon_core::{BoxFuture, Cause, Fault, Need};
use agon_taskfile::Problem;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// TeXstudio.
pub struct TeXstudio;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Setup {
    open: Vec<String>,
    root: Option<String>,
    line: Option<u32>,
}

const READY: Duration = Duration::from_secs(60);
/// Folders without end take longer than any document.
const PACK_LIMIT: Duration = Duration::from_secs(20);
/// The files whose texts are part of the state.
const SOURCES: [&str; 9] = ["tex", "bib", "sty", "cls", "txt", "csv", "md", "dat", "v"];

impl Program for TeXstudio {
    fn name(&self) -> &'static str {
        "texstudio"
    }

    fn title(&self) -> &'static str {
        "TeXstudio"
    }

    fn needs(&self) -> Vec<Need> {
        vec![
            need("texstudio", "texstudio"),
            need("pdflatex", "texlive-latex-base"),
            need("pdftotext", "poppler-utils"),
            need("bwrap", "bubblewrap"),
        ]
    }

    fn examine_limit(&self, _setup: &toml::Table) -> Duration {
        PACK_LIMIT + build::LIMIT
    }

    fn runs_commands(&self) -> bool {
        true
    }

    fn launch(&self, setup: &toml::Table) -> Result<Launch, Problem> {
        let setup = Setup::read(setup)?;
        let inside = Path::new("/home/user");
        let mut command = vec!["texstudio".to_owned(), "--ignore-session".to_owned()];
        command.extend(setup.open.iter().map(|file| inside.join(file).display().to_string()));
        if let Some(line) = setup.line {
            command.extend(["--line".to_owned(), line.to_string()]);
        }
        let mut files = qt::files();
        files.push((PathBuf::from(".config/texstudio/texstudio.ini"), include_bytes!("texstudio/texstudio.ini").to_vec()));
        let environment = qt::environment();
        Ok(Launch { command: apart(command), environment, files, read_only: Vec::new(), window: "TeXstudio".into() })
    }

    fn prepare<'a>(&'a self, desk: &'a Desk, setup: &'a toml::Table) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async move {
            let setup = Setup::read(setup).map_err(|problem| Fault::new(Cause::World, problem))?;
            let expected = setup.open.len();
            Nodes::until(desk, "TeXstudio with its files", READY, |nodes| window::is_ready(nodes, expected).then_some(())).await
        })
    }

    fn state<'a>(&'a self, desk: &'a Desk) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async move { window::read(&Nodes::read(desk).await?) })
    }

    fn examine<'a>(&'a self, desk: &'a Desk, setup: &'a toml::Table) -> BoxFuture<'a, Result<Value, Fault>> {
        Box::pin(async move {
            let setup = Setup::read(setup).map_err(|problem| Fault::new(Cause::World, problem))?;
            let texts = texts::read(desk, &SOURCES, &["pdf"]).await?;
            let build = build::build(pack(desk).await?, setup.root()).await?;
            let pdfs = json!(texts.sizes);
            let read = |(name, text): (&String, &String)| (name.clone(), source::read_by_tex(text).into());
            let sources: Map<String, Value> = texts.files.iter().filter(|(name, _)| name.ends_with(".tex")).map(read).collect();
            let mut state = texts.into_state();
            state.extend([("pdfs".to_owned(), pdfs), ("sources".to_owned(), sources.into()), ("build".to_owned(), json!(build))]);
            Ok(Value::Object(state))
        })
    }
}

/// A tar of all in HOME that is not hidden, packed where nothing but HOME can be reached. `None` where it is too much.
async fn pack(desk: &Desk) -> Result<Option<Vec<u8>>, Fault> {
    let tar = ["tar", "--create", "--directory", HOME, "--exclude=./.*", "--ignore-failed-read", "."];
    let packed = desk.examine_within(&tar, PACK_LIMIT).await?;
    Ok((!packed.timed_out && packed.left_off == 0).then_some(packed.stdout))
}

impl Setup {
    fn read(table: &toml::Table) -> Result<Self, String> {
        let setup: Self = table.clone().try_into().map_err(|error: toml::de::Error| error.message().to_owned())?;
        if setup.open.is_empty() {
            return Err("`open` names no file".into());
        }
        Ok(setup)
    }

    fn root(&self) -> &str {
        self.root.as_ref().unwrap_or(&self.open[0])
    }
}
