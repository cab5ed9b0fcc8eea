//! The client against a small engine on a unix socket: what it asks for, and what it makes of answers. Real engines are tested where
//! containers are used, in agon-workspace.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail as tests do")]

use agon_container::{Access, Container, ContainerSettings, Engine, EngineChoice, Mount, RunAs, make_part};
use agon_reap::{Folder, Keeper};
use agon_sandbox::{Command, MemoryWatch, Runner, User};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::os::unix::net::UnixListener;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Duration;
use tempfile::TempDir;

/// An engine that answers by the beginning of the request's first line: status and body, or nothing at all.
struct FakeEngine {
    place: TempDir,
    asked: Arc<Mutex<Vec<(String, Value)>>>,
}

type Answers = Vec<(&'static str, u16, Value)>;

impl FakeEngine {
    fn new(answers: Answers) -> Self {
        let place = tempfile::tempdir().unwrap();
        let listener = UnixListener::bind(place.path().join("engine.sock")).unwrap();
        let asked: Arc<Mutex<Vec<(String, Value)>>> = Arc::default();
        let log = asked.clone();
        std::thread::spawn(move || {
            for mut stream in listener.incoming().flatten() {
                let mut reader = BufReader::new(stream.try_clone().unwrap());
                let (mut first, mut length) = (String::new(), 0);
                reader.read_line(&mut first).unwrap();
                loop {
                    let mut line = String::new();
                    reader.read_line(&mut line).unwrap();
                    if let Some(value) = line.to_ascii_lowercase().strip_prefix("content-length:") {
                        length = value.trim().parse().unwrap();
                    }
                    if line.trim().is_empty() {
                        break;
                    }
                }
                let mut body = vec![0; length];
                reader.read_exact(&mut body).unwrap();
                let line = first.trim_end().trim_end_matches(" HTTP/1.1").to_owned();
                let answer = answers.iter().find(|(beginning, ..)| line.starts_with(beginning)).cloned();
                log.lock().unwrap().push((line, serde_json::from_slice(&body).unwrap_or_default()));
                // What is not known is answered by hanging up.
                let Some((_, status, answer)) = answer else { continue };
                let answer = if answer.is_null() { String::new() } else { answer.to_string() };
                let head = format!("HTTP/1.1 {status} X\r\nContent-Length: {}\r\nConnection: close\r\n\r\n", answer.len());
                let _ = stream.write_all(format!("{head}{answer}").as_bytes());
            }
        });
        Self { place, asked }
    }

    fn socket(&self) -> PathBuf {
        self.place.path().join("engine.sock")
    }

    fn engine(&self) -> Engine {
        Engine::at(&self.socket())
    }

    fn lines(&self) -> Vec<String> {
        self.asked.lock().unwrap().iter().map(|(line, _)| line.clone()).collect()
    }
}

/// A sound engine that has one image.
fn usual() -> Answers {
    vec![
        ("GET /info", 200, json!({"MemoryLimit": true, "PidsLimit": true, "CpuCfsQuota": true, "SecurityOptions": null})),
        ("GET /version", 200, json!({"Version": "4.3.1", "Components": [{"Name": "Podman Engine", "Version": "4.3.1"}]})),
        ("GET /images/a/b:1/json", 200, json!({"Id": "sha256:00", "Config": {"Env": ["PATH=/x"], "WorkingDir": "/app"}})),
        ("GET /images/", 404, json!({"message": "no such image"})),
    ]
}

fn with(mut answers: Answers, more: Answers) -> Answers {
    answers.splice(0..0, more);
    answers
}

fn settings(user: User) -> ContainerSettings {
    ContainerSettings {
        image: "a/b:1".into(),
        run_as: RunAs::Trial(user),
        home: "/home/user".into(),
        workdir: "/home/user".into(),
        variables: vec![("HOME".into(), "/home/user".into())],
        mounts: vec![Mount::new("/from", "/to", Access::Read)],
        memory_folders: vec![("/tmp".into(), 5 << 20), ("/dev/shm".into(), 3 << 20)],
        memory_bytes: 64 << 20,
        processes: 32,
        cores: 1.5,
        disk_bytes: 8 << 20,
    }
}

const LENT: User = User { uid: 60_700, gid: 60_701, is_lent: true };

/// A container and the trial's folder, which goes after it with what is mounted there.
async fn container(engine: &Engine, place: &Path, user: User) -> Result<(Container, Folder), String> {
    let keeper = Keeper::open(place, place).unwrap();
    let trial = keeper.folder().unwrap();
    let folder = trial.path().join("commands");
    let part = make_part(&trial.path().join("files"), 8 << 20).unwrap();
    let watch = MemoryWatch::start(64 << 20);
    let made = Container::create(engine, settings(user), &folder, &[&part], &watch, &keeper).await;
    made.map(|made| (made, trial)).map_err(|error| error.to_string())
}

#[test]
fn what_an_engine_lacks_is_one_sentence() {
    let lacks = |answers: Answers, image: Option<&str>| FakeEngine::new(answers).engine().lacks(image);
    assert_eq!(lacks(usual(), Some("a/b:1")), None);
    assert_eq!(lacks(usual(), None), None);
    let need = lacks(usual(), Some("c")).unwrap();
    assert_eq!(need.name, "the image c");
    assert!(
        need.remedy.starts_with("podman 4.3.1 at /") && need.remedy.ends_with("does not have it; `podman pull c` may fetch it")
    );
    let volumes = json!({"Id": "sha256:00", "Config": {"Volumes": {"/data": {}}}});
    let need = lacks(with(usual(), vec![("GET /images/a/b:1/json", 200, volumes)]), Some("a/b:1")).unwrap();
    assert_eq!(need.remedy, "its VOLUME /data has no bound on its size; use an image without volumes");
    for (info, wanted) in [
        (json!({"PidsLimit": true}), "cannot limit memory on this machine"),
        (json!({"MemoryLimit": true}), "cannot limit the number of processes on this machine"),
    ] {
        let need = lacks(with(usual(), vec![("GET /info", 200, info)]), Some("a/b:1")).unwrap();
        assert!(need.name == "a container engine" && need.remedy.contains(wanted), "{need:?}");
    }
    let need = lacks(with(usual(), vec![("GET /info", 500, json!({"message": "out of order"}))]), None).unwrap();
    assert_eq!(need.remedy, "the container engine could not say what it can do: out of order");
    let need = lacks(with(usual(), vec![("GET /info", 200, json!([1]))]), None).unwrap();
    assert!(need.remedy.contains("its answer is not as the Docker API has it"), "{need:?}");
    let need = lacks(Vec::new(), None).unwrap();
    assert!(need.remedy.starts_with("no container engine answers at "), "{need:?}");
    let nowhere = EngineChoice::new(Some("/nowhere/engine.sock".into()));
    let need = nowhere.lacks(None).unwrap();
    assert!(need.remedy.starts_with("no container engine answers at /nowhere/engine.sock: No such file"), "{need:?}");
}

#[test]
fn an_engine_is_asked_once_for_each_image() {
    let engine = FakeEngine::new(usual());
    let own = engine.engine();
    for _ in 0..3 {
        assert_eq!(own.clone().lacks(Some("a/b:1")), None);
    }
    assert_eq!(engine.lines(), ["GET /info", "GET /version", "GET /images/a/b:1/json"]);
}

#[tokio::test]
async fn a_container_is_made_with_every_limit() {
    let engine = FakeEngine::new(with(usual(), vec![("POST /containers/create", 201, json!({"Id": "1"}))]));
    let place = tempfile::tempdir().unwrap();
    let made = container(&engine.engine(), place.path(), LENT).await.unwrap();
    let (line, body) = engine.asked.lock().unwrap().last().cloned().unwrap();
    assert!(line.starts_with("POST /containers/create?name=agon-"), "{line}");
    let host = &body["HostConfig"];
    for (value, wanted) in [
        (&body["Image"], json!("sha256:00")),
        (&body["User"], json!("60700:60701")),
        (&body["WorkingDir"], json!("/")),
        (&body["NetworkDisabled"], json!(true)),
        (&host["NetworkMode"], json!("none")),
        (&host["ReadonlyRootfs"], json!(true)),
        (&host["CapDrop"], json!(["ALL"])),
        (&host["CapAdd"], Value::Null),
        (&host["SecurityOpt"][0], json!("no-new-privileges")),
        (&host["PidsLimit"], json!(32)),
        (&host["NanoCpus"], json!(1_500_000_000)),
        // Files in memory count as memory of whoever writes them.
        (&host["Memory"], json!(80 << 20)),
        (&host["MemorySwap"], json!(80 << 20)),
        (&host["ShmSize"], json!(3 << 20)),
        (&host["LogConfig"]["Type"], json!("none")),
        (&host["Tmpfs"]["/tmp"], json!("rw,exec,nosuid,nodev,size=5242880,mode=1777")),
        (&host["Tmpfs"]["/run"], json!("rw,noexec,nosuid,nodev,size=1m,mode=755")),
        (&host["Privileged"], Value::Null),
    ] {
        assert_eq!(*value, wanted, "{body:#}");
    }
    let filter = host["SecurityOpt"][1].as_str().unwrap().strip_prefix("seccomp=").unwrap();
    let filter: Value = serde_json::from_slice(&std::fs::read(filter).unwrap()).unwrap();
    assert!(filter["syscalls"][0]["names"].as_array().unwrap().contains(&json!("unshare")), "{filter}");
    let mounts: BTreeMap<&str, bool> = host["Mounts"]
        .as_array()
        .unwrap()
        .iter()
        .map(|mount| (mount["Target"].as_str().unwrap(), mount["ReadOnly"].as_bool().unwrap()))
        .collect();
    assert_eq!(mounts, BTreeMap::from([("/etc/group", true), ("/etc/passwd", true), ("/run/agon", true), ("/to", true)]));
    let limits: Vec<&str> = host["Ulimits"].as_array().unwrap().iter().map(|limit| limit["Name"].as_str().unwrap()).collect();
    assert_eq!(limits, ["core", "fsize", "nofile", "nproc"]);
    drop(made);
    assert!(engine.lines().last().unwrap().starts_with("POST /containers/agon-"), "it is ended when it is dropped");
}

#[tokio::test]
async fn an_engine_of_an_ordinary_user_gets_that_user() {
    let own = User { uid: 1000, gid: 1000, is_lent: false };
    let podman = json!({"MemoryLimit": true, "PidsLimit": true, "Rootless": true});
    let docker = json!({"MemoryLimit": true, "PidsLimit": true, "SecurityOptions": ["name=rootless"]});
    let version = json!({"Version": "28", "Components": [{"Name": "Engine"}]});
    let rootless_podman = vec![("GET /info", 200, podman)];
    let rootless_docker = vec![("GET /info", 200, docker), ("GET /version", 200, version)];
    for (answers, user, mapping, listed) in
        [(rootless_podman, "1000:1000", "keep-id", "user:x:1000:"), (rootless_docker, "0:0", "", "user:x:0:")]
    {
        let engine = FakeEngine::new(with(with(usual(), answers), vec![("POST /containers/create", 201, json!({}))]));
        let place = tempfile::tempdir().unwrap();
        let (_made, trial) = container(&engine.engine(), place.path(), own).await.unwrap();
        let body = engine.asked.lock().unwrap().last().unwrap().1.clone();
        assert_eq!((&body["User"], &body["HostConfig"]["UsernsMode"]), (&json!(user), &json!(mapping)));
        let filter = body["HostConfig"]["SecurityOpt"][1].as_str().unwrap();
        assert_eq!(filter.starts_with("seccomp={"), mapping.is_empty(), "Docker takes it as it is: {filter}");
        assert!(body["HostConfig"].get("NanoCpus").is_none(), "a limit that the engine cannot keep is not asked for");
        let users = std::fs::read_to_string(trial.path().join("commands/passwd")).unwrap();
        assert!(users.starts_with(listed), "{users}");
    }
}

#[tokio::test]
async fn what_goes_wrong_is_told_in_the_engines_words() {
    let place = || tempfile::tempdir().unwrap();
    let full = with(usual(), vec![("POST /containers/create", 500, json!({"message": "no room"}))]);
    let engine = FakeEngine::new(full);
    let problem = container(&engine.engine(), place().path(), LENT).await.err().unwrap();
    assert_eq!(problem, "the container engine could not make a container of a/b:1: no room");
    let made = ("POST /containers/create", 201, json!({}));
    let command = || Command { argv: &["true"], stdin: &[], timeout: Duration::from_secs(5), most_bytes: 10 };
    let no_shell = with(usual(), vec![made.clone(), ("POST /containers/agon-", 500, json!({"message": "no /bin/sh"}))]);
    let engine = FakeEngine::new(no_shell);
    let folder = place();
    let (own, _trial) = container(&engine.engine(), folder.path(), LENT).await.unwrap();
    let problem = own.exec(command()).await.unwrap_err().to_string();
    assert_eq!(problem, "the container engine could not start a container: no /bin/sh");
    // It hangs up: an engine that has died is told apart from a command that has failed.
    let engine = FakeEngine::new(with(usual(), vec![made]));
    let folder = place();
    let (mut own, _trial) = container(&engine.engine(), folder.path(), LENT).await.unwrap();
    let problem = own.exec(command()).await.unwrap_err().to_string();
    assert!(problem.starts_with("no container engine answers at "), "{problem}");
    assert!(own.close().await.is_err());
}

#[tokio::test]
async fn an_image_is_built_once_from_the_same_files() {
    let answers = vec![("POST /build?", 200, json!({"stream": "STEP 1\n"})), ("GET /images/built", 404, json!({}))];
    let engine = FakeEngine::new(with(usual(), answers));
    let files = BTreeMap::from([("Dockerfile".to_owned(), (b"FROM a/b:1\n".to_vec(), false))]);
    let problem = engine.engine().built("built", &files, Duration::from_secs(5)).await.unwrap_err().to_string();
    assert_eq!(problem, "the container engine could not build an image: it is not there afterwards");
    let image = engine.engine().built("a/b:1", &files, Duration::from_secs(5)).await.unwrap();
    assert_eq!((image.id.as_str(), image.path.as_deref(), image.workdir.as_deref()), ("sha256:00", Some("/x"), Some("/app")));
    let builds: Vec<String> = engine.lines().into_iter().filter(|line| line.starts_with("POST /build")).collect();
    assert_eq!(builds.len(), 1, "{builds:?}");
    assert!(builds[0].contains("t=built") && builds[0].contains("dockerfile=Dockerfile"), "{builds:?}");
    let failing = vec![("POST /build?", 200, json!({"error": "no such base"}))];
    let engine = FakeEngine::new(with(usual(), failing));
    let problem = engine.engine().built("built", &files, Duration::from_secs(5)).await.unwrap_err().to_string();
    assert_eq!(problem, "the container engine could not build an image: no such base");
}
