use super::truth::disguised;
use super::*;
use proptest::prelude::*;

const BRIDGE: &str = r#"
    circuit = [
        "dc-source V1 plus=P minus=0 voltage=10",
        "resistor R1 P M1 resistance=1k",
        "resistor R2 P M2 resistance=2.2k",
        "resistor R3 M1 0 resistance=3.3k",
        "resistor R4 M2 0 resistance=4.7k",
    ]
"#;

fn bridge() -> Bench {
    bench(
        "dc-source - 0 p voltage=10
         resistor - a p resistance=1000
         resistor R2 p b resistance=2200
         resistor - 0 a resistance=3300
         resistor R4 b 0 resistance=4700",
    )
}

const PAIR: &str = r#"
    circuit = [
        "dc-rail VCC VCC voltage=10",
        "dc-rail VEE VEE voltage=-10",
        "npn Q1 base=IN collector=C1 emitter=TAIL",
        "npn Q2 base=0 collector=OUT emitter=TAIL",
        "resistor Rc1 VCC C1 resistance=10k",
        "resistor Rc2 VCC OUT resistance=10k",
        "npn Q5 base=REF collector=REF emitter=VEE",
        "npn Q6 base=REF collector=TAIL emitter=VEE",
        "resistor Rref VCC REF resistance=19k",
        "ac-rail Vin IN amplitude=1m frequency=1k",
    ]
"#;

fn pair() -> Bench {
    bench(
        "dc-rail - cc voltage=10
         npn Q1 in c1 tail
         npn Q2 0 out tail
         resistor - cc c1 resistance=10000
         resistor - out cc resistance=10000
         npn - ref ref ee
         npn - ref tail ee
         resistor - cc ref resistance=19000
         ac-rail - in amplitude=0.001 frequency=1000
         dc-rail - ee voltage=-10",
    )
}

#[test]
fn the_same_circuit_passes_however_it_is_drawn() {
    assert!(failing(&marking(BRIDGE), &bridge()).is_empty());
    assert!(failing(&marking(PAIR), &pair()).is_empty());
    // Wires, scopes' points, a second ground, values that are nearly right.
    let mut drawn = bridge();
    drawn.parts.extend(bench("wire - p p\nground - 0\nwire - b far").parts);
    drawn.parts[1].params.insert("resistance".into(), json!(1009));
    assert!(failing(&marking(BRIDGE), &drawn).is_empty());
    // A part that hangs on nothing is one too many.
    drawn.parts.extend(bench("resistor - x y").parts);
    assert!(failing(&marking(BRIDGE), &drawn).contains(&"parts".to_owned()));
}

#[test]
fn sources_and_rails_are_the_same_thing() {
    let rails = bench(
        "dc-rail - p1 voltage=10
         dc-rail - p2 voltage=10
         dc-rail - z voltage=0
         resistor - p1 a resistance=1000
         resistor - p2 b resistance=2200
         resistor - z a resistance=3300
         resistor - b 0 resistance=4700",
    );
    assert!(failing(&marking(BRIDGE), &rails).is_empty());
    let mut turned = bridge();
    turned.parts[0] = bench("dc-source - p 0 voltage=-10").parts.remove(0);
    assert!(failing(&marking(BRIDGE), &turned).is_empty());
    turned.parts[0] = bench("dc-source - p 0 voltage=10").parts.remove(0);
    assert_eq!(failing(&marking(BRIDGE), &turned), ["values"]);
    assert_eq!(seen(&marking(BRIDGE), &turned, "values"), "V1: expected 10 V, found -10 V");
}

#[test]
fn wrong_values_are_named() {
    let mut wrong = bridge();
    wrong.parts[2].params.insert("resistance".into(), json!(2000));
    assert_eq!(failing(&marking(BRIDGE), &wrong), ["values"]);
    assert_eq!(seen(&marking(BRIDGE), &wrong, "values"), "R2: expected 2.2 kΩ, found 2 kΩ");
    wrong.parts[2].params.insert("resistance".into(), json!(1000));
    assert_eq!(seen(&marking(BRIDGE), &wrong, "values"), "R2: expected 2.2 kΩ, found 1 kΩ");
    wrong.parts[2].params.insert("resistance".into(), json!(null));
    assert_eq!(seen(&marking(BRIDGE), &wrong, "values"), "R2: expected 2.2 kΩ, found nothing");

    let mut beta = pair();
    beta.parts[1].params.insert("beta".into(), json!(50));
    assert_eq!(failing(&marking(PAIR), &beta), ["values"]);
    assert_eq!(seen(&marking(PAIR), &beta, "values"), "Q1: expected 100, found 50");
    let mut phase = pair();
    phase.parts[8].params.insert("phase".into(), json!(90));
    assert_eq!(seen(&marking(PAIR), &phase, "values"), "Vin Phase Offset: expected 0 °, found 90 °");
}

#[test]
fn missing_and_extra_parts_are_named() {
    let mut less = bridge();
    less.parts.remove(2);
    assert_eq!(failing(&marking(BRIDGE), &less), ["parts", "values", "wiring"]);
    assert_eq!(seen(&marking(BRIDGE), &less, "parts"), "R2 is missing (Resistor, 2.2 kΩ)");
    let mut more = bridge();
    more.parts.extend(bench("capacitor C9 a b").parts);
    assert_eq!(failing(&marking(BRIDGE), &more), ["parts", "wiring"]);
    assert_eq!(seen(&marking(BRIDGE), &more, "parts"), "the Capacitor C9, 10 µF was not asked for");
    let empty = bench("");
    assert_eq!(failing(&marking(BRIDGE), &empty), ["parts", "values", "wiring"]);
}

#[test]
fn wrong_wires_are_found() {
    let mut open = bridge();
    open.parts[4].nets[1] = "nowhere".into();
    assert_eq!(failing(&marking(BRIDGE), &open), ["wiring"]);
    assert_eq!(
        seen(&marking(BRIDGE), &open, "wiring"),
        "all parts are there, but they are connected differently: ground should join just R3, R4"
    );
    let mut crossed = bridge();
    crossed.parts[3].nets[1] = "b".into();
    crossed.parts[4].nets[0] = "a".into();
    assert_eq!(failing(&marking(BRIDGE), &crossed), ["wiring"]);
    assert!(
        seen(&marking(BRIDGE), &crossed, "wiring").contains("in one another's places"),
        "{}",
        seen(&marking(BRIDGE), &crossed, "wiring")
    );
    // Both ends loose: the part is there, but not connected.
    let mut loose = bridge();
    loose.parts[1].nets = vec!["x".into(), "y".into()];
    assert_eq!(failing(&marking(BRIDGE), &loose), ["wiring"]);
    // The source is not grounded.
    let mut floating = bridge();
    floating.parts[0].nets[0] = "x".into();
    assert_eq!(failing(&marking(BRIDGE), &floating), ["wiring"]);
    // Collector and emitter are swapped.
    let mut swapped = pair();
    swapped.parts[1].nets = vec!["in".into(), "tail".into(), "c1".into()];
    assert_eq!(failing(&marking(PAIR), &swapped), ["wiring"]);
    assert_eq!(
        seen(&marking(PAIR), &swapped, "wiring"),
        "all parts are there, but they are connected differently: the net TAIL should join just Q1 emitter, Q2 emitter, Q6 collector"
    );
}

#[test]
fn parts_in_series_may_stand_in_any_order_where_the_task_says_so() {
    let mark = marking(
        r#"circuit = [
            "dc-source V plus=P minus=0 voltage=24",
            "resistor R1 P A resistance=1k",
            "series A 0: inductor L inductance=100m; resistor R2 resistance=2.2k",
            "series A 0: capacitor C capacitance=10u; resistor R3 resistance=4.7k",
        ]"#,
    );
    let common = "dc-rail - p voltage=24\nresistor - p a\n";
    for rest in [
        "inductor - a x inductance=0.1\nresistor - x 0 resistance=2200\ncapacitor - a y\nresistor - y 0 resistance=4700",
        "inductor - x 0 inductance=0.1\nresistor - a x resistance=2200\ncapacitor - a y\nresistor - y 0 resistance=4700",
        "inductor - x 0 inductance=0.1\nresistor - a x resistance=2200\ncapacitor - y 0\nresistor - y a resistance=4700",
    ] {
        assert!(failing(&mark, &bench(&format!("{common}{rest}"))).is_empty(), "{rest}");
    }
    let swapped =
        "inductor - a x inductance=0.1\nresistor - x 0 resistance=4700\ncapacitor - a y\nresistor - y 0 resistance=2200";
    assert_eq!(failing(&mark, &bench(&format!("{common}{swapped}"))), ["wiring"]);
}

const COUNTER: &str = r#"
    circuit = [
        "square-rail CLK K frequency=1k",
        "logic-input ONE H state=1",
        "jk-flip-flop FF0 j=H k=H clk=K q=Q0",
        "jk-flip-flop FF1 j=H k=H clk=Q0 q=Q1",
        "logic-output Q1 Q1",
    ]
"#;

#[test]
fn clocks_constants_indicators_and_loose_pins() {
    let mark = marking(COUNTER);
    let with =
        |text: &str| bench(&format!("clock - k frequency=1000\njk-flip-flop - h k h q0 _\njk-flip-flop - h q0 h q1 _\n{text}"));
    assert!(failing(&mark, &with("logic-input - h state=1\nlogic-output Y q1")).is_empty());
    assert_eq!(failing(&mark, &with("logic-input - h state=1\nlogic-output - q0")), ["wiring"]);
    assert_eq!(seen(&mark, &with("logic-input - h state=1"), "parts"), "Q1 is missing (Logic Output, 2.5 V)");
    assert_eq!(failing(&mark, &with("logic-input - h state=0\nlogic-output - q1")), ["values"]);
    // Several logic inputs that are high are one.
    let four = bench(
        "clock - k frequency=1000\njk-flip-flop - h1 k h2 q0 _\njk-flip-flop - h3 q0 h4 q1 _\nlogic-output - q1
         logic-input - h1 state=1\nlogic-input - h2 state=1\nlogic-input - h3 state=1\nlogic-input - h4 state=1",
    );
    assert!(failing(&mark, &four).is_empty());
    // The inverted output in place of the other, and a pin in use that should hang on nothing.
    let inverted = bench(
        "clock - k frequency=1000\njk-flip-flop - h k h _ q0\njk-flip-flop - h q0 h q1 _\nlogic-input - h state=1\nlogic-output - q1",
    );
    assert_eq!(failing(&mark, &inverted), ["wiring"]);
}

/// "Add nothing else but wires": what hangs on nothing, or only shows, was not asked for either.
#[test]
fn idle_rails_and_outputs_are_parts_too_many() {
    for extra in [
        "dc-rail - x voltage=10",
        "dc-rail - x voltage=10\nwire - x y",
        "dc-rail - x voltage=10\ndc-rail - x voltage=10",
        "dc-rail - x voltage=0",
        "dc-source - 0 x voltage=10",
        "logic-output - b",
        "logic-output - x",
        "logic-input - x",
        "ac-rail - x",
    ] {
        let mut more = bridge();
        more.parts.extend(bench(extra).parts);
        assert_eq!(failing(&marking(BRIDGE), &more), ["parts", "wiring"], "{extra}");
    }
    let says = |text: &str| {
        let mut more = bridge();
        more.parts.extend(bench(text).parts);
        seen(&marking(BRIDGE), &more, "parts")
    };
    assert_eq!(
        says("dc-rail - x voltage=10"),
        "the DC Voltage Source (1-terminal) without a label (part 6), 10 V was not asked for"
    );
    // A second source that feeds a part, and a ground more, are drawings of the same circuit.
    let mut two = bridge();
    two.parts[2].nets[0] = "q".into();
    two.parts.extend(bench("dc-rail - q voltage=10\nground - 0").parts);
    assert!(failing(&marking(BRIDGE), &two).is_empty());
    // Very many are not all told.
    let many: String = (0..300).map(|i| format!("logic-output - n{i}\n")).collect();
    assert!(says(&many).ends_with("; and 294 more"), "{}", says(&many));
}

#[test]
fn parameters_may_be_bounded_or_free() {
    let mark = marking(r#"circuit = ["capacitor C N 0 capacitance=10n initialVoltage>=0.1", "resistor R N 0 resistance=any"]"#);
    let with =
        |volts: f64| bench(&format!("capacitor - n 0 capacitance=1e-8 initialVoltage={volts}\nresistor - n 0 resistance=77"));
    assert!(failing(&mark, &with(0.1)).is_empty());
    assert!(failing(&mark, &with(0.5)).is_empty());
    assert_eq!(failing(&mark, &with(0.0)), ["values"]);
    assert_eq!(seen(&mark, &with(0.0), "values"), "C Initial Voltage: expected at least 100 mV, found 0 V");
}

#[test]
fn mistakes_in_references_are_told() {
    let says = |line: &str| read(&format!("circuit = [{line:?}]")).err().unwrap_or_else(|| panic!("{line} was read"));
    assert!(says("resistor R1 A").contains("all pins in order (a, b)"));
    assert!(says("resistor R1 A B C").contains("all pins in order"));
    assert!(says("resistor R1").contains("all pins in order"));
    assert!(says("resister R1 A B").contains("no part of kind \"resister\""));
    assert!(says("resistor R1 A B resistence=1k").contains("neither a pin nor a parameter \"resistence\""));
    assert!(says("resistor R1 A B resistance=1kV").contains("wrong unit"));
    assert!(says("resistor R1 A B resistance=lots").contains("resistance: it does not begin with a number"));
    assert!(says("resistor R1 A b=B").contains("all pins in order"));
    assert!(says("switch S A B closed=maybe").contains("closed cannot be"));
    assert!(says("wire W A B").contains("no part of a netlist"));
    assert!(says("series A B resistor R1").contains("a colon is missing"));
    assert!(says("series A 0: resistor R1; npn Q1").contains("matters"));
    assert!(says("series A 0: resistor R1").contains("2 to 4"));
    assert!(read("circuit = []").is_err());
    assert!(read(r#"circuit = ["resistor R1 A 0", "resistor R1 A 0"]"#).err().unwrap().contains("two parts R1"));
}

proptest! {
    #[test]
    fn order_names_and_orientation_do_not_matter(
        order in Just((0..10).collect::<Vec<usize>>()).prop_shuffle(),
        turn: bool,
        broken in prop::option::of((0..10usize, 0..3usize)),
    ) {
        let mut circuit = pair();
        if let Some((part, pin)) = broken {
            let pins = circuit.parts[part].nets.len();
            circuit.parts[part].nets[pin % pins] = "elsewhere".into();
        }
        let before = failing(&marking(PAIR), &circuit);
        prop_assert_eq!(before.is_empty(), broken.is_none());
        let after = failing(&marking(PAIR), &disguised(&circuit, &order, turn));
        prop_assert_eq!(before, after);
    }

    #[test]
    fn a_pin_on_another_net_is_caught(part in 0..5usize, pin in 0..2usize, net in 0..4usize) {
        let mut circuit = bridge();
        let nets = ["0", "p", "a", "b"];
        let old = std::mem::replace(&mut circuit.parts[part].nets[pin], nets[net].into());
        prop_assert_eq!(failing(&marking(BRIDGE), &circuit).is_empty(), old == nets[net]);
    }

    #[test]
    fn a_value_off_by_more_than_one_per_cent_is_caught(part in 1..5usize, factor in 0.5..2.0f64) {
        let mut circuit = bridge();
        let value = circuit.parts[part].params["resistance"].as_f64().unwrap();
        circuit.parts[part].params.insert("resistance".into(), json!(value * factor));
        let near = (factor - 1.0).abs() <= 0.01;
        let expected: &[&str] = if near { &[] } else { &["values"] };
        prop_assert_eq!(failing(&marking(BRIDGE), &circuit), expected);
    }
}
