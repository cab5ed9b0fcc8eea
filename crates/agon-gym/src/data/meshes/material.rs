//! The materials of glTF files: a base color and a texture of it.

use super::MOST_TEXTURES;
use super::gltf::{Document, items, read_uri};
use super::obj::byte_color;
use super::texture::{Texture, Wrap};
use crate::Color;
use crate::data::warn;
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;

#[derive(Clone, Copy, Default)]
pub(super) struct Material {
    /// The base color, where the file gives one; its numbers count light.
    pub(super) factor: Option<[f32; 3]>,
    pub(super) texture: Option<Applied>,
}

/// A texture and how it lies on a surface.
#[derive(Clone, Copy)]
pub(super) struct Applied {
    pub(super) number: u32,
    /// Which of a primitive's sets of places is meant.
    pub(super) coordinates: u64,
    offset: [f32; 2],
    scale: [f32; 2],
    rotation: f32,
}

/// The materials of a file that are used, each read once.
pub(super) struct Materials<'a> {
    path: &'a Path,
    known: BTreeMap<u64, Material>,
    /// The textures that were read, by their numbers in the file; `None` for those that cannot be.
    read: BTreeMap<u64, Option<u32>>,
    textures: Vec<Texture>,
}

impl Material {
    /// Through which color its texture is seen.
    pub(super) fn tint(&self) -> Color {
        self.factor.unwrap_or([1.0; 3]).map(|part| (part.clamp(0.0, 1.0).sqrt() * 255.0 + 0.5) as u8)
    }
}

impl Applied {
    pub(super) fn placed(&self, [u, v]: [f32; 2]) -> [f32; 2] {
        let (cos, sin) = crate::draw::cos_sin(f64::from(self.rotation).to_degrees());
        let (u, v) = (u * self.scale[0], v * self.scale[1]);
        let (cos, sin) = (cos as f32, sin as f32);
        [cos * u + sin * v + self.offset[0], cos * v - sin * u + self.offset[1]]
    }
}

/// The file's numbers count light; a square root comes near to how screens count.
pub(super) fn light_color(parts: [f32; 3]) -> Color {
    byte_color(parts.map(|part| part.max(0.0).sqrt()))
}

impl<'a> Materials<'a> {
    pub(super) fn new(path: &'a Path) -> Self {
        Self { path, known: BTreeMap::new(), read: BTreeMap::new(), textures: Vec::new() }
    }

    pub(super) fn into_textures(self) -> Vec<Texture> {
        self.textures
    }

    pub(super) fn get(&mut self, document: &Document, index: &Value) -> Material {
        let Some((number, json)) = index.as_u64().and_then(|n| Some((n, items(&document.json, "materials").get(n as usize)?)))
        else {
            return Material::default();
        };
        if let Some(known) = self.known.get(&number) {
            return *known;
        }
        // The older way of the format, in which many of the objects on the web still are.
        let older = &json["extensions"]["KHR_materials_pbrSpecularGlossiness"];
        let (factor, texture) = match older.is_object() {
            true => (&older["diffuseFactor"], &older["diffuseTexture"]),
            false => {
                let base = &json["pbrMetallicRoughness"];
                (&base["baseColorFactor"], &base["baseColorTexture"])
            }
        };
        let material = Material { factor: floats(factor), texture: self.texture(document, texture) };
        self.known.insert(number, material);
        material
    }

    fn texture(&mut self, document: &Document, json: &Value) -> Option<Applied> {
        let index = json["index"].as_u64()?;
        let number = match self.read.get(&index) {
            Some(known) => *known,
            None if self.textures.len() >= MOST_TEXTURES => None,
            None => {
                let number = match read_texture(self.path, document, index) {
                    Ok(texture) => {
                        self.textures.push(texture);
                        Some(self.textures.len() as u32 - 1)
                    }
                    Err(why) => {
                        warn(format!("{}: the texture {index} was left out: {why}", self.path.display()));
                        None
                    }
                };
                self.read.insert(index, number);
                number
            }
        };
        let moved = &json["extensions"]["KHR_texture_transform"];
        let coordinates = moved["texCoord"].as_u64().or(json["texCoord"].as_u64()).unwrap_or(0);
        Some(Applied {
            number: number?,
            coordinates,
            offset: floats(&moved["offset"]).unwrap_or([0.0; 2]),
            scale: floats(&moved["scale"]).unwrap_or([1.0; 2]),
            rotation: moved["rotation"].as_f64().unwrap_or(0.0) as f32,
        })
    }
}

fn read_texture(path: &Path, document: &Document, index: u64) -> Result<Texture, String> {
    let texture = items(&document.json, "textures").get(index as usize).ok_or("it is not there")?;
    let webp = &texture["extensions"]["EXT_texture_webp"]["source"];
    let source = texture["source"].as_u64().or(webp.as_u64()).ok_or("its picture is of a kind that is not read")?;
    let image = items(&document.json, "images").get(source as usize).ok_or("its picture is not there")?;
    let sampler = texture["sampler"].as_u64().and_then(|sampler| items(&document.json, "samplers").get(sampler as usize));
    let wrap = ["wrapS", "wrapT"].map(|key| match sampler.and_then(|sampler| sampler[key].as_u64()) {
        Some(33071) => Wrap::Clamp,
        Some(33648) => Wrap::Mirror,
        _ => Wrap::Repeat,
    });
    match image["uri"].as_str() {
        Some(uri) => Texture::decode(&read_uri(path, uri)?, wrap),
        None => Texture::decode(document.view(&image["bufferView"]).ok_or("its picture is not in the file")?, wrap),
    }
}

fn floats<const COUNT: usize>(value: &Value) -> Option<[f32; COUNT]> {
    let parts: Vec<f32> = value.as_array()?.iter().take(COUNT).filter_map(|part| Some(part.as_f64()? as f32)).collect();
    parts.try_into().ok()
}
