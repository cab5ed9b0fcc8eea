//! What the command line says about itself.

use crate::support::TestFolder;

const COMMANDS: [&str; 30] = [
    "run",
    "worker",
    "status",
    "deploy",
    "resume",
    "grade",
    "verify",
    "check",
    "judge",
    "report",
    "study",
    "agree",
    "rate",
    "publish",
    "view",
    "demos",
    "export",
    "new",
    "pack",
    "list",
    "show",
    "data",
    "play",
    "serve",
    "app",
    "doctor",
    "clean",
    "bench",
    "completions",
    "man",
];

#[test]
fn every_command_is_listed_and_has_examples_that_it_can_read() {
    let place = TestFolder::new();
    let listed = place.agon(&["--help"]).out;
    let names: Vec<&str> = listed
        .lines()
        .skip_while(|line| *line != "Commands:")
        .skip(1)
        .take_while(|line| !line.is_empty())
        .filter_map(|line| line.strip_prefix("  ").filter(|line| !line.starts_with(' '))?.split_whitespace().next())
        .collect();
    assert_eq!(names, [&COMMANDS[..], &["help"]].concat(), "{listed}");
    for command in COMMANDS {
        let help = place.agon(&[command, "--help"]).out;
        let examples: Vec<&str> = help.lines().skip_while(|line| *line != "Examples:").skip(1).collect();
        assert!(!examples.is_empty(), "{command} has no examples");
        for example in examples {
            let fits = example.starts_with(&format!("  agon {command}")) && example.chars().count() <= 80;
            assert!(fits, "{command}: {example}");
        }
        assert!(!help.lines().any(|line| line.trim() == "--json"), "--json of {command} is not described: {help}");
    }
}

#[test]
fn one_letter_means_one_thing() {
    let place = TestFolder::new();
    for command in COMMANDS {
        let help = place.agon(&[command, "--help"]).out;
        for line in help.lines().filter(|line| line.trim_start().starts_with("-n,")) {
            assert!(line.contains("--parallel"), "{command}: {line}");
        }
    }
}

#[test]
fn the_first_page() {
    insta::assert_snapshot!(TestFolder::new().agon(&["--help"]).out, @"
    Runs and scores benchmarks for computer-using agents

    Usage: agon [OPTIONS] <COMMAND>

    Commands:
      run          Run agents on tasks, and record everything
      worker       Take trials of a run in a store until none is left
      status       How far a run in a store has come, and who works on it
      deploy       Files that start workers of a run on Kubernetes or Slurm
      resume       Finish a run that was stopped
      grade        Re-grade a recorded run and report verdicts that changed
      verify       Replay a run from its recorded replies and check that the scores reproduce
      check        Self-test tasks: the solver passes, wrong solutions fail
      judge        Let a model rate the trials of a recorded run, beside the verdict
      report       Tables, JSON, CSV and HTML of runs; two are compared
      study        Studies of any number of runs: what success depends on, who is better, at what cost
      agree        Whether judges, people, verdicts and computed progress agree: kappa, F1, Spearman
      rate         Rate the trials of a run yourself, without knowing whose they are
      publish      Runs as a static site and a signed bundle that `agon verify` accepts
      view         Look at runs in a browser: tables, trials step by step
      demos        Record the solver's demonstrations of tasks as training data
      export       Write a recorded run as training data
      new          Write a first suite or task of your own
      pack         Encrypt a suite's folder, so that its tasks can be handed on without being read
      list         List suites and tasks
      show         Show a task (brief, settings, first frame) or one trial of a run (checks, steps,
                   usage)
      data         Say what a folder of data holds, and how many starts each world gets from it
      play         Do a task yourself, in this terminal or in a page
      serve        Let an agent from outside do a task, over MCP or HTTP
      app          Open a web application in a browser of your own
      doctor       Show what this machine has, and what each suite needs
      clean        Remove leftovers of killed runs
      bench        Measure worlds, the harness and the record on this machine
      completions  Print completions for a shell
      man          Print manual pages
      help         Print this message or the help of the given subcommand(s)

    Options:
          --color <COLOR>            When to use color [default: auto] [possible values: auto, always,
                                     never]
          --suite <FOLDER>           A folder with suite.toml and task files, beside the built-in
                                     suites; may be given several times
          --container-socket <PATH>  The socket of the container engine, for tasks that run in
                                     containers [default: that of DOCKER_HOST, or the usual one of
                                     Podman or Docker]
      -h, --help                     Print help
      -V, --version                  Print version

    Examples:
      agon run gym/maze-2d -a oracle        # let the built-in solver do a task
      agon report runs/RUN                  # what came of a run
      agon help run                         # everything that a command takes

    In every command -n is the number of trials (or tasks) at a time, --instances that of instances per
    task, and --json prints data with its format's version on standard output; everything else goes to
    standard error.

    Exit codes: 0 done, 1 below a threshold or a failed check, 2 usage or configuration, 3 faults left
    in the run, 130 interrupted.
    ");
}

#[test]
fn shells_complete_commands_and_flags() {
    let place = TestFolder::new();
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let done = place.agon(&["completions", shell]);
        assert_eq!(done.code, 0, "{}", done.err);
        assert!(COMMANDS.iter().all(|command| done.out.contains(command)) && done.out.contains("max-cost-usd"), "{shell}");
    }
    // What bash makes of it.
    place.write("agon.bash", &place.agon(&["completions", "bash"]).out);
    let script = "source ./agon.bash; COMP_WORDS=(agon rep); COMP_CWORD=1; _agon agon rep agon; echo ${COMPREPLY[@]}";
    let bash = std::process::Command::new("bash").args(["-c", script]).current_dir(place.path("")).output().unwrap();
    assert_eq!(String::from_utf8_lossy(&bash.stdout).trim(), "report", "{}", String::from_utf8_lossy(&bash.stderr));
}

#[test]
fn manual_pages_are_those_of_the_help() {
    let place = TestFolder::new();
    let page = place.agon(&["man", "run"]).out;
    assert!(page.contains(".TH agon-run 1") && page.contains("\\-\\-max\\-cost\\-usd"), "{page}");
    assert!(place.agon(&["man"]).out.contains(".TH agon 1"));
    let done = place.agon(&["man", "--out", "man1"]);
    assert_eq!(done.code, 0, "{}", done.err);
    for command in COMMANDS {
        assert!(place.path(&format!("man1/agon-{command}.1")).is_file(), "{command}");
    }
}
