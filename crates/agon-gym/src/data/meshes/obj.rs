//! Wavefront OBJ: vertices, faces and the diffuse colors of its materials.
//!
//! Own code: what is needed of the format is a page, and textures, curves and normals are not needed.

use super::soup::Soup;
use crate::Color;
use std::collections::BTreeMap;
use std::path::Path;

/// The color of what has none.
pub(super) const PLAIN: Color = [178, 184, 194];

pub(super) fn read(path: &Path, content: &[u8]) -> Result<Soup, String> {
    let text = String::from_utf8_lossy(content);
    let mut soup = Soup::default();
    let (mut colors, mut color) = (BTreeMap::new(), PLAIN);
    for (number, line) in (1..).zip(text.lines()) {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let place: Vec<f32> = words.take(3).filter_map(|word| word.parse().ok()).collect();
                let place: [f32; 3] = place.try_into().map_err(|_| format!("line {number} is no vertex"))?;
                if !place.iter().all(|part| part.is_finite()) {
                    return Err(format!("line {number} has a number that is none"));
                }
                soup.points.push(place);
            }
            Some("f") => {
                let corners: Option<Vec<u32>> = words.map(|word| corner(word, soup.points.len())).collect();
                let corners = corners.filter(|corners| corners.len() >= 3).ok_or_else(|| format!("line {number} is no face"))?;
                soup.triangles.extend(corners[1..].windows(2).map(|pair| ([corners[0], pair[0], pair[1]], color)));
            }
            Some("mtllib") => colors.extend(materials(path, words.next().unwrap_or_default())),
            Some("usemtl") => color = words.next().and_then(|name| colors.get(name)).copied().unwrap_or(PLAIN),
            _ => {}
        }
    }
    if soup.triangles.is_empty() {
        return Err("it has no faces".into());
    }
    Ok(soup)
}

/// The vertex that `7`, `7/2/1` or, counted from the last one, `-1` names.
fn corner(word: &str, count: usize) -> Option<u32> {
    let number: i64 = word.split('/').next()?.parse().ok()?;
    let index = if number < 0 { count as i64 + number } else { number - 1 };
    (0..count as i64).contains(&index).then_some(index as u32)
}

/// The diffuse colors of a material library beside the file. A missing library leaves everything plain.
fn materials(path: &Path, name: &str) -> BTreeMap<String, Color> {
    // Only a plain file name: a mesh has no business in other folders.
    let beside = path.with_file_name(Path::new(name).file_name().unwrap_or_default());
    let text = std::fs::read(beside).map(|bytes| String::from_utf8_lossy(&bytes).into_owned()).unwrap_or_default();
    let (mut colors, mut current) = (BTreeMap::new(), String::new());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("newmtl") => current = words.next().unwrap_or_default().to_owned(),
            Some("Kd") => {
                let parts: Vec<f32> = words.take(3).filter_map(|word| word.parse().ok()).collect();
                if let Ok(parts) = <[f32; 3]>::try_from(parts) {
                    colors.insert(current.clone(), byte_color(parts));
                }
            }
            _ => {}
        }
    }
    colors
}

/// Parts from 0 to 1 as bytes. Black would swallow the shading, and with it the shape.
pub(super) fn byte_color(parts: [f32; 3]) -> Color {
    parts.map(|part| (part.clamp(0.0, 1.0) * 255.0 + 0.5) as u8).map(|part| part.max(28))
}
