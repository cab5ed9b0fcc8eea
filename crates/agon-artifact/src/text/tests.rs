use crate::Marked;
use crate::testing::{mark, mark_with, part, problem, torture};

const REPORT: &str = "# 1. Summary\n\nThe beam’s maximum deflection is 4.18 mm at mid-span. The allowable value is 5.0 mm.\n\n\
## Method\nWe used  Euler–Bernoulli theory\nwith E = 210 GPa.\n\n**Results:**\n- Safety factor: 1.2\n";

fn text(settings: &str) -> Marked {
    mark(&format!("mode = 'text'\nfile = 't.md'\n{settings}"), "t.md", REPORT.as_bytes())
}

#[test]
fn phrases_are_whole_words_in_any_spacing() {
    let found = text(
        "requires = [{ phrase = 'euler-bernoulli THEORY with' }, { any = ['finite element', \"beam's\"] }, { regex = 'E\\s*=\\s*\\d+ gpa' }]",
    );
    assert_eq!(found.score, 1.0, "{found:#?}");
    let missing = text("requires = [{ phrase = 'deflect' }, { phrase = 'mm', times = 3 }, { regex = '(?-i)gpa' }]");
    assert_eq!(missing.score, 0.0, "{missing:#?}");
    let forbidden = text("forbids = [{ phrase = 'Timoshenko' }, { phrase = 'allowable', name = 'limit' }]");
    assert_eq!(forbidden.score, 0.5);
    assert_eq!(part(&forbidden, "no limit").seen, "once");
}

#[test]
fn numbers_with_units_near_words() {
    let deflection = "value = 4.2, absolute = 0.05, units = ['mm', 'millimetres']";
    assert_eq!(text(&format!("numbers = [{{ {deflection} }}]")).score, 1.0);
    assert_eq!(text(&format!("numbers = [{{ {deflection}, near = 'maximum deflection', alone = true }}]")).score, 1.0);
    let listed = text(&format!("numbers = [{{ {deflection}, alone = true }}]"));
    assert_eq!((listed.score, listed.parts[0].seen.as_str()), (0.0, "4.18, 5"));
    assert_eq!(text(&format!("numbers = [{{ {deflection}, near = 'allowable' }}]")).score, 0.0);
    assert_eq!(text("numbers = [{ value = 0.0042, unit = 'm' }]").score, 0.0);
}

#[test]
fn headings_words_and_similarity() {
    assert_eq!(text("headings = ['Summary', 'Method', 'Results']").score, 1.0);
    let order = text("headings = ['Method', 'Summary']");
    assert_eq!((order.score, order.parts[0].seen.as_str()), (0.5, "missing or out of order: Summary"));
    assert_eq!(text("words = { min = 20, max = 40 }").score, 1.0);
    assert_eq!(text("words = { max = 10 }").score, 0.0);
    let settings = "mode = 'text'\nfile = 't'\nreference = 'r'\nsimilarity = { full = 0.9, zero = 0 }";
    let same = mark_with(settings, &[("t", b"The quick brown fox.")], &[("r", b"the QUICK brown, fox")]).unwrap();
    assert_eq!(same.score, 1.0);
    let other = mark_with(settings, &[("t", b"quick the fox brown")], &[("r", b"the quick brown fox")]).unwrap();
    assert_eq!(other.score, 0.0);
}

#[test]
fn wrong_settings_and_hostile_texts() {
    let base = "mode = 'text'\nfile = 't.md'";
    assert!(problem(base).contains("looks for nothing"));
    assert!(problem(&format!("{base}\nrequires = [{{ regex = '(' }}]")).contains("unclosed group"));
    assert!(problem(&format!("{base}\nrequires = [{{ regex = '(a{{1000}}){{1000}}' }}]")).contains("exceeds size limit"));
    assert!(problem(&format!("{base}\nrequires = [{{ phrase = 'a', any = ['b'] }}]")).contains("one of"));
    assert!(problem(&format!("{base}\nrequires = [{{ phrase = 'a', page = 1 }}]")).contains("page"));
    let settings =
        format!("{base}\nrequires = [{{ regex = '(a*)*b' }}, {{ phrase = 'a a' }}]\nnumbers = [{{ value = 1, unit = 'a' }}]");
    for junk in ["a".repeat(1 << 20), " \n".repeat(1000), "1.".repeat(1 << 19), "a\0".repeat(10)] {
        assert_eq!(mark(&settings, "t.md", junk.as_bytes()).score, 0.0);
    }
    torture(
        &format!("{base}\nrequires = [{{ phrase = 'é' }}]\nheadings = ['x']\nnumbers = [{{ value = 1 }}]"),
        "t.md",
        "é 1. ü\n# 2,5 mm — x".as_bytes(),
        &[],
    );
}
