use super::super::testing::*;
use proptest::prelude::*;
use serde_json::json;

#[test]
fn texts() {
    let fire = "kind = 'answer'\nvalue = 'Vigili del Fuoco'\naccept = ['fire brigade']";
    for right in [
        json!("vigili del fuoco"),
        json!(" \"Vigili  del Fuoco\". "),
        json!("```\nVigili del Fuoco\n```"),
        json!({"answer": "Fire brigade"}),
        json!("{\"a\": \"fire brigade\"}"),
    ] {
        holds(fire, "answer", right);
    }
    for wrong in [
        json!("Vigili"),
        json!("the Vigili del Fuoco"),
        json!(["Vigili del Fuoco"]),
        json!(null),
        json!({"a": "fire brigade", "b": 1}),
        json!(""),
    ] {
        fails(fire, "answer", wrong);
    }
    holds("kind = 'answer'\nvalue = '22'", "answer", json!(22));
    assert_eq!(finds(fire, "answer", &json!("x")).expected, "\"Vigili del Fuoco\" or \"fire brigade\"");
}

#[test]
fn numbers() {
    let number = "kind = 'answer'\nvalue = 3.84\ntolerance = 0.01";
    for right in [json!(3.84), json!("3.85"), json!("`3.84`"), json!("0.384e1"), json!({"value": 3.83})] {
        holds(number, "answer", right);
    }
    for wrong in [json!(3.9), json!("3.84 km"), json!("3,84"), json!("about 3.84"), json!([3.84]), json!(true), json!("NaN")] {
        fails(number, "answer", wrong);
    }
    holds("kind = 'answer'\nvalue = 22", "answer", json!("22.0"));
    fails("kind = 'answer'\nvalue = 22", "answer", json!(22.001));
    assert_eq!(finds(number, "answer", &json!("3.84 km")).seen, "\"3.84 km\": it has a unit, and none is asked for");
}

#[test]
fn quantities() {
    let distance = "kind = 'answer'\nvalue = '12.5 km'\nas = 'quantity'\nrelative = 0.01";
    for right in [json!("12.5 km"), json!("12450 m"), json!(12.5), json!("12.6")] {
        holds(distance, "answer", right);
    }
    for wrong in [json!("12.5 m"), json!(12500), json!("12.5 s"), json!("13 km")] {
        fails(distance, "answer", wrong);
    }
    holds("kind = 'answer'\nvalue = '12.5 km'\nas = 'quantity'\ntolerance = 1", "answer", json!("13400 m"));
    fails("kind = 'answer'\nvalue = '12.5 km'\nas = 'quantity'\ntolerance = 1", "answer", json!("13600 m"));
}

#[test]
fn lists() {
    let list = "kind = 'answer'\nvalue = ['Io', 'Europa', 4]";
    for right in [
        json!(["io", "Europa", 4.0]),
        json!("Europa, Io and 4"),
        json!("Europa, Io, and 4"),
        json!("Io; Europa; 4"),
        json!("- 4\n- Io\n- Europa"),
        json!("[\"Io\", \"Europa\", 4]"),
        json!("[Io, Europa, 4]"),
    ] {
        holds(list, "answer", right);
    }
    for wrong in
        [json!(["Io", "Europa"]), json!(["Io", "Europa", 4, "Io"]), json!(["Io", "Io", 4]), json!("Io Europa 4"), json!({"a": 1})]
    {
        fails(list, "answer", wrong);
    }
    assert_eq!(finds(list, "answer", &json!("Io, Ganymede, 4")).score, 2.0 / 3.0);
    let ordered = format!("{list}\nordered = true");
    holds(&ordered, "answer", json!("Io, Europa, 4"));
    fails(&ordered, "answer", json!("Europa, Io, 4"));
}

#[test]
fn fields_of_objects() {
    let mass = "kind = 'answer'\nvalue = 3\nfield = 'mass_kg'";
    for right in [json!({"mass_kg": 3, "b": 1}), json!({"Mass kg": "3"}), json!("```json\n{\"mass_kg\": 3}\n```")] {
        holds(mass, "answer", right);
    }
    for wrong in [json!({"mass": 3}), json!(3), json!({"mass-kg": 3, "MASS_KG": 3}), json!([{"mass_kg": 3}])] {
        fails(mass, "answer", wrong);
    }
}

#[test]
fn mistakes_are_refused() {
    for text in [
        "value = 'x'\nas = 'number'",
        "value = 'x'\nas = 'quantity'",
        "value = '5'\nas = 'quantity'",
        "value = []",
        "value = [[1]]",
        "value = true",
        "value = ''",
        "value = 1\naccept = ['x']\nas = 'number'",
    ] {
        assert!(refused(&format!("kind = 'answer'\n{text}")).contains(" is no "), "{text}");
    }
    assert!(refused("kind = 'answer'\nvalue = 1\ntolerance = -1").contains("not negative"));
    assert!(refused("kind = 'answer'\nvalue = 1\nas = 'float'").contains("unknown variant `float`"));
}

proptest! {
    #[test]
    fn no_answer_makes_it_panic(text in ".{0,60}|[`{}\\[\\]a-z\"\n:,;.0-9 ]{0,40}") {
        for form in ["value = 'a'", "value = 3", "value = ['a', 3]", "value = '3 km'\nas = 'quantity'", "value = 1\nfield = 'a'"] {
            let check = check(&format!("kind = 'answer'\n{form}")).unwrap();
            let answer = json!(text);
            let facts = crate::expression::Facts::none().with("answer", std::borrow::Cow::Borrowed(&answer));
            prop_assert!((0.0..=1.0).contains(&check.template.mark(&facts).score));
        }
    }
}
