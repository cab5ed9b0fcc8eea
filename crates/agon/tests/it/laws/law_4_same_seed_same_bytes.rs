use crate::support::{Place, timeless};
use agon_core::{Event, InstanceId, Suite};
use agon_gym::GymSuite;
use agon_testkit::conformance;

#[test]
fn two_runs_with_one_seed_leave_the_same_record() {
    let place = Place::new();
    let args = ["gym", "-a", "oracle", "-a", "random", "--instances", "2", "--seed", "5"];
    let first = place.run(&args, "first");
    // Another order of execution must not change anything.
    let second = place.run(&[&args[..], &["-n", "7"]].concat(), "second");
    assert_eq!(first.plan(), second.plan());
    assert_eq!(first.manifest().config_hash, second.manifest().config_hash);
    let mut frames = 0;
    for planned in first.plan() {
        let (a, b) = (timeless(&first, planned.trial, 1), timeless(&second, planned.trial, 1));
        assert_eq!(a, b, "{}", planned.instance);
        for event in &a {
            let observation = match event {
                Event::Began { observation } => observation,
                Event::Step(step) => &step.observation,
                _ => continue,
            };
            for frame in &observation.frames {
                frames += 1;
                assert_eq!(std::fs::read(first.frame_path(frame)).unwrap(), std::fs::read(second.frame_path(frame)).unwrap());
            }
        }
    }
    assert!(frames > 100, "frames were compared");
}

/// Published results name instances by seed: a change here needs a new suite version, and these hashes with it.
#[tokio::test(flavor = "multi_thread")]
async fn the_first_bytes_of_every_task_are_frozen() {
    let suite = GymSuite::new().unwrap();
    let mut lines = Vec::new();
    // Physics comes from outside and its last digits may differ with the processor: only worlds that are all ours are frozen.
    let needs = suite.needs();
    for card in suite.tasks().iter().filter(|card| !needs.iter().any(|need| need.concerns(&card.id))) {
        let id = InstanceId { task: card.id.clone(), seed: 0 };
        let instance = suite.instance(&id, &Default::default()).unwrap();
        let mut world = suite.open(&instance).await.unwrap();
        let frame = world.observe().await.unwrap().frames[0].image.hash().to_string();
        lines.push(format!("{id} {frame}"));
    }
    insta::assert_snapshot!(lines.join("\n"), @r#"
    gym/jigsaw/easy@0 cde283ae61fd638e34a8b0706162d480
    gym/jigsaw/hard@0 4f57c09918144edc2215871ea34e1add
    gym/matchstick-rotation/easy@0 5941ab4a15b31fab4ce43545bcd9f42b
    gym/matchstick-rotation/hard@0 5941ab4a15b31fab4ce43545bcd9f42b
    gym/maze-2d/easy@0 ddae6d96a6ce64ab9efb6010305caf0e
    gym/maze-2d/hard@0 89fc1d095fe1c315d6504da4a0a46f21
    gym/sliding-block/easy@0 2871dd8a44d47f20140cef04d03fda65
    gym/sliding-block/hard@0 747cb5f6de8f64050a7967370f17bf5a
    "#);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_world_passes_the_conformance_suite() {
    let suite = GymSuite::new().unwrap();
    for card in suite.tasks().iter().filter(|card| suite.unmet(&card.id).is_none()) {
        for seed in 0..3 {
            let instance = suite.instance(&InstanceId { task: card.id.clone(), seed }, &Default::default()).unwrap();
            assert_eq!(conformance::check(&suite, &instance).await, Vec::<String>::new(), "{}", instance.id);
        }
    }
}
