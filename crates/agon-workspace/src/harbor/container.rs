//! A Harbor task in containers of its image: one that prepares the folders, one for the agent, one for the tests.
//!
//! The image can only be read. The folders of it that are not the system's (the working folder, HOME and whatever else the task has made) are
//! copied into the trial's store, which is bounded, and are mounted over the image from there: so the tests find what the agent left, in
//! a container of their own with the image's own programs, and what was handed in is read as it is without containers.

use super::folder::TaskFile;
use super::sandbox::{HIDDEN_BYTES, HOME, LOGS_BYTES, PYTHON, TOOLS_SEEN, lay_down, open_up_below};
use super::task::Environment;
use crate::world::Bounds;
use agon_container::{Access, Container, ContainerSettings, Engine, Image, Mount, Part, RunAs, make_part};
use agon_reap::Keeper;
use agon_sandbox::{Command, MemoryWatch, Runner as _, Sandbox, TMP_BYTES, TrialFolder};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// What the containers of one trial are made of.
pub(super) struct HarborContainers {
    sandbox: Sandbox,
    engine: Engine,
    environment: Arc<Environment>,
    /// By its name, and as the engine knows it.
    image: (String, Image),
    workdir: String,
    /// The folders that an agent can write, as it sees them.
    writable: Vec<String>,
    files: Part,
    logs: Part,
    watch: Arc<MemoryWatch>,
    keeper: Keeper,
    folder: PathBuf,
}

// Parts of the store, which the engine mounts from, and places in them.
const FILES: &str = "files";
const ROOT: &str = "files/root";
const HIDDEN: &str = "hidden";
const TESTS: &str = "hidden/tests";
const TOOLS: &str = "hidden/tools";
const LOGS: &str = "logs";
const VERIFIER_LOGS: &str = "logs/verifier";

/// Where the working folder is if the image names none.
const WORKDIR: &str = "/app";
/// Folders of an image that are its system, or that the tests have for themselves: an agent can only read them.
const SYSTEM: [&str; 18] = [
    "bin", "boot", "dev", "etc", "lib", "lib32", "lib64", "libx32", "logs", "media", "opt", "proc", "run", "sbin", "sys",
    "tests", "usr", "var",
];
/// Folders that are there whatever the image has.
const USUAL: [&str; 4] = ["/root", "/home", "/srv", "/mnt"];
/// Empty folders that everybody may write into; an agent's scripts may keep something there from one command to the next.
const TEMPORARY: [&str; 2] = ["/tmp", "/var/tmp"];
/// Where the solution writes itself, like any agent could.
const SOLUTION: &str = "/solution";
/// Where preparation puts the folders.
const PREPARED: &str = "/run/agon-files";
const USUAL_PATH: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const SAID_BYTES: usize = 4096;
const PREPARATION: Duration = Duration::from_secs(300);

/// Copies the image's own folders. Its arguments: who gets them, where to, the names at the top that are left out, and the folders that
/// are to be there in any case.
const PREPARE: &str = r#"set -e
owner=$1 to=$2 left_out=$3
shift 3
copy() { mkdir -p "$to$1"; if [ -d "$1" ]; then cp -a "$1/." "$to$1/"; fi; }
for place in /*; do
  case " $left_out " in *" ${place#/} "*) continue;; esac
  if [ -d "$place" ] && [ ! -L "$place" ]; then copy "$place"; fi
done
for place in "$@"; do
  if [ ! -e "$to$place" ]; then copy "$place"; fi
done
chown -Rh "$owner" "$to"
"#;

impl HarborContainers {
    /// Builds the image if it is not there, and prepares the folders.
    pub(super) async fn new(folder: &Path, environment: Arc<Environment>, engine: &Engine, keeper: &Keeper) -> io::Result<Self> {
        let image = image(engine, &environment).await?;
        let workdir = match environment.recipe.workdir.as_str() {
            "" => image
                .1
                .workdir
                .clone()
                .filter(|folder| folder.starts_with('/') && folder != "/")
                .unwrap_or_else(|| WORKDIR.into()),
            workdir => workdir.to_owned(),
        };
        let bounds = environment.bounds;
        let files = make_part(&folder.join(FILES), u64::from(bounds.disk_mib) << 20)?;
        make_part(&folder.join(HIDDEN), HIDDEN_BYTES)?;
        let logs = make_part(&folder.join(LOGS), LOGS_BYTES)?;
        let sandbox = Sandbox::new(folder, &[], HOME, keeper).await?;
        for place in [ROOT, TESTS, TOOLS, VERIFIER_LOGS] {
            sandbox.make_folder(&sandbox.outside(place))?;
        }
        for (path, file) in &environment.tests {
            lay_down(&sandbox, TESTS, path, file).map_err(|error| io::Error::new(error.kind(), format!("{path}: {error}")))?;
        }
        for name in ["python3", "python"] {
            lay_down(&sandbox, TOOLS, name, &TaskFile { bytes: python(name).into(), is_executable: true })?;
        }
        let watch = MemoryWatch::start(u64::from(bounds.memory_mib) << 20);
        let (writable, keeper, folder) = (Vec::new(), keeper.clone(), folder.to_owned());
        let engine = engine.clone();
        let mut made = Self { sandbox, engine, environment, image, workdir, writable, files, logs, watch, keeper, folder };
        made.prepare().await?;
        Ok(made)
    }

    /// Where commands start.
    pub(super) fn workdir(&self) -> &str {
        &self.workdir
    }

    /// What the agent left, below the root.
    pub(super) fn root(&self) -> io::Result<TrialFolder> {
        self.sandbox.read(ROOT)
    }

    /// What the tests left in `/logs/verifier`.
    pub(super) fn logs(&self) -> io::Result<TrialFolder> {
        self.sandbox.read(VERIFIER_LOGS)
    }

    pub(super) async fn close(&self) {
        self.sandbox.close().await;
    }

    /// A container for the agent's commands.
    pub(super) async fn agent(&self) -> io::Result<Container> {
        let variables = self.variables(&self.environment.variables);
        self.create("agent", self.own_mounts(), variables, RunAs::Trial(self.sandbox.user())).await
    }

    /// One for the tests, over what the agent left. Programs are the image's: none that the agent has put into a folder of the path.
    pub(super) async fn tests(&self) -> io::Result<Container> {
        let root = self.sandbox.outside(ROOT);
        open_up_below(&root, &self.workdir)?;
        let mut mounts = self.own_mounts();
        mounts.retain(|mount| mount.to != SOLUTION);
        mounts.push(Mount::new(self.sandbox.within(TESTS), "/tests", Access::Read));
        mounts.push(Mount::new(self.sandbox.within(TOOLS), TOOLS_SEEN, Access::Read));
        mounts.push(Mount::new(self.sandbox.within(VERIFIER_LOGS), "/logs/verifier", Access::Write));
        let path = self.image.1.path.as_deref().unwrap_or(USUAL_PATH);
        let mut all = self.environment.tests_variables.clone();
        all.insert("PATH".into(), format!("{TOOLS_SEEN}:{}", outside(path, &self.writable)));
        all.insert("PYTHONNOUSERSITE".into(), "1".into());
        self.create("tests", mounts, self.variables(&all), RunAs::Trial(self.sandbox.user())).await
    }

    /// Fills the folders that an agent can write with what the image has there.
    async fn prepare(&mut self) -> io::Result<()> {
        let mounts = vec![Mount::new(self.sandbox.within(ROOT), PREPARED, Access::Write)];
        let user = self.sandbox.user();
        let mut container = self.create("preparation", mounts, Vec::new(), RunAs::Root(user)).await?;
        let (owner, left_out) = (format!("{}:{}", user.uid, user.gid), format!("{} tmp", SYSTEM.join(" ")));
        let given = ["sh", "-c", PREPARE, "sh", &owner, PREPARED, &left_out];
        let argv: Vec<&str> = given.into_iter().chain(USUAL).chain([self.workdir.as_str()]).collect();
        let command = Command { argv: &argv, stdin: &[], timeout: PREPARATION, most_bytes: SAID_BYTES };
        let outcome = container.exec(command).await?;
        container.close().await?;
        if outcome.exit != Some(0) {
            let said = outcome.output(PREPARATION).message();
            return Err(io::Error::other(format!("the folders of the image {} could not be copied: {said}", self.image.0)));
        }
        let root = self.sandbox.outside(ROOT);
        for place in TEMPORARY.iter().chain([&SOLUTION]) {
            let folder = root.join(place.trim_start_matches('/'));
            fs::create_dir_all(&folder)?;
            self.sandbox.hand_over(&folder)?;
            fs::set_permissions(&folder, fs::Permissions::from_mode(0o1777))?;
        }
        self.writable = self.folders()?;
        Ok(())
    }

    /// The folders that were prepared: those at the top that are not the system's, and those below the system that are wanted all the same.
    fn folders(&self) -> io::Result<Vec<String>> {
        let mut all: BTreeSet<String> = TEMPORARY.into_iter().map(str::to_owned).collect();
        for entry in fs::read_dir(self.sandbox.outside(ROOT))? {
            let name =
                entry?.file_name().into_string().map_err(|name| io::Error::other(format!("{} is not UTF-8", name.display())))?;
            if !SYSTEM.contains(&name.as_str()) {
                all.insert(format!("/{name}"));
            }
        }
        if !all.iter().any(|folder| Path::new(&self.workdir).starts_with(folder)) {
            all.insert(self.workdir.clone());
        }
        Ok(all.into_iter().collect())
    }

    fn own_mounts(&self) -> Vec<Mount> {
        let from = |folder: &String| self.sandbox.within(&format!("{ROOT}{folder}"));
        self.writable.iter().map(|folder| Mount::new(from(folder), folder.clone(), Access::Write)).collect()
    }

    /// What the image does not say itself.
    fn variables(&self, own: &BTreeMap<String, String>) -> Vec<(String, String)> {
        let mut all = BTreeMap::from([("HOME".to_owned(), HOME.to_owned()), ("USER".to_owned(), "user".to_owned())]);
        all.extend(own.clone());
        all.into_iter().collect()
    }

    async fn create(
        &self,
        name: &str,
        mounts: Vec<Mount>,
        variables: Vec<(String, String)>,
        run_as: RunAs,
    ) -> io::Result<Container> {
        let Bounds { memory_mib, disk_mib, processes } = self.environment.bounds;
        let settings = ContainerSettings {
            image: self.image.0.clone(),
            run_as,
            home: HOME.into(),
            workdir: "/".into(),
            variables,
            mounts,
            memory_folders: vec![("/dev/shm".into(), TMP_BYTES)],
            memory_bytes: u64::from(memory_mib) << 20,
            processes,
            cores: self.environment.cores,
            disk_bytes: u64::from(disk_mib) << 20,
        };
        let folder = self.folder.join(format!("container-{name}"));
        let parts = [&self.files, &self.logs];
        Ok(Container::create(&self.engine, settings, &folder, &parts, &self.watch, &self.keeper).await?)
    }
}

/// The image that a task names if the engine has it, else the one that its Dockerfile makes.
async fn image(engine: &Engine, environment: &Environment) -> io::Result<(String, Image)> {
    let source = &environment.image;
    if let Some(name) = &source.named {
        match engine.image(name).await? {
            Some(image) => return Ok((name.clone(), image)),
            None if !source.is_built => return Err(io::Error::other(format!("the engine does not have the image {name}"))),
            None => {}
        }
    }
    let mut hasher = blake3::Hasher::new();
    let files = environment.context.iter().map(|(path, file)| (path.clone(), (file.bytes.clone(), file.is_executable)));
    let files: BTreeMap<String, (Vec<u8>, bool)> = files.collect();
    for (path, (bytes, is_executable)) in &files {
        for part in [path.as_bytes(), bytes, &[u8::from(*is_executable)]] {
            hasher.update(&(part.len() as u64).to_le_bytes()).update(part);
        }
    }
    let name = format!("localhost/agon-harbor:{}", &hasher.finalize().to_hex()[..24]);
    let image = engine.built(&name, &files, environment.build_timeout).await?;
    Ok((name, image))
}

/// The parts of a path that do not lie in any of these folders.
fn outside(path: &str, folders: &[String]) -> String {
    let is_outside = |part: &&str| part.starts_with('/') && !folders.iter().any(|folder| Path::new(part).starts_with(folder));
    let parts: Vec<&str> = path.split(':').filter(is_outside).collect();
    if parts.is_empty() { USUAL_PATH.into() } else { parts.join(":") }
}

/// The tests' own `python3`, for images that have it anywhere.
fn python(name: &str) -> String {
    let find = format!(
        "#!/bin/sh\nreal=$(PATH=${{PATH#{TOOLS_SEEN}:}}; command -v {name}) || {{ echo 'no {name} here' >&2; exit 127; }}\n"
    );
    PYTHON.replacen("#!/bin/sh\n", &find, 1).replace("/usr/bin/python3", "\"$real\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_path_of_tests_leads_to_no_folder_of_the_agents() {
        let folders = ["/app".to_owned(), "/root".to_owned()];
        assert_eq!(outside("/app/bin:/usr/bin:bin:/root/.local/bin:/opt/x:/apple", &folders), "/usr/bin:/opt/x:/apple");
        assert_eq!(outside("/app/bin", &folders), USUAL_PATH);
    }

    #[test]
    fn python_is_found_behind_the_tests_own() {
        let script = python("python3");
        assert!(script.starts_with("#!/bin/sh\nreal=$(PATH=${PATH#/run/tools:}; command -v python3)"), "{script}");
        assert!(script.contains("exec \"$real\" -c") && !script.contains("/usr/bin/python3"), "{script}");
    }
}
