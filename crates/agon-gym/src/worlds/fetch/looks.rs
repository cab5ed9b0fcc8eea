//! How the robot looks: from in front of the table on the left, from a camera at the gripper on the right.

use super::arm::Arm;
use crate::Canvas;
use crate::solid::{Body, Camera, Picture, Pose, Sky, Still};
use agon_mujoco::{Model, MujocoError, Shape, Simulation};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

/// Bodies that stand still to within some thousandths of a millimetre, in every episode.
const STILL: [&str; 6] =
    ["world", "table0", "robot0:base_link", "robot0:estop_link", "robot0:laser_link", "robot0:torso_fixed_link"];

/// What throws a shadow on the table: it tells where the gripper is above it.
const SHADOWS: [&str; 4] = ["robot0:gripper_link", "robot0:r_gripper_finger_link", "robot0:l_gripper_finger_link", "object0"];
const TABLE_HEIGHT_M: f64 = 0.4;

/// The front camera stands still. The model's own is so near that high targets are out of its sight.
const FRONT: ([f64; 3], [f64; 3], f64) = ([2.42, 0.75, 1.22], [1.25, 0.75, 0.62], 40.0);
/// The gripper's camera, as seen from the point between the fingertips. The model's own is below them and sees neither the
/// fingers nor what is between them.
const GRIPPER: ([f64; 3], [f64; 3], f64) = ([0.24, 0.0, 0.15], [0.02, 0.0, -0.02], 62.0);

const SKY: Sky = Sky([226, 233, 240], [190, 200, 212]);
/// The model's floor ends within sight; this one does not.
const FLOOR: [f32; 3] = [116.0, 124.0, 136.0];
const FLOOR_HALF_M: f32 = 6.0;
const CUBE: [f32; 3] = [92.0, 98.0, 110.0];
const TARGET: [f32; 3] = [255.0, 36.0, 34.0];
const TARGET_RADIUS_M: f32 = 0.02;

/// Finer parts of what stands still are drawn as one.
const DETAIL_M: f32 = 0.003;

/// Fainter things are guides for people who build models, not things that are there.
const LEAST_OPACITY: f32 = 0.75;

/// Everything to draw, by the numbers of the model.
pub(super) struct Looks {
    still: Vec<(usize, Body)>,
    moving: Vec<(usize, Body)>,
    target: Body,
    /// Which of the moving ones throw a shadow, by their place in the list.
    shadows: Vec<usize>,
    /// What never moves as the front camera sees it, for each size of frame that was asked for.
    stills: Mutex<BTreeMap<u32, Arc<Still>>>,
}

thread_local! {
    /// Frames are drawn one after the other, so a thread needs one set of buffers for all its worlds.
    static SCRATCH: RefCell<Picture> = RefCell::default();
}

impl Looks {
    pub(super) fn new(model: &Model) -> Result<Self, MujocoError> {
        let standing: Vec<usize> = STILL.iter().map(|name| model.body(name)).collect::<Result<_, _>>()?;
        let cube = model.geom("object0").ok();
        let throws: Vec<usize> = SHADOWS.iter().filter_map(|name| model.geom(name).ok()).collect();
        let (mut still, mut moving) = (Vec::new(), Vec::new());
        for (number, geom) in model.geoms().into_iter().enumerate().filter(|(_, geom)| geom.rgba[3] >= LEAST_OPACITY) {
            let color = if cube == Some(number) { CUBE } else { [0, 1, 2].map(|part| geom.rgba[part] * 255.0) };
            let body = match geom.shape {
                Shape::Plane { .. } => Body::sheet([FLOOR_HALF_M; 2], FLOOR),
                Shape::Box { half } => Body::cuboid(half.map(|side| side as f32), color),
                Shape::Sphere { radius } => Body::ball(radius as f32, color),
                Shape::Mesh(mesh) => {
                    let mesh = model.mesh(mesh);
                    let faces = mesh.faces.iter().zip(&mesh.face_normals);
                    let corners = faces.map(|(at, normal)| [0, 1, 2].map(|corner| (at[corner], normal[corner])));
                    Body::new(&mesh.vertices, &mesh.normals, corners, color)
                }
                Shape::Other => continue,
            };
            if standing.contains(&geom.body) {
                // Some thousand triangles of these are screws that no view shows.
                still.push((number, body.coarse(DETAIL_M)));
            } else {
                moving.push((number, body));
            }
        }
        let shadows = (0..moving.len()).filter(|place| throws.contains(&moving[*place].0)).collect();
        let target = Body::ball(TARGET_RADIUS_M, TARGET);
        Ok(Self { still, moving, target, shadows, stills: Mutex::default() })
    }

    /// Draws both views side by side, each a square of this side.
    pub(super) fn draw(&self, canvas: &mut Canvas, side: u32, arm: &Arm, target: [f64; 3]) {
        SCRATCH.with_borrow_mut(|picture| {
            self.draw_front(canvas, side, &arm.simulation, target, picture);
            self.draw_gripper(canvas, side, arm, target, picture);
        });
    }

    fn draw_front(&self, canvas: &mut Canvas, side: u32, simulation: &Simulation, target: [f64; 3], picture: &mut Picture) {
        let camera = Camera::looking(FRONT.0, FRONT.1, FRONT.2);
        let still = self.still(side, simulation, &camera);
        picture.begin(side);
        self.draw_moving(picture, &camera, simulation, target);
        picture.finish_over(&still, canvas, 0);
    }

    fn draw_gripper(&self, canvas: &mut Canvas, side: u32, arm: &Arm, target: [f64; 3], picture: &mut Picture) {
        let at = arm.gripper();
        let beside = |offset: [f64; 3]| [0, 1, 2].map(|axis| at[axis] + offset[axis]);
        let camera = Camera::looking(beside(GRIPPER.0), beside(GRIPPER.1), GRIPPER.2);
        picture.begin(side);
        for (geom, body) in &self.still {
            picture.draw(&camera, body, &pose(&arm.simulation, *geom));
        }
        self.draw_moving(picture, &camera, &arm.simulation, target);
        picture.finish(&SKY, canvas, side);
    }

    fn draw_moving(&self, picture: &mut Picture, camera: &Camera, simulation: &Simulation, target: [f64; 3]) {
        picture.draw_shadow(camera, self.shadows(simulation), TABLE_HEIGHT_M);
        for (geom, body) in &self.moving {
            picture.draw(camera, body, &pose(simulation, *geom));
        }
        picture.draw_mark(camera, &self.target, &upright(target));
    }

    fn shadows<'a>(&'a self, simulation: &'a Simulation) -> impl Iterator<Item = (&'a Body, Pose)> {
        self.shadows.iter().map(|place| (&self.moving[*place].1, pose(simulation, self.moving[*place].0)))
    }

    fn still(&self, side: u32, simulation: &Simulation, camera: &Camera) -> Arc<Still> {
        let mut known = self.stills.lock().unwrap_or_else(PoisonError::into_inner);
        let make = || {
            let mut picture = Picture::default();
            picture.begin(side);
            for (geom, body) in &self.still {
                picture.draw(camera, body, &pose(simulation, *geom));
            }
            Arc::new(picture.keep(&SKY))
        };
        Arc::clone(known.entry(side).or_insert_with(make))
    }
}

fn pose(simulation: &Simulation, geom: usize) -> Pose {
    Pose { position: simulation.geom_position(geom), matrix: simulation.geom_matrix(geom) }
}

fn upright(position: [f64; 3]) -> Pose {
    Pose { position, matrix: [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0] }
}
