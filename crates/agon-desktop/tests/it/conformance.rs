//! A desktop world at a real seat: what every world must do, whatever it shows.

use agon_core::{Settings, Suite};
use agon_desktop::{DesktopKind, Opener, science, world};
use agon_reap::Keeper;
use agon_taskfile::TaskFileSuite;
use agon_testkit::conformance;
use std::sync::Arc;

#[tokio::test]
async fn a_desk_passes_the_conformance_suite() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_owned();
    let open: Opener = Arc::new(move |opening| {
        let place = place.clone();
        Box::pin(async move {
            let keeper = Keeper::open(&place.join("state"), &place).map_err(agon_core::Fault::world)?;
            world::open(opening, &keeper).await
        })
    });
    let suite = TaskFileSuite::new(&science::folder().unwrap(), Arc::new(DesktopKind::new(open))).unwrap();
    // It offers screen, tree, shell, files and answer.
    let instance = suite.instance(&"science/documentation/measured-figure@0".parse().unwrap(), &Settings::new()).unwrap();
    assert_eq!(conformance::check(&suite, &instance).await, Vec::<String>::new());
}
