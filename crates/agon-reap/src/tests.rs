use super::*;
use crate::leftovers::list;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;
use std::process::{Child, Command, Stdio};

/// A group with a member that has left it, as daemons do.
fn sleepers(tag: Option<&Tag>) -> Child {
    let mut command = Command::new("sh");
    command.args(["-c", "setsid sleep 600 & sleep 600 & wait"]).process_group(0).stdout(Stdio::null());
    if let Some(tag) = tag {
        command.env(Tag::VARIABLE, tag.value());
    }
    let child = command.spawn().unwrap();
    wait_until(|| process::group_members(child.id()) >= 2);
    child
}

/// Looks from time to time, and leaves the core to those it waits for.
fn wait_until(holds: impl Fn() -> bool) {
    while !holds() {
        std::thread::sleep(std::time::Duration::from_millis(2));
    }
}

/// Killed processes take a moment to go; one that was not killed never does, and the test runner says so.
fn wait_until_gone(tag: &Tag) {
    wait_until(|| process::find_tagged(Wanted::Only(tag), 0).tagged.is_empty());
}

#[test]
fn folders_deeper_than_any_stack_are_removed() {
    let base = tempfile::tempdir().unwrap();
    let root = base.path().join("root");
    let made = Command::new("python3")
        .args(["-c", "import os, sys\nos.mkdir(sys.argv[1]); os.chdir(sys.argv[1])\nfor _ in range(20000): os.mkdir('d'); os.chdir('d')\nopen('f', 'w')"])
        .arg(&root)
        .status();
    assert!(made.unwrap().success());
    std::os::unix::fs::symlink(base.path(), root.join("link")).unwrap();
    for taken in [".moved-1/a", ".moved-3/b/c"] {
        fs::create_dir_all(root.join(taken)).unwrap();
    }
    fs::set_permissions(root.join(".moved-3"), fs::Permissions::from_mode(0o000)).unwrap();
    remove_tree(&root).unwrap();
    assert!(!root.exists() && base.path().exists());
}

#[test]
fn guards_kill_the_group_and_its_runaways_and_remove_the_folder() {
    let base = tempfile::tempdir().unwrap();
    let keeper = Keeper::open(base.path(), base.path()).unwrap();
    // Twice with one keeper: the register must outlive its entries.
    for _ in 0..2 {
        let tag = keeper.tag();
        let mut child = sleepers(Some(&tag));
        let group = keeper.group(child.id(), tag.clone()).unwrap();
        let folder = keeper.folder().unwrap();
        let path = folder.path().to_owned();
        fs::write(path.join("x"), "y").unwrap();
        drop((group, folder));
        assert!(!child.wait().unwrap().success());
        assert!(!path.exists());
        wait_until_gone(&tag);
    }
    drop(keeper);
    assert_eq!(list(&base.path().join("live")).unwrap(), Vec::<PathBuf>::new(), "nothing grows");
}

#[test]
fn a_dead_owners_leftovers_are_found_and_a_living_ones_are_not() {
    let base = tempfile::tempdir().unwrap();
    let keeper = Keeper::open(base.path(), base.path()).unwrap();
    let tag = keeper.tag();
    let mut child = sleepers(Some(&tag));
    let group = keeper.group(child.id(), tag.clone()).unwrap();
    let folder = keeper.folder().unwrap();
    assert_eq!(reap(base.path()).unwrap(), [], "this process lives");
    // As if the owner had been killed: the same register under the name of a process that is gone.
    let dead = base.path().join("live").join("4194304-1");
    fs::rename(&keeper.shared.register, &dead).unwrap();
    let found = reap(base.path()).unwrap();
    assert!(found.iter().any(|l| matches!(l, Leftover::Group { leader, .. } if *leader == child.id())), "{found:?}");
    assert!(found.contains(&Leftover::Folder { path: folder.path().into() }));
    assert!(!child.wait().unwrap().success());
    wait_until_gone(&tag);
    assert!(!dead.exists());
    assert_eq!(reap(base.path()).unwrap(), []);
    drop(group);
}

/// An owner that is killed between starting a process and entering it has told nobody but the process.
#[test]
fn what_a_dead_owner_had_not_entered_yet_is_ended_too() {
    let base = tempfile::tempdir().unwrap();
    let dead = "4194304-1";
    fs::create_dir_all(base.path().join("live").join(dead)).unwrap();
    let (tag, other) = (Tag(format!("{dead}-7")), Tag("4194304-12-7".to_owned()));
    let (mut child, mut stranger) = (sleepers(Some(&tag)), sleepers(Some(&other)));
    let found = reap(base.path()).unwrap();
    assert!(matches!(found.as_slice(), [Leftover::Strays { processes: 3.. }]), "{found:?}");
    assert!(!child.wait().unwrap().success());
    wait_until_gone(&tag);
    assert!(process::group_members(stranger.id()) >= 2, "another owner's are left alone");
    process::kill_group(stranger.id());
    process::kill_tagged(Wanted::Only(&other), 0);
    stranger.wait().unwrap();
}

/// Names of registers sort folders before groups; what still writes into a folder must end first.
#[test]
fn folders_of_a_dead_owner_go_though_its_groups_still_write_into_them() {
    let base = tempfile::tempdir().unwrap();
    let keeper = Keeper::open(base.path(), base.path()).unwrap();
    let (tag, folder) = (keeper.tag(), keeper.folder().unwrap());
    let path = folder.path().to_owned();
    let mut command = Command::new("sh");
    command.args(["-c", "i=0; while :; do i=$((i+1)); mkdir -p d$i; : > d$i/f; done"]);
    let mut child = command.current_dir(&path).env(Tag::VARIABLE, tag.value()).process_group(0).spawn().unwrap();
    let group = keeper.group(child.id(), tag).unwrap();
    wait_until(|| path.join("d9").exists());
    fs::rename(&keeper.shared.register, base.path().join("live").join("4194304-1")).unwrap();
    let waiting = std::thread::spawn(move || child.wait());
    let found = reap(base.path()).unwrap();
    assert!(found.contains(&Leftover::Folder { path: path.clone() }) && !path.exists(), "{found:?}");
    waiting.join().unwrap().unwrap();
    drop((group, folder));
}

/// What could not be removed is told, and found again the next time.
#[test]
fn a_folder_that_cannot_be_removed_stays_in_the_register() {
    let base = tempfile::tempdir().unwrap();
    let dead = base.path().join("live").join("4194304-1");
    fs::create_dir_all(&dead).unwrap();
    // A file where a folder should be cannot be listed.
    let stubborn = base.path().join("agon-stubborn");
    fs::write(&stubborn, "").unwrap();
    fs::write(dead.join("folder-a"), stubborn.as_os_str().as_encoded_bytes()).unwrap();
    let problem = reap(base.path()).unwrap_err().to_string();
    assert!(problem.contains("agon-stubborn could not be removed"), "{problem}");
    fs::remove_file(&stubborn).unwrap();
    fs::create_dir(&stubborn).unwrap();
    assert_eq!(reap(base.path()).unwrap(), [Leftover::Folder { path: stubborn }]);
    assert!(!dead.exists());
}

#[test]
fn keepers_of_one_process_do_not_share_names() {
    let base = tempfile::tempdir().unwrap();
    let first = Keeper::open(base.path(), base.path()).unwrap();
    let second = Keeper::open(base.path(), base.path()).unwrap();
    assert_ne!(first.tag(), second.tag());
    let (kept, gone) = (first.folder().unwrap(), second.folder().unwrap());
    drop((gone, second));
    assert!(kept.path().exists());
    drop(kept);
    drop(Keeper::open(base.path(), base.path()).unwrap());
    assert!(first.folder().unwrap().path().exists(), "the register is made again where it has gone");
}

#[test]
fn a_folder_goes_though_its_group_writes_to_the_end() {
    let base = tempfile::tempdir().unwrap();
    let keeper = Keeper::open(base.path(), base.path()).unwrap();
    for _ in 0..20 {
        let (tag, folder) = (keeper.tag(), keeper.folder().unwrap());
        let path = folder.path().to_owned();
        let script = "i=0; while :; do i=$((i+1)); mkdir -p d$i; : > d$i/f; done";
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(&path).env(Tag::VARIABLE, tag.value()).process_group(0);
        let mut child = command.spawn().unwrap();
        let group = keeper.group(child.id(), tag).unwrap();
        wait_until(|| path.join("d9").exists());
        let waiting = std::thread::spawn(move || child.wait());
        drop(group);
        drop(folder);
        assert!(!path.exists());
        waiting.join().unwrap().unwrap();
    }
}

#[test]
fn a_reused_number_is_a_stranger() {
    let base = tempfile::tempdir().unwrap();
    let dead = base.path().join("live").join("4194304-1");
    fs::create_dir_all(&dead).unwrap();
    let tag = Tag("stranger-test".into());
    let mut child = sleepers(Some(&tag));
    fs::write(dead.join(format!("group-{}-1", child.id())), "").unwrap();
    assert_eq!(reap(base.path()).unwrap(), []);
    assert!(child.try_wait().unwrap().is_none(), "it was left alone");
    process::kill_group(child.id());
    process::kill_tagged(Wanted::Only(&tag), 0);
    child.wait().unwrap();
}

/// An engine that answers every request with the next of these statuses, and tells the requests' first lines.
fn engine(socket: &Path, statuses: &'static [u16]) -> std::thread::JoinHandle<Vec<String>> {
    use std::io::{BufRead, BufReader, Write};
    let listener = std::os::unix::net::UnixListener::bind(socket).unwrap();
    std::thread::spawn(move || {
        let answer = |status: &u16| {
            let (mut stream, _) = listener.accept().unwrap();
            let mut lines = BufReader::new(stream.try_clone().unwrap()).lines().map_while(Result::ok);
            let first = lines.next().unwrap();
            lines.find(String::is_empty).unwrap();
            write!(stream, "HTTP/1.1 {status} X\r\nConnection: close\r\n\r\n{{\"message\":\"so it is\"}}").unwrap();
            first
        };
        statuses.iter().map(answer).collect()
    })
}

#[test]
fn a_container_goes_with_its_guard() {
    let base = tempfile::tempdir().unwrap();
    let keeper = Keeper::open(base.path(), base.path()).unwrap();
    let socket = base.path().join("engine.sock");
    let asked = engine(&socket, &[204, 204]);
    let container = keeper.container(&socket).unwrap();
    let name = container.name().to_owned();
    assert!(name.starts_with(&format!("agon-{}-", keeper.owner())), "{name}");
    drop(container);
    let wanted = [
        format!("POST /containers/{name}/kill?signal=KILL HTTP/1.1"),
        format!("DELETE /containers/{name}?force=true&v=true HTTP/1.1"),
    ];
    assert_eq!(asked.join().unwrap(), wanted);
    assert_eq!(list(&keeper.shared.register).unwrap(), Vec::<PathBuf>::new());
}

#[test]
fn a_container_of_a_dead_owner_is_removed_and_stays_registered_while_it_cannot_be() {
    let base = tempfile::tempdir().unwrap();
    let dead = base.path().join("live").join("4194304-1");
    fs::create_dir_all(&dead).unwrap();
    let (first, second) = (base.path().join("first.sock"), base.path().join("second.sock"));
    fs::write(dead.join("container-agon-1"), first.as_os_str().as_encoded_bytes()).unwrap();
    let problem = reap(base.path()).unwrap_err().to_string();
    assert!(problem.starts_with("agon-1 could not be removed"), "the engine is not there: {problem}");
    let asked = engine(&first, &[204, 500]);
    let problem = reap(base.path()).unwrap_err().to_string();
    assert!(problem.contains("the engine answers 500: {\"message\":\"so it is\"}"), "{problem}");
    asked.join().unwrap();
    // One that does not run cannot be killed, and one that has gone is no leftover.
    fs::write(dead.join("container-agon-1"), second.as_os_str().as_encoded_bytes()).unwrap();
    fs::write(dead.join("container-agon-2"), second.as_os_str().as_encoded_bytes()).unwrap();
    let asked = engine(&second, &[409, 204, 404]);
    assert_eq!(reap(base.path()).unwrap(), [Leftover::Container { name: "agon-1".into() }]);
    assert_eq!(asked.join().unwrap().len(), 3);
    assert!(!dead.exists());
}

#[test]
fn what_is_mounted_in_a_folder_is_unmounted_with_it() {
    let base = tempfile::tempdir().unwrap();
    let keeper = Keeper::open(base.path(), base.path()).unwrap();
    let folder = keeper.folder().unwrap();
    let path = folder.path().to_owned();
    let place = path.join("part");
    fs::create_dir(&place).unwrap();
    if rustix::mount::mount(c"tmpfs", &place, c"tmpfs", rustix::mount::MountFlags::empty(), None).is_err() {
        // Only root can mount: for others there is nothing to unmount.
        return;
    }
    fs::write(place.join("file"), "x").unwrap();
    folder.remove().unwrap();
    assert!(!path.exists());
}
