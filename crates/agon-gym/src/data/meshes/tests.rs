//! Files as people have them: whole, broken, symmetric.

use super::*;

/// A chiral body of four boxes, as OBJ faces of four corners.
fn crooked() -> String {
    boxes(&[([0.0, 0.0, 0.0], [3.0, 1.0, 1.0]), ([2.0, 1.0, 0.0], [3.0, 3.0, 1.0]), ([2.0, 2.0, 1.0], [3.0, 3.0, 4.0])])
}

fn boxes(all: &[([f32; 3], [f32; 3])]) -> String {
    let mut text = String::from("# boxes\nmtllib colors.mtl\nusemtl red\n");
    for (low, high) in all {
        for corner in 0..8 {
            let part = |axis: usize| if corner >> axis & 1 == 1 { high[axis] } else { low[axis] };
            text.push_str(&format!("v {} {} {}\n", part(0), part(1), part(2)));
        }
        // Outwards, counted from the last vertex.
        for [a, b, c, d] in [[0, 4, 6, 2], [1, 3, 7, 5], [0, 1, 5, 4], [2, 6, 7, 3], [0, 2, 3, 1], [4, 5, 7, 6]] {
            text.push_str(&format!("f {} {}/1 {}//2 {}\n", a - 8, b - 8, c - 8, d - 8));
        }
    }
    text
}

/// The same body as glTF with its buffer as text, and as GLB.
fn gltf(soup: &Soup) -> (String, Vec<u8>) {
    use base64::Engine as _;
    let mut bytes: Vec<u8> = soup.points.iter().flatten().flat_map(|part| part.to_le_bytes()).collect();
    let positions = bytes.len();
    bytes.extend(soup.triangles.iter().flat_map(|(corners, _)| *corners).flat_map(|index| (index as u16).to_le_bytes()));
    let indices = bytes.len() - positions;
    while !bytes.len().is_multiple_of(4) {
        bytes.push(0);
    }
    let document = |uri: Option<String>| {
        let mut buffer = serde_json::json!({"byteLength": bytes.len()});
        if let Some(uri) = uri {
            buffer["uri"] = uri.into();
        }
        serde_json::json!({
            "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
            "nodes": [{"children": [1], "scale": [2, 2, 2]}, {"mesh": 0, "translation": [5, 0, 0], "rotation": [0, 0, 0, 1]}],
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1, "material": 0}]}],
            "materials": [{"pbrMetallicRoughness": {"baseColorFactor": [0.64, 0.04, 0.04, 1]}}],
            "buffers": [buffer],
            "bufferViews": [{"buffer": 0, "byteLength": positions}, {"buffer": 0, "byteOffset": positions, "byteLength": indices}],
            "accessors": [
                {"bufferView": 0, "componentType": 5126, "count": soup.points.len(), "type": "VEC3"},
                {"bufferView": 1, "componentType": 5123, "count": soup.triangles.len() * 3, "type": "SCALAR"},
            ],
        })
        .to_string()
    };
    let encoded = base64::engine::general_purpose::STANDARD.encode(&bytes);
    let text = document(Some(format!("data:application/octet-stream;base64,{encoded}")));
    let mut json = document(None).into_bytes();
    while !json.len().is_multiple_of(4) {
        json.push(b' ');
    }
    let mut glb = b"glTF".to_vec();
    glb.extend(2u32.to_le_bytes());
    glb.extend((28 + json.len() as u32 + bytes.len() as u32).to_le_bytes());
    for (kind, chunk) in [(b"JSON", &json), (b"BIN\0", &bytes)] {
        glb.extend((chunk.len() as u32).to_le_bytes());
        glb.extend(kind);
        glb.extend(chunk);
    }
    (text, glb)
}

#[test]
fn every_built_in_object_is_whole_and_looks_like_itself_in_one_orientation_only() {
    let all = Meshes::open("").unwrap();
    assert_eq!(all.count(), built_in::FILES.len(), "one is broken");
    assert!(all.count() >= 40);
    for index in 0..all.count() {
        let (name, mesh) = all.object(index).unwrap();
        assert!((80..2500).contains(&mesh.triangles.len()), "{name} has {} triangles", mesh.triangles.len());
        assert!(mesh.texture.is_some(), "{name}");
        let farthest = mesh.vertices.iter().map(|v| v.position.iter().map(|p| p * p).sum::<f32>()).fold(0.0, f32::max);
        assert!((0.99..1.01).contains(&farthest), "{name}");
        assert!(mesh.vertices.iter().all(|v| (v.normal.iter().map(|p| p * p).sum::<f32>() - 1.0).abs() < 0.05), "{name}");
    }
    let alike = |index: &usize| symmetry::looks_alike_when_turned(&all.object(*index).unwrap().1);
    let alike: Vec<&str> = (0..all.count()).filter(alike).filter_map(|index| Some(all.object(index)?.0)).collect();
    assert!(alike.is_empty(), "{alike:?}");
    assert!(all.object(all.count()).is_none());
}

#[test]
fn a_folder_gives_its_meshes_in_order_and_names_what_it_skipped() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, content: &[u8]| fs::write(folder.path().join(name), content).unwrap();
    let soup = obj::read(Path::new("crooked.obj"), crooked().as_bytes()).unwrap();
    let (text, glb) = gltf(&soup);
    write("colors.mtl", b"newmtl red\nKd 0.8 0.2 0.2\n");
    write("c.obj", crooked().as_bytes());
    write("a.GLB", &glb);
    write("b.gltf", text.as_bytes());
    write("notes.txt", b"not a mesh");
    write("broken.obj", b"v 1 2\nf 1 2 3\n");
    write("cut.glb", &glb[..glb.len() / 2]);
    write("nothing.gltf", b"{}");
    write("wild.obj", b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 9\n");
    write("nan.obj", b"v nan 0 0\n");
    write("cube.obj", boxes(&[([0.0; 3], [1.0; 3])]).as_bytes());
    write("._c.obj", b"what some computers leave beside every file");
    write("draco.gltf", br#"{"extensionsRequired": ["KHR_draco_mesh_compression"]}"#);
    let source = folder.path().to_str().unwrap();
    let meshes = Meshes::open(source).unwrap();
    // Numbers are those of files; in place of one that cannot be used comes the next that can.
    let files =
        ["a.GLB", "b.gltf", "broken.obj", "c.obj", "cube.obj", "cut.glb", "draco.gltf", "nan.obj", "nothing.gltf", "wild.obj"];
    assert_eq!(meshes.count(), files.len());
    let names: Vec<&str> = (0..meshes.count()).map(|index| meshes.object(index).unwrap().0).collect();
    assert_eq!(names, ["a.GLB", "b.gltf", "c.obj", "c.obj", "a.GLB", "a.GLB", "a.GLB", "a.GLB", "a.GLB", "a.GLB"]);
    assert!(meshes.object(files.len()).is_none());
    // Chance takes those that can be used, each as often as the others.
    let drawn: Vec<usize> = (0..300).map(|seed| meshes.any(&mut Rng::new("test", seed))).collect();
    assert!([0, 1, 3].iter().all(|usable| (70..130).contains(&drawn.iter().filter(|number| *number == usable).count())));
    let warnings = crate::data_warnings().join("\n");
    for (name, problem) in [
        ("broken.obj", "line 1 is no vertex"),
        ("cut.glb", "was skipped"),
        ("nothing.gltf", "no triangles"),
        ("wild.obj", "line 4 is no face"),
        ("nan.obj", "a number that is none"),
        ("cube.obj", "looks the same in several orientations"),
        ("draco.gltf", "KHR_draco_mesh_compression"),
    ] {
        assert!(warnings.lines().any(|line| line.starts_with(name) && line.contains(problem)), "{name}: {warnings}");
    }
    // The three files hold the same body; it is closed, so it is drawn from outside only.
    let [one, two, three] = [0, 1, 3].map(|index| meshes.object(index).unwrap().1);
    assert_eq!(one, two);
    assert_eq!(one.triangles.len(), 3 * 12);
    for (a, b) in one.vertices.iter().zip(&three.vertices) {
        assert!(a.position.iter().zip(b.position).all(|(a, b)| (a - b).abs() < 1e-5) && a.normal == b.normal);
        assert_eq!(b.color, [204, 51, 51]);
    }
    // An episode must not change because a file appeared meanwhile.
    write("d.obj", crooked().as_bytes());
    assert_eq!(Meshes::open(source).unwrap().count(), files.len());
}

#[test]
fn objects_lie_in_folders_within_folders_as_objaverse_has_them() {
    let place = tempfile::tempdir().unwrap();
    let soup = obj::read(Path::new("crooked.obj"), crooked().as_bytes()).unwrap();
    for name in ["hf-objaverse-v1/glbs/000-001/b2.glb", "hf-objaverse-v1/glbs/000-000/a1.glb", ".cache/x.glb"] {
        let path = place.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, gltf(&soup).1).unwrap();
    }
    fs::write(place.path().join("hf-objaverse-v1/object-paths.json.gz"), "").unwrap();
    let meshes = Meshes::open(place.path().to_str().unwrap()).unwrap();
    let names: Vec<&str> = (0..meshes.count()).map(|index| meshes.object(index).unwrap().0).collect();
    assert_eq!(names, ["hf-objaverse-v1/glbs/000-000/a1.glb", "hf-objaverse-v1/glbs/000-001/b2.glb"]);
}

#[test]
fn folders_without_meshes_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let source = folder.path().to_str().unwrap();
    let problem = |source: &str| Meshes::open(source).err().unwrap().to_string();
    assert!(problem(source).contains("meshes: ") && problem(source).contains("no mesh that can be used"));
    assert!(problem("/no/such/folder").contains("cannot be read"));
    fs::write(folder.path().join("x.obj"), "f 1 2 3").unwrap();
    assert!(problem(source).contains("x.obj was skipped"));
}

mod textures;

#[test]
fn no_gltf_file_multiplies_what_it_holds() {
    let soup = obj::read(Path::new("crooked.obj"), crooked().as_bytes()).unwrap();
    let document: serde_json::Value = serde_json::from_str(&gltf(&soup).0).unwrap();
    let problem = |document: &serde_json::Value| {
        gltf::read(Path::new("x.gltf"), document.to_string().as_bytes()).and_then(Soup::into_mesh).unwrap_err()
    };
    // Every node twice within the one above: sixty levels would be more triangles than there are atoms in a gram.
    let mut doubling = document.clone();
    let level = |above: usize| serde_json::json!({"children": [above + 1, above + 1]});
    doubling["nodes"] = (0..60).map(level).chain([serde_json::json!({"mesh": 0})]).collect();
    assert_eq!(problem(&doubling), "its node 60 is in two places");
    let mut round = document.clone();
    round["nodes"] = serde_json::json!([{"mesh": 0, "children": [0]}]);
    assert_eq!(problem(&round), "its node 0 is in two places");
    // One file of three megabytes, a hundred times.
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("x.bin"), vec![0; 3 << 20]).unwrap();
    let mut large = document.clone();
    large["buffers"] = vec![serde_json::json!({"uri": "x.bin"}); 100].into();
    let problem_of_large = gltf::read(&folder.path().join("x.gltf"), large.to_string().as_bytes()).unwrap_err();
    assert!(problem_of_large.contains("more than 256 MB"), "{problem_of_large}");
    let mut repeating = document;
    let primitive = repeating["meshes"][0]["primitives"][0].clone();
    repeating["meshes"][0]["primitives"] = vec![primitive; 20_000].into();
    assert!(problem(&repeating).contains("more than the 200000 triangles"));
}

#[test]
fn strange_numbers_make_no_mesh_or_one_that_can_be_drawn() {
    let soup = || obj::read(Path::new("crooked.obj"), crooked().as_bytes()).unwrap();
    for factor in [0.0, 1e-30, 1e-12, 1e12, 1e30] {
        let mut strange = soup();
        strange.points.iter_mut().flatten().for_each(|part| *part *= factor);
        if let Ok(mesh) = strange.into_mesh() {
            let finite = |parts: [f32; 3]| parts.iter().all(|part| part.is_finite());
            assert!(mesh.vertices.iter().all(|vertex| finite(vertex.position) && finite(vertex.normal)), "{factor}");
        }
    }
    // A triangle without an area, and one corner far away from all others.
    let text = format!("{}f 1 1 2\nf 1 2 1\nv 1e20 0 0\nf 1 2 -1\n", crooked());
    let far = obj::read(Path::new("far.obj"), text.as_bytes()).unwrap().into_mesh();
    assert!(far.is_err() || far.is_ok_and(|mesh| !symmetry::least_difference(&mesh).is_nan()));
}

#[test]
fn insides_and_outsides_are_found() {
    let soup = || obj::read(Path::new("x.obj"), crooked().as_bytes()).unwrap();
    let plain = soup().into_mesh().unwrap();
    let mut inside_out = soup();
    inside_out.triangles.iter_mut().for_each(|(corners, _)| corners.swap(0, 1));
    let turned = inside_out.into_mesh().unwrap();
    let outwards = |mesh: &Mesh| {
        let volume: f32 = mesh
            .triangles
            .iter()
            .map(|t| mesh.corners(*t))
            .map(|[a, b, c]| crate::solid::dot(a, crate::solid::cross(b, c)))
            .sum();
        volume > 0.0
    };
    assert!(outwards(&plain) && outwards(&turned));
    // With a face missing one looks into it: both sides are drawn.
    let mut open = soup();
    open.triangles.pop();
    assert_eq!(open.into_mesh().unwrap().triangles.len(), 2 * (3 * 12 - 1));
}

#[test]
fn symmetric_bodies_are_told_from_others() {
    let alike = |text: &str| {
        symmetry::looks_alike_when_turned(&obj::read(Path::new("x.obj"), text.as_bytes()).unwrap().into_mesh().unwrap())
    };
    assert!(alike(&boxes(&[([0.0; 3], [3.0, 2.0, 1.0])])), "a brick has three half turns");
    assert!(alike(&boxes(&[([0.0; 3], [3.0, 1.0, 1.0]), ([1.0, 1.0, 0.0], [2.0, 2.0, 1.0])])), "a T has one");
    assert!(alike(&vase(false)), "a vase can be turned at will");
    assert!(!alike(&vase(true)), "but not with a handle");
    assert!(!alike(&crooked()));
}

/// A body of revolution, on request with a handle.
fn vase(handle: bool) -> String {
    let mut text = String::new();
    let profile = [(0.0, 0.0), (0.6, 0.0), (0.9, 0.8), (0.4, 1.5), (0.6, 2.0), (0.0, 2.0)];
    for (radius, height) in profile {
        for part in 0..24 {
            let (cos, sin) = crate::draw::cos_sin(15.0 * f64::from(part));
            text.push_str(&format!("v {} {height} {}\n", radius * cos, radius * sin));
        }
    }
    for ring in 0..profile.len() - 1 {
        for part in 0..24 {
            let (a, b) = (ring * 24 + part + 1, ring * 24 + (part + 1) % 24 + 1);
            text.push_str(&format!("f {a} {} {} {b}\n", a + 24, b + 24));
        }
    }
    if handle {
        text.push_str(&boxes(&[([0.4, 1.2, -0.1], [1.5, 1.4, 0.1]), ([1.3, 0.4, -0.1], [1.5, 1.2, 0.1])]));
    }
    text
}
