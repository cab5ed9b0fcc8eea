//! Wavefront OBJ: vertices, faces, and the diffuse colors and textures of its materials.
//!
//! Own code: what is needed of the format is a page, and curves and normals are not needed.

use super::MOST_TEXTURES;
use super::soup::{Soup, Surface};
use super::texture::{Texture, Wrap, named_file};
use crate::Color;
use crate::data::warn;
use std::collections::BTreeMap;
use std::path::Path;

/// The color of what has none.
pub(super) const PLAIN: Color = [178, 184, 194];

/// What `usemtl` names.
#[derive(Clone, Copy)]
struct Material {
    color: Color,
    texture: Option<u32>,
}

const NO_MATERIAL: Material = Material { color: PLAIN, texture: None };

pub(super) fn read(path: &Path, content: &[u8]) -> Result<Soup, String> {
    let text = String::from_utf8_lossy(content);
    let mut soup = Soup::default();
    // Places on a texture; the format counts from the bottom left, we from the top left.
    let mut places: Vec<[f32; 2]> = Vec::new();
    let (mut materials, mut material) = (BTreeMap::new(), NO_MATERIAL);
    for (number, line) in (1..).zip(text.lines()) {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        let mut words = rest.split_whitespace();
        match word {
            "v" => {
                let place: Vec<f32> = words.take(3).filter_map(|word| word.parse().ok()).collect();
                let place: [f32; 3] = place.try_into().map_err(|_| format!("line {number} is no vertex"))?;
                if !place.iter().all(|part| part.is_finite()) {
                    return Err(format!("line {number} has a number that is none"));
                }
                soup.points.push(place);
            }
            "vt" => {
                let mut next = || words.next().and_then(|word| word.parse().ok()).unwrap_or(0.0f32);
                let (across, up) = (next(), next());
                places.push([across, 1.0 - up]);
            }
            "f" => {
                let corners: Option<Vec<Corner>> = words.map(|word| corner(word, soup.points.len(), places.len())).collect();
                let corners = corners.filter(|corners| corners.len() >= 3).ok_or_else(|| format!("line {number} is no face"))?;
                for pair in corners[1..].windows(2) {
                    let triangle = [corners[0], pair[0], pair[1]];
                    soup.triangles.push((triangle.map(|corner| corner.point), surface(material, triangle, &places)));
                }
            }
            "mtllib" => materials.extend(read_materials(path, rest.trim(), &mut soup.textures)),
            "usemtl" => material = materials.get(rest.trim()).copied().unwrap_or(NO_MATERIAL),
            _ => {}
        }
    }
    if soup.triangles.is_empty() {
        return Err("it has no faces".into());
    }
    Ok(soup)
}

#[derive(Clone, Copy)]
struct Corner {
    point: u32,
    place: Option<usize>,
}

/// The corner that `7`, `7/2/1` or, counted from the last ones, `-1/-1` names. A place that is not there is none.
fn corner(word: &str, points: usize, places: usize) -> Option<Corner> {
    let index = |part: &str, count: usize| {
        let number: i64 = part.parse().ok()?;
        let index = if number < 0 { count as i64 + number } else { number - 1 };
        (0..count as i64).contains(&index).then_some(index as usize)
    };
    let mut parts = word.split('/');
    let point = index(parts.next()?, points)? as u32;
    Some(Corner { point, place: parts.next().and_then(|part| index(part, places)) })
}

fn surface(material: Material, triangle: [Corner; 3], places: &[[f32; 2]]) -> Surface {
    match (material.texture, triangle.map(|corner| corner.place)) {
        (Some(texture), [Some(a), Some(b), Some(c)]) => {
            Surface::Textured { texture, places: [a, b, c].map(|place| places[place]), tint: material.color }
        }
        _ => Surface::Plain(material.color),
    }
}

/// The materials of a library beside the file. A missing library leaves everything plain.
fn read_materials(path: &Path, name: &str, textures: &mut Vec<Texture>) -> BTreeMap<String, Material> {
    let bytes = named_file(path, name).and_then(|library| std::fs::read(library).ok()).unwrap_or_default();
    let text = String::from_utf8_lossy(&bytes);
    let (mut materials, mut current) = (BTreeMap::new(), String::new());
    // A library may name one picture for many materials.
    let mut known: BTreeMap<String, Option<u32>> = BTreeMap::new();
    for line in text.lines() {
        let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
        match word {
            "newmtl" => current = rest.trim().to_owned(),
            "Kd" => {
                let parts: Vec<f32> = rest.split_whitespace().take(3).filter_map(|word| word.parse().ok()).collect();
                if let Ok(parts) = <[f32; 3]>::try_from(parts) {
                    materials.entry(current.clone()).or_insert(NO_MATERIAL).color = byte_color(parts);
                }
            }
            "map_Kd" => {
                let (name, wrap) = texture_name(rest);
                let texture = *known.entry(name.clone()).or_insert_with(|| {
                    if textures.len() >= MOST_TEXTURES {
                        return None;
                    }
                    let picture = named_file(path, &name).ok_or_else(|| "it is not there".to_owned());
                    match picture.and_then(|picture| Texture::load(&picture, [wrap; 2])) {
                        Ok(texture) => {
                            textures.push(texture);
                            Some(textures.len() as u32 - 1)
                        }
                        Err(problem) => {
                            warn(format!("{}: the texture {name:?} was left out: {problem}", path.display()));
                            None
                        }
                    }
                });
                materials.entry(current.clone()).or_insert(NO_MATERIAL).texture = texture;
            }
            _ => {}
        }
    }
    // A texture is seen through its material's color, but many programs write black or nothing for "as the texture is".
    for material in materials.values_mut() {
        if material.texture.is_some() && (material.color == PLAIN || material.color == byte_color([0.0; 3])) {
            material.color = [255; 3];
        }
    }
    materials
}

/// The file that a `map_Kd` names after its options, and what is beyond the picture's edges.
fn texture_name(rest: &str) -> (String, Wrap) {
    let mut words = rest.split_whitespace().peekable();
    let mut wrap = Wrap::Repeat;
    while let Some(option) = words.next_if(|word| word.starts_with('-') && word.len() > 1) {
        match option {
            // Up to three numbers.
            "-s" | "-o" | "-t" => {
                let mut left = 3;
                while left > 0 && words.next_if(|word| word.parse::<f32>().is_ok()).is_some() {
                    left -= 1;
                }
            }
            "-mm" => {
                words.nth(1);
            }
            "-clamp" => wrap = if words.next() == Some("on") { Wrap::Clamp } else { Wrap::Repeat },
            _ => {
                words.next();
            }
        }
    }
    (words.collect::<Vec<_>>().join(" "), wrap)
}

/// Parts from 0 to 1 as bytes. Black would swallow the shading, and with it the shape.
pub(super) fn byte_color(parts: [f32; 3]) -> Color {
    parts.map(|part| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8).map(|part| part.max(28))
}
