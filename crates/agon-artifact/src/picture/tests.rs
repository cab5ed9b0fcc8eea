use crate::Marked;
use crate::testing::{mark, mark_with, part, problem, torture};

const SIDE: u32 = 64;

fn encode(width: u32, height: u32, colour: png::ColorType, pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let mut encoder = png::Encoder::new(&mut bytes, width, height);
    encoder.set_color(colour);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.write_header().unwrap().write_image_data(pixels).unwrap();
    bytes
}

/// A blue square on white, shifted and in any colour.
fn square(left: u32, colour: [u8; 3]) -> Vec<u8> {
    let mut pixels = Vec::new();
    for y in 0..SIDE {
        for x in 0..SIDE {
            let inside = (left..left + 30).contains(&x) && (10..40).contains(&y);
            pixels.extend(if inside { colour } else { [255; 3] });
        }
    }
    pixels
}

fn png_of(pixels: &[u8]) -> Vec<u8> {
    encode(SIDE, SIDE, png::ColorType::Rgb, pixels)
}

fn bmp_of(pixels: &[u8]) -> Vec<u8> {
    let mut bytes = b"BM".to_vec();
    let size = 54 + u32::try_from(pixels.len()).unwrap();
    bytes.extend(size.to_le_bytes());
    bytes.extend([0; 4]);
    bytes.extend(54_u32.to_le_bytes());
    bytes.extend(40_u32.to_le_bytes());
    bytes.extend(SIDE.to_le_bytes());
    bytes.extend(SIDE.to_le_bytes());
    bytes.extend([1, 0, 24, 0]);
    bytes.extend([0; 24]);
    for row in pixels.chunks(usize::try_from(SIDE).unwrap() * 3).rev() {
        bytes.extend(row.chunks(3).flat_map(|p| [p[2], p[1], p[0]]));
    }
    bytes
}

fn tiff_of(pixels: &[u8]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let mut encoder = tiff::encoder::TiffEncoder::new(&mut bytes).unwrap();
    encoder.write_image::<tiff::encoder::colortype::RGB8>(SIDE, SIDE, pixels).unwrap();
    bytes.into_inner()
}

fn webp_of(pixels: &[u8]) -> Vec<u8> {
    let mut bytes = Vec::new();
    image_webp::WebPEncoder::new(&mut bytes).encode(pixels, SIDE, SIDE, image_webp::ColorType::Rgb8).unwrap();
    bytes
}

const BLUE: [u8; 3] = [20, 40, 200];
const ALL: &str = "ssim = { full = 0.99, zero = 0.3 }\nhash = { full = 0, zero = 32 }\ncolour = { full = 0.5, zero = 30 }\n\
edges = { full = 0.95, zero = 0 }\nmask = { of = '#1428c8', full = 0.98, zero = 0 }\nwidth = 0\nheight = 0";

fn marked(settings: &str, file: &[u8]) -> Marked {
    let settings = format!("mode = 'picture'\nfile = 'p'\nreference = 'r.png'\n{settings}");
    mark_with(&settings, &[("p", file)], &[("r.png", &png_of(&square(10, BLUE)))]).unwrap()
}

#[test]
fn one_picture_in_four_files() {
    let pixels = square(10, BLUE);
    for file in [png_of(&pixels), bmp_of(&pixels), tiff_of(&pixels), webp_of(&pixels)] {
        let marked = marked(ALL, &file);
        assert_eq!(marked.score, 1.0, "{marked:#?}");
    }
    assert_eq!(marked("format = 'png'", &bmp_of(&pixels)).parts[0].seen, "BMP");
}

#[test]
fn a_shift_and_another_colour_are_seen() {
    let shifted = marked(ALL, &png_of(&square(20, BLUE)));
    assert!((part(&shifted, "mask").score - 0.5 / 0.98).abs() < 0.001, "{shifted:#?}");
    assert!(part(&shifted, "edges").score < 0.8 && part(&shifted, "ssim").score < 0.9, "{shifted:#?}");
    let red = marked(ALL, &png_of(&square(10, [200, 40, 20])));
    assert_eq!(part(&red, "mask").score, 0.0);
    assert!(part(&red, "colour").score < 0.9, "{red:#?}");
    let blank = marked(ALL, &png_of(&[255; 64 * 64 * 3]));
    assert_eq!((part(&blank, "edges").score, part(&blank, "mask").score), (0.0, 0.0), "{blank:#?}");
}

#[test]
fn sizes_and_resizing() {
    let mut large = Vec::new();
    for row in square(10, BLUE).chunks(64 * 3) {
        let wide: Vec<u8> = row.chunks(3).flat_map(|p| [p, p].concat()).collect();
        large.extend([wide.clone(), wide].concat());
    }
    let large = encode(128, 128, png::ColorType::Rgb, &large);
    let refused = marked("ssim = 0.9", &large);
    assert_eq!((refused.score, refused.parts[0].seen.as_str()), (0.0, "128 by 128 pixels"));
    assert_eq!(marked("ssim = 0.9\nmask = { of = 'dark', full = 0.99 }\nresize = true", &large).score, 1.0);
}

#[test]
fn regions_and_transparency() {
    let settings = "regions = [{ name = 'square', area = [12, 12, 20, 20], colour = '#1428c8' }, { name = 'corner', area = [0.8, 0.8, 0.2, 0.2], colour = '#ffffff' }, { name = 'same', area = [0, 0, 1, 1], ssim = 0.9 }]";
    assert_eq!(marked(settings, &png_of(&square(10, BLUE))).score, 1.0);
    let wrong = marked(settings, &png_of(&square(34, BLUE)));
    assert_eq!(part(&wrong, "square").score, 0.0, "{wrong:#?}");
    assert!(part(&wrong, "square").seen.starts_with("#ffffff, "));
    let clear: Vec<u8> = square(10, BLUE).chunks(3).flat_map(|p| [p[0], p[1], p[2], if p[0] == 255 { 0 } else { 255 }]).collect();
    let clear = encode(SIDE, SIDE, png::ColorType::Rgba, &clear);
    let alpha = "mode = 'picture'\nfile = 'p'\nreference = 'r'\nmask = { of = 'alpha', full = 1 }\nssim = 1";
    assert_eq!(mark_with(alpha, &[("p", &clear)], &[("r", &clear)]).unwrap().score, 1.0);
    let opaque = mark_with(alpha, &[("p", &png_of(&square(10, BLUE)))], &[("r", &clear)]).unwrap();
    assert_eq!((part(&opaque, "mask").score, part(&opaque, "ssim").score), (0.0, 1.0));
}

#[test]
fn hostile_pictures_score_nothing() {
    let mut huge = png_of(&square(10, BLUE));
    huge[16..24].copy_from_slice(&[0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff]);
    let mut huge_bmp = bmp_of(&square(10, BLUE));
    huge_bmp[18..26].copy_from_slice(&[0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff, 0x7f]);
    let bomb = encode(20_000, 2_000, png::ColorType::Grayscale, &vec![0; 40_000_000]);
    for file in [
        huge,
        huge_bmp,
        b"\x89PNG\r\n\x1a\n".to_vec(),
        b"\xff\xd8\xff\xe0".to_vec(),
        b"II*\0\x08\0\0\0\xff\xff".to_vec(),
        b"RIFF\xff\xff\xff\xffWEBPVP8L".to_vec(),
        b"GIF89a".to_vec(),
        b"BM".to_vec(),
        bomb,
    ] {
        let marked = mark("mode = 'picture'\nfile = 'p'\nwidth = { value = 64 }", "p", &file);
        assert_eq!(marked.score, 0.0, "{marked:?}");
    }
}

#[test]
fn damaged_files_never_panic() {
    let pixels = square(10, BLUE);
    let reference = png_of(&pixels);
    let settings = format!("mode = 'picture'\nfile = 'p'\nreference = 'r'\n{ALL}");
    for file in [png_of(&pixels), bmp_of(&pixels), tiff_of(&pixels), webp_of(&pixels)] {
        torture(&settings, "p", &file, &[("r", &reference)]);
    }
}

#[test]
fn settings_and_references_must_make_sense() {
    let base = "mode = 'picture'\nfile = 'p'";
    assert!(problem(base).contains("compares nothing"));
    assert!(problem(&format!("{base}\nssim = 0.9")).contains("needs a `reference`"));
    assert!(
        problem(&format!("{base}\nbackground = 'white'\nreference = 'r'\nssim = 1")).contains("not a colour such as #ff8800")
    );
    assert!(
        problem(&format!("{base}\nregions = [{{ name = 'a', area = [0, 0, 1, 1] }}]")).contains("either a `colour` or `ssim`")
    );
    let settings = format!("{base}\nreference = 'r'\nmask = {{ of = '#00ff00', full = 1 }}");
    let picture = png_of(&square(10, BLUE));
    let void = mark_with(&settings, &[("p", &picture)], &[("r", &picture)]).unwrap_err();
    assert_eq!(void.why, "has no pixel in the mask");
}
