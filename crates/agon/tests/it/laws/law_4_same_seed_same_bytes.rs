use crate::support::{TestFolder, timeless};
use agon_core::{Event, InstanceId, Settings, Suite};
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
    gym/colorization/easy@0 d05c3add11dfeae793c9b7556c18f3d5
    gym/colorization/hard@0 d05c3add11dfeae793c9b7556c18f3d5
    gym/colorization/paper-easy@0 80f7049739d4adf8ee69f882a1c379b5
    gym/colorization/paper-hard@0 80f7049739d4adf8ee69f882a1c379b5
    gym/counting/easy@0 027ba62b2ff3b6e4854c9cb84a6ac949
    gym/counting/hard@0 ca77fa14d3424a8780374556335af29b
    gym/counting/paper-easy@0 027ba62b2ff3b6e4854c9cb84a6ac949
    gym/counting/paper-hard@0 ca77fa14d3424a8780374556335af29b
    gym/counting/photographs@0 11b1a2ec643b3264ebb97aec800528c0
    gym/jigsaw/easy@0 d914e2de42fd2b0fb457baa9dc1ac4cc
    gym/jigsaw/hard@0 517bff417801cd4c3cc2e7633c7202fc
    gym/jigsaw/paper-easy@0 876d8e1015ff07e8dc03071d8fe7d605
    gym/jigsaw/paper-hard@0 58f69c34d420c9e3069a58c067a284dd
    gym/matchstick-equation/easy@0 922a328aeda3241eaf46d1b94a21fa3a
    gym/matchstick-equation/hard@0 0f4a84a4fbd6465d14cfccbd87612f0b
    gym/matchstick-equation/paper-easy@0 2f2fa96864f77a42635f18249075d1a0
    gym/matchstick-equation/paper-hard@0 2dab3b280a4f56f90f0dc38a0bcfcfd6
    gym/matchstick-rotation/easy@0 5941ab4a15b31fab4ce43545bcd9f42b
    gym/matchstick-rotation/hard@0 5941ab4a15b31fab4ce43545bcd9f42b
    gym/matchstick-rotation/paper-easy@0 5567537f715e965d5952e0761e27cf32
    gym/matchstick-rotation/paper-hard@0 5567537f715e965d5952e0761e27cf32
    gym/maze-2d/easy@0 ddae6d96a6ce64ab9efb6010305caf0e
    gym/maze-2d/hard@0 be1fe2cffeb930cd4eaabc05a6cb8f71
    gym/maze-2d/paper-easy@0 00716f95cb4bff358df4b87ca7fd5c01
    gym/maze-2d/paper-hard@0 048c1b0aa3a0bfbf76c62adee384d6e8
    gym/maze-3d/easy@0 dbee71e433184a78ae1065f0889c5c16
    gym/maze-3d/hard@0 c2a8c17515e694148af0787c7062d759
    gym/maze-3d/paper-easy@0 daa8c26c004d798910964c4eed14b1dc
    gym/maze-3d/paper-hard@0 ad4e97a92ebc146f485ef009765d03ab
    gym/mental-rotation-2d/easy@0 1e2f78770b6a2db5f97c928882c90d7d
    gym/mental-rotation-2d/hard@0 1e2f78770b6a2db5f97c928882c90d7d
    gym/mental-rotation-2d/paper-easy@0 1e2f78770b6a2db5f97c928882c90d7d
    gym/mental-rotation-2d/paper-hard@0 1e2f78770b6a2db5f97c928882c90d7d
    gym/mental-rotation-cube/easy@0 495c67f2217ca53c879234bbbd483d4a
    gym/mental-rotation-cube/hard@0 50161a5121b2341c835594c3f31be397
    gym/mental-rotation-cube/paper-easy@0 3f146df8d05c48dcbf28f26868bd2f60
    gym/mental-rotation-cube/paper-hard@0 32863de3173085ac52d892679d4f2c3a
    gym/mental-rotation-object/easy@0 0fb2215d1c9f2d235057874504cf051b
    gym/mental-rotation-object/hard@0 0fb2215d1c9f2d235057874504cf051b
    gym/mental-rotation-object/paper-easy@0 5efc0f41fcb3dbbff3338925be86fdc3
    gym/mental-rotation-object/paper-hard@0 5efc0f41fcb3dbbff3338925be86fdc3
    gym/patch-reassembly/easy@0 d230ebd4a7fddd4bfe2ca707e0170bb5
    gym/patch-reassembly/hard@0 e5f8526cb64e43329424cae3b7781cd6
    gym/patch-reassembly/paper-easy@0 7b2eb123a7a5b0fab833723a993b1f1c
    gym/patch-reassembly/paper-hard@0 d8e02b253b5ee6902cbab6657bccba8f
    gym/referring/easy@0 b641eb0578668800c97233286c9232f5
    gym/referring/hard@0 b641eb0578668800c97233286c9232f5
    gym/referring/paper-easy@0 b641eb0578668800c97233286c9232f5
    gym/referring/paper-hard@0 b641eb0578668800c97233286c9232f5
    gym/referring/photographs@0 b6481b7df2e46b3c2e4b129b3b4c0953
    gym/sliding-block/easy@0 2871dd8a44d47f20140cef04d03fda65
    gym/sliding-block/hard@0 747cb5f6de8f64050a7967370f17bf5a
    gym/sliding-block/paper-easy@0 6437a493f9c88fbf1f6523eea49a4198
    gym/sliding-block/paper-hard@0 c635d386ad0c64b22cfea12eb1bd223a
    gym/video-unshuffle/easy@0 4a3126e6af4e3581fbabb1fb9b629c97
    gym/video-unshuffle/hard@0 96cf6b6620fca1b79cd5de7786a34acc
    gym/video-unshuffle/paper-easy@0 49005abf0082f32f074448144ce8ffc5
    gym/video-unshuffle/paper-hard@0 e9c6b26385edfadfc30341c01a4584e8
    gym/zoom-in/easy@0 e6d86dd960589543a001ecf475bdd556
    gym/zoom-in/hard@0 166dec8a001be27732418a883509adfb
    gym/zoom-in/paper-easy@0 6b1352971432f601998074ad591911d2
    gym/zoom-in/paper-hard@0 8d1ae1fecb756b511ae2126de85f156a
    "#);
}

#[tokio::test(flavor = "multi_thread")]
async fn every_world_passes_the_conformance_suite() {
    let suite = GymSuite::new().unwrap();
    for card in suite.tasks().iter().filter(|card| suite.unmet(&card.id, &Settings::new()).is_none()) {
        let instance = suite.instance(&InstanceId { task: card.id.clone(), seed: 0 }, &Default::default()).unwrap();
        assert_eq!(conformance::check(&suite, &instance).await, Vec::<String>::new(), "{}", instance.id);
    }
}
