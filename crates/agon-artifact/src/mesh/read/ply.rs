//! PLY: a header that says what follows, then numbers as text or as bytes.

use super::super::surface::Mesh;
use super::{MOST_CORNERS, push_polygon};
use crate::input::Unreadable;

const LONGEST_HEADER: usize = 64 << 10;

#[derive(Clone, Copy)]
enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    F32,
    F64,
}

enum Property {
    One(String, Kind),
    List(String, Kind, Kind),
}

struct Element {
    name: String,
    count: usize,
    properties: Vec<Property>,
}

/// Takes one number after the other.
trait Numbers {
    fn next(&mut self, kind: Kind) -> Option<f64>;
}

struct Words<'a>(std::str::SplitAsciiWhitespace<'a>);

impl Numbers for Words<'_> {
    fn next(&mut self, _: Kind) -> Option<f64> {
        self.0.next()?.parse().ok()
    }
}

struct Packed<'a> {
    bytes: &'a [u8],
    big_endian: bool,
}

impl Packed<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        let mut taken = *taken;
        if self.big_endian {
            taken.reverse();
        }
        Some(taken)
    }
}

impl Numbers for Packed<'_> {
    fn next(&mut self, kind: Kind) -> Option<f64> {
        Some(match kind {
            Kind::I8 => f64::from(i8::from_le_bytes(self.take()?)),
            Kind::U8 => f64::from(u8::from_le_bytes(self.take()?)),
            Kind::I16 => f64::from(i16::from_le_bytes(self.take()?)),
            Kind::U16 => f64::from(u16::from_le_bytes(self.take()?)),
            Kind::I32 => f64::from(i32::from_le_bytes(self.take()?)),
            Kind::U32 => f64::from(u32::from_le_bytes(self.take()?)),
            Kind::F32 => f64::from(f32::from_le_bytes(self.take()?)),
            Kind::F64 => f64::from_le_bytes(self.take()?),
        })
    }
}

pub(super) fn read(bytes: &[u8]) -> Result<Mesh, Unreadable> {
    const END: &[u8] = b"end_header";
    let head = &bytes[..bytes.len().min(LONGEST_HEADER)];
    let end = head
        .windows(END.len())
        .position(|window| window == END)
        .ok_or_else(|| Unreadable::new("is PLY without an end of its header"))?;
    let header = String::from_utf8_lossy(&bytes[..end]).into_owned();
    let mut body = &bytes[end + END.len()..];
    body = body.strip_prefix(b"\r").unwrap_or(body);
    body = body.strip_prefix(b"\n").unwrap_or(body);
    let (format, elements) = read_header(&header)?;
    match format.as_str() {
        "ascii" => {
            let text = String::from_utf8_lossy(body);
            read_body(&elements, &mut Words(text.split_ascii_whitespace()))
        }
        "binary_little_endian" => read_body(&elements, &mut Packed { bytes: body, big_endian: false }),
        "binary_big_endian" => read_body(&elements, &mut Packed { bytes: body, big_endian: true }),
        other => Err(Unreadable::new(format!("is PLY of the unknown format `{other}`"))),
    }
}

fn read_header(header: &str) -> Result<(String, Vec<Element>), Unreadable> {
    let wrong = |line: &str| Unreadable::new(format!("has the PLY header line `{line}`"));
    let mut format = String::new();
    let mut elements: Vec<Element> = Vec::new();
    for line in header.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words[..] {
            ["format", name, _] => name.clone_into(&mut format),
            ["element", name, count] => {
                let count = count.parse().map_err(|_| wrong(line))?;
                elements.push(Element { name: name.into(), count, properties: Vec::new() });
            }
            ["property", "list", length, kind, name] => {
                let property = Property::List(
                    name.into(),
                    kind_of(length).ok_or_else(|| wrong(line))?,
                    kind_of(kind).ok_or_else(|| wrong(line))?,
                );
                elements.last_mut().ok_or_else(|| wrong(line))?.properties.push(property);
            }
            ["property", kind, name] => {
                let property = Property::One(name.into(), kind_of(kind).ok_or_else(|| wrong(line))?);
                elements.last_mut().ok_or_else(|| wrong(line))?.properties.push(property);
            }
            _ => {}
        }
    }
    Ok((format, elements))
}

fn kind_of(name: &str) -> Option<Kind> {
    Some(match name {
        "char" | "int8" => Kind::I8,
        "uchar" | "uint8" => Kind::U8,
        "short" | "int16" => Kind::I16,
        "ushort" | "uint16" => Kind::U16,
        "int" | "int32" => Kind::I32,
        "uint" | "uint32" => Kind::U32,
        "float" | "float32" => Kind::F32,
        "double" | "float64" => Kind::F64,
        _ => return None,
    })
}

fn read_body(elements: &[Element], numbers: &mut dyn Numbers) -> Result<Mesh, Unreadable> {
    let short = || Unreadable::new("is PLY that ends too early, or has a number that is none");
    let mut mesh = Mesh::default();
    // An element without properties takes no bytes: its count proves nothing and costs nothing.
    for element in elements.iter().filter(|element| !element.properties.is_empty()) {
        for _ in 0..element.count {
            let mut point = [f64::NAN; 3];
            for property in &element.properties {
                match property {
                    Property::One(name, kind) => {
                        let value = numbers.next(*kind).ok_or_else(short)?;
                        if let Some(axis) = ["x", "y", "z"].iter().position(|axis| axis == name) {
                            point[axis] = value;
                        }
                    }
                    Property::List(name, length, kind) => {
                        let corners = read_list(numbers, *length, *kind)?;
                        if element.name == "face" && matches!(name.as_str(), "vertex_indices" | "vertex_index") {
                            push_polygon(&mut mesh, &corners)?;
                        }
                    }
                }
            }
            if element.name == "vertex" {
                mesh.push_point(point)?;
            }
        }
    }
    Ok(mesh)
}

fn read_list(numbers: &mut dyn Numbers, length: Kind, kind: Kind) -> Result<Vec<u32>, Unreadable> {
    let short = || Unreadable::new("is PLY with a list that is none");
    let count = whole(numbers.next(length).ok_or_else(short)?).ok_or_else(short)?;
    if count as usize > MOST_CORNERS {
        return Err(Unreadable::new(format!("has a face of {count} corners")));
    }
    (0..count).map(|_| numbers.next(kind).map(|value| whole(value).unwrap_or(u32::MAX)).ok_or_else(short)).collect()
}

fn whole(value: f64) -> Option<u32> {
    (value >= 0.0 && value <= f64::from(u32::MAX) && value.fract() == 0.0).then_some(value as u32)
}
