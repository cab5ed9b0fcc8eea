use crate::Marked;
use crate::testing::{mark, mark_with, part, problem, torture};

/// Two squares of 20 mm, one above the other, printed.
const PRINT: &str = "; a print\nM104 S200\nG21\nG90\nM82\nG28\nG92 E0\nG0 Z0.2 F6000\nG0 X10 Y10\nG1 X30 Y10 E1 F1200\nG1 X30 Y30 E2\nX10 Y30 E3\nG1 X10 Y10 E4\n\
G1 E3 F1200 (retract)\nG0 Z0.4\nG1 E4\nG1 X30 Y10 E5 F1500\nG1 X30 Y30 E6\nG1 X10 Y30 E7\nG1 X10 Y10 E8\nM117 Done, take it\n";

const ALL: &str = "bounds = { min = [0, 0, 0], max = [50, 50, 50] }\nsize = 0.1\npath = { within = 0.1, full = 0.99, zero = 0 }\nextruded = 0.01\nworked = 0.1\n\
layers = 0\nlayer_height = 0.01\nmax_feed = 1500\nforbidden = [{ name = 'clamp', min = [0, 35, 0], max = [50, 50, 10] }]\nrequires = ['M104', 'g28']\nforbids = ['M112']";

fn marked(settings: &str, file: &str) -> Marked {
    let settings = format!("mode = 'gcode'\nfile = 'p.gcode'\nreference = 'r.gcode'\n{settings}");
    mark_with(&settings, &[("p.gcode", file.as_bytes())], &[("r.gcode", PRINT.as_bytes())]).unwrap()
}

#[test]
fn the_same_way_written_otherwise() {
    let relative = "M104 S200\nG28\nG20\nG91\nM83\nG0 Z0.00787402 F236.22\nG0 X0.393701 Y0.393701\nG1 X0.787402 E0.03937 F47.24\nG1 Y0.787402 E0.03937\nG1 X-0.787402 E0.03937\nG1 Y-0.787402 E0.03937\n\
        G0 Z0.00787402\nG1 X0.787402 E0.03937 F47.24\nG1 Y0.787402 E0.03937\nG1 X-0.787402 E0.03937\nN99 G1 Y-0.787402 E0.03937*12\n";
    for file in [PRINT, relative] {
        let marked = marked(ALL, file);
        assert_eq!(marked.score, 1.0, "{marked:#?}");
    }
}

#[test]
fn what_goes_wrong_is_told() {
    let crash = PRINT.replace("G0 Z0.4", "G0 X20 Y40\nG0 X10 Y10\nG0 Z0.4");
    let seen = marked(ALL, &crash);
    assert_eq!(part(&seen, "clamp").seen, "line 15 goes through it to X20 Y40 Z0.2");
    let outside = PRINT.replace("X30 Y30", "X30 Y60");
    assert_eq!(marked(ALL, &outside).score, 0.0);
    let fast = marked("max_feed = 1400\nlayers = { value = 3 }\nextruded = { value = 9 }", PRINT);
    assert_eq!(part(&fast, "max_feed").seen, "1500");
    assert_eq!((part(&fast, "layers").seen.as_str(), part(&fast, "extruded").seen.as_str()), ("2", "8 mm"));
    let half: String = PRINT.lines().take(13).map(|line| format!("{line}\n")).collect();
    let half = marked("path = { within = 0.1, full = 0.99, zero = 0 }", &half);
    assert!((0.6..0.7).contains(&(half.score * 0.99)), "{half:#?}");
}

#[test]
fn arcs_are_followed() {
    // A circle of radius 10 around (10, 0), cut in one and in two pieces.
    let settings = "mode = 'gcode'\nfile = 'p'\nworked = { value = 62.8319, absolute = 0.1 }\nbounds = { min = [-0.01, -10.01, -1], max = [20.01, 10.01, 0] }";
    for program in ["G0 Z-1\nG2 X0 Y0 I10 J0 F300", "G0 Z-1\nG3 X20 Y0 R10 F300\nG3 X0 Y0 I-10"] {
        let marked = mark(settings, "p", program.as_bytes());
        assert_eq!(marked.score, 1.0, "{marked:#?}");
    }
}

#[test]
fn hostile_programs_score_nothing() {
    for junk in ["hello", "G1 X99999999999", "G0 X1", "G81 X1 Y1 Z-1 R1", "G2 X1 Y1", "G1 X..1", "\u{0}", "G1 X+-1"] {
        let marked = marked(ALL, junk);
        assert_eq!((marked.score, marked.parts.len()), (0.0, 1), "{junk}: {marked:?}");
    }
    let arcs = format!("G1 X1\n{}", "G2 X0 Y0 I500000 J0\n".repeat(10_000));
    assert_eq!(marked(ALL, &arcs).score, 0.0);
    let settings = format!("mode = 'gcode'\nfile = 'p'\nreference = 'r'\n{ALL}");
    torture(&settings, "p", PRINT.as_bytes(), &[("r", PRINT.as_bytes())]);
    let base = "mode = 'gcode'\nfile = 'p'";
    assert!(problem(base).contains("compares nothing"));
    assert!(problem(&format!("{base}\nlayers = 0")).contains("needs a `reference`"));
    assert!(problem(&format!("{base}\nbounds = {{ min = [0, 0, 0], max = [1, 1, -1] }}")).contains("`min` is above `max`"));
}
