use crate::Marked;
use crate::testing::{mark_with, part, problem, torture};
use std::fmt::Write;

type Face = [[f32; 3]; 3];

/// A box from `low` to `high`, its normals outward.
fn cuboid(low: [f32; 3], high: [f32; 3]) -> Vec<Face> {
    let corner = |bits: usize| -> [f32; 3] { std::array::from_fn(|i| if bits >> i & 1 == 1 { high[i] } else { low[i] }) };
    let sides = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    sides.iter().flat_map(|[a, b, c, d]| [[corner(*a), corner(*b), corner(*c)], [corner(*a), corner(*c), corner(*d)]]).collect()
}

pub(crate) fn binary_stl(faces: &[Face]) -> Vec<u8> {
    let mut bytes = vec![b'x'; 80];
    bytes.extend(u32::try_from(faces.len()).unwrap().to_le_bytes());
    for face in faces {
        bytes.extend([0; 12]);
        bytes.extend(face.iter().flatten().flat_map(|c| c.to_le_bytes()));
        bytes.extend([0; 2]);
    }
    bytes
}

fn text_stl(faces: &[Face]) -> Vec<u8> {
    let mut text = String::from("solid part\n");
    for face in faces {
        text.push_str("facet normal 0 0 0\nouter loop\n");
        for [x, y, z] in face {
            writeln!(text, "  vertex {x:e} {y} {z}").unwrap();
        }
        text.push_str("endloop\nendfacet\n");
    }
    (text + "endsolid part\n").into_bytes()
}

const CUBE_OBJ: &[u8] = b"v 0 0 0\nv 10 0 0\nv 0 10 0\nv 10 10 0\nv 0 0 10\nv 10 0 10\nv 0 10 10\nv 10 10 10\n\
f 1 3 4 2\nf 5/1 6/2 8/3 7/4\nf 1//1 2//1 6//1 5//1\nf 3 7 8 4\nf -8 -4 -2 -6\nf 2 4 8 6\n";

const CUBE_PLY: &[u8] = b"ply\nformat ascii 1.0\ncomment made by hand\nelement vertex 8\nproperty float x\nproperty float y\nproperty float z\nproperty uchar red\n\
element face 6\nproperty list uchar int vertex_indices\nend_header\n0 0 0 9\n10 0 0 9\n0 10 0 9\n10 10 0 9\n0 0 10 9\n10 0 10 9\n0 10 10 9\n10 10 10 9\n\
4 0 2 3 1\n4 4 5 7 6\n4 0 1 5 4\n4 2 6 7 3\n4 0 4 6 2\n4 1 3 7 5\n";

const ALL: &str = "bands = [{ within = 0.01 }]\nmean_distance = 0.01\nmax_distance = 0.01\nbounding_box = 0.01\nsize = 0.01\n\
volume = { relative = 0.001 }\narea = { relative = 0.001 }\npieces = 0\nwatertight = true\noutward = true\nmax_triangles = 12";

fn cube() -> Vec<Face> {
    cuboid([0.0; 3], [10.0; 3])
}

fn marked(settings: &str, file: &[u8]) -> Marked {
    let settings = format!("mode = 'mesh'\nfile = 'm'\nreference = 'r.stl'\nsamples = 1000\n{settings}");
    mark_with(&settings, &[("m", file)], &[("r.stl", &binary_stl(&cube()))]).unwrap()
}

#[test]
fn one_cube_in_five_files() {
    let mut packed = b"ply\nformat binary_big_endian 1.0\nelement vertex 8\nproperty double x\nproperty double y\nproperty double z\nelement face 6\nproperty list uchar ushort vertex_index\nend_header\n".to_vec();
    for bits in 0..8_usize {
        packed.extend((0..3).flat_map(|i| (if bits >> i & 1 == 1 { 10.0_f64 } else { 0.0 }).to_be_bytes()));
    }
    for side in [[0_u16, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]] {
        packed.push(4);
        packed.extend(side.iter().flat_map(|corner| corner.to_be_bytes()));
    }
    for file in [&binary_stl(&cube())[..], &text_stl(&cube()), CUBE_OBJ, CUBE_PLY, &packed] {
        let marked = marked(ALL, file);
        assert_eq!(marked.score, 1.0, "{marked:#?}");
    }
}

#[test]
fn a_slip_of_units_and_a_shift() {
    let small = binary_stl(&cuboid([0.0; 3], [1.0; 3]));
    let wrong = marked(ALL, &small);
    assert!(wrong.score < 0.45, "{wrong:#?}");
    assert_eq!(part(&wrong, "size").seen, "1 × 1 × 1");
    assert_eq!(marked(&format!("{ALL}\nscale = 10"), &small).score, 1.0);
    let moved = binary_stl(&cuboid([100.0; 3], [110.0; 3]));
    assert_eq!(marked("bands = [{ within = 0.1 }]", &moved).score, 0.0);
    assert_eq!(marked("bands = [{ within = 0.1 }]\nalign = 'translate'", &moved).score, 1.0);
    assert_eq!(marked("volume = 0.1\nsize = 0.1", &moved).score, 1.0);
}

#[test]
fn distances_are_those_of_geometry() {
    // One side is 0.5 further out.
    let longer = binary_stl(&cuboid([0.0; 3], [10.0, 10.0, 10.5]));
    let seen = marked("max_distance = 0.5\nmean_distance = { full = 0, zero = 1 }\nbands = [{ within = 0.2 }]", &longer);
    assert_eq!(part(&seen, "max_distance").score, 1.0);
    let band = part(&seen, "within 0.2");
    // Of the cube 5/6 is near, of the longer box (100 + 100·4.2·… )/620.
    assert!((0.80..0.85).contains(&band.score), "{band:?}");
}

#[test]
fn holes_and_turned_faces_are_found() {
    let mut open = cube();
    open.pop();
    let seen = marked("watertight = true", &binary_stl(&open));
    assert_eq!((seen.score, seen.parts[0].seen.as_str()), (0.0, "3 open or misdirected edges of 18"));
    let mut turned = cube();
    turned[3].swap(0, 1);
    assert_eq!(marked("watertight = true", &binary_stl(&turned)).score, 0.0);
    let inside_out: Vec<Face> = cube().into_iter().map(|[a, b, c]| [a, c, b]).collect();
    assert_eq!(marked("watertight = true", &binary_stl(&inside_out)).score, 1.0);
    assert_eq!(marked("outward = true", &binary_stl(&inside_out)).score, 0.0);
    let mut two = cube();
    two.extend(cuboid([20.0; 3], [21.0; 3]));
    assert_eq!(part(&marked("pieces = 0", &binary_stl(&two)), "pieces").seen, "2");
}

#[test]
fn hostile_meshes_score_nothing() {
    let flat = binary_stl(&[[[0.0; 3]; 3]]);
    let nan = binary_stl(&[[[f32::NAN; 3]; 3]]);
    let far = binary_stl(&[[[0.0; 3], [f32::MAX, 0.0, 0.0], [0.0, f32::MAX, 0.0]]]);
    let mut claims = binary_stl(&cube());
    claims[80..84].copy_from_slice(&u32::MAX.to_le_bytes());
    let huge_list = b"ply\nformat binary_little_endian 1.0\nelement vertex 4000000000\nproperty float x\nelement face 4000000000\nproperty list uint int vertex_indices\nend_header\n\xff\xff\xff\xff".to_vec();
    let many_nothings = b"ply\nformat ascii 1.0\nelement nothing 18446744073709551615\nend_header\n".to_vec();
    let text = text_stl(&cube());
    let cut = text[..text.len()
        - "endloop
endfacet
endsolid part
"
        .len()]
        .to_vec();
    for file in [
        flat,
        nan,
        far,
        claims,
        huge_list,
        many_nothings,
        cut,
        b"f 1 2 3".to_vec(),
        b"v 0 0 0\nf 1 1 9".to_vec(),
        b"v a b c".to_vec(),
        b"solid\n".to_vec(),
    ] {
        let marked = marked(ALL, &file);
        assert_eq!(marked.score, 0.0, "{marked:?}");
        assert_eq!(marked.parts.len(), 1, "{marked:?}");
    }
}

#[test]
fn a_tangle_of_triangles_does_not_hang() {
    // Every triangle reaches through the whole solid, and is far from most samples of the reference.
    let faces: Vec<Face> = (0..200_000_u32)
        .map(|i| {
            let f = f32::from(u16::try_from(i % 977).unwrap()) / 977.0;
            [[50.0 + f, 0.0, 0.0], [0.0, 50.0 + f, 50.0], [50.0, 50.0, 0.0 + f]]
        })
        .collect();
    let seen = marked("bands = [{ within = 0.1 }]", &binary_stl(&faces));
    assert!(seen.score < 0.5);
}

#[test]
fn damaged_files_never_panic() {
    let reference = binary_stl(&cube());
    let settings = format!("mode = 'mesh'\nfile = 'm'\nreference = 'r'\nsamples = 100\n{ALL}");
    for file in [&binary_stl(&cube())[..], &text_stl(&cube()), CUBE_OBJ, CUBE_PLY] {
        torture(&settings, "m", file, &[("r", &reference)]);
    }
}

#[test]
fn settings_must_make_sense() {
    let base = "mode = 'mesh'\nfile = 'm'";
    assert!(problem(base).contains("compares nothing"));
    assert!(problem(&format!("{base}\nvolume = 1")).contains("needs a `reference`"));
    assert!(problem(&format!("{base}\nreference = 'r'\nsize = {{ value = 3 }}")).contains("takes no `value`"));
    assert!(problem(&format!("{base}\nreference = 'r'\nbands = [{{ within = 0 }}]")).contains("above 0"));
    let alone = mark_with(&format!("{base}\nvolume = {{ value = 1000, relative = 0.01 }}"), &[("m", CUBE_OBJ)], &[]).unwrap();
    assert_eq!(alone.score, 1.0);
}
