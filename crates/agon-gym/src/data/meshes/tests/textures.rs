//! Textures of OBJ, glTF and GLB files end up as the colors of corners.

use super::super::soup::Surface;
use super::super::*;
use super::{crooked, gltf};
use base64::Engine as _;
use serde_json::{Value, json};

/// A picture of four parts: red, green, blue and white, from the top left on.
fn quarters(side: u32) -> Vec<u8> {
    let pixel = |x: u32, y: u32| match (x < side / 2, y < side / 2) {
        (true, true) => [220, 0, 0],
        (false, true) => [0, 220, 0],
        (true, false) => [0, 0, 220],
        (false, false) => [220, 220, 220],
    };
    png(side, side, &(0..side * side).flat_map(|at| pixel(at % side, at / side)).collect::<Vec<u8>>())
}

fn png(width: u32, height: u32, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(png::ColorType::Rgb);
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
    bytes
}

/// The crooked body, each of whose faces shows the whole picture.
fn textured_obj() -> String {
    let mut text = crooked().replace("usemtl red", "vt 0 1\nvt 1 1\nvt 1 0\nvt 0 0\nusemtl wood grain");
    text = text.replace("colors.mtl", "my colors.mtl");
    let places = |line: &str| match line.strip_prefix("f ") {
        Some(corners) => {
            let with = |(place, word): (usize, &str)| format!("{}/{}", word.split('/').next().unwrap(), place + 1);
            format!("f {}", corners.split(' ').enumerate().map(with).collect::<Vec<_>>().join(" "))
        }
        None => line.to_owned(),
    };
    text.lines().map(places).collect::<Vec<_>>().join("\n")
}

/// How much of a body's surface is of about each of the four colors.
fn shares(mesh: &Mesh) -> [f32; 4] {
    let mut areas = [0.0f32; 4];
    let mut whole = 0.0;
    for triangle in &mesh.triangles {
        let [a, b, c] = mesh.corners(*triangle);
        let normal = crate::solid::cross(crate::solid::sub(b, a), crate::solid::sub(c, a));
        let area = crate::solid::dot(normal, normal).sqrt();
        whole += area;
        let colors = triangle.map(|corner| mesh.vertices[corner as usize].color);
        for (area_of, wanted) in areas.iter_mut().zip([[220, 28, 28], [28, 220, 28], [28, 28, 220], [220; 3]]) {
            let near = |color: &[u8; 3]| color.iter().zip(wanted).all(|(a, b): (&u8, u8)| a.abs_diff(b) < 30);
            *area_of += area * colors.iter().filter(|color| near(color)).count() as f32 / 3.0;
        }
    }
    areas.map(|area| area / whole)
}

fn assert_quarters(mesh: &Mesh, what: &str) {
    let shares = shares(mesh);
    assert!(shares.iter().all(|share| (0.17..0.26).contains(share)), "{what}: {shares:?}");
}

#[test]
fn an_obj_file_shows_its_texture() {
    let folder = tempfile::tempdir().unwrap();
    let at = |name: &str| folder.path().join(name);
    fs::create_dir(at("textures")).unwrap();
    fs::write(at("textures/wood grain.png"), quarters(32)).unwrap();
    fs::write(at("my colors.mtl"), "newmtl wood grain\nKd 0 0 0\nmap_Kd -s 1 1 1 -clamp on C:\\maps\\wood grain.png\n").unwrap();
    fs::write(at("a.obj"), textured_obj()).unwrap();
    let mesh = read(&at("a.obj")).unwrap();
    assert_quarters(&mesh, "obj");
    // Cut as fine as the picture asks for, and still closed: else it would be drawn from both sides.
    assert!((2_000..60_000).contains(&mesh.triangles.len()), "{}", mesh.triangles.len());
    let plain = Soup::into_mesh(obj::read(Path::new("x.obj"), crooked().as_bytes()).unwrap()).unwrap();
    let area = |mesh: &Mesh| -> f32 {
        let parts = mesh.triangles.iter().map(|triangle| {
            let [a, b, c] = mesh.corners(*triangle);
            let normal = crate::solid::cross(crate::solid::sub(b, a), crate::solid::sub(c, a));
            crate::solid::dot(normal, normal).sqrt()
        });
        parts.sum()
    };
    assert!((area(&mesh) / area(&plain) - 1.0).abs() < 1e-3, "one side of every face");
    // Where the top left corner of the picture is, the body is red; a picture that is upside down would be blue there.
    let soup = obj::read(&at("a.obj"), textured_obj().as_bytes()).unwrap();
    let Surface::Textured { texture, places, .. } = soup.triangles[0].1 else { panic!("{:?}", soup.triangles[0]) };
    assert_eq!(soup.textures[texture as usize].color([places[0][0] + 0.1, places[0][1] + 0.1], 1.0), [220, 0, 0]);
}

/// The crooked body as glTF, each of whose triangles shows the upper left half of the picture and the lower right by turns.
fn textured_gltf(image: Value) -> Value {
    let soup = obj::read(Path::new("crooked.obj"), crooked().as_bytes()).unwrap();
    let corners: Vec<[f32; 3]> =
        soup.triangles.iter().flat_map(|(corners, _)| corners.map(|c| soup.points[c as usize])).collect();
    // Faces of four corners are two triangles: 0 1 2 and 0 2 3.
    let places: Vec<[f32; 2]> = soup
        .triangles
        .iter()
        .enumerate()
        .flat_map(|(number, _)| match number % 2 {
            0 => [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]],
            _ => [[0.0, 0.0], [1.0, 1.0], [0.0, 1.0]],
        })
        .collect();
    let mut document: Value = serde_json::from_str(&gltf(&soup).0).unwrap();
    let mut bytes: Vec<u8> = corners.iter().flatten().flat_map(|part| part.to_le_bytes()).collect();
    let positions = bytes.len();
    bytes.extend(places.iter().flatten().flat_map(|part| part.to_le_bytes()));
    let uri = format!("data:application/octet-stream;base64,{}", base64::engine::general_purpose::STANDARD.encode(&bytes));
    document["buffers"] = json!([{"byteLength": bytes.len(), "uri": uri}]);
    document["bufferViews"] = json!([
        {"buffer": 0, "byteLength": positions},
        {"buffer": 0, "byteOffset": positions, "byteLength": bytes.len() - positions},
    ]);
    document["accessors"] = json!([
        {"bufferView": 0, "componentType": 5126, "count": corners.len(), "type": "VEC3"},
        {"bufferView": 1, "componentType": 5126, "count": places.len(), "type": "VEC2"},
    ]);
    document["meshes"] = json!([{"primitives": [{"attributes": {"POSITION": 0, "TEXCOORD_0": 1}, "material": 0}]}]);
    document["materials"] = json!([{"pbrMetallicRoughness": {"baseColorTexture": {"index": 0}}}]);
    document["textures"] = json!([{"source": 0, "sampler": 0}]);
    document["samplers"] = json!([{"wrapS": 33071, "wrapT": 33071}]);
    document["images"] = json!([image]);
    document
}

fn mesh_of(path: &Path, document: &Value) -> Mesh {
    gltf::read(path, document.to_string().as_bytes()).and_then(Soup::into_mesh).unwrap()
}

#[test]
fn gltf_files_show_textures_beside_them_in_them_and_as_text() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.gltf");
    fs::write(folder.path().join("my wood.png"), quarters(64)).unwrap();
    let beside = textured_gltf(json!({"uri": "my%20wood.png"}));
    assert_quarters(&mesh_of(&path, &beside), "beside it");
    let text = format!("data:image/png;base64,{}", base64::engine::general_purpose::STANDARD.encode(quarters(16)));
    assert_quarters(&mesh_of(&path, &textured_gltf(json!({"uri": text}))), "as text");
    // In the binary chunk, as GLB files have them.
    let mut inside = textured_gltf(json!({"bufferView": 2, "mimeType": "image/png"}));
    let picture = quarters(64);
    let uri = format!("data:image/png;base64,{}", base64::engine::general_purpose::STANDARD.encode(&picture));
    inside["buffers"].as_array_mut().unwrap().push(json!({"byteLength": picture.len(), "uri": uri}));
    inside["bufferViews"].as_array_mut().unwrap().push(json!({"buffer": 1, "byteLength": picture.len()}));
    assert_quarters(&mesh_of(&path, &inside), "in a buffer");
    // The older kind of material, a color that tints, and a texture that is laid on at another place.
    let mut older = beside.clone();
    older["materials"] = json!([{"extensions": {"KHR_materials_pbrSpecularGlossiness": {"diffuseTexture": {"index": 0}}}}]);
    assert_quarters(&mesh_of(&path, &older), "older");
    let mut tinted = beside.clone();
    tinted["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = json!([0.0, 1.0, 1.0, 1.0]);
    assert!(mesh_of(&path, &tinted).vertices.iter().all(|vertex| vertex.color[0] == 28), "no red is left");
    let mut moved = beside;
    moved["materials"][0]["pbrMetallicRoughness"]["baseColorTexture"]["extensions"] =
        json!({"KHR_texture_transform": {"scale": [0.4, 0.4], "offset": [0.55, 0.05]}});
    assert!(shares(&mesh_of(&path, &moved))[1] > 0.95, "only the green part");
}

#[test]
fn colors_of_corners_are_read() {
    let mut document = textured_gltf(json!({}));
    let count = document["accessors"][0]["count"].as_u64().unwrap() as usize;
    let colors: Vec<u8> = (0..count).flat_map(|_| [255u8, 0, 0, 255]).collect();
    let uri = format!("data:;base64,{}", base64::engine::general_purpose::STANDARD.encode(&colors));
    document["buffers"].as_array_mut().unwrap().push(json!({"byteLength": colors.len(), "uri": uri}));
    document["bufferViews"].as_array_mut().unwrap().push(json!({"buffer": 1, "byteLength": colors.len()}));
    let accessor = json!({"bufferView": 2, "componentType": 5121, "normalized": true, "count": count, "type": "VEC4"});
    document["accessors"].as_array_mut().unwrap().push(accessor);
    document["meshes"][0]["primitives"][0] = json!({"attributes": {"POSITION": 0, "COLOR_0": 2}});
    assert!(mesh_of(Path::new("x.gltf"), &document).vertices.iter().all(|vertex| vertex.color == [255, 28, 28]));
}

#[test]
fn textures_that_cannot_be_used_leave_the_plain_color_and_a_warning() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("x.gltf");
    // A picture that says it has 60,000 by 60,000 pixels and takes up a few bytes.
    let mut bomb = quarters(16);
    bomb[16..24].copy_from_slice(&[0, 0, 0xea, 0x60, 0, 0, 0xea, 0x60]);
    let checksum = crc32(&bomb[12..29]);
    bomb[29..33].copy_from_slice(&checksum.to_be_bytes());
    let text = |bytes: &[u8]| format!("data:image/png;base64,{}", base64::engine::general_purpose::STANDARD.encode(bytes));
    for image in [
        json!({"uri": text(&bomb)}),
        json!({"uri": "nowhere.png"}),
        json!({"uri": "../../etc/passwd"}),
        json!({"uri": "data:image/png;base64,????"}),
        json!({"bufferView": 7}),
        json!({}),
        json!(3),
    ] {
        let mut document = textured_gltf(image.clone());
        document["materials"][0]["pbrMetallicRoughness"]["baseColorFactor"] = json!([0.64, 0.04, 0.04, 1.0]);
        let mesh = mesh_of(&path, &document);
        assert!(mesh.vertices.iter().all(|vertex| vertex.color == [204, 51, 51]), "{image}");
    }
    let warnings = crate::data_warnings().join("\n");
    assert!(warnings.contains("the texture 0 was left out: has 60000 by 60000 pixels"), "{warnings}");
    assert!(warnings.contains("\"nowhere.png\" is not beside it"), "{warnings}");
    // Places that are no numbers, and more of them than corners.
    let mut strange = textured_gltf(json!({"uri": text(&quarters(8))}));
    strange["accessors"][1]["count"] = json!(7);
    mesh_of(&path, &strange);
    strange["accessors"][1] = strange["accessors"][0].clone();
    strange["accessors"][1]["componentType"] = json!(5123);
    mesh_of(&path, &strange);
}

fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |sum, byte| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| if sum & 1 == 1 { sum >> 1 ^ 0xedb8_8320 } else { sum >> 1 })
    })
}
