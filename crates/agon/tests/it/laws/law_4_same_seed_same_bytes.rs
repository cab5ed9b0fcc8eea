use crate::support::{TestFolder, timeless};
use agon_core::{Event, InstanceId, Suite};
use agon_gym::GymSuite;
use agon_testkit::conformance;

#[test]
fn two_runs_with_one_seed_leave_the_same_record() {
    let place = TestFolder::new();
    let args = ["gym", "-a", "oracle", "-a", "random", "--instances", "1", "--seed", "5"];
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
    gym/colorization/easy@0 08b47924027c78c21cc0f63f16da6ccf
    gym/colorization/hard@0 08b47924027c78c21cc0f63f16da6ccf
    gym/counting/easy@0 e596a53a981b804f01238d2a5f30bdab
    gym/counting/hard@0 c78752bca4010183f80991d0a67c2654
    gym/jigsaw/easy@0 8f31cd5f57486eb6b557dec2a761c0c2
    gym/jigsaw/hard@0 fe37a9ef967f9fc6cf3fc3d2cf93e377
    gym/matchstick-equation/easy@0 922a328aeda3241eaf46d1b94a21fa3a
    gym/matchstick-equation/hard@0 0f4a84a4fbd6465d14cfccbd87612f0b
    gym/matchstick-rotation/easy@0 5941ab4a15b31fab4ce43545bcd9f42b
    gym/matchstick-rotation/hard@0 5941ab4a15b31fab4ce43545bcd9f42b
    gym/maze-2d/easy@0 ddae6d96a6ce64ab9efb6010305caf0e
    gym/maze-2d/hard@0 89fc1d095fe1c315d6504da4a0a46f21
    gym/maze-3d/easy@0 dbee71e433184a78ae1065f0889c5c16
    gym/maze-3d/hard@0 c2a8c17515e694148af0787c7062d759
    gym/mental-rotation-2d/easy@0 225d1f9c8ef91f321591ca6a18de4034
    gym/mental-rotation-2d/hard@0 225d1f9c8ef91f321591ca6a18de4034
    gym/mental-rotation-cube/easy@0 495c67f2217ca53c879234bbbd483d4a
    gym/mental-rotation-cube/hard@0 50161a5121b2341c835594c3f31be397
    gym/mental-rotation-object/easy@0 614ce3302a05b87936eab5f0efa64f4b
    gym/mental-rotation-object/hard@0 614ce3302a05b87936eab5f0efa64f4b
    gym/patch-reassembly/easy@0 d230ebd4a7fddd4bfe2ca707e0170bb5
    gym/patch-reassembly/hard@0 e5f8526cb64e43329424cae3b7781cd6
    gym/referring/easy@0 be7e227c7b65ef1819e123e071a904da
    gym/referring/hard@0 be7e227c7b65ef1819e123e071a904da
    gym/sliding-block/easy@0 2871dd8a44d47f20140cef04d03fda65
    gym/sliding-block/hard@0 747cb5f6de8f64050a7967370f17bf5a
    gym/video-unshuffle/easy@0 ab0d1dc079b1a9e77584868e74b5e6c9
    gym/video-unshuffle/hard@0 1023412fa7fe2f8920a4cb3c3cae1848
    gym/zoom-in/easy@0 6e1f7dc67c4665f37da34b37c012180a
    gym/zoom-in/hard@0 cb66dbf61682cbc475c2908ca8c7cc8b
    "#);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_world_passes_the_conformance_suite() {
    let suite = GymSuite::new().unwrap();
    for card in suite.tasks().iter().filter(|card| suite.unmet(&card.id).is_none()) {
        for seed in 0..2 {
            let instance = suite.instance(&InstanceId { task: card.id.clone(), seed }, &Default::default()).unwrap();
            assert_eq!(conformance::check(&suite, &instance).await, Vec::<String>::new(), "{}", instance.id);
        }
    }
}
