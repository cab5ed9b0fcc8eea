//! A container engine: where it is, what it can do, and which images it has.

use crate::client::{Body, Call, Client, EngineError, SHORT};
use agon_core::Need;
use hyper::Method;
use serde::Deserialize;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// An engine behind a socket. Clones are the same one.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) client: Client,
    /// What was found out about images for [`Engine::lacks`], by name: it is asked for every task of a suite.
    known: Arc<Mutex<BTreeMap<String, Option<Need>>>>,
    /// Held by whoever builds an image.
    pub(crate) building: Arc<tokio::sync::Mutex<()>>,
}

/// Which engine a user wants. It is looked for when it is first needed.
#[derive(Debug, Default)]
pub struct EngineChoice {
    socket: Option<PathBuf>,
    found: OnceLock<Result<Engine, Need>>,
}

/// An image that an engine has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Of its content: another image of the same name has another.
    pub id: String,
    /// Its `PATH`, if it sets one.
    pub path: Option<String>,
    /// Where its commands start, if it says so.
    pub workdir: Option<String>,
    /// Folders that engines lay over it, each a part of the disk that nobody bounds.
    volumes: Vec<String>,
}

/// What an engine is and can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Facts {
    /// With its version.
    pub(crate) name: String,
    pub(crate) is_podman: bool,
    /// Whether it runs as an ordinary user.
    pub(crate) is_rootless: bool,
    limits_memory: bool,
    limits_processes: bool,
    pub(crate) limits_cpu: bool,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Info {
    #[serde(default)]
    memory_limit: bool,
    #[serde(default)]
    pids_limit: bool,
    #[serde(default)]
    cpu_cfs_quota: bool,
    /// Podman's.
    #[serde(default)]
    rootless: bool,
    /// Docker's: `name=rootless` is one of them.
    security_options: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Version {
    #[serde(default)]
    version: String,
    #[serde(default)]
    components: Vec<Component>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Component {
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ImageAnswer {
    id: String,
    config: Option<ImageConfig>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ImageConfig {
    env: Option<Vec<String>>,
    working_dir: Option<String>,
    volumes: Option<BTreeMap<String, serde_json::Value>>,
}

/// What a need of an engine is called.
const ENGINE: &str = "a container engine";
/// Where engines listen below a user's own folder for sockets, and below the machine's.
const USUAL: [&str; 2] = ["podman/podman.sock", "docker.sock"];

impl EngineChoice {
    /// The socket that the user names.
    pub fn socket(&self) -> Option<&Path> {
        self.socket.as_deref()
    }

    /// The engine behind this socket, or without one that which [`Engine::find`] finds.
    pub fn new(socket: Option<PathBuf>) -> Self {
        Self { socket, found: OnceLock::new() }
    }

    /// The engine; `Err` says what to do to have one.
    pub fn engine(&self) -> Result<&Engine, &Need> {
        self.found.get_or_init(|| Engine::find(self.socket.as_deref())).as_ref()
    }

    /// What is missing, as [`Engine::lacks`] finds it.
    pub fn lacks(&self, image: Option<&str>) -> Option<Need> {
        match self.engine() {
            Ok(engine) => engine.lacks(image),
            Err(need) => Some(need.clone()),
        }
    }
}

impl Engine {
    /// The engine behind this socket.
    pub fn at(socket: &Path) -> Self {
        Self { client: Client::new(socket), known: Arc::default(), building: Arc::default() }
    }

    /// The engine that a user has: the one that is named, else that of `DOCKER_HOST`, else the first that listens at one of the usual
    /// places. `Err` says what to do.
    pub fn find(named: Option<&Path>) -> Result<Self, Need> {
        let variable = |name: &str| std::env::var_os(name).filter(|value| !value.is_empty());
        if let Some(socket) = named {
            return Ok(Self::at(socket));
        }
        if let Some(host) = variable("DOCKER_HOST") {
            let host = host.to_string_lossy().into_owned();
            let wrong = || lack(ENGINE, format!("DOCKER_HOST is {host:?}, and only unix:// sockets of this machine are taken"));
            return Ok(Self::at(Path::new(host.strip_prefix("unix://").ok_or_else(wrong)?)));
        }
        let folders = variable("XDG_RUNTIME_DIR").map(PathBuf::from).into_iter().chain([PathBuf::from("/run")]);
        let mut places = folders.flat_map(|folder| USUAL.map(|socket| folder.join(socket)));
        let none = || {
            let how = "start one (`podman system service --time=0 unix:///PATH`) and name its socket with --container-socket or DOCKER_HOST";
            lack(ENGINE, how.to_owned())
        };
        places.find(|socket| socket.exists()).map(|socket| Self::at(&socket)).ok_or_else(none)
    }

    /// Where it listens.
    pub fn socket(&self) -> &Path {
        &self.client.socket
    }

    /// An image by its name, if the engine has it.
    pub async fn image(&self, name: &str) -> Result<Option<Image>, EngineError> {
        let path = format!("/images/{}/json", encoded(name));
        let what = format!("look for the image {name}");
        let call = Call { what: &what, method: Method::GET, path, body: Body::None, limit: SHORT };
        let answer: ImageAnswer = match self.client.json(call).await {
            Err(EngineError::Refused { status: 404, .. }) => return Ok(None),
            answer => answer?,
        };
        let ImageConfig { env, working_dir, volumes } = answer.config.unwrap_or_default();
        let path = env.into_iter().flatten().find_map(|variable| variable.strip_prefix("PATH=").map(str::to_owned));
        let workdir = working_dir.filter(|folder| !folder.is_empty());
        Ok(Some(Image { id: answer.id, path, workdir, volumes: volumes.into_iter().flatten().map(|(path, _)| path).collect() }))
    }

    pub(crate) async fn facts(&self) -> Result<Facts, EngineError> {
        let get = |what, path: &str| Call { what, method: Method::GET, path: path.into(), body: Body::None, limit: SHORT };
        let info: Info = self.client.json(get("say what it can do", "/info")).await?;
        let version: Version = self.client.json(get("say its version", "/version")).await?;
        let is_podman = version.components.iter().any(|component| component.name.starts_with("Podman"));
        let options = info.security_options.unwrap_or_default();
        Ok(Facts {
            name: format!("{} {}", if is_podman { "podman" } else { "docker" }, version.version),
            is_podman,
            is_rootless: info.rootless || options.iter().any(|option| option.contains("rootless")),
            limits_memory: info.memory_limit,
            limits_processes: info.pids_limit,
            limits_cpu: info.cpu_cfs_quota,
        })
    }

    /// What is missing for commands in containers of this image, or of images that are built where none is named. It is found out once;
    /// the thread waits for it.
    pub fn lacks(&self, image: Option<&str>) -> Option<Need> {
        let key = image.unwrap_or_default().to_owned();
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.entry(key).or_insert_with(|| {
            // A runtime of its own, on a thread of its own: whoever asks may be on one already.
            let asked = std::thread::scope(|scope| scope.spawn(|| self.ask(image)).join());
            asked.unwrap_or_else(|_| Some(lack(ENGINE, "asking it failed".to_owned())))
        });
        found.clone()
    }

    fn ask(&self, image: Option<&str>) -> Option<Need> {
        let broken = |error: &dyn std::fmt::Display| lack(ENGINE, error.to_string());
        match tokio::runtime::Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime.block_on(self.missing(image)).unwrap_or_else(|error| Some(broken(&error))),
            Err(error) => Some(broken(&error)),
        }
    }

    async fn missing(&self, image: Option<&str>) -> Result<Option<Need>, EngineError> {
        let facts = self.facts().await?;
        let socket = self.socket().display();
        if let Some(problem) = facts.unfit() {
            let Facts { name, .. } = &facts;
            return Ok(Some(lack(ENGINE, format!("{name} at {socket} {problem}; name another with --container-socket"))));
        }
        let Some(image) = image else { return Ok(None) };
        let problem = match self.image(image).await? {
            Some(found) => found.unfit(),
            None => {
                let tool = if facts.is_podman { "podman" } else { "docker" };
                Some(format!("{} at {socket} does not have it; `{tool} pull {image}` may fetch it", facts.name))
            }
        };
        Ok(problem.map(|problem| lack(&format!("the image {image}"), problem)))
    }
}

impl Image {
    /// Why what is written in its containers cannot be bounded.
    pub(crate) fn unfit(&self) -> Option<String> {
        let problem = |folder: &String| format!("its VOLUME {folder} has no bound on its size; use an image without volumes");
        self.volumes.first().map(problem)
    }
}

impl Facts {
    /// Why hostile programs cannot be held by it.
    fn unfit(&self) -> Option<&'static str> {
        let is_root = rustix::process::getuid().is_root();
        match self {
            Self { limits_memory: false, .. } => Some("cannot limit memory on this machine"),
            Self { limits_processes: false, .. } => Some("cannot limit the number of processes on this machine"),
            Self { is_rootless: true, .. } if is_root => Some("belongs to an ordinary user, and Agon is run by root"),
            _ => None,
        }
    }
}

/// A name of an image in a path: it may have slashes, and a tag.
fn encoded(name: &str) -> String {
    form_urlencoded::byte_serialize(name.as_bytes())
        .collect::<String>()
        .replace("%2F", "/")
        .replace("%3A", ":")
        .replace("%40", "@")
}

fn lack(name: &str, remedy: String) -> Need {
    Need { name: name.into(), found: None, remedy, tasks: Vec::new() }
}
