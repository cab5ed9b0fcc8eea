//! What roles mean to somebody who acts.

use atspi::Role;

/// The role in plain English, as AT-SPI has named it for twenty years.
pub(super) fn word(role: Role) -> &'static str {
    match role {
        // Renamed to `button` of late, by libraries; not by programs.
        Role::Button => "push button",
        role => role.name(),
    }
}

/// Whether one clicks on it, types into it or drags it.
pub(super) fn can_act(role: Role) -> bool {
    can_act_on(word(role))
}

/// The same, by the role's word.
pub(crate) fn can_act_on(word: &str) -> bool {
    ACTIVE.contains(&word)
}

const ACTIVE: [&str; 36] = [
    "autocomplete",
    "check box",
    "check menu item",
    "color chooser",
    "column header",
    "combo box",
    "date editor",
    "desktop icon",
    "dial",
    "document spreadsheet",
    "document text",
    "editbar",
    "entry",
    "icon",
    "link",
    "list item",
    "menu",
    "menu item",
    "page tab",
    "password text",
    "push button",
    "push button menu",
    "radio button",
    "radio menu item",
    "row header",
    "scroll bar",
    "slider",
    "spin button",
    "table cell",
    "table column header",
    "table row header",
    "tearoff menu item",
    "terminal",
    "text",
    "toggle button",
    "tree item",
];

/// Whether it may be ticked, even where the program does not say that it can be.
pub(super) fn can_be_checked(role: Role) -> bool {
    matches!(role, Role::CheckBox | Role::CheckMenuItem | Role::RadioButton | Role::RadioMenuItem | Role::ToggleButton)
}

/// Whether its text is worth asking for. What is typed into a password field stays there.
pub(super) fn holds_text(role: Role) -> bool {
    matches!(
        role,
        Role::Text
            | Role::Entry
            | Role::Terminal
            | Role::Paragraph
            | Role::Heading
            | Role::DocumentText
            | Role::Autocomplete
            | Role::DateEditor
            | Role::Editbar
            | Role::Log
    )
}

pub(super) fn holds_number(role: Role) -> bool {
    matches!(
        role,
        Role::Slider | Role::SpinButton | Role::ScrollBar | Role::ProgressBar | Role::Dial | Role::LevelBar | Role::Rating
    )
}

/// Whether it is worth showing though it says nothing: it is a window, it holds things that belong together, or one acts on it.
pub(super) fn stands_alone(role: Role) -> bool {
    can_act(role)
        || matches!(
            role,
            Role::Application
                | Role::Frame
                | Role::Dialog
                | Role::Alert
                | Role::Window
                | Role::FileChooser
                | Role::MenuBar
                | Role::PopupMenu
                | Role::ToolBar
                | Role::StatusBar
                | Role::PageTabList
                | Role::List
                | Role::ListBox
                | Role::Table
                | Role::Tree
                | Role::TreeTable
                | Role::DocumentFrame
                | Role::DocumentWeb
                | Role::ProgressBar
        )
}

/// Whether what is in it shows only as far as it reaches. The rows that are scrolled away have a place nevertheless, and so have
/// those of a list that is folded into its combo box.
pub(super) fn shows_a_part(role: Role) -> bool {
    matches!(
        role,
        Role::List
            | Role::ListBox
            | Role::Table
            | Role::Tree
            | Role::TreeTable
            | Role::ScrollPane
            | Role::Viewport
            | Role::DocumentWeb
    )
}
