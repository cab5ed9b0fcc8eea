//! What a program that runs the agent's code tries on its display: the desk goes on.

use crate::{Bench, act, eventually, launch, text};
use agon_desktop::desk::{Ended, Part};
use agon_desktop::{Desk, Launch};
use std::fs;

/// A terminal that writes down what is typed, and beside it the attacker.
async fn attacked(bench: &Bench) -> Desk {
    let terminal = "xterm -title Typist -geometry 100x30 -e sh -c 'cat > typed; sleep 600'";
    let files = vec![("attack.py".into(), include_bytes!("x_filter/attack.py").to_vec())];
    let script = format!("/usr/bin/python3 attack.py & exec {terminal}");
    bench.desk(Launch { files, ..launch(&["sh", "-c", &script], "Typist") }).await
}

/// Lets the attacker try something, and gives what it said of it.
async fn attack(desk: &Desk, name: &str) -> String {
    fs::write(desk.home().join("attack.new"), name).unwrap();
    fs::rename(desk.home().join("attack.new"), desk.home().join("attack")).unwrap();
    let tried = || {
        let tried = fs::read_to_string(desk.home().join("tried")).unwrap_or_default();
        tried.lines().find_map(|line| Some(line.strip_prefix(name)?.strip_prefix(": ")?.to_owned()))
    };
    eventually(&format!("{name} is tried: {}", desk.log()), || tried().is_some()).await;
    tried().unwrap()
}

/// The screen can be seen and has its size, the window manager answers, and what is typed, and nothing else, arrives.
async fn assert_usable(desk: &Desk, after: &str) {
    assert_eq!(desk.ended(), [], "after {after}: {}", desk.log());
    let image = desk.display().capture().unwrap_or_else(|error| panic!("after {after}: {error}"));
    assert_eq!((image.width, image.height), (1920, 1080));
    eventually(&format!("the window manager answers after {after}"), || desk.display().is_managed().unwrap()).await;
    act(desk, text(&format!("after {after}\n"))).await;
    let typed = || fs::read_to_string(desk.home().join("typed")).unwrap_or_default();
    eventually(&format!("it arrives after {after}"), || typed().ends_with('\n') && typed().contains(after)).await;
    assert_eq!(typed().lines().last(), Some(&*format!("after {after}")), "nobody else types");
}

#[tokio::test]
async fn requests_that_would_harm_the_desk_do_not_reach_the_server() {
    let bench = Bench::new();
    let desk = attacked(&bench).await;
    for name in [
        "hold_the_server",
        "kill_clients",
        "destroy_windows",
        "press_keys",
        "change_the_keyboard",
        "resize_the_screen",
        "end_the_manager",
        "replace_the_manager",
    ] {
        assert_eq!(attack(&desk, name).await, "tried");
        assert_usable(&desk, name).await;
    }
    for (name, said) in [("name_a_process", "is not set"), ("speak_nonsense", "[True, True]"), ("look_around", "[] [] ['X0']")] {
        assert_eq!(attack(&desk, name).await, said, "{name}");
        assert_usable(&desk, name).await;
    }
}

#[tokio::test]
async fn a_program_that_kills_everything_it_sees_ends_itself() {
    let bench = Bench::new();
    let desk = attacked(&bench).await;
    fs::write(desk.home().join("attack"), "kill_everybody").unwrap();
    eventually("the program has gone", || !desk.is_alive()).await;
    assert_eq!(desk.ended(), [Ended { part: Part::Program(0), exit: 137 }]);
    desk.display().capture().unwrap();
    eventually("the window manager answers", || desk.display().is_managed().unwrap()).await;
    act(&desk, text("to nobody\n")).await;
}

#[tokio::test]
async fn the_buses_press_no_keys_and_stay() {
    const PRESS_AND_RELEASE: u32 = 2;
    const MANAGER: &str = "org.gnome.SessionManager";
    let bench = Bench::new();
    let desk = bench.typist().await;
    let bus = zbus::connection::Builder::address(desk.accessibility_address()).unwrap().build().await.unwrap();
    for kind in [PRESS_AND_RELEASE, 3, 4] {
        let path = "/org/a11y/atspi/registry/deviceeventcontroller";
        let interface = Some("org.a11y.atspi.DeviceEventController");
        let registry = Some("org.a11y.atspi.Registry");
        // Whether it says so or not.
        let _ = bus.call_method(registry, path, interface, "GenerateKeyboardEvent", &(38_i32, "a", kind)).await;
        let _ = bus.call_method(registry, path, interface, "GenerateMouseEvent", &(5_i32, 5_i32, "b1c")).await;
    }
    // Nor do it and the bus give their names, and with them their lives, to somebody else.
    for (bus, name) in [(desk.session_bus(), "org.a11y.Bus"), (&bus, "org.a11y.atspi.Registry"), (desk.session_bus(), MANAGER)] {
        let asked = bus.request_name_with_flags(name, zbus::fdo::RequestNameFlags::ReplaceExisting.into()).await;
        assert!(asked.is_err(), "{name}: {asked:?}");
    }
    act(&desk, text("typed\n")).await;
    eventually("it arrives", || fs::read_to_string(desk.home().join("typed")).is_ok_and(|seen| !seen.is_empty())).await;
    assert_eq!(fs::read_to_string(desk.home().join("typed")).unwrap(), "typed\n");
    assert!(desk.is_alive(), "{:?}", desk.ended());
}
