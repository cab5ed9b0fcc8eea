//! GRASS GIS in a seat.desk.

use crate::program::{self, Seat};
use crate::{click, eventually, keys, text};
use agon_desktop::RUN;
use agon_desktop::programs::Program;
use agon_desktop::programs::grass::Grass;
use serde_json::json;
use std::time::Duration;

const SETUP: &str = r#"
location = "island"
commands = [
  "g.region n=1000 s=0 e=1000 w=0 res=10 -s",
  'r.mapcalc expression="height = 100 * exp(-((x()-500)^2 + (y()-500)^2) / 90000)" --quiet',
  'printf "100|200|a\n300|400|b\n" | v.in.ascii input=- output=wells columns="x double precision,y double precision,name varchar(10)" --quiet',
]
layers = [
  { type = "raster", map = "height@PERMANENT", command = "d.rast map=height@PERMANENT" },
  { type = "vector", map = "wells@PERMANENT", command = "d.vect map=wells@PERMANENT" },
]
"#;

/// Where things are on a screen of 1920×1080.
const CONSOLE_TAB: (f64, f64) = (1628.0, 1032.0);
const CONSOLE_LINE: (f64, f64) = (1725.0, 980.0);
const FIRST_LAYER: (f64, f64) = (42.0, 642.0);

async fn start() -> Seat<'static> {
    program::start(&Grass, SETUP.parse().unwrap(), &[]).await
}

async fn command(seat: &Seat<'_>, line: &str) {
    seat.act(click(CONSOLE_LINE.0, CONSOLE_LINE.1)).await;
    seat.act(text(line)).await;
    seat.act(keys(&["enter"])).await;
}

#[tokio::test]
async fn it_starts_the_same_twice() {
    let mut states = Vec::new();
    for _ in 0..2 {
        let seat = start().await;
        states.push(seat.state().await);
    }
    assert_eq!(states[0], states[1]);
    let state = &states[0];
    assert_eq!(state["layers"][0]["map"], "wells@PERMANENT", "the topmost first");
    assert_eq!(state["layers"][1]["command"], "d.rast map=height@PERMANENT");
    assert_eq!(state["region"]["rows"], 100);
    assert_eq!(state["maps"]["raster"]["height"]["datatype"], "DCELL");
    let columns = json!({"cat": "integer", "x": "double precision", "y": "double precision", "name": "character"});
    assert_eq!(state["maps"]["vector"]["wells"]["columns"], columns);
}

#[tokio::test]
async fn what_is_done_shows_in_its_state_and_its_console_does_not_reach_the_channel() {
    let seat = start().await;
    let folder = seat.desk.run().join("state");
    seat.act(click(FIRST_LAYER.0, FIRST_LAYER.1)).await;
    seat.act(click(CONSOLE_TAB.0, CONSOLE_TAB.1)).await;
    seat.desk.display().settle(Duration::from_millis(1000), Duration::from_secs(10)).await.unwrap();
    command(&seat, &format!("rm -rf {RUN}/state")).await;
    // What is run from the window takes the socket out of its process, if it can, and answers in its stead.
    let thief = r#"
import ctypes, glob, os
call = ctypes.CDLL(None).syscall
for process in glob.glob('/proc/[0-9]*'):
    line = open(process + '/cmdline', 'rb').read().split(b'\0')
    if any(b'inherited socket' in part for part in line):
        open('seen', 'w').write('the window')
        taken = call(438, call(434, int(process[6:]), 0), int(line[line.index(b'-c') + 2]), 0)
        if taken >= 0:
            os.write(taken, b'{"layers": [], "display": {}}\n')
"#;
    std::fs::write(seat.desk.home().join("thief.py"), thief).unwrap();
    command(&seat, "python3 thief.py").await;
    eventually("the thief has looked", || seat.desk.home().join("seen").exists()).await;
    command(&seat, "g.region n=800").await;
    let state = seat.until("the smaller region", |state| state["region"]["n"] == 800).await;
    assert_eq!(state["layers"][0]["visible"], false);
    assert_eq!(state["layers"][1]["visible"], true);
    assert!(folder.join("grass").exists());

    let printed = Grass.run(&seat.desk, &["v.db.select", "map=wells", "columns=name", "-c"]).await.unwrap().unwrap();
    assert_eq!((printed.exit, printed.stdout.as_str()), (0, "a\nb\n"));
    let script = format!("test -e {RUN}/state && echo there; find / -name grass -type s 2>/dev/null");
    let outcome = seat.desk.shell(&script, Duration::from_secs(20)).await.unwrap();
    assert_eq!(outcome.stdout_text(), "");
}

#[tokio::test]
async fn the_shell_works_on_the_same_maps_and_does_not_turn_the_state_elsewhere() {
    let seat = start().await;
    let script = "grass ~/grassdata/island/PERMANENT --exec g.region n=500
        grass -c ~/grassdata/island/other -e
        sed -i 's/PERMANENT/other/' ~/.grass8/rc";
    let outcome = seat.desk.shell(script, Duration::from_secs(100)).await.unwrap();
    assert_eq!(outcome.exit, Some(0), "{}", outcome.stderr_text());
    let state = seat.state().await;
    assert_eq!(state["region"]["n"], 500);
    assert_eq!(state["maps"]["raster"]["height"]["datatype"], "DCELL", "still of PERMANENT");
}

#[test]
fn a_wrong_setup_is_refused() {
    assert!(Grass.launch(&toml::Table::new()).unwrap_err().to_string().contains("location"));
}
