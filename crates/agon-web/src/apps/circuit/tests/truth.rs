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
    terms.T_AB = { is = "A & B", by = "and", single = true, feeds = ["MAJ", "MIN"] }
    terms.T_AC = { is = "A & C", by = "and", single = true, feeds = ["MAJ", "MIN"] }
    terms.T_BC = { is = "B & C", by = "and", single = true, feeds = ["MAJ", "MIN"] }
"#;

fn majority(rest: &str) -> Bench {
    bench(&format!(
        "logic-input A a\nlogic-input B b\nlogic-input C c\nlogic-output MAJ maj\nlogic-output MIN min
         and - a b ab\nand - a c ac\nand - b c bc\nor - ab ac bc maj\n{rest}"
    ))
}

#[test]
fn terms_that_are_shared() {
    let mark = marking(MAJORITY);
    assert!(failing(&mark, &majority("not - ab x\nnot - ac y\nnot - bc z\nand - x y z min")).is_empty());
    assert!(failing(&mark, &majority("nor - ab ac bc min")).is_empty());
    // The right function, but the terms do not fan out to both.
    assert_eq!(failing(&mark, &majority("not - maj min")), ["term_T_AB", "term_T_AC", "term_T_BC"]);
    assert_eq!(seen(&mark, &majority("not - maj min"), "term_T_AB"), "it does not reach MIN");
    // One of them is computed twice.
    let twice = majority("and - b a ab2\nnor - ab2 ac bc min");
    assert_eq!(failing(&mark, &twice), ["term_T_AB"]);
    assert_eq!(seen(&mark, &twice, "term_T_AB"), "2 gates compute it");
    // One of them is not computed by an AND gate.
    let mut other = majority("nand - b c n\nnot - n bc\nnor - ab ac bc min");
    other.parts.remove(7);
    assert_eq!(failing(&mark, &other), ["term_T_BC"]);
}

#[test]
fn a_term_may_itself_be_an_output() {
    let mark = marking(
        r#"inputs = ["A", "B"]
        outputs = { P = "A & B", Q = "!(A & B)" }
        terms = { T = { is = "A & B", feeds = ["P", "Q"] } }"#,
    );
    let circuit = bench("logic-input A a\nlogic-input B b\nand - a b p\nnot - p q\nlogic-output P p\nlogic-output Q q");
    assert!(failing(&mark, &circuit).is_empty());
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
    assert!(table("terms = { T = { is = \"A\", feeds = [\"Z\"] } }").contains("terms.T: there is no output \"Z\""));
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
