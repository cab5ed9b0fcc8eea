//! What a hostile agent tries from its shell, and from within a program.

use crate::desk::ours;
use crate::{Bench, eventually, launch};
use agon_desktop::{Desk, RUN};
use agon_sandbox::Outcome;
use std::fs;
use std::net::TcpListener;
use std::path::Path;
use std::time::{Duration, Instant};

const TIMEOUT: Duration = Duration::from_secs(30);

async fn shell(desk: &Desk, command: &str) -> Outcome {
    desk.shell(command, TIMEOUT).await.unwrap()
}

/// Runs a command that must not succeed.
async fn denied(desk: &Desk, command: &str) {
    let outcome = shell(desk, command).await;
    assert!(outcome.exit.is_some_and(|exit| exit != 0), "{command:?} succeeded: {outcome:?}");
}

#[tokio::test]
async fn the_shell_reaches_home_and_nothing_else() {
    let bench = Bench::new();
    let (desk, other) = tokio::join!(bench.listener(), bench.typist());
    let seen = shell(&desk, "touch ~/x /task/y && ls /home /tmp").await;
    assert_eq!((seen.exit, seen.stdout_text().as_ref()), (Some(0), "/home:\nuser\n\n/tmp:\n"), "{}", seen.stderr_text());
    for command in ["xwininfo -root", "DISPLAY=:0 xwininfo -root", "ls /tmp/.X11-unix"] {
        denied(&desk, command).await;
    }

    assert!(desk.run().exists() && other.screen().live().capture().is_some());
    for path in [Path::new(RUN), desk.run(), desk.home(), other.run(), other.home(), bench.folder.path()] {
        denied(&desk, &format!("ls {}", path.display())).await;
    }
    let sockets = shell(&desk, "cat /proc/net/unix | tail -n +2; env | grep -i -E 'dbus|xdg|at_spi|display'").await;
    assert_eq!(sockets.stdout_text(), "", "no socket and no address of another namespace shows");

    let processes = shell(&desk, "cat /proc/[0-9]*/comm").await.stdout_text().into_owned();
    assert!(!processes.contains("xev") && !processes.contains("Xvfb"), "{processes}");
    shell(&desk, "kill -9 -1").await;
    assert!(desk.is_alive(), "{:?}", desk.ended());

    for path in ["/x", "/usr/x", "/etc/x", "/home/x", "/etc/passwd", "/proc/sys/kernel/hostname"] {
        denied(&desk, &format!("echo > {path}")).await;
    }
    for command in ["mount -t tmpfs x /etc", "chroot / true", "setpriv --reuid=0 true", "cat /etc/shadow", "date -s 12:00"] {
        denied(&desk, command).await;
    }
}

#[tokio::test]
async fn there_is_no_network() {
    let bench = Bench::new();
    let desk = bench.listener().await;
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = listener.local_addr().unwrap().port();
    let outside = format!("echo > /dev/tcp/127.0.0.1/{port}");
    let status = std::process::Command::new("bash").args(["-c", &outside]).status().unwrap();
    assert!(status.success(), "it can be reached from here");
    denied(&desk, &outside).await;
    let links = shell(&desk, "tail -n +3 /proc/net/dev | cut -d: -f1").await;
    assert_eq!(links.stdout_text().trim(), "lo");
}

#[tokio::test]
async fn a_program_sees_nothing_of_the_other_trials() {
    let bench = Bench::new();
    let _other = bench.typist().await;
    let script =
        format!("find {} > seen 2> /dev/null; cat /proc/[0-9]*/comm > processes; exec xev", bench.folder.path().display());
    let desk = bench.desk(launch(&["sh", "-c", &script], "Event Tester")).await;
    let seen = String::from_utf8(desk.read_file("seen").await.unwrap().unwrap()).unwrap();
    assert_eq!(seen, "", "nothing of the folder that trials lie in is there");
    let processes = desk.read_file("processes").await.unwrap().unwrap();
    assert!(!String::from_utf8(processes).unwrap().contains("xterm"));
}

#[tokio::test]
async fn links_lead_nowhere_and_the_examiner_changes_nothing() {
    let bench = Bench::new();
    let desk = bench.listener().await;
    let secret = bench.folder.path().join("secret");
    fs::write(&secret, "the reference").unwrap();
    let linked = shell(&desk, &format!("ln -s {} link; mkfifo pipe; ls", secret.display())).await;
    assert_eq!(linked.stdout_text(), "link\npipe\n");
    assert_eq!(fs::read_to_string(desk.home().join("link")).unwrap(), "the reference", "from outside it would be read");
    assert_eq!(desk.read_file("link").await.unwrap(), None);
    let touched = desk.examine(&["touch", "/home/user/x"], b"").await.unwrap();
    assert!(touched.exit != Some(0) && !desk.home().join("x").exists());
}

#[tokio::test]
async fn no_path_of_the_machine_is_told() {
    let bench = Bench::new();
    let look = "cat /proc/self/mountinfo /proc/1/cmdline /proc/1/environ /proc/self/environ 2>/dev/null | tr '\\0' '\\n'";
    let desk = bench.desk(launch(&["sh", "-c", &format!("{{ {look}; }} > seen; exec xev")], "Event Tester")).await;
    let inside = String::from_utf8(desk.read_file("seen").await.unwrap().unwrap()).unwrap();
    let from_shell = shell(&desk, look).await.stdout_text().into_owned();
    let folder = bench.folder.path().display().to_string();
    for seen in [inside, from_shell] {
        assert!(seen.contains(" /home/user ") && !seen.contains(&folder) && !seen.contains("agon-"), "{seen}");
        assert!(!seen.contains("CARGO"), "the runner's variables show: {seen}");
    }
}

#[tokio::test]
async fn memory_is_limited_over_all_processes_and_the_agent_is_told() {
    let bench = Bench::new();
    let desk = bench.listener().await;
    // Each keeps its 2 GiB until one of them was ended: one after the other they would stay below the limit.
    let writer = "{ head -c 2G /dev/zero; until [ -e ended ]; do sleep 0.1; done; }";
    let greedy = format!("for i in 1 2 3; do {writer} | {{ tail > /dev/null; touch ended; }} & done; wait; echo still here");
    let outcome = desk.shell(&greedy, Duration::from_secs(100)).await.unwrap();
    assert_eq!(outcome.stdout_text(), "still here\n", "{outcome:?}");
    let notice = desk.memory_notice().unwrap();
    assert!(notice.contains("4 GiB") && notice.contains("tail"), "{notice}");
    assert_eq!(desk.memory_notice(), None, "it is told once");
    assert!(desk.is_alive(), "{:?}", desk.ended());
}

#[tokio::test]
async fn what_a_command_starts_ends_with_it() {
    let bench = Bench::new();
    let desk = bench.listener().await;
    let before = ours().len();
    // One that has left its session, one without a mark, and one that writes for ever.
    let runaways = "setsid sleep 98761 & env -i /usr/bin/sleep 98762 & (while :; do date >> ticks; done) & echo started";
    assert_eq!(shell(&desk, runaways).await.stdout_text(), "started\n");
    let commands = || {
        let entries = fs::read_dir("/proc").unwrap().flatten();
        entries.filter_map(|entry| fs::read_to_string(entry.path().join("cmdline")).ok()).collect::<String>()
    };
    assert_eq!(ours().len(), before);
    assert!(!commands().contains("98761") && !commands().contains("98762"));
    let stubborn = "trap '' TERM INT HUP; echo stay; while :; do sleep 0.1; done";
    let start = Instant::now();
    let outcome = desk.shell(stubborn, Duration::from_millis(500)).await.unwrap();
    assert!(outcome.timed_out && outcome.exit.is_none() && outcome.stdout_text() == "stay\n", "{outcome:?}");
    assert!(start.elapsed() < Duration::from_secs(10));
    assert_eq!(ours().len(), before);
}

#[tokio::test]
async fn floods_and_fork_bombs_are_bounded() {
    let bench = Bench::new();
    let desk = bench.listener().await;
    let flood = shell(&desk, "head -c 1G /dev/zero").await;
    assert_eq!(flood.exit, Some(0));
    assert_eq!(flood.stdout.len() as u64 + flood.left_off, 1 << 30);
    assert!(flood.stdout.len() <= 64 * 1024);

    let bomb = "bomb() { bomb | bomb & }; bomb; sleep 30";
    let most = std::sync::atomic::AtomicUsize::new(0);
    let count = async {
        loop {
            most.fetch_max(ours().len(), std::sync::atomic::Ordering::Relaxed);
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let outcome = tokio::select! {
        outcome = desk.shell(bomb, Duration::from_secs(3)) => outcome.unwrap(),
        () = count => unreachable!(),
    };
    assert!(outcome.timed_out);
    let most = most.into_inner();
    assert!((20..1100).contains(&most), "{most} processes at once");
    eventually("all of them end", || ours().iter().all(|process| process.name != "bash")).await;
    assert!(desk.is_alive(), "{:?}", desk.ended());

    denied(&desk, "dd if=/dev/zero of=/dev/null bs=5G count=1").await;
    denied(&desk, "fallocate -l 10G big").await;
    denied(&desk, "for i in 1 2 3 4 5 6; do head -c 100M /dev/zero > part-$i || exit 1; done").await;
    assert_eq!(shell(&desk, "rm part-*").await.exit, Some(0), "there is room again");
    denied(&desk, "fallocate -l 2G /tmp/big").await;
}
