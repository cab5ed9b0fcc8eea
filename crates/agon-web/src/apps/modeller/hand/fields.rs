//! What is typed into the fields of the inspector: Tab goes on, text that is come to is replaced, a space ticks.

use crate::apps::modeller::scene::Object;
use crate::apps::modeller::steps::{Entry, Field, Setting, Step};
use crate::hand::{chord, typed};
use agon_core::Action;

/// From the first field of what is selected to the last one that is set. Several objects have no name together.
pub(super) fn typed_fields(object: &Object, visit: &[Step]) -> Result<String, String> {
    let mut text = String::new();
    let mut stop = match visit.first() {
        Some(Step::Set { ids, .. }) if ids.len() > 1 => Field::Position(0).stop(),
        _ => Field::Name.stop(),
    };
    for step in visit {
        let Step::Set { field, entry, .. } = step else { continue };
        let stops = field.stop().checked_sub(stop).ok_or("several objects have no name together")?;
        text.push_str(&"\t".repeat(stops));
        stop = field.stop();
        match entry {
            Entry::Text(entry) => text.push_str(entry),
            Entry::Number(number) => text.push_str(&number.to_string()),
            Entry::Change(sign, number) => text.push_str(&format!("{sign}={number}")),
            Entry::Tick(is_on) if field.tick(object) == Some(*is_on) => {}
            Entry::Tick(_) => text.push(' '),
        }
    }
    Ok(text)
}

/// From the first field of the scene's settings to the one that is set: background, swatches, grid, axes, camera, field of view.
pub(super) fn set_setting(setting: &Setting, actions: &mut Vec<Action>) {
    let to = |stops: usize| typed(&"\t".repeat(stops));
    match setting {
        Setting::Background(color) => actions.extend([chord(&["ctrl", "a"]), typed(color)]),
        Setting::Grid(_) => actions.extend([to(2), typed(" ")]),
        Setting::Axes(_) => actions.extend([to(3), typed(" ")]),
        Setting::Fov(degrees) => actions.extend([to(5), typed(&degrees.to_string())]),
    }
    actions.push(chord(&["escape"]));
}

/// By the commands of the View menu.
pub(super) fn set_by_menu(setting: &Setting, actions: &mut Vec<Action>) -> Result<(), String> {
    match setting {
        Setting::Background(color) => {
            actions.extend([typed("/Background\n"), chord(&["ctrl", "a"]), typed(&format!("{color}\n"))])
        }
        Setting::Grid(_) => actions.push(typed("/Show Grid\n")),
        Setting::Axes(_) => actions.push(typed("/Show Axes\n")),
        Setting::Fov(_) => return Err("the field of view is in no menu".into()),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::apps::modeller::steps::{Model, read};

    fn typed_for(lines: &str) -> String {
        let (steps, _) = read(&format!("open Single Cube Scene\n{lines}")).unwrap();
        let mut model = Model::start();
        model.follow(&steps[0]).unwrap();
        typed_fields(model.object("cube-1").unwrap(), &steps[1..]).unwrap()
    }

    #[test]
    fn fields_are_come_to_by_tab_in_their_order() {
        assert_eq!(typed_for("set cube-1 name = A\nset cube-1 position = 0 -1.5 2"), "A\t0\t-1.5\t2");
        assert_eq!(typed_for("set cube-1 sy *= 2\nset cube-1 opacity = 0.5"), "\t\t\t\t\t\t\t\t*=2\t\t\t\t\t\t\t0.5");
        assert_eq!(typed_for("set cube-1 visible = true"), "\t".repeat(17));
        assert_eq!(typed_for("set cube-1 wireframe = true"), format!("{} ", "\t".repeat(16)));
    }
}
