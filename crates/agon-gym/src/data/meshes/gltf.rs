//! glTF 2.0 and GLB: triangles of all nodes of the scene, in the base colors and textures of their materials.
//!
//! Own code over serde_json: the `gltf` crate would bring image decoders and types for all of the format, of which
//! positions, indices, colors and one texture are used. Compressed geometry (Draco, meshopt) is refused by name.

use super::material::{Materials, light_color};
use super::obj::PLAIN;
use super::soup::{MOST_TRIANGLES, Soup, Surface};
use super::texture::named_file;
use crate::Color;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use std::path::Path;

/// A file may name one file many times over.
const MOST_BUFFER_BYTES: usize = 256 << 20;

/// Nodes may lie within nodes, but not without end.
const DEEPEST: usize = 64;

type Matrix = [[f32; 4]; 3];
const IDENTITY: Matrix = [[1.0, 0.0, 0.0, 0.0], [0.0, 1.0, 0.0, 0.0], [0.0, 0.0, 1.0, 0.0]];

pub(super) struct Document {
    pub(super) json: Value,
    pub(super) buffers: Vec<Vec<u8>>,
}

/// The nodes that are still to be met. The format has each of them in one place of the tree only, and two children that
/// are one node, level by level, would make more copies than anybody can wait for.
struct Unmet(Vec<bool>);

pub(super) fn read(path: &Path, content: &[u8]) -> Result<Soup, String> {
    let (json, binary) = if content.starts_with(b"glTF") { chunks(content)? } else { (content, None) };
    let json: Value = serde_json::from_slice(json).map_err(|error| format!("its JSON is broken: {error}"))?;
    if let Some(extension) = json["extensionsRequired"].as_array().and_then(|all| {
        all.iter()
            .filter_map(Value::as_str)
            .find(|name| name.contains("draco") || name.contains("meshopt") || name.contains("quantization"))
    }) {
        return Err(format!("it needs {extension}, which is not read"));
    }
    let (mut buffers, mut size) = (Vec::new(), 0);
    for (number, buffer) in items(&json, "buffers").iter().enumerate() {
        // Only the first one may be in the file itself.
        let loaded = load(path, buffer, binary.filter(|_| number == 0))?;
        size += loaded.len();
        if size > MOST_BUFFER_BYTES {
            return Err(format!("its buffers have more than {} MB", MOST_BUFFER_BYTES >> 20));
        }
        buffers.push(loaded);
    }
    let document = Document { json, buffers };
    let mut soup = Soup::default();
    let mut materials = Materials::new(path);
    let scene = document.json["scene"].as_u64().unwrap_or(0) as usize;
    let roots = items(&document.json, "scenes").get(scene).map(|scene| numbers(&scene["nodes"])).unwrap_or_default();
    let mut unmet = Unmet(vec![true; items(&document.json, "nodes").len()]);
    for root in roots {
        document.node(root, (IDENTITY, 0), &mut unmet, &mut materials, &mut soup)?;
    }
    if soup.triangles.is_empty() {
        return Err("it has no triangles".into());
    }
    soup.textures = materials.into_textures();
    Ok(soup)
}

/// The JSON and the binary chunk of a GLB file.
fn chunks(content: &[u8]) -> Result<(&[u8], Option<&[u8]>), String> {
    let word = |at: usize| content.get(at..at + 4).and_then(|bytes| Some(u32::from_le_bytes(bytes.try_into().ok()?) as usize));
    let chunk = |at: usize| content.get(at + 8..(at + 8).checked_add(word(at)?)?);
    let json = chunk(12).ok_or("it ends within its first chunk")?;
    Ok((json, chunk(20 + json.len())))
}

/// A buffer's bytes: in the file, as text, or in a file beside it.
fn load(path: &Path, buffer: &Value, binary: Option<&[u8]>) -> Result<Vec<u8>, String> {
    match buffer["uri"].as_str() {
        None => binary.map(<[u8]>::to_vec).ok_or_else(|| "its binary chunk is missing".into()),
        Some(uri) => read_uri(path, uri),
    }
}

/// The bytes that a data URI holds or that are in the file that a URI names.
pub(super) fn read_uri(path: &Path, uri: &str) -> Result<Vec<u8>, String> {
    if uri.starts_with("data:") {
        let (_, data) = uri.split_once("base64,").ok_or("a data URI is not in base 64")?;
        return STANDARD.decode(data).map_err(|error| format!("a data URI is broken: {error}"));
    }
    let file = named_file(path, &without_percents(uri)).ok_or_else(|| format!("{uri:?} is not beside it"))?;
    crate::data::file::read_bounded(&file).map_err(|problem| format!("{uri:?} {problem}"))
}

/// A name whose blanks and such are written as `%20`.
fn without_percents(uri: &str) -> String {
    let mut bytes = Vec::with_capacity(uri.len());
    let mut rest = uri.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        let digits = after.get(..2).filter(|_| *first == b'%').and_then(|digits| std::str::from_utf8(digits).ok());
        match digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(byte) => {
                bytes.push(byte);
                rest = &after[2..];
            }
            None => {
                bytes.push(*first);
                rest = after;
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

impl Document {
    fn node(
        &self,
        index: usize,
        (above, depth): (Matrix, usize),
        unmet: &mut Unmet,
        materials: &mut Materials,
        soup: &mut Soup,
    ) -> Result<(), String> {
        let node = items(&self.json, "nodes").get(index).filter(|_| depth < DEEPEST).ok_or("its nodes are broken")?;
        if !std::mem::replace(&mut unmet.0[index], false) {
            return Err(format!("its node {index} is in two places"));
        }
        let matrix = multiply(above, placement(node));
        if let Some(mesh) = node["mesh"].as_u64().and_then(|mesh| items(&self.json, "meshes").get(mesh as usize)) {
            for primitive in items(mesh, "primitives").iter().filter(|primitive| primitive["mode"].as_u64().unwrap_or(4) == 4) {
                self.primitive(primitive, matrix, materials, soup)?;
            }
        }
        let mut children = numbers(&node["children"]).into_iter();
        children.try_for_each(|child| self.node(child, (matrix, depth + 1), unmet, materials, soup))
    }

    fn primitive(&self, primitive: &Value, matrix: Matrix, materials: &mut Materials, soup: &mut Soup) -> Result<(), String> {
        let first = soup.points.len() as u32;
        let positions = self.accessor(&primitive["attributes"]["POSITION"], 3, "positions")?;
        for place in positions.chunks_exact(3) {
            let point = matrix.map(|row| row[0] * place[0] as f32 + row[1] * place[1] as f32 + row[2] * place[2] as f32 + row[3]);
            if !point.iter().all(|part| part.is_finite()) {
                return Err("a position is no number".into());
            }
            soup.points.push(point);
        }
        let count = soup.points.len() as u32 - first;
        let indices: Vec<u32> = match primitive.get("indices") {
            Some(indices) => self.accessor(indices, 1, "indices")?.into_iter().map(|index| index as u32).collect(),
            None => (0..count).collect(),
        };
        if indices.iter().any(|index| *index >= count) {
            return Err("a face names a vertex that is not there".into());
        }
        // Asked as they come: parts may repeat what the file has once, more often than the memory could.
        if soup.triangles.len() + indices.len() / 3 > MOST_TRIANGLES || soup.points.len() > 3 * MOST_TRIANGLES {
            return Err(format!("it has more than the {MOST_TRIANGLES} triangles that are drawn"));
        }
        let look = self.look(primitive, count as usize, materials);
        for corners in indices.chunks_exact(3) {
            let corners = [corners[0], corners[1], corners[2]];
            soup.triangles.push((corners.map(|corner| first + corner), look.surface(corners)));
        }
        Ok(())
    }

    /// What a primitive's triangles look like. What is wrong with its colors or places leaves its material's color.
    fn look(&self, primitive: &Value, count: usize, materials: &mut Materials) -> Look {
        let material = materials.get(self, &primitive["material"]);
        let attribute = |name: &str, parts: usize| {
            let numbers = self.shares(primitive["attributes"].get(name)?, parts, name).ok()?;
            (numbers.len() == count * parts).then_some(numbers)
        };
        if let Some(texture) = material.texture
            && let Some(numbers) = attribute(&format!("TEXCOORD_{}", texture.coordinates), 2)
        {
            let places = numbers.chunks_exact(2).map(|place| texture.placed([place[0], place[1]])).collect();
            return Look::Texture { texture: texture.number, places, tint: material.tint() };
        }
        if let Some(parts) = self.vertex_colors(primitive)
            && let Some(numbers) = attribute("COLOR_0", parts)
        {
            let factor = material.factor.unwrap_or([1.0; 3]);
            let seen = |color: &[f32]| light_color([0, 1, 2].map(|part| color[part] * factor[part]));
            return Look::Colors(numbers.chunks_exact(parts).map(seen).collect());
        }
        Look::Plain(material.factor.map_or(PLAIN, light_color))
    }

    /// The bytes of a part of a buffer.
    pub(super) fn view(&self, index: &Value) -> Option<&[u8]> {
        let view = items(&self.json, "bufferViews").get(index.as_u64()? as usize)?;
        let buffer = self.buffers.get(view["buffer"].as_u64().unwrap_or(0) as usize)?;
        let start = view["byteOffset"].as_u64().unwrap_or(0) as usize;
        buffer.get(start..start.checked_add(view["byteLength"].as_u64()? as usize)?)
    }

    /// How many parts the colors of a primitive's corners have, if it has any.
    fn vertex_colors(&self, primitive: &Value) -> Option<usize> {
        let accessor = primitive["attributes"]["COLOR_0"].as_u64()?;
        match items(&self.json, "accessors").get(accessor as usize)?["type"].as_str()? {
            "VEC3" => Some(3),
            "VEC4" => Some(4),
            _ => None,
        }
    }

    /// An accessor's numbers, where whole numbers stand for parts of one.
    fn shares(&self, index: &Value, parts: usize, what: &str) -> Result<Vec<f32>, String> {
        let accessor = index.as_u64().and_then(|index| items(&self.json, "accessors").get(index as usize));
        let whole = match accessor.and_then(|accessor| accessor["componentType"].as_u64()) {
            Some(5121) => 255.0,
            Some(5123) => 65535.0,
            _ => 1.0,
        };
        Ok(self.accessor(index, parts, what)?.into_iter().map(|number| (number / whole) as f32).collect())
    }

    /// The numbers of an accessor, `parts` for each element.
    fn accessor(&self, index: &Value, parts: usize, what: &str) -> Result<Vec<f64>, String> {
        let broken = || format!("its {what} are broken");
        let accessor = index.as_u64().and_then(|index| items(&self.json, "accessors").get(index as usize)).ok_or_else(broken)?;
        let size = |value: &Value, missing: usize| value.as_u64().map_or(missing, |size| size as usize);
        let width = match accessor["componentType"].as_u64() {
            Some(5121) => 1,
            Some(5123) => 2,
            Some(5125 | 5126) => 4,
            _ => return Err(broken()),
        };
        let float = accessor["componentType"].as_u64() == Some(5126);
        let view = accessor["bufferView"].as_u64().and_then(|index| items(&self.json, "bufferViews").get(index as usize));
        let view = view.ok_or_else(broken)?;
        let buffer = self.buffers.get(size(&view["buffer"], 0)).ok_or_else(broken)?;
        let stride = size(&view["byteStride"], 0).max(width * parts);
        let start = size(&view["byteOffset"], 0).saturating_add(size(&accessor["byteOffset"], 0));
        let count = size(&accessor["count"], 0);
        let last = count.checked_sub(1).and_then(|last| last.checked_mul(stride)?.checked_add(start)?.checked_add(width * parts));
        if last.is_none_or(|last| last > buffer.len()) {
            return Err(broken());
        }
        let number = |at: usize| match &buffer[at..at + width] {
            [a] => f64::from(*a),
            [a, b] => f64::from(u16::from_le_bytes([*a, *b])),
            [a, b, c, d] if float => f64::from(f32::from_le_bytes([*a, *b, *c, *d])),
            [a, b, c, d] => f64::from(u32::from_le_bytes([*a, *b, *c, *d])),
            _ => 0.0,
        };
        Ok((0..count)
            .flat_map(|element| (0..parts).map(move |part| start + element * stride + part * width))
            .map(number)
            .collect())
    }
}

/// What the triangles of a primitive look like, by the numbers of its vertices.
enum Look {
    Plain(Color),
    Colors(Vec<Color>),
    Texture { texture: u32, places: Vec<[f32; 2]>, tint: Color },
}

impl Look {
    fn surface(&self, corners: [u32; 3]) -> Surface {
        match self {
            Self::Plain(color) => Surface::Plain(*color),
            Self::Colors(colors) => Surface::Corners(corners.map(|corner| colors[corner as usize])),
            Self::Texture { texture, places, tint } => {
                Surface::Textured { texture: *texture, places: corners.map(|corner| places[corner as usize]), tint: *tint }
            }
        }
    }
}

pub(super) fn items<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn numbers(value: &Value) -> Vec<usize> {
    value.as_array().map(|all| all.iter().filter_map(|index| Some(index.as_u64()? as usize)).collect()).unwrap_or_default()
}

/// How a node lies in the one above it: a matrix, or scale, rotation and translation.
fn placement(node: &Value) -> Matrix {
    let floats = |key: &str| -> Vec<f32> {
        node[key].as_array().map(|all| all.iter().filter_map(|part| Some(part.as_f64()? as f32)).collect()).unwrap_or_default()
    };
    if let Ok(columns) = <[f32; 16]>::try_from(floats("matrix")) {
        return [0, 1, 2].map(|row| [0, 1, 2, 3].map(|column| columns[column * 4 + row]));
    }
    let triple = |key: &str, missing: f32| <[f32; 3]>::try_from(floats(key)).unwrap_or([missing; 3]);
    let (shift, scale) = (triple("translation", 0.0), triple("scale", 1.0));
    let [x, y, z, w] = <[f32; 4]>::try_from(floats("rotation")).unwrap_or([0.0, 0.0, 0.0, 1.0]);
    let rows = [
        [1.0 - 2.0 * (y * y + z * z), 2.0 * (x * y - w * z), 2.0 * (x * z + w * y)],
        [2.0 * (x * y + w * z), 1.0 - 2.0 * (x * x + z * z), 2.0 * (y * z - w * x)],
        [2.0 * (x * z - w * y), 2.0 * (y * z + w * x), 1.0 - 2.0 * (x * x + y * y)],
    ];
    [0, 1, 2].map(|row| [rows[row][0] * scale[0], rows[row][1] * scale[1], rows[row][2] * scale[2], shift[row]])
}

fn multiply(above: Matrix, below: Matrix) -> Matrix {
    above.map(|row| {
        [0, 1, 2, 3].map(|column| {
            let sum: f32 = (0..3).map(|inner| row[inner] * below[inner][column]).sum();
            sum + if column == 3 { row[3] } else { 0.0 }
        })
    })
}
