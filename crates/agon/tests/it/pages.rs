//! Pages that Agon writes, in a real browser.

use crate::support::TestFolder;
use std::path::Path;
use std::process::Command;

/// What a page holds after its scripts have run.
fn dom(place: &TestFolder, page: &Path, fragment: &str) -> String {
    let named = std::env::var_os("AGON_CHROMIUM");
    let chromium = agon_web::find_chromium(named.as_deref().map(Path::new)).unwrap();
    let profile = format!("--user-data-dir={}", place.path("profile").display());
    let url = format!("file://{}{fragment}", page.display());
    let args = ["--headless", "--no-sandbox", "--disable-gpu", &profile, "--dump-dom", &url];
    let output = Command::new(&chromium.program).args(args).output().unwrap();
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_report_lists_its_trials_and_opens_the_one_that_its_address_names() {
    let place = TestFolder::new();
    place.run(&["gym/maze-2d/easy@3", "-a", "oracle", "-a", "noop"], "r");
    let done = place.agon(&["report", "r", "--html", "page.html"]);
    assert_eq!(done.code, 0, "{}", done.err);
    let page = dom(&place, &place.path("page.html"), "#trial=1&step=0");
    assert_eq!(page.matches("<tr tabindex=\"0\"").count(), 2, "{page}");
    assert!(page.contains("2 of 2 trials, page 1 of 1"), "the list counts");
    let drawer = page.split_once("class=\"drawer-head\"").expect("the drawer is open").1;
    assert!(drawer.contains("gym/maze-2d/easy@3") && drawer.contains("<h3>Checks</h3>"), "{drawer}");
    assert!(drawer.contains("Before the first step") && drawer.contains("src=\"data:image/png;base64,"), "{drawer}");
}
