//! Tasks in Harbor's layout: what an agent finds, what the tests see, and what hostile agents try.

use agon_container::EngineChoice;
use agon_core::{CommandOutput, Ending, Instance, InstanceId, Marks, Request, Settings, Suite, TaskId, World};
use agon_reap::Keeper;
use agon_testkit::Podman;
use agon_workspace::harbor::{self, HarborFolder, HarborSuite};
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tempfile::TempDir;

const TASK: &str = "[metadata]\ndifficulty = \"easy\"\n[verifier]\ntimeout_sec = 60.0\n[verifier.env]\nWANTED = \"42\"\n[agent]\n\
    timeout_sec = 300.0\n[environment]\nmemory_mb = 1024\nstorage_mb = 256\n";
const DOCKERFILE: &str = "FROM python:3.13-slim\nWORKDIR /app\nENV LEVEL=easy PATH=/app/bin:$PATH\nCOPY numbers.txt tool.sh ./\n\
    COPY more /data/\nRUN mkdir -p /output && echo prepared > /output/note.txt\n";
/// Adds up what the agent wrote and what a program of its own prints, in the ways that are common in such tests.
const TEST: &str = "#!/bin/bash
cd /app
if python3 -c 'import json, os, sys; assert json.dumps(1) == \"1\"' \\
  && python3 -m unittest discover -s /tests -p 'test_*.py'
then echo 1 > /logs/verifier/reward.txt; else echo 0 > /logs/verifier/reward.txt; fi
ls / > /logs/verifier/root.txt
";
const UNIT: &str = "import os, unittest\nclass Total(unittest.TestCase):\n    def test_total(self):\n        \
    self.assertEqual(int(open('/app/total.txt').read()), int(os.environ['WANTED']))\n";
const SOLVE: &str = "#!/bin/bash\n. /solution/lib.sh\nadd numbers.txt > total.txt\n";
const RIGHT: &str = "echo $((17 + 25)) > total.txt";

struct Bench {
    place: TempDir,
    _state: TempDir,
    temporary: TempDir,
    suite: Arc<dyn Suite>,
    settings: Settings,
}

struct Trial<'a> {
    bench: &'a Bench,
    world: Box<dyn World>,
    instance: Instance,
}

fn write(folder: &Path, files: &[(&str, &str)]) {
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
}

impl Bench {
    fn new() -> Self {
        Self::with(&[])
    }

    /// With these files of the task beside the usual ones, or instead of them.
    fn with(files: &[(&str, &str)]) -> Self {
        Self::with_engine(files, EngineChoice::new(None), Settings::new())
    }

    /// With tasks in containers of an image that the engine builds from one it has.
    fn contained(engine: &Podman, files: &[(&str, &str)]) -> Self {
        let dockerfile = DOCKERFILE.replace("python:3.13-slim", Podman::IMAGE);
        let files = [&[("environment/Dockerfile", dockerfile.as_str())], files].concat();
        let settings = Settings::from_iter([("container".to_owned(), "task".into())]);
        Self::with_engine(&files, EngineChoice::new(Some(engine.socket())), settings)
    }

    fn with_engine(files: &[(&str, &str)], engine: EngineChoice, settings: Settings) -> Self {
        let (place, state, temporary) = (TempDir::new().unwrap(), TempDir::new().unwrap(), TempDir::new().unwrap());
        let task = place.path().join("mine/total");
        write(
            &task,
            &[
                ("task.toml", TASK),
                ("instruction.md", "# Total\nWrite the sum of the numbers in numbers.txt to /app/total.txt.\n"),
                ("environment/Dockerfile", DOCKERFILE),
                ("environment/numbers.txt", "17\n25\n"),
                ("environment/tool.sh", "echo tool\n"),
                ("environment/more/deep/.hidden", "hidden\n"),
                ("tests/test.sh", TEST),
                ("tests/test_total.py", UNIT),
                ("solution/solve.sh", SOLVE),
                ("solution/lib.sh", "add() { awk '{ s += $1 } END { print s }' \"$1\"; }\n"),
            ],
        );
        write(&task, files);
        let keeper = Keeper::open(state.path(), temporary.path()).unwrap();
        let open = move |opening| {
            let keeper = keeper.clone();
            Box::pin(async move { harbor::open(opening, &keeper).await }) as agon_core::BoxFuture<'static, _>
        };
        let folder = HarborFolder::read(&place.path().join("mine")).unwrap();
        let suite = Arc::new(HarborSuite::new(&folder, Arc::new(open), Arc::new(engine)));
        Self { place, _state: state, temporary, suite, settings }
    }

    async fn trial(&self) -> Trial<'_> {
        let id = InstanceId { task: TaskId::new("mine/total"), seed: 0 };
        let instance = self.suite.instance(&id, &self.settings).unwrap();
        let world = self.suite.open(&instance).await.unwrap();
        Trial { bench: self, world, instance }
    }

    async fn marks_after(&self, command: &str) -> Marks {
        let mut trial = self.trial().await;
        trial.shell(command).await;
        trial.marks().await
    }
}

impl Trial<'_> {
    async fn shell(&mut self, command: &str) -> CommandOutput {
        let request = Request::Shell { command: command.into(), limit: Duration::from_secs(60) };
        self.world.act(&request).await.unwrap().output.unwrap()
    }

    async fn marks(&mut self) -> Marks {
        let evidence = self.world.door().evidence().await.unwrap();
        let case = agon_core::Case::new(&self.instance, &evidence, &Ending::Done);
        self.bench.suite.grader(&self.instance).unwrap().mark(&case).await.unwrap()
    }
}

#[tokio::test]
async fn the_environment_is_as_the_dockerfile_says_and_what_is_written_stays() {
    let bench = Bench::new();
    let mut trial = bench.trial().await;
    let seen = trial
        .shell(
            "pwd; echo $HOME $LEVEL; cat numbers.txt /output/note.txt /data/deep/.hidden; sh tool.sh; python -c 'print(1)'; ls /",
        )
        .await;
    let root = "app\nbin\ndata\ndev\netc\nhome\n";
    let wanted = "/app\n/root easy\n17\n25\nprepared\nhidden\ntool\n1\n";
    assert!(seen.stdout.starts_with(&format!("{wanted}{root}")), "{seen:?}");
    for name in ["tests", "logs", "solution"] {
        assert!(!seen.stdout.lines().any(|line| line == name), "{seen:?}");
    }
    trial.shell("mkdir /made; echo 1 > /made/x; echo 2 > /tmp/x; echo 3 > ~/x; cd /tmp; sleep 100 &").await;
    assert_eq!(trial.shell("cat /made/x /tmp/x ~/x; pgrep sleep").await.stdout, "1\n2\n3\n");
    for command in ["echo 1 > /usr/x", "echo 1 > /etc/x", "curl -sm 5 http://127.0.0.1/", "mount -t tmpfs x /mnt"] {
        assert_ne!(trial.shell(command).await.exit_code, Some(0), "{command}");
    }
    trial.shell(RIGHT).await;
    let marks = trial.marks().await;
    assert!(marks.passed, "{marks:#?}");
    let artifacts = trial.world.door().artifacts().await.unwrap();
    let names: Vec<&str> = artifacts.iter().map(|artifact| artifact.name.as_str()).collect();
    assert_eq!(names, ["work/app/total.txt", "verifier/reward.txt", "verifier/root.txt"]);
    trial.world.close().await.unwrap();
    assert_eq!(fs::read_dir(bench.temporary.path()).unwrap().count(), 0, "nothing is left");
}

#[tokio::test]
async fn the_solution_passes_and_doing_nothing_fails() {
    prove(&Bench::new()).await;
}

async fn prove(bench: &Bench) {
    let options = agon_run::ProofOptions {
        settings: bench.settings.clone(),
        instances: 1,
        random_sittings: 0,
        noop: Arc::new(Idle),
        random: Arc::new(Idle),
        timeouts: agon_run::Timeouts::for_world(Duration::from_secs(60)),
        judging: agon_core::Judging::LeftOut,
    };
    let proof = agon_run::prove(&bench.suite, &TaskId::new("mine/total"), &options).await;
    assert!(proof.holds(), "{:#?}", proof.findings);
    assert_eq!((proof.strategies.len(), proof.near_misses), (1, 1));
    let empty = bench.marks_after("true").await;
    assert!(!empty.passed && empty.score == 0.0, "{empty:#?}");
}

struct Idle;

impl agon_core::AgentMaker for Idle {
    fn make(&self, _: &agon_core::Placement<'_>) -> Result<Box<dyn agon_core::Agent>, agon_core::Fault> {
        Ok(Box::new(agon_core::Script::new(vec![agon_core::Action::Done])))
    }
}

/// Ways to a reward that is not earned, or to keep the tests from running.
const ATTACKS: [(&str, &str); 24] = [
    ("write the reward", "mkdir -p /logs/verifier; echo 1 > /logs/verifier/reward.txt"),
    ("link the logs", "mkdir -p /app/l; echo 1 > /app/l/reward.txt; ln -s /app /logs; ln -s /app/l /app/verifier"),
    ("logs as a file", "echo 1 > /logs"),
    ("own tests", "mkdir /tests; echo 'echo 1 > /logs/verifier/reward.txt' > /tests/test.sh"),
    ("tests as a link", "ln -s /app /tests; echo 'echo 1 > /logs/verifier/reward.txt' > test.sh"),
    ("closed folders", "mkdir -p /tests/a /logs/verifier; chmod 000 /tests /logs; chmod 000 /app"),
    ("root closed", "chmod 500 /; chmod 000 /root /tmp"),
    ("working folder gone", "cd /; rm -rf /app"),
    ("working folder a link", "cd /; rm -rf /app; ln -s /usr /app"),
    ("working folder a file", "cd /; rm -rf /app; echo > /app"),
    (
        "programs in PATH",
        "mkdir bin; for p in bash sh python3 python ls cat env; do printf '#!/bin/sh\\necho 1 > /logs/verifier/reward.txt\\n' > bin/$p; done; chmod +x bin/*",
    ),
    (
        "programs in the system's place",
        "rm -f /bin; mkdir -p /bin /lib64 /sbin; printf '#!/bin/sh\\necho 1 > /logs/verifier/reward.txt\\n' > /bin/sh; chmod +x /bin/sh",
    ),
    (
        "links in the system's place",
        "rm -f /bin /lib /lib64 /sbin; ln -s /app /bin; ln -s /app /lib64; mv /run /x; ln -s /app /run; ln -s /app /proc",
    ),
    (
        "modules of Python",
        "for m in json os sys unittest site sitecustomize usercustomize encodings traceback; do echo 'open(\"/logs/verifier/reward.txt\", \"w\").write(\"1\"); import os; os._exit(0)' > $m.py; done",
    ),
    (
        "a package in place of the runner",
        "mkdir unittest; echo 'import os; os._exit(0)' | tee unittest/__init__.py unittest/__main__.py",
    ),
    (
        "site packages of the user",
        "d=~/.local/lib/python3.11/site-packages; mkdir -p $d ~/.local/lib/python3.13/site-packages; echo 'import os; os._exit(0)' | tee $d/x.pth $d/usercustomize.py $d/sitecustomize.py",
    ),
    (
        "settings of runners",
        "echo 'import os; os._exit(0)' | tee conftest.py /conftest.py /setup.py ~/conftest.py; printf '[pytest]\\naddopts = --co\\n' | tee pytest.ini /pytest.ini /tox.ini",
    ),
    (
        "shell start files",
        "echo 'echo 1 > /logs/verifier/reward.txt; exit 0' | tee ~/.bashrc ~/.profile ~/.bash_profile ~/.bash_env .bashrc; export BASH_ENV=~/.bash_env",
    ),
    ("preload", "echo /app/x.so > /etc/ld.so.preload; printf 'LD_PRELOAD=/app/x.so\\n' | tee ~/.pam_environment /app/.env"),
    (
        "a process that waits",
        "(setsid nohup sh -c 'while true; do echo 1 > /logs/verifier/reward.txt; mkdir -p /logs/verifier; done' > /dev/null 2>&1 &)",
    ),
    ("reach the store", "ls /proc/1/root /proc/*/cwd; find / -xdev -name 'test_total.py'; cat /run/context/* /run/tools/*"),
    ("a pipe for the answer", "mkfifo total.txt"),
    ("an endless answer", "ln -s /dev/zero total.txt"),
    ("fill the disk", "head -c 400M /dev/zero > /app/big; head -c 400M /dev/zero > /tmp/big"),
];

#[tokio::test]
async fn nothing_that_is_not_the_work_earns_a_reward() {
    // A pipe keeps tests waiting up to their limit.
    let bench = Bench::with(&[("task.toml", &TASK.replace("timeout_sec = 60.0", "timeout_sec = 8.0"))]);
    for (name, command) in ATTACKS {
        let mut trial = bench.trial().await;
        trial.shell(command).await;
        // The agent goes on after what it did to its own folder.
        trial.shell("true").await;
        let marks = trial.marks().await;
        assert!(marks.score == 0.0 && !marks.passed, "{name}: {marks:#?}");
        trial.world.close().await.unwrap();
    }
    assert_eq!(fs::read_dir(bench.temporary.path()).unwrap().count(), 0, "nothing is left");
}

#[tokio::test]
async fn the_work_counts_whatever_else_was_tried() {
    let bench = Bench::new();
    for (name, command) in ATTACKS.into_iter().take(20).filter(|(name, _)| !name.starts_with("working folder")) {
        let mut trial = bench.trial().await;
        trial.shell(RIGHT).await;
        trial.shell(command).await;
        let marks = trial.marks().await;
        assert!(marks.passed, "{name}: {marks:#?}");
    }
}

#[tokio::test]
async fn rewards_that_are_no_numbers_score_nothing_with_a_sentence() {
    for (test, wanted) in [
        ("exit 3", "the tests wrote no reward; the tests ended with status 3"),
        ("echo why >&2; echo many > /logs/verifier/reward.txt", "reward.txt holds no number; the tests ended with status 0: why"),
        ("ln -s /app/numbers.txt /logs/verifier/reward.json", "reward.json is not regular"),
        ("sleep 60", "the tests wrote no reward; the tests were ended at their time limit"),
        ("head -c 1M /dev/zero > /logs/verifier/reward.txt", "reward.txt is too long"),
    ] {
        let bench =
            Bench::with(&[("tests/test.sh", test), ("task.toml", &TASK.replace("timeout_sec = 60.0", "timeout_sec = 3.0"))]);
        let marks = bench.marks_after("true").await;
        let seen = &marks.check("reward").unwrap().seen;
        assert!(marks.score == 0.0 && seen.replace("a regular file: a symbolic link", "regular").starts_with(wanted), "{seen}");
    }
    let bench = Bench::with(&[(
        "tests/test.sh",
        "echo '{\"reward\": 0.5, \"style\": 1}' > /logs/verifier/reward.json; echo 1 > /logs/verifier/reward.txt",
    )]);
    let marks = bench.marks_after("true").await;
    assert_eq!((marks.score, marks.passed), (0.5, false));
}

#[test]
fn tasks_that_take_containers_are_named_and_the_others_stay() {
    let bench = Bench::new();
    let place = bench.place.path().join("mine");
    for (name, file, text) in [
        ("built", "environment/Dockerfile", "FROM debian\nRUN apt-get install -y x\n"),
        ("broken", "task.toml", "version = [\n"),
        ("fetching", "tests/test.sh", "#!/bin/bash\nif true; then curl -LsSf https://example.org/install.sh | sh; fi\n"),
        ("untested", "tests/test.sh", ""),
    ] {
        let task = place.join(name);
        write(&task, &[("task.toml", TASK), ("instruction.md", "Do it.\n"), ("environment/Dockerfile", "FROM debian\n")]);
        write(&task, &[("tests/test.sh", "true\n"), (file, text)]);
    }
    fs::remove_file(place.join("untested/tests/test.sh")).unwrap();
    let folder = HarborFolder::read(&place).unwrap();
    let closed = |_| Box::pin(async { Err(agon_core::Fault::world("not opened")) }) as agon_core::BoxFuture<'static, _>;
    let nowhere = EngineChoice::new(Some(place.join("no.sock")));
    let suite = HarborSuite::new(&folder, Arc::new(closed), Arc::new(nowhere));
    let unmet = |name: &str, settings: &Settings| suite.unmet(&TaskId::new(format!("mine/{name}")), settings);
    let remedy = |name: &str| unmet(name, &Settings::new()).map(|need| need.remedy);
    assert_eq!(remedy("total"), None);
    let line = "`apt-get install -y x` takes a build with packages or a network";
    assert_eq!(remedy("built").unwrap(), format!("environment/Dockerfile line 2: {line}; --container task runs it in one"));
    assert!(remedy("broken").unwrap().starts_with("task.toml line 1:"), "{:?}", remedy("broken"));
    let fetched = "`then curl -LsSf https://example.org/install.sh` takes a network, which tests do not have here";
    assert_eq!(remedy("fetching").unwrap(), format!("tests/test.sh line 2: {fetched}"));
    assert_eq!(remedy("untested").unwrap(), "it has no tests/test.sh");
    assert_eq!(suite.tasks().len(), 5);

    let contained = Settings::from_iter([("container".to_owned(), "task".into())]);
    let need = unmet("built", &contained).unwrap();
    assert_eq!(need.name, "a container engine");
    assert!(need.remedy.starts_with("no container engine answers at ") && need.remedy.contains("no.sock"), "{}", need.remedy);
    let need = unmet("untested", &contained).unwrap();
    assert_eq!((need.name.as_str(), need.remedy.as_str()), ("more than a container gives here", "it has no tests/test.sh"));
    let id = InstanceId { task: TaskId::new("mine/total"), seed: 0 };
    let other = Settings::from_iter([("container".to_owned(), "debian:13".into())]);
    let refused = suite.instance(&id, &other).unwrap_err().to_string();
    assert!(refused.contains("has an image of its own: it is \"task\" or \"none\""), "{refused}");
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_container_the_environment_is_the_image_and_what_is_written_stays() {
    let Some(engine) = Podman::start() else { return };
    let bench = Bench::contained(&engine, &[]);
    let mut trial = bench.trial().await;
    assert!(
        trial.instance.brief.rules.starts_with("You work in a Linux container without a network"),
        "{:?}",
        trial.instance.brief
    );
    let seen =
        trial.shell("pwd; echo $HOME $LEVEL; cat numbers.txt /output/note.txt /data/deep/.hidden; sh tool.sh; id -u; ls /").await;
    assert!(seen.stdout.starts_with("/app\n/root easy\n17\n25\nprepared\nhidden\ntool\n"), "{seen:?}");
    assert!(
        !seen.stdout.lines().any(|line| ["0", "tests", "logs"].contains(&line)),
        "neither root nor what tests have: {seen:?}"
    );
    trial.shell("echo 1 > /output/x; echo 2 > /tmp/x; echo 3 > ~/x; cd /tmp; sleep 100 &").await;
    assert_eq!(trial.shell("cat /output/x /tmp/x ~/x; grep -l sleep /proc/[0-9]*/comm").await.stdout, "1\n2\n3\n");
    for command in ["echo 1 > /usr/x", "echo 1 > /etc/x", "mkdir /made", "mount -t tmpfs x /mnt", "echo > /dev/tcp/127.0.0.1/80"]
    {
        assert_ne!(trial.shell(command).await.exit_code, Some(0), "{command}");
    }
    let mounts = trial.shell("cat /proc/self/mountinfo").await.stdout;
    assert!(!mounts.contains(&bench.place.path().display().to_string()), "{mounts}");
    trial.shell(RIGHT).await;
    let marks = trial.marks().await;
    assert!(marks.passed, "{marks:#?}");
    let evidence = trial.world.door().evidence().await.unwrap();
    assert!(evidence.0["container"]["image"].as_str().unwrap().starts_with("localhost/agon-harbor:"), "{}", evidence.0);
    let artifacts = trial.world.door().artifacts().await.unwrap();
    let names: Vec<&str> = artifacts.iter().map(|artifact| artifact.name.as_str()).collect();
    assert_eq!(names, ["work/app/total.txt", "verifier/reward.txt", "verifier/root.txt"]);
    trial.world.close().await.unwrap();
    assert_eq!(fs::read_dir(bench.temporary.path()).unwrap().count(), 0, "nothing is left");
    prove(&bench).await;
    assert_eq!(engine.containers(), Vec::<String>::new());
}

/// Split so that two tests share the work.
async fn attack_in_containers(part: usize) {
    let Some(engine) = Podman::start() else { return };
    let short = TASK.replace("timeout_sec = 60.0", "timeout_sec = 8.0");
    let bench = Bench::contained(&engine, &[("task.toml", &short)]);
    for (name, command) in ATTACKS.into_iter().skip(part).step_by(2) {
        let mut trial = bench.trial().await;
        trial.shell(command).await;
        let marks = trial.marks().await;
        assert!(marks.score == 0.0 && !marks.passed, "{name}: {marks:#?}");
        trial.world.close().await.unwrap();
    }
    assert_eq!(fs::read_dir(bench.temporary.path()).unwrap().count(), 0, "nothing is left");
    assert_eq!(engine.containers(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_container_nothing_that_is_not_the_work_earns_a_reward_first_part() {
    attack_in_containers(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_container_nothing_that_is_not_the_work_earns_a_reward_second_part() {
    attack_in_containers(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn in_a_container_the_work_counts_whatever_else_was_tried() {
    let Some(engine) = Podman::start() else { return };
    let bench = Bench::contained(&engine, &[]);
    let tried = ["closed folders", "programs in PATH", "modules of Python", "shell start files", "a process that waits"];
    for (name, command) in ATTACKS.into_iter().filter(|(name, _)| tried.contains(name)) {
        let mut trial = bench.trial().await;
        trial.shell(RIGHT).await;
        trial.shell(command).await;
        let marks = trial.marks().await;
        assert!(marks.passed, "the work counts in spite of {name}: {marks:#?}");
    }
    assert_eq!(fs::read_dir(bench.temporary.path()).unwrap().count(), 0, "nothing is left");
    assert_eq!(engine.containers(), Vec::<String>::new());
}

#[tokio::test(flavor = "multi_thread")]
async fn an_image_that_cannot_be_built_is_a_fault_with_the_engines_words() {
    let Some(engine) = Podman::start() else { return };
    let broken = format!("FROM {}\nCOPY none.txt /\n", Podman::IMAGE);
    let bench = Bench::contained(&engine, &[("environment/Dockerfile", &broken)]);
    let id = InstanceId { task: TaskId::new("mine/total"), seed: 0 };
    let instance = bench.suite.instance(&id, &bench.settings).unwrap();
    let fault = bench.suite.open(&instance).await.map(|_| ()).unwrap_err().to_string();
    assert!(fault.contains("the container engine could not build an image") && fault.contains("none.txt"), "{fault}");
    assert_eq!(engine.containers(), Vec::<String>::new());
}
