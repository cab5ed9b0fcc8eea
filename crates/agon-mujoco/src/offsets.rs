//! Where MuJoCo's structs keep what is read here. Made by `offsets.c` from the headers of one version: do not edit.

use crate::ffi::{InData, InModel, List};

/// As `mj_version` gives it.
pub(crate) const VERSION: i32 = 332;
/// How many numbers an equality constraint has.
pub(crate) const EQUALITY_WIDTH: usize = 11;
/// Where the data keeps its time.
pub(crate) const TIME_AT: usize = 161608;

// Fields of mjModel.
pub(crate) const BODY_MOCAP: List<InModel, i32> = List::new(1392, 16, 1);
pub(crate) const JOINT_QPOS_AT: List<InModel, i32> = List::new(1640, 32, 1);
pub(crate) const GEOM_TYPE: List<InModel, i32> = List::new(1872, 36, 1);
pub(crate) const GEOM_BODY: List<InModel, i32> = List::new(1904, 36, 1);
pub(crate) const GEOM_MESH: List<InModel, i32> = List::new(1912, 36, 1);
pub(crate) const GEOM_MATERIAL: List<InModel, i32> = List::new(1920, 36, 1);
pub(crate) const GEOM_SIZE: List<InModel, f64> = List::new(1984, 36, 3);
pub(crate) const GEOM_RGBA: List<InModel, f32> = List::new(2064, 36, 4);
pub(crate) const MATERIAL_RGBA: List<InModel, f32> = List::new(3504, 168, 4);
pub(crate) const CAMERA_FOVY: List<InModel, f64> = List::new(2224, 44, 1);
pub(crate) const MESH_VERTEX_AT: List<InModel, i32> = List::new(2904, 92, 1);
pub(crate) const MESH_NORMAL_AT: List<InModel, i32> = List::new(2952, 92, 1);
pub(crate) const MESH_FACE_AT: List<InModel, i32> = List::new(2920, 92, 1);
pub(crate) const MESH_FACE_COUNT: List<InModel, i32> = List::new(2928, 92, 1);
pub(crate) const MESH_VERTEX: List<InModel, f32> = List::new(2992, 96, 3);
pub(crate) const MESH_NORMAL: List<InModel, f32> = List::new(3000, 100, 3);
pub(crate) const MESH_FACE: List<InModel, i32> = List::new(3016, 108, 3);
pub(crate) const MESH_FACE_NORMAL: List<InModel, i32> = List::new(3024, 108, 3);
pub(crate) const EQUALITY_TYPE: List<InModel, i32> = List::new(3600, 180, 1);
pub(crate) const EQUALITY_FIRST: List<InModel, i32> = List::new(3608, 180, 1);
pub(crate) const EQUALITY_SECOND: List<InModel, i32> = List::new(3616, 180, 1);
pub(crate) const EQUALITY_DATA: List<InModel, f64> = List::new(3656, 180, 11);

// Fields of mjData; how long they are stands in mjModel.
pub(crate) const QPOS: List<InData, f64> = List::new(161648, 0, 1);
pub(crate) const QVEL: List<InData, f64> = List::new(161656, 4, 1);
pub(crate) const CTRL: List<InData, f64> = List::new(161688, 8, 1);
pub(crate) const MOCAP_POSITION: List<InData, f64> = List::new(161720, 224, 3);
pub(crate) const MOCAP_QUATERNION: List<InData, f64> = List::new(161728, 224, 4);
pub(crate) const BODY_POSITION: List<InData, f64> = List::new(161784, 16, 3);
pub(crate) const BODY_QUATERNION: List<InData, f64> = List::new(161792, 16, 4);
pub(crate) const GEOM_POSITION: List<InData, f64> = List::new(161840, 36, 3);
pub(crate) const GEOM_MATRIX: List<InData, f64> = List::new(161848, 36, 9);
pub(crate) const SITE_POSITION: List<InData, f64> = List::new(161856, 40, 3);
pub(crate) const CAMERA_POSITION: List<InData, f64> = List::new(161872, 44, 3);
pub(crate) const CAMERA_MATRIX: List<InData, f64> = List::new(161880, 44, 9);
