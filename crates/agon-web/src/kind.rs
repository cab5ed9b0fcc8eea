//! Web worlds for task files: the application is the folder that a task lies in.

use crate::apps::{App, NOTHING_DRAWN};
use crate::browsers::{Browsers, Running};
use crate::options::WebOptions;
use crate::page::{Clock, PageOptions};
use crate::task::{self, AppKey};
use crate::world::{Answering, STEP_MS, WebWorld};
use agon_assets::{NOT_BUILT, Site};
use agon_core::{BoxFuture, Fault, Function, MAX_WAIT_SECS, Need, Settings, Surface, Weight, World};
use agon_taskfile::{
    AnswerKey, BadSetting, Draft, ObservationMode, Opening, Own, Problem, TaskFileError, TaskFolder, View, ViewChoices,
    WorldKind, WorldTask,
};
use serde::Deserialize as _;
use serde_json::Value;
use std::sync::Arc;
use toml::Table;

/// `suites/web`, as it is built in.
pub fn folder() -> Result<TaskFolder, TaskFileError> {
    TaskFolder::decompressed("suites/web", include_bytes!(concat!(env!("OUT_DIR"), "/suite.zlib")))
}

/// The applications in this binary, with those of a suite: the pages that lie in `APP/site`.
pub fn site(folder: &TaskFolder) -> Site {
    let page = |(path, bytes)| {
        let (app, name) = str::split_once(path, "/site/")?;
        (!app.contains('/')).then_some((app, name, bytes))
    };
    folder.files().filter_map(page).fold(Site::embedded(), |site, (app, name, bytes)| site.with(app, &[(name, bytes)]))
}

/// An upper estimate for a page with its share of the browser.
const WEIGHT: Weight = Weight { memory_mib: 300, cores: 0.5 };

const VIEWS: ViewChoices = ViewChoices {
    screen: (1280, 720),
    smallest: (1024, 600),
    modes: &[ObservationMode::Screen, ObservationMode::Tree, ObservationMode::Both],
};

/// Pages in a browser.
pub struct WebKind {
    apps: &'static [&'static dyn App],
    browsers: Arc<Browsers>,
}

struct WebTask {
    app: String,
    surfaces: Vec<Surface>,
    /// What the page is given before it begins.
    start: Option<Value>,
    /// What answers functions, where the application has some.
    answering: Option<&'static dyn App>,
    /// Whether the result is asked for as the JSON at the end of the instruction.
    has_result_format: bool,
    browsers: Arc<Browsers>,
}

impl WebKind {
    pub fn new(options: WebOptions) -> Self {
        Self { apps: options.apps, browsers: Arc::new(Browsers::new(options)) }
    }

    /// The shared browser, if one runs: for those who measure or torment it.
    pub async fn running(&self) -> Option<Arc<Running>> {
        self.browsers.running().await
    }

    fn app(&self, name: &str) -> Option<&'static dyn App> {
        self.apps.iter().copied().find(|app| app.name() == name)
    }
}

impl WorldKind for WebKind {
    fn name(&self) -> &'static str {
        "web"
    }

    fn can_draw(&self, folder: &str, draw: &Table) -> Result<(), Problem> {
        self.app(folder).map_or_else(|| Err(NOTHING_DRAWN.into()), |app| app.can_draw(draw))
    }

    fn draw(&self, folder: &str, draw: &Table, seed: u64) -> Result<Table, Problem> {
        self.app(folder).map_or_else(|| Err(NOTHING_DRAWN.into()), |app| app.draw(draw, seed))
    }

    fn read(&self, mut draft: Draft<'_>) -> Result<Own, Problem> {
        let background = draft.text("background.md")?;
        let start = draft.own.remove("start").map(Value::deserialize).transpose();
        let start = start.map_err(|error| format!("start: {error}"))?;
        let task = |app: &str, surfaces: &[Surface], has_result_format| {
            let (app, surfaces, browsers) = (app.to_owned(), surfaces.to_vec(), self.browsers.clone());
            let answering = self.app(&app).filter(|app| !app.functions().is_empty());
            Arc::new(WebTask { app, surfaces, start: start.clone(), answering, has_result_format, browsers })
        };
        if let Some(app) = self.app(draft.folder) {
            let mut surfaces = vec![Surface::Screen, Surface::Answer];
            if app.shows_tree() {
                surfaces.insert(1, Surface::Tree);
            }
            let key = draft.key.map(|key| AppKey::read(app, key.clone())).transpose()?;
            let key = key.map(|key| Arc::new(key) as Arc<dyn AnswerKey>);
            let background = background.unwrap_or_default();
            let (instruction, has_result_format) = match draft.instruction {
                Some(text) => (format!("{}\n\n{text}", background.trim()), false),
                None => (task::instruction(background, draft.title, draft.own)?, true),
            };
            let world = task(app.name(), &surfaces, has_result_format);
            return Ok(Own { world, instruction, surfaces, tags: Vec::new(), key });
        }
        if let Some(other) = draft.own.keys().next() {
            return Err(format!("there is no `{other}` in a task of a page").into());
        }
        if !self.browsers.site().has_app(draft.folder) {
            return Err(format!("there is no page for it: {0}/site/index.html", draft.folder).into());
        }
        let surfaces = draft.surfaces.ok_or("it has no `surfaces`")?;
        if let Some(other) = surfaces.iter().find(|surface| !matches!(surface, Surface::Screen | Surface::Tree | Surface::Answer))
        {
            return Err(format!("a page does not offer the surface {}", other.word()).into());
        }
        let text = draft.instruction.ok_or("it has no `instruction`")?;
        let instruction = background.map_or_else(|| text.clone(), |background| format!("{}\n\n{text}", background.trim()));
        Ok(Own { world: task(draft.folder, &surfaces, false), instruction, surfaces, tags: Vec::new(), key: None })
    }

    fn weight(&self) -> Weight {
        WEIGHT
    }

    fn needs(&self) -> Vec<Need> {
        let found = self.browsers.chromium().map(|chromium| chromium.program.display().to_string());
        let remedy = match self.browsers.named() {
            Some(path) => format!("AGON_CHROMIUM names {}, which is no program", path.display()),
            None => "install Debian's chromium-headless-shell or chromium, or name a browser in AGON_CHROMIUM".to_owned(),
        };
        vec![Need { name: "Chromium".into(), found, remedy, tasks: Vec::new() }]
    }
}

impl WebTask {
    fn rules(&self, view: View, access: Access, clock: Clock, asks_for_answer: bool) -> String {
        let (width, height) = view.screen;
        let functions = "functions that search all sites and read pages as plain text";
        let seen = match view.shows {
            ObservationMode::Tree => "the accessibility tree of the application's page".to_owned(),
            ObservationMode::Both => {
                format!("the application's screen ({width}×{height} pixels) and the accessibility tree of the page")
            }
            _ => format!("the application's screen ({width}×{height} pixels)"),
        };
        let time = match clock {
            Clock::Agent => format!(
                "The application's own time stands still while you think: {} seconds of it pass with every step, and as many as you say \
                 when you wait (at most {MAX_WAIT_SECS} at a time).",
                STEP_MS / 1000.0
            ),
            Clock::Real => {
                format!("The application's time passes while you think; a single wait takes at most {MAX_WAIT_SECS} seconds.")
            }
        };
        let handing_in = match (self.has_result_format, asks_for_answer) {
            (true, _) => {
                "When the work is finished, hand in the result with `answer`, as the JSON above, and then say `done`; where the result is only \
                 that it is done, `done` is enough. What the application holds at that moment is what counts."
            }
            (false, true) => {
                "Hand in what is asked for with `answer`; the last answer counts. When the work is finished, say `done`: what the application \
                 holds at that moment is what counts. If the task cannot be done at all, say `fail` with the reason."
            }
            (false, false) => {
                "When the work is finished, say `done`: what the application holds at that moment is what counts. If the task cannot be done \
                 at all, say `fail` with the reason."
            }
        };
        let means = match access {
            Access::Browser => format!("You see {seen} and use its mouse and keyboard."),
            Access::Both => format!("You see {seen} and use its mouse and keyboard; and you have {functions}."),
            Access::Search => {
                return format!("You do not see the application: you have {functions}. Each call is one step. {handing_in}");
            }
        };
        format!("{means} Each action is one step. {time} {handing_in}")
    }
}

impl WorldTask for WebTask {
    fn subject(&self) -> &str {
        &self.app
    }

    fn settings(&self) -> Settings {
        let mut all = VIEWS.defaults(&self.surfaces);
        all.insert("clock".into(), "agent".into());
        if self.answering.is_some() {
            all.insert(ACCESS.into(), "browser".into());
        }
        all
    }

    fn brief(&self, settings: &Settings, asks_for_answer: bool) -> Result<(Vec<Surface>, String), BadSetting> {
        let view = VIEWS.read(settings, &self.surfaces)?;
        let access = access(settings)?;
        let mut surfaces = view.surfaces(&self.surfaces);
        if access != Access::Browser {
            surfaces.push(Surface::Calls);
        }
        if access == Access::Search {
            surfaces.retain(|surface| matches!(surface, Surface::Calls | Surface::Answer));
        }
        Ok((surfaces, self.rules(view, access, clock(settings)?, asks_for_answer)))
    }

    fn functions(&self, settings: &Settings) -> Vec<Function> {
        let is_offered = access(settings).is_ok_and(|access| access != Access::Browser);
        self.answering.filter(|_| is_offered).map(App::functions).unwrap_or_default()
    }

    fn open<'a>(&'a self, settings: &'a Settings, _: Opening) -> BoxFuture<'a, Result<Box<dyn World>, Fault>> {
        Box::pin(async move {
            let bad = |bad: BadSetting| Fault::world(bad.problem);
            let view = VIEWS.read(settings, &self.surfaces).map_err(bad)?;
            let (width, height) = view.screen;
            let options = PageOptions {
                app: self.app.clone(),
                width,
                height,
                clock: clock(settings).map_err(bad)?,
                start: self.start.as_ref().map(Value::to_string),
            };
            let page = self.browsers.page(&options).await?;
            let shows = (access(settings).map_err(bad)? != Access::Search).then_some(view.shows);
            let answering = self.answering.map(|app| Answering { app, start: self.start.clone() });
            Ok(Box::new(WebWorld::new(page, shows, answering)) as Box<dyn World>)
        })
    }

    fn needs(&self) -> Vec<Need> {
        let is_built = self.browsers.site().has_app(&self.app);
        let need = Need {
            name: "the built web applications".into(),
            found: is_built.then(|| "in this binary".into()),
            remedy: NOT_BUILT.into(),
            tasks: Vec::new(),
        };
        vec![need]
    }
}

/// What an agent works with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Access {
    Browser,
    /// Functions alone, as search agents have them.
    Search,
    Both,
}

const ACCESS: &str = "access";

fn access(settings: &Settings) -> Result<Access, BadSetting> {
    match settings.get(ACCESS).map(|value| value.as_str()) {
        None | Some(Some("browser")) => Ok(Access::Browser),
        Some(Some("search")) => Ok(Access::Search),
        Some(Some("both")) => Ok(Access::Both),
        Some(_) => Err(BadSetting::new(ACCESS, format!("{} is none of browser, search, both", settings[ACCESS]))),
    }
}

fn clock(settings: &Settings) -> Result<Clock, BadSetting> {
    let value = &settings["clock"];
    match value.as_str() {
        Some("agent") => Ok(Clock::Agent),
        Some("real") => Ok(Clock::Real),
        _ => Err(BadSetting::new("clock", format!("{value} is neither agent nor real"))),
    }
}
