//! What is typed into the fields of the properties: Tab goes on, text that is come to is replaced.

use crate::apps::video::effect::EffectKind;
use crate::apps::video::model::{Model, effect_of};
use crate::apps::video::project::Block;
use crate::apps::video::steps::{Entry, Field, Step, Tab, seconds};
use crate::hand::{chord, typed};
use agon_core::Action;

/// The text of an entry that is typed.
pub(super) fn text_of(entry: &Entry) -> Option<String> {
    match entry {
        Entry::Time(ms) => Some(seconds(*ms)),
        Entry::Text(text) | Entry::Color(text) => Some(text.clone()),
        Entry::Number(number) => Some(number.to_string()),
        Entry::Whole(number) => Some(number.to_string()),
        Entry::Tick(_) | Entry::Segment(_) | Entry::Curve(_) => None,
    }
}

/// The block whose properties hold the field.
pub(super) fn owner<'a>(model: &'a Model, step: &Step) -> Result<&'a Block, String> {
    match step {
        Step::Set { id, field, .. } if field.tab() != Tab::Effects => model.project.block(id),
        Step::Set { id, .. } | Step::EffectEdge { id, .. } | Step::Slide { id, .. } => model.project.owner(id),
        _ => Err("it is no field".into()),
    }
}

/// From the first field of a tab to the last one that is set, and back to the timeline. The block is selected and the keyboard the timeline's.
pub(super) fn typed_fields(model: &Model, visit: &[Step]) -> Result<Vec<Action>, String> {
    let Some(first @ Step::Set { id, field: first_field, .. }) = visit.first() else { return Err("there is no field".into()) };
    let block = owner(model, first)?;
    let mut actions = Vec::new();
    let mut is_segment = effect_of(block, id).is_ok_and(|effect| effect.segment.is_some());
    let mut text = String::from(match first_field.tab() {
        Tab::Time => "\n",
        Tab::Text => "x",
        Tab::Effects => "f",
    });
    let mut stop = 0;
    for step in visit {
        let Step::Set { field, entry, .. } = step else { continue };
        if *field == Field::Enabled {
            let own = effect_of(block, id)?;
            actions.push(typed(&std::mem::take(&mut text)));
            if Entry::Tick(own.enabled) != *entry {
                actions.extend((0..stops_before_extent(block, id)).map(|_| chord(&["shift", "tab"])));
                actions.push(typed(" "));
                // Back to the extent, from where the others are counted.
                text.push_str(&"\t".repeat(stops_before_extent(block, id)));
            }
            continue;
        }
        let next = stop_of(*field, block, is_segment);
        text.push_str(&"\t".repeat(next - stop));
        stop = next;
        match entry {
            Entry::Segment(wanted) => {
                if *wanted != is_segment {
                    text.push(if *wanted { 's' } else { 'f' });
                    is_segment = *wanted;
                }
            }
            Entry::Curve(curve) => {
                let EffectKind::Fade(_, own) = effect_of(block, id)?.kind else { return Err("it has no curve".into()) };
                actions.push(typed(&std::mem::take(&mut text)));
                let count = (4 + curve.index() - own.index()) % 4;
                actions.extend((0..count).map(|_| chord(&["right"])));
            }
            entry => text.push_str(&text_of(entry).ok_or("nothing is typed there")?),
        }
    }
    if !text.is_empty() {
        actions.push(typed(&text));
    }
    actions.push(chord(&["escape"]));
    Ok(actions)
}

/// Stops of Tab from the first field of the tab; those of effects are counted from the extent.
fn stop_of(field: Field, block: &Block, is_segment: bool) -> usize {
    let after_extent = if is_segment { 3 } else { 1 };
    match field {
        Field::Start | Field::Text | Field::Extent | Field::Enabled => 0,
        Field::Duration | Field::Size | Field::From => 1,
        Field::Track if block.is_text() => 2,
        Field::TrimStart | Field::Color | Field::To => 2,
        Field::TrimEnd | Field::Background => 3,
        Field::Track | Field::Opacity => 4,
        Field::Light(part) => after_extent + part.index(),
        Field::Curve => after_extent,
    }
}

/// Enabled, Earlier (not of the first), Later (not of the last), Remove.
fn stops_before_extent(block: &Block, id: &str) -> usize {
    let at = block.effects.iter().position(|effect| effect.id == id).unwrap_or_default();
    2 + usize::from(at > 0) + usize::from(at + 1 < block.effects.len())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apps::video::steps::read;

    fn texts(lines: &str) -> Vec<String> {
        let (steps, _) = read(&format!("add Garden Leap garden\neffect garden fade-out fade\ntext title\n{lines}")).unwrap();
        let mut model = Model::default();
        steps[..3].iter().for_each(|step| model.follow(step).unwrap());
        let written = |action: Action| match action {
            Action::Type { text } => text,
            Action::Keys { keys } => keys.join("+"),
            other => panic!("{other:?}"),
        };
        typed_fields(&model, &steps[3..]).unwrap().into_iter().map(written).collect()
    }

    #[test]
    fn fields_are_come_to_by_tab_in_their_order() {
        assert_eq!(texts("set garden duration = 2.5\nset garden track = 3"), ["\n\t2.5\t\t\t3", "escape"]);
        assert_eq!(texts("set title duration = 2\nset title track = 1"), ["\n\t2\t1", "escape"]);
        assert_eq!(texts("set title text = Two words\nset title background = red"), ["xTwo words\t\t\t#ff0000", "escape"]);
        assert_eq!(
            texts("set fade extent = segment\nset fade from = 2.06\nset fade curve = ease-out"),
            ["fs\t2.06\t\t", "right", "right", "escape"]
        );
        assert_eq!(texts("set fade enabled = false"), ["f", "shift+tab", "shift+tab", " ", "\t\t", "escape"]);
    }
}
