//! Who is answered when other machines may ask.

use super::Viewed;
use super::socket::Socket;
use crate::support::TestFolder;

#[test]
fn other_machines_need_the_token_that_is_printed() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@0", "-a", "noop"], "runs/r");
    let view = Viewed::with(&place, &["runs", "--host", "0.0.0.0"]);
    assert_eq!(view.base.len(), 34, "the printed address has a token: {}", view.base);
    let elsewhere = "192.0.2.7:80";
    let ask = |path: &str| view.asked(&format!("GET {path}"), elsewhere).0;
    assert_eq!(ask(&format!("{}api/runs", view.base)), 200);
    assert_eq!(ask(&view.base), 200, "the page itself");
    for path in ["/", "/api/runs", "/api/session", "/index.html", &view.base[..33], &format!("/{}/api/runs", "0".repeat(32))] {
        assert_eq!(ask(path), 403, "{path}");
    }
    assert_eq!(Socket::open(&view.address, "/api/runs/r/live", &format!("http://{}", view.address)).err(), Some(403));
}
