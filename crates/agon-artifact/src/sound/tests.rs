use crate::Marked;
use crate::testing::{mark, mark_with, part, problem, torture};

const RATE: u32 = 22_050;

/// Notes of (start, length, hertz) in a recording of two seconds.
fn notes(notes: &[(f64, f64, f64)]) -> Vec<f64> {
    (0..RATE * 2)
        .map(|i| {
            let t = f64::from(i) / f64::from(RATE);
            let heard = notes.iter().filter(|(start, length, _)| (*start..start + length).contains(&t));
            heard
                .map(|(start, _, hertz)| 0.5 * (-(t - start) * 2.0).exp() * (std::f64::consts::TAU * hertz * t).sin())
                .sum::<f64>()
        })
        .collect()
}

fn wav(samples: &[f64], channels: u16, float: bool) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let (bits_per_sample, sample_format) = if float { (32, hound::SampleFormat::Float) } else { (16, hound::SampleFormat::Int) };
    let spec = hound::WavSpec { channels, sample_rate: RATE, bits_per_sample, sample_format };
    let mut writer = hound::WavWriter::new(&mut bytes, spec).unwrap();
    for sample in samples {
        for _ in 0..channels {
            if float {
                writer.write_sample(*sample as f32).unwrap()
            } else {
                writer.write_sample((*sample * 32767.0) as i16).unwrap()
            }
        }
    }
    writer.finalize().unwrap();
    bytes.into_inner()
}

const MELODY: [(f64, f64, f64); 4] = [(0.25, 0.35, 440.0), (0.65, 0.35, 494.0), (1.05, 0.35, 523.0), (1.45, 0.4, 440.0)];
const ALL: &str = "duration = 0.01\nrate = 0\nchannels = 0\nloudness = 0.5\nleading_silence = 0.02\ntrailing_silence = 0.05\n\
onsets = 0.99\npitch = 0.95\ncorrelation = 0.99\ntrue_peak = 0";

fn marked(settings: &str, file: &[u8]) -> Marked {
    let settings = format!("mode = 'sound'\nfile = 's.wav'\nreference = 'r.wav'\n{settings}");
    mark_with(&settings, &[("s.wav", file)], &[("r.wav", &wav(&notes(&MELODY), 1, false))]).unwrap()
}

#[test]
fn the_same_melody_in_other_samples() {
    let marked = marked(ALL, &wav(&notes(&MELODY), 1, true));
    assert_eq!(marked.score, 1.0, "{marked:#?}");
}

#[test]
fn another_melody_and_another_rhythm() {
    let lower: Vec<(f64, f64, f64)> = MELODY.iter().map(|(s, l, h)| (*s, *l, h / 1.122)).collect();
    let lower = marked(ALL, &wav(&notes(&lower), 1, false));
    assert_eq!(part(&lower, "onsets").score, 1.0, "{lower:#?}");
    assert_eq!((part(&lower, "pitch").score, part(&lower, "correlation").score), (0.0, 0.0), "{lower:#?}");
    let late: Vec<(f64, f64, f64)> = MELODY.iter().map(|(s, l, h)| (s + 0.12, *l, *h)).collect();
    let late = marked(ALL, &wav(&notes(&late), 1, false));
    assert_eq!((part(&late, "onsets").score, part(&late, "leading_silence").score), (0.0, 0.0), "{late:#?}");
    let quiet: Vec<f64> = notes(&MELODY).iter().map(|x| x / 4.0).collect();
    let quiet = marked(ALL, &wav(&quiet, 2, false));
    assert_eq!((part(&quiet, "loudness").score, part(&quiet, "channels").score), (0.0, 0.0));
    assert_eq!(part(&quiet, "pitch").score, 1.0, "{quiet:#?}");
}

#[test]
fn loudness_is_that_of_the_standard() {
    // EBU Tech 3341: a stereo sine of 1 kHz at -23 dBFS measures -23 LUFS.
    let sine: Vec<f64> =
        (0..RATE * 4).map(|i| 0.070_794_6 * (std::f64::consts::TAU * 1000.0 * f64::from(i) / f64::from(RATE)).sin()).collect();
    let settings = "mode = 'sound'\nfile = 's'\nloudness = { value = -23, absolute = 0.1 }\ntrue_peak = -22.9\nduration = { value = 4, absolute = 0.001 }";
    let marked = mark(settings, "s", &wav(&sine, 2, false));
    assert_eq!(marked.score, 1.0, "{marked:#?}");
}

#[test]
fn flac_is_read() {
    // A FLAC stream of 16 constant samples of 1000 in one channel, made by hand: STREAMINFO, one frame with a constant subframe.
    let file = flac();
    let settings = "mode = 'sound'\nfile = 's'\nformat = 'flac'\nrate = { value = 44100 }\nchannels = { value = 1 }\nbits = { value = 16 }\nduration = { value = 0.00036281, absolute = 1e-7 }";
    let marked = mark(settings, "s", &file);
    assert_eq!(marked.score, 1.0, "{marked:#?}");
    torture("mode = 'sound'\nfile = 's'\nformat = 'flac'\nloudness = { value = -20 }", "s", &file, &[]);
}

fn flac() -> Vec<u8> {
    let mut bytes = b"fLaC".to_vec();
    bytes.extend([0x80, 0, 0, 34, 0, 16, 0, 16, 0, 0, 0, 0, 0, 0]);
    // 20 bits of rate, 3 of channels - 1, 5 of bits - 1, 36 of samples.
    let packed = (44_100_u64 << 44) | (15 << 36) | 16;
    bytes.extend(packed.to_be_bytes());
    bytes.extend([0; 16]);
    // 16 samples (6: 8 bits follow), 44.1 kHz, one channel, 16 bits, frame 0.
    let mut frame = vec![0xff, 0xf8, 0x69, 0x08, 0x00, 15];
    frame.push(
        frame.iter().fold(0_u8, |crc, byte| (0..8).fold(crc ^ byte, |c, _| if c & 0x80 == 0 { c << 1 } else { (c << 1) ^ 0x07 })),
    );
    frame.extend([0x00, 0x03, 0xe8]);
    let crc = frame.iter().fold(0_u16, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |c, _| if c & 0x8000 == 0 { c << 1 } else { (c << 1) ^ 0x8005 })
    });
    frame.extend(crc.to_be_bytes());
    bytes.extend(frame);
    bytes
}

#[test]
fn hostile_recordings_score_nothing() {
    let valid = wav(&notes(&MELODY), 1, false);
    let mut rate = valid.clone();
    rate[24..28].copy_from_slice(&u32::MAX.to_le_bytes());
    let mut channels = valid.clone();
    channels[22..24].copy_from_slice(&0_u16.to_le_bytes());
    let nan = wav(&[f64::NAN; 1000], 1, true);
    let loud = wav(&[1e30; 1000], 1, true);
    for file in
        [rate, channels, nan, loud, b"RIFF\xff\xff\xff\xffWAVE".to_vec(), b"fLaC".to_vec(), b"OggS".to_vec(), wav(&[], 1, false)]
    {
        let marked = marked(ALL, &file);
        assert_eq!((marked.score, marked.parts.len()), (0.0, 1), "{marked:?}");
    }
    assert!(marked(ALL, &wav(&[0.0; 44_100], 1, false)).score < 0.6);
    let short: Vec<f64> = notes(&MELODY)[..8_000].to_vec();
    let settings = format!("mode = 'sound'\nfile = 's'\nreference = 'r'\n{ALL}");
    torture(&settings, "s", &wav(&short, 1, false), &[("r", &wav(&short, 1, false))]);
    torture(&settings, "s", &wav(&short[..300], 2, true), &[("r", &wav(&short, 1, false))]);
}

#[test]
fn settings_must_make_sense() {
    let base = "mode = 'sound'\nfile = 's'";
    assert!(problem(base).contains("compares nothing"));
    assert!(problem(&format!("{base}\npitch = 0.9")).contains("needs a `reference`"));
    assert!(problem(&format!("{base}\nformat = 'wav'\nshift = 100")).contains("from 0 to 10"));
    assert!(problem(&format!("{base}\nformat = 'mp3'")).contains("mp3"));
}
