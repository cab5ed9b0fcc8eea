/* Prints src/offsets.rs: where MuJoCo's two structs keep the fields this crate reads. Run it anew for another version:
 *
 *   cc -I PATH/TO/mujoco/include offsets.c -o /tmp/offsets && /tmp/offsets > src/offsets.rs
 *
 * The headers come with the package that brings the library. The layout is that of 64-bit Linux.
 */
#include <mujoco/mujoco.h>
#include <stddef.h>
#include <stdio.h>

#define LIST(of, place, kind, field, name, count, width)                                                    \
  printf("pub(crate) const %s: List<%s, %s> = List::new(%zu, %zu, %d);\n", name, place, kind, offsetof(of, field), \
         offsetof(mjModel, count), width)
#define MODEL(kind, field, name, count, width) LIST(mjModel, "InModel", kind, field, name, count, width)
#define DATA(kind, field, name, count, width) LIST(mjData, "InData", kind, field, name, count, width)

int main(void) {
  printf("//! Where MuJoCo's structs keep what is read here. Made by `offsets.c` from the headers of one version: do not edit.\n\n");
  printf("use crate::ffi::{InData, InModel, List};\n\n");
  printf("/// As `mj_version` gives it.\npub(crate) const VERSION: i32 = %d;\n", mjVERSION_HEADER);
  printf("/// How many numbers an equality constraint has.\npub(crate) const EQUALITY_WIDTH: usize = %d;\n", mjNEQDATA);
  printf("/// Where the data keeps its time.\npub(crate) const TIME_AT: usize = %zu;\n", offsetof(mjData, time));
  printf("\n// Fields of mjModel.\n");
  MODEL("i32", body_mocapid, "BODY_MOCAP", nbody, 1);
  MODEL("i32", jnt_qposadr, "JOINT_QPOS_AT", njnt, 1);
  MODEL("i32", geom_type, "GEOM_TYPE", ngeom, 1);
  MODEL("i32", geom_bodyid, "GEOM_BODY", ngeom, 1);
  MODEL("i32", geom_dataid, "GEOM_MESH", ngeom, 1);
  MODEL("i32", geom_matid, "GEOM_MATERIAL", ngeom, 1);
  MODEL("f64", geom_size, "GEOM_SIZE", ngeom, 3);
  MODEL("f32", geom_rgba, "GEOM_RGBA", ngeom, 4);
  MODEL("f32", mat_rgba, "MATERIAL_RGBA", nmat, 4);
  MODEL("f64", cam_fovy, "CAMERA_FOVY", ncam, 1);
  MODEL("i32", mesh_vertadr, "MESH_VERTEX_AT", nmesh, 1);
  MODEL("i32", mesh_normaladr, "MESH_NORMAL_AT", nmesh, 1);
  MODEL("i32", mesh_faceadr, "MESH_FACE_AT", nmesh, 1);
  MODEL("i32", mesh_facenum, "MESH_FACE_COUNT", nmesh, 1);
  MODEL("f32", mesh_vert, "MESH_VERTEX", nmeshvert, 3);
  MODEL("f32", mesh_normal, "MESH_NORMAL", nmeshnormal, 3);
  MODEL("i32", mesh_face, "MESH_FACE", nmeshface, 3);
  MODEL("i32", mesh_facenormal, "MESH_FACE_NORMAL", nmeshface, 3);
  MODEL("i32", eq_type, "EQUALITY_TYPE", neq, 1);
  MODEL("i32", eq_obj1id, "EQUALITY_FIRST", neq, 1);
  MODEL("i32", eq_obj2id, "EQUALITY_SECOND", neq, 1);
  MODEL("f64", eq_data, "EQUALITY_DATA", neq, mjNEQDATA);
  printf("\n// Fields of mjData; how long they are stands in mjModel.\n");
  DATA("f64", qpos, "QPOS", nq, 1);
  DATA("f64", qvel, "QVEL", nv, 1);
  DATA("f64", ctrl, "CTRL", nu, 1);
  DATA("f64", mocap_pos, "MOCAP_POSITION", nmocap, 3);
  DATA("f64", mocap_quat, "MOCAP_QUATERNION", nmocap, 4);
  DATA("f64", xpos, "BODY_POSITION", nbody, 3);
  DATA("f64", xquat, "BODY_QUATERNION", nbody, 4);
  DATA("f64", geom_xpos, "GEOM_POSITION", ngeom, 3);
  DATA("f64", geom_xmat, "GEOM_MATRIX", ngeom, 9);
  DATA("f64", site_xpos, "SITE_POSITION", nsite, 3);
  DATA("f64", cam_xpos, "CAMERA_POSITION", ncam, 3);
  DATA("f64", cam_xmat, "CAMERA_MATRIX", ncam, 9);
  return 0;
}
