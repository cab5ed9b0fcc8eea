//! Meshes from files: STL, OBJ and PLY, told by their content.

mod ply;

use super::surface::Mesh;
use crate::input::Unreadable;

/// Corners of one polygon.
const MOST_CORNERS: usize = 10_000;

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, Unreadable> {
    let mesh = if bytes.starts_with(b"ply") {
        ply::read(bytes)?
    } else if let Some(count) = binary_stl(bytes) {
        read_binary_stl(bytes, count)?
    } else if bytes.trim_ascii_start().starts_with(b"solid") {
        read_text_stl(bytes)?
    } else {
        read_obj(bytes)?
    };
    if mesh.triangles.is_empty() { Err(Unreadable::new("has no triangles")) } else { Ok(mesh) }
}

/// The number of triangles, if the length of the file says that it is a binary STL file.
fn binary_stl(bytes: &[u8]) -> Option<usize> {
    let count = u32::from_le_bytes(*bytes.get(80..84)?.first_chunk()?) as usize;
    (bytes.len() == 84 + 50 * count).then_some(count)
}

fn read_binary_stl(bytes: &[u8], count: usize) -> Result<Mesh, Unreadable> {
    let mut mesh = Mesh { points: Vec::with_capacity(count * 3), triangles: Vec::with_capacity(count) };
    for facet in bytes[84..].as_chunks::<50>().0 {
        let numbers = &facet[12..48];
        let mut corners = [0; 3];
        for (corner, bytes) in corners.iter_mut().zip(numbers.as_chunks::<12>().0) {
            let [x, y, z] =
                [0, 4, 8].map(|at| f64::from(f32::from_le_bytes([bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]])));
            *corner = mesh.push_point([x, y, z])?;
        }
        mesh.push_triangle(corners)?;
    }
    Ok(mesh)
}

fn read_text_stl(bytes: &[u8]) -> Result<Mesh, Unreadable> {
    let mut mesh = Mesh::default();
    let mut corners = Vec::with_capacity(3);
    for line in lines(bytes) {
        let line = line.trim_ascii_start();
        if line.len() > 6 && line[..6].eq_ignore_ascii_case(b"vertex") {
            corners.push(mesh.push_point(numbers(&line[6..])?)?);
        } else if line.len() >= 7 && line[..7].eq_ignore_ascii_case(b"endloop") {
            let triangle = <[u32; 3]>::try_from(corners.as_slice())
                .map_err(|_| Unreadable::new(format!("has a facet of {} corners", corners.len())))?;
            mesh.push_triangle(triangle)?;
            corners.clear();
        }
    }
    if corners.is_empty() { Ok(mesh) } else { Err(Unreadable::new("ends in the middle of a facet")) }
}

fn read_obj(bytes: &[u8]) -> Result<Mesh, Unreadable> {
    let mut mesh = Mesh::default();
    for line in lines(bytes) {
        match line.trim_ascii_start() {
            [b'v', b' ' | b'\t', rest @ ..] => {
                mesh.push_point(numbers(rest)?)?;
            }
            [b'f', b' ' | b'\t', rest @ ..] => {
                let corners = words(rest).map(|word| obj_corner(word, mesh.points.len())).collect::<Result<Vec<_>, _>>()?;
                push_polygon(&mut mesh, &corners)?;
            }
            _ => {}
        }
    }
    if mesh.points.is_empty() { Err(Unreadable::new("is neither STL, OBJ nor PLY")) } else { Ok(mesh) }
}

/// `7`, `7/1`, `7//3` or `-1`: only the first number is the point, counted from 1 or from the end.
fn obj_corner(word: &[u8], points: usize) -> Result<u32, Unreadable> {
    let wrong =
        || Unreadable::new(format!("has a face with the corner `{}`", String::from_utf8_lossy(&word[..word.len().min(20)])));
    let first = word.split(|b| *b == b'/').next().unwrap_or_default();
    let index: i64 = std::str::from_utf8(first).ok().and_then(|text| text.parse().ok()).ok_or_else(wrong)?;
    let points = i64::try_from(points).map_err(|_| wrong())?;
    let index = if index < 0 { points.saturating_add(index) } else { index - 1 };
    u32::try_from(index).map_err(|_| wrong())
}

fn push_polygon(mesh: &mut Mesh, corners: &[u32]) -> Result<(), Unreadable> {
    if !(3..=MOST_CORNERS).contains(&corners.len()) {
        return Err(Unreadable::new(format!("has a face of {} corners", corners.len())));
    }
    for pair in corners[1..].windows(2) {
        mesh.push_triangle([corners[0], pair[0], pair[1]])?;
    }
    Ok(())
}

fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    bytes.split(|b| matches!(b, b'\n' | b'\r'))
}

fn words(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
}

fn numbers(line: &[u8]) -> Result<[f64; 3], Unreadable> {
    let mut values = [0.0; 3];
    let mut words = words(line);
    for value in &mut values {
        *value = words
            .next()
            .and_then(|word| std::str::from_utf8(word).ok())
            .and_then(|word| word.parse().ok())
            .ok_or_else(|| Unreadable::new("has a point without three numbers"))?;
    }
    Ok(values)
}
