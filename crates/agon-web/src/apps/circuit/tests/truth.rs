use super::*;
use proptest::prelude::*;

const ADDER: &str = r#"
    inputs = ["A", "B", "CIN"]
    outputs = { SUM = "A ^ B ^ CIN", COUT = "A&B | A&CIN | B&CIN" }
    made_by = { SUM = "xor", COUT = "or" }
"#;

fn adder() -> Bench {
    bench(
        "logic-input A a
         logic-input B b
         logic-input CIN c
         xor - a b x
         xor - x c sum
         and - a b ab
         and - a c ac
         and - b c bc
         or - ab ac o
         or - o bc cout
         logic-output SUM sum
         logic-output COUT cout",
    )
}

fn adder_by_halves() -> Bench {
    bench(
        "logic-output C_out cout
         logic-output sum s
         logic-input cin c
         logic-input a a
         logic-input b b
         xor - b a x
         and - x c k
         xor - c x s
         and - a b g
         or - k g cout",
    )
}

#[test]
fn differently_factored_and_laid_out_circuits_pass() {
    assert!(failing(&marking(ADDER), &adder()).is_empty());
    assert!(failing(&marking(ADDER), &adder_by_halves()).is_empty());
}

#[test]
fn swapped_outputs_and_wrong_gates_fail_where_they_should() {
    let mut swapped = adder();
    swapped.parts[10].label = "COUT".into();
    swapped.parts[11].label = "SUM".into();
    assert_eq!(failing(&marking(ADDER), &swapped), ["output_SUM", "output_COUT", "made_by_SUM", "made_by_COUT"]);

    let mut wrong = adder();
    wrong.parts[9].kind = "nor".into();
    assert_eq!(failing(&marking(ADDER), &wrong), ["output_COUT", "made_by_COUT"]);
    let check = named(&marks(&marking(ADDER), &wrong), "output_COUT");
    assert_eq!(check.score, 0.0);
    assert_eq!(check.seen, "wrong in 8 of 8 rows, first with A=0, B=0, CIN=0: COUT is 1, not 0");

    let mut half = adder();
    half.parts[7].nets = vec!["b".into(), "0".into(), "bc".into()];
    let check = named(&marks(&marking(ADDER), &half), "output_COUT");
    assert_eq!((check.score, check.passed), (7.0 / 8.0, false));
    assert!(check.seen.contains("first with A=0, B=1, CIN=1"), "{}", check.seen);
}

#[test]
fn labels_that_are_missing_doubled_or_too_many_are_named() {
    let mut circuit = adder();
    circuit.parts[0].label = "А".into(); // Cyrillic
    circuit.parts[11].label = String::new();
    let says = |name| seen(&marking(ADDER), &circuit, name);
    assert_eq!(says("inputs"), "A is missing; <U+0410> was not asked for");
    assert_eq!(says("outputs"), "COUT is missing; one has no label");
    assert_eq!(says("output_COUT"), "there is no output COUT");
    assert!(says("output_SUM").contains("does not follow from the inputs"), "{}", says("output_SUM"));

    let mut doubled = adder();
    doubled.parts.push(doubled.parts[10].clone());
    doubled.parts.push(doubled.parts[0].clone());
    // Both inputs A are set, so what depends on the second is judged as well.
    doubled.parts[13].nets = vec!["elsewhere".into()];
    doubled.parts[6].nets[0] = "elsewhere".into();
    assert_eq!(failing(&marking(ADDER), &doubled), ["inputs", "outputs", "output_SUM", "nothing_else", "made_by_SUM"]);
    assert_eq!(seen(&marking(ADDER), &doubled, "inputs"), "A is there 2 times");
    assert_eq!(seen(&marking(ADDER), &doubled, "output_SUM"), "there are 2 outputs SUM");
}

#[test]
fn what_is_not_connected_is_said() {
    let mut open = adder();
    open.parts[10].nets = vec!["nowhere".into()];
    assert_eq!(seen(&marking(ADDER), &open, "output_SUM"), "output SUM is not connected to anything that drives it");
    let empty = bench("");
    let marks = marks(&marking(ADDER), &empty);
    assert!(marks.checks.iter().all(|check| !check.passed), "{marks:?}");
}

#[test]
fn conflicts_loops_and_parts_that_are_no_logic_are_said() {
    let not = marking(
        r#"inputs = ["A"]
        outputs = { Y = "!A" }"#,
    );
    let says = |text: &str| seen(&not, &bench(&format!("logic-input A a\nlogic-output Y y\n{text}")), "output_Y");
    assert!(says("not - a y\nnot - a y").contains("two parts drive one net"));
    assert!(says("not - a y\ndc-rail - y").contains("that a rail or ground holds"));
    assert!(says("not - a 0\nwire - y 0").contains("that a rail or ground holds"));
    assert!(says("nand - a y y").contains("does not follow from the inputs"));
    assert!(says("d-flip-flop - d a q y").contains("does not follow from the inputs"));
    assert!(says("xor - a k y\nclock - k").contains("depends on the Clock without a label"));
    assert!(says("not - a x\nresistor R1 x y").contains("output Y hangs on the Resistor R1"));
    assert!(says("not - a x\nswitch - x y closed=false").contains("not connected"));
    assert!(says("dc-rail - y voltage=5\ndc-rail - y voltage=0").contains("rails of different voltages"));
    // A loop that does not decide anything is none.
    assert_eq!(says("nand - a one y\nor - one z one\ndc-rail - z"), "right in all 2 rows that count");
    assert_eq!(says("not - a x\nswitch - x y closed=true"), "right in all 2 rows that count");
    assert_eq!(says("nor - a nothing y"), "right in all 2 rows that count");
    assert_eq!(says("xor - a v y\ndc-source - 0 v voltage=5"), "right in all 2 rows that count");
    assert_eq!(says("not - a y\nled - y 0\nresistor - q r"), "right in all 2 rows that count");
}

#[test]
fn free_rows_and_rows_that_do_not_count() {
    let encoder = |extra: &str| {
        marking(&format!(
            r#"inputs = ["R1", "R0"]
            outputs = {{ Y = "R1", V = "R1 | R0" }}
            {extra}"#
        ))
    };
    let with =
        |y: &str| bench(&format!("logic-input R1 a\nlogic-input R0 b\nor - a b v\n{y}\nlogic-output Y y\nlogic-output V v"));
    // Y is 1 where nothing is requested.
    let odd = with("not - a n\nnot - b m\nand - n m z\nor - a z y");
    assert_eq!(failing(&encoder(""), &odd), ["output_Y"]);
    assert!(failing(&encoder(r#"dont_care = { Y = "!(R1|R0)" }"#), &odd).is_empty());
    assert!(failing(&encoder(r#"allowed_rows = "R1|R0""#), &odd).is_empty());
    assert_eq!(failing(&encoder(r#"dont_care = { Y = "!(R1|R0)" }"#), &with("not - a y")), ["output_Y"]);
}

#[test]
fn kinds_of_parts() {
    let not = |extra: &str| marking(&format!("inputs = [\"A\"]\noutputs = {{ Y = \"!A\" }}\n{extra}"));
    let with = |text: &str| bench(&format!("logic-input A a\nlogic-output Y y\n{text}"));
    let nand = not(r#"only = ["nand"]"#);
    assert!(failing(&nand, &with("nand - a a y")).is_empty());
    assert!(failing(&nand, &with("nand - a one y\ndc-rail - one")).is_empty());
    assert_eq!(failing(&nand, &with("not - a y")), ["kinds"]);
    assert_eq!(seen(&nand, &with("not - a y"), "kinds"), "Inverter (NOT Gate)");
    // What reaches no output is not used, but has no business there.
    assert_eq!(failing(&nand, &with("nand - a a y\nnot - a z\nfull-adder - a a a p q")), ["nothing_else"]);
    // Levels that are turned round would make an inverter of a wire.
    assert_eq!(failing(&not(""), &bench("logic-input A y high=0 low=5\nlogic-output Y y")), ["levels"]);
    let bare = not("constants = false");
    assert_eq!(failing(&bare, &with("nand - a one y\ndc-rail - one")), ["kinds"]);
    assert_eq!(failing(&not(""), &with("half-adder - a one y c\ndc-rail - one")), ["kinds"]);
    assert!(failing(&not("chips = true"), &with("half-adder - a one y c\ndc-rail - one")).is_empty());
    assert_eq!(failing(&not("gates = { nand = 1 }"), &with("nand - a a y\nnand - a a z")), ["nothing_else"]);
    assert_eq!(failing(&not("gates = { nand = { max = 2 } }"), &with("nand - a a z\nnand - z z w\nnand - w w y")), ["gates"]);
    assert_eq!(failing(&not("gates = { nand = { min = 2 } }"), &with("nand - a a y")), ["gates"]);
}

const MAJORITY: &str = r#"
    inputs = ["A", "B", "C"]
    outputs = { MAJ = "A&B | A&C | B&C", MIN = "!(A&B | A&C | B&C)" }
    terms.T_AB = { is = "A & B", by = "and", of = ["A", "B"], single = true }
    terms.T_AC = { is = "A & C", by = "and", of = ["A", "C"], single = true }
    terms.T_BC = { is = "B & C", by = "and", of = ["B", "C"], single = true }
    made_from = { MAJ = ["T_AB", "T_AC", "T_BC"], MIN = ["T_AB", "T_AC", "T_BC"] }
    apart = ["MAJ", "MIN"]
"#;

const TERMS: &str = "and - a b ab\nand - a c ac\nand - b c bc\n";

fn majority(rest: &str) -> Bench {
    bench(&format!("logic-input A a\nlogic-input B b\nlogic-input C c\nlogic-output MAJ maj\nlogic-output MIN min\n{rest}"))
}

#[test]
fn both_outputs_are_made_from_the_shared_terms() {
    let mark = marking(MAJORITY);
    for rest in [
        "or - ab ac bc maj\nnot - ab x\nnot - ac y\nnot - bc z\nand - x y z min",
        "or - ab ac bc maj\nnor - ab ac bc min",
        // A part of the way in common, and an OR gate of MIN's own.
        "or - ab ac p\nor - p bc maj\nnor - p bc min",
        "or - ab ac bc maj\nor - ab ac bc o\nnot - o min",
        // A term that is inverted twice is still made once.
        "not - ab n\nnot - n m\nor - m ac bc maj\nnor - ab ac bc min",
    ] {
        assert_eq!(failing(&mark, &majority(&format!("{TERMS}{rest}"))), [""; 0], "{rest}");
    }
}

#[test]
fn one_output_made_from_the_other_is_found() {
    let mark = marking(MAJORITY);
    for rest in [
        "or - ab ac bc maj\nnot - maj min",
        "nor - ab ac bc min\nnot - min maj",
        // The terms are attached, but without effect.
        "or - ab ac bc maj\nnor - maj ab ac bc min",
        "nor - ab ac bc min\nnot - min n\nor - n ab ac bc maj",
        "or - ab ac bc maj\nnot - maj m\nnot - ab x\nor - ab x o\nand - m o min",
        // One gate computes it, and each output only passes it on.
        "or - ab ac bc p\nor - p p maj\nnot - p min",
        "nor - ab ac bc p\nnot - p maj\nand - p p min",
    ] {
        assert_eq!(failing(&mark, &majority(&format!("{TERMS}{rest}"))), ["apart"], "{rest}");
    }
    let says = seen(&mark, &majority(&format!("{TERMS}or - ab ac bc maj\nnot - maj min")), "apart");
    assert_eq!(says, "MAJ and MIN are both made from the output of the OR Gate without a label (part 9), which is one of them");
}

#[test]
fn an_output_that_goes_past_its_terms_is_found() {
    let mark = marking(MAJORITY);
    // MIN from the inputs: two of them 0.
    let past = "or - ab ac bc maj\nnot - a x\nnot - b y\nnot - c z\nand - x y xy\nand - x z xz\nand - y z yz\nor - xy xz yz min";
    assert_eq!(failing(&mark, &majority(&format!("{TERMS}{past}"))), ["made_from_MIN"]);
    // The same, with the terms attached without effect.
    let idle = format!("{}\nnor - ab ac bc k\nor - m k min", past.replace("yz min", "yz m"));
    assert_eq!(failing(&mark, &majority(&format!("{TERMS}{idle}"))), ["made_from_MIN"]);
    let says = seen(&mark, &majority(&format!("{TERMS}{idle}")), "made_from_MIN");
    assert_eq!(says, "it depends on the Logic Input A otherwise than through them");
    // The inverse of a term made from the inputs.
    let again = "or - ab ac bc maj\nnand - a b n\nnor - ac bc m\nand - n m min";
    assert_eq!(failing(&mark, &majority(&format!("{TERMS}{again}"))), ["made_from_MIN"]);
}

#[test]
fn a_term_is_one_gate_of_the_right_kind_and_inputs() {
    let mark = marking(MAJORITY);
    let rest = "or - ab ac bc maj\nnor - ab ac bc min";
    // Three inputs, two of them the same; a rail at the third; made of other gates.
    for first in ["and - a b b ab", "and - a b one ab\ndc-rail - one", "nand - a b n\nnot - n ab", "and - a a p\nand - p b ab"] {
        let failed = failing(&mark, &majority(&format!("{first}\nand - a c ac\nand - b c bc\n{rest}")));
        assert_eq!(failed, ["term_T_AB", "made_from_MAJ", "made_from_MIN"], "{first}");
    }
    // Made twice: by two AND gates, and once by other gates.
    let twice = majority(&format!("{TERMS}and - b a ab2\nor - ab ac bc maj\nnor - ab2 ac bc min"));
    assert_eq!(failing(&mark, &twice), ["term_T_AB"]);
    assert_eq!(seen(&mark, &twice, "term_T_AB"), "2 gates compute it");
    let otherwise = majority(&format!("{TERMS}nand - a b n\nnot - n ab2\nor - ab ac bc maj\nnor - ab2 ac bc min"));
    assert_eq!(failing(&mark, &otherwise), ["term_T_AB", "made_from_MIN"]);
}

#[test]
fn a_term_without_effect_is_not_used() {
    let mark = marking(
        r#"inputs = ["A", "B", "OP"]
        outputs = { R = "!OP & A & B | OP & (A | B)" }
        terms.AND = { is = "A & B", by = "and", of = ["A", "B"] }
        terms.OR = { is = "A | B", by = "or", of = ["A", "B"] }
        made_from = { R = ["AND", "OR", "OP"] }"#,
    );
    let with = |rest: &str| {
        bench(&format!("logic-input A a\nlogic-input B b\nlogic-input OP s\nlogic-output R r\nand - a b x\nor - a b y\n{rest}"))
    };
    for rest in [
        "not - s n\nand - x n p\nand - y s q\nor - p q r",
        "and - y s q\nor - x q r",
        "or - x s q\nand - y q r",
        "xor - x y d\nand - d s e\nxor - x e r",
    ] {
        assert_eq!(failing(&mark, &with(rest)), [""; 0], "{rest}");
    }
    // The majority of the three, to which OR is attached: it never changes anything.
    let majority = "and - a s p\nand - b s q\nor - x p q m\n";
    for rest in ["and - m y r", "and - y 0 z\nor - m z r", "not - y n\nor - y n o\nand - m o r"] {
        assert_eq!(failing(&mark, &with(&format!("{majority}{rest}"))), ["made_from_R"], "{rest}");
    }
    // From the right sources, but one of them cancels itself.
    let cancelled = with("xor - a b d\nxor - d x e\nand - e s q\nxor - y y z\nor - x q z r");
    assert_eq!(failing(&mark, &cancelled), ["made_from_R"]);
    let idle = marking(
        r#"inputs = ["A", "B"]
        outputs = { R = "A" }
        made_from = { R = ["A", "B"] }"#,
    );
    let says =
        |rest: &str| seen(&idle, &bench(&format!("logic-input A a\nlogic-input B b\nlogic-output R r\n{rest}")), "made_from_R");
    assert_eq!(says("or - a k r\nxor - b b k"), "B is not needed: R is the same in every row when B is held at 0");
    assert_eq!(says("or - a a r"), "B is not needed: R is the same in every row when B is held at 0");
}

#[test]
fn what_drives_an_output_and_what_it_is_connected_to() {
    let mark = marking(
        r#"inputs = ["A", "B", "C"]
        outputs = { Y = "A ^ B ^ C" }
        terms.X = { is = "A ^ B", by = "xor", of = ["A", "B"] }
        made_by.Y = { by = "xor", of = ["X", "C"] }"#,
    );
    let with = |rest: &str| bench(&format!("logic-input A a\nlogic-input B b\nlogic-input C c\nlogic-output Y y\n{rest}"));
    assert_eq!(failing(&mark, &with("xor - b a x\nxor - c x y")), [""; 0]);
    assert_eq!(failing(&mark, &with("xor - b a x\nxor - c x open y")), ["made_by_Y"]);
    assert_eq!(failing(&mark, &with("xor - b a x\nxor - c x a a y")), ["made_by_Y"]);
    assert_eq!(failing(&mark, &with("xor - a b open x\nxor - c x y")), ["made_by_Y", "term_X"]);
    assert_eq!(failing(&mark, &with("xor - a c x\nxor - b x y")), ["made_by_Y", "term_X"]);
}

#[test]
fn open_inputs_are_fixed_voltages() {
    let mark = marking("inputs = [\"A\"]\noutputs = { Y = \"!A\" }\nonly = [\"nand\"]\nconstants = false");
    let with = |rest: &str| bench(&format!("logic-input A a\nlogic-output Y y\n{rest}"));
    // A gate whose inputs are all open puts out a 1.
    assert_eq!(failing(&mark, &with("nand - p q one\nnand - a one y")), ["open_inputs"]);
    assert_eq!(failing(&mark, &with("nand - p p one\nnand - a one y")), ["open_inputs"]);
    assert_eq!(
        seen(&mark, &with("nand - p q one\nnand - a one y"), "open_inputs"),
        "left open at the NAND Gate without a label (part 3)"
    );
    assert_eq!(failing(&mark, &with("nand - a a y")), [""; 0]);
    // A 1 that is made from the input is no fixed voltage.
    assert_eq!(failing(&mark, &with("nand - a a n\nnand - a n one\nnand - a one y")), [""; 0]);
}

/// A rail that no output depends on is a part too many, also when its other end is on ground or it stands alone.
#[test]
fn idle_rails_and_very_many_parts_are_told_in_short() {
    let not = marking("inputs = [\"A\"]\noutputs = { Y = \"!A\" }");
    let with = |rest: &str| bench(&format!("logic-input A a\nlogic-output Y y\n{rest}"));
    for idle in ["dc-rail - x", "dc-source - 0 x", "dc-source - x z"] {
        assert_eq!(failing(&not, &with(&format!("nor - a 0 y\n{idle}"))), ["nothing_else"], "{idle}");
    }
    assert_eq!(failing(&not, &with("xor - a v y\ndc-source - 0 v voltage=5")), [""; 0]);
    let many: String = (0..256).map(|i| format!("and - a a n{i}\n")).collect();
    let says = seen(&not, &with(&format!("not - a y\n{many}")), "nothing_else");
    assert!(says.ends_with("AND Gate and 248 more"), "{says}");
    let many: String = (0..256).map(|i| format!("and - a a n{i} high=4\n")).collect();
    assert!(seen(&not, &with(&format!("not - a y\n{many}")), "levels").ends_with("and 248 more"));
}

#[test]
fn mistakes_in_task_files_are_told() {
    let says = |text: &str| read(text).err().unwrap_or_else(|| panic!("{text} was read"));
    let table = |rest: &str| says(&format!("inputs = [\"A\"]\noutputs = {{ Y = \"A\" }}\n{rest}"));
    assert!(says("").contains("nothing is marked"));
    assert!(says("inputs = [\"A\"]").contains("outputs: none are named"));
    assert!(says("chips = true").contains("chips means nothing without inputs"));
    assert!(says("inputs = [\"A\", \"a\"]\noutputs = { Y = \"A\" }").contains("\"a\" is there twice"));
    assert!(says("inputs = [\"A\"]\noutputs = { Y = \"A & B\" }").contains("outputs.Y: \"A & B\", at character 5"));
    assert!(table("nonsense = 1").contains("unknown field `nonsense`"));
    assert!(table("dont_care = { X = \"A\" }").contains("there is no output \"X\""));
    assert!(table("dont_care = { Y = \"1\" }").contains("free in every row"));
    assert!(table("allowed_rows = \"A &\"").contains("allowed_rows"));
    assert!(table("only = [\"resistor\"]").contains("no kind of gate"));
    assert!(table("gates = { and = { min = 3, max = 1 } }").contains("3 is more than 1"));
    assert!(table("gates = { and = \"two\" }").contains("a number, or a table"));
    assert!(table("made_by = { Z = \"and\" }").contains("made_by: there is no output \"Z\""));
    assert!(table("terms = { T = { is = \"A\", feed = [] } }").contains("a table with `is`"));
    assert!(
        table("terms = { T = { is = \"A\", of = [\"Z\"] } }").contains("terms.T: \"Z\" is neither an input nor a term above")
    );
    assert!(table("terms = { a = \"A\" }").contains("terms.a: an input has this name"));
    assert!(table("made_by = { Y = { by = \"and\", of = [\"T\"] } }").contains("made_by.Y: \"T\" is neither"));
    assert!(table("made_from = { Y = [\"B\"] }").contains("made_from.Y: \"B\" is neither"));
    assert!(table("made_from = { Z = [\"A\"] }").contains("made_from: there is no output \"Z\""));
    assert!(table("apart = [\"Z\"]").contains("apart: there is no output \"Z\""));
    assert!(says("answer = { f = { value = \"1 V\", tolerance = 0.1, decimals = 1 } }").contains("not both"));
    assert!(says("answer = { f = { value = \"fast\" } }").contains("answer.f: \"fast\""));
    assert!(says("answer = { f = { value = \"0 V\" } }").contains("zero"));
    assert!(says("answer = { f = { value = \"1 V\", tolerance = 5 } }").contains("tolerance"));
    let many: Vec<String> = (0..60).map(|i| format!("\"I{i}\"")).collect();
    assert!(says(&format!("inputs = [{}]\noutputs = {{ Y = \"I0\" }}", many.join(", "))).contains("too many"));
}

/// The same circuit, otherwise written: parts in another order, nets with other names, gates' inputs turned round.
pub(super) fn disguised(bench: &Bench, order: &[usize], turn: bool) -> Bench {
    let mut parts: Vec<BenchPart> = order.iter().map(|i| bench.parts[*i].clone()).collect();
    for part in &mut parts {
        let last = part.nets.len() - 1;
        let two_alike = matches!(part.kind.as_str(), "resistor" | "capacitor" | "inductor" | "switch");
        if turn && two_alike {
            part.nets.reverse();
        } else if turn && kind_of(&part.kind).unwrap().is_gate() {
            part.nets[..last].reverse();
        }
        for net in part.nets.iter_mut().filter(|net| *net != "0") {
            *net = format!("n{}", net.bytes().rev().map(|byte| byte.to_string()).collect::<String>());
        }
    }
    Bench { parts }
}

proptest! {
    #[test]
    fn order_names_and_turned_inputs_do_not_matter(
        order in Just((0..12).collect::<Vec<usize>>()).prop_shuffle(),
        turn: bool,
        broken in prop::option::of(3..10usize),
    ) {
        let mut circuit = adder();
        if let Some(part) = broken {
            circuit.parts[part].nets[0] = "0".into();
        }
        let before = failing(&marking(ADDER), &circuit);
        let after = failing(&marking(ADDER), &disguised(&circuit, &order, turn));
        prop_assert_eq!(before, after);
    }

    /// Every gate of the adder is needed, so an input of one that is moved to any other net shows.
    #[test]
    fn one_wrong_connection_of_a_full_adder_is_caught(part in 3..12usize, pin in 0..3usize, other in 0..10usize) {
        let mut circuit = adder();
        let nets = ["0", "a", "b", "c", "x", "sum", "ab", "ac", "bc", "o"];
        let pins = circuit.parts[part].nets.len();
        let old = std::mem::replace(&mut circuit.parts[part].nets[pin % pins], nets[other].into());
        // Two changes leave an adder: x may take the carry's place in a pair, as in the adder made of halves, or a sum may.
        let same = old == nets[other] || equivalent(&circuit);
        prop_assert_eq!(failing(&marking(ADDER), &circuit).is_empty(), same);
    }
}

/// Whether a circuit is an adder by a plain evaluation of its lines, in order, without this crate's logic.
fn equivalent(bench: &Bench) -> bool {
    (0..8).all(|row| {
        let bits = [row & 4 > 0, row & 2 > 0, row & 1 > 0];
        let mut levels: BTreeMap<&str, bool> = BTreeMap::from([("a", bits[0]), ("b", bits[1]), ("c", bits[2])]);
        let mut drivers: BTreeMap<&str, usize> = BTreeMap::from([("0", 1)]);
        for part in &bench.parts {
            let output = part.nets.last().unwrap();
            if part.kind != "logic-output" {
                *drivers.entry(output).or_insert(0) += 1;
            }
            if part.nets.len() == 3 {
                // A net that is used before it is driven makes a loop or a gap.
                let level = |i: usize| if part.nets[i] == "0" { Some(false) } else { levels.get(part.nets[i].as_str()).copied() };
                let (Some(p), Some(q)) = (level(0), level(1)) else { return false };
                let result = match part.kind.as_str() {
                    "xor" => p ^ q,
                    "and" => p & q,
                    _ => p | q,
                };
                levels.insert(output, result);
            }
        }
        let [a, b, c] = bits;
        let of = |i: usize| levels.get(bench.parts[i].nets[0].as_str()).copied();
        drivers.values().all(|count| *count == 1)
            && of(10) == Some(a ^ b ^ c)
            && of(11) == Some(a & b | a & c | b & c)
            && bench.parts[10].nets[0] == "sum"
    })
}
