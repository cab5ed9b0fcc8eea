//! Names of keys. Every API spells them in its own way; actions have one spelling.

/// Who spells a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Spelling {
    Pyautogui = 1,
    /// X keysyms, as xdotool takes them: Anthropic's.
    Keysym = 2,
    /// Upper case, as OpenAI's models print them.
    Upper = 3,
}

/// The name that actions use, then pyautogui's, the keysym, OpenAI's, and whatever else models write.
const KEYS: &[[&str; 5]] = &[
    ["ctrl", "ctrl", "ctrl", "CTRL", "control ctrl_l ctrl_r ctrlleft ctrlright control_l control_r"],
    ["alt", "alt", "alt", "ALT", "option alt_l alt_r altleft altright altgr optionleft optionright"],
    ["shift", "shift", "shift", "SHIFT", "shift_l shift_r shiftleft shiftright"],
    ["meta", "win", "super", "META", "cmd command windows winleft winright super_l super_r meta_l meta_r"],
    ["enter", "enter", "Return", "ENTER", "\n \r kp_enter newline linefeed"],
    ["escape", "esc", "Escape", "ESC", ""],
    ["backspace", "backspace", "BackSpace", "BACKSPACE", "back_space"],
    ["delete", "delete", "Delete", "DELETE", "del"],
    ["insert", "insert", "Insert", "INSERT", "ins"],
    ["tab", "tab", "Tab", "TAB", "\t iso_left_tab"],
    ["space", "space", "space", "SPACE", "spacebar"],
    ["up", "up", "Up", "ARROWUP", "arrow_up uparrow"],
    ["down", "down", "Down", "ARROWDOWN", "arrow_down downarrow"],
    ["left", "left", "Left", "ARROWLEFT", "arrow_left leftarrow"],
    ["right", "right", "Right", "ARROWRIGHT", "arrow_right rightarrow"],
    ["home", "home", "Home", "HOME", ""],
    ["end", "end", "End", "END", ""],
    ["page_up", "pageup", "Page_Up", "PAGEUP", "pgup prior page-up"],
    ["page_down", "pagedown", "Page_Down", "PAGEDOWN", "pgdn pgdown next page-down"],
    ["caps_lock", "capslock", "Caps_Lock", "CAPSLOCK", ""],
    ["num_lock", "numlock", "Num_Lock", "NUMLOCK", ""],
    ["scroll_lock", "scrolllock", "Scroll_Lock", "SCROLLLOCK", ""],
    ["print_screen", "printscreen", "Print", "PRINTSCREEN", "prtsc prntscrn prtscr"],
    ["pause", "pause", "Pause", "PAUSE", "break"],
    ["menu", "apps", "Menu", "CONTEXTMENU", "context_menu"],
    ["+", "+", "plus", "+", "kp_add add"],
    ["-", "-", "minus", "-", "kp_subtract subtract"],
    ["=", "=", "equal", "=", "equals"],
    [",", ",", "comma", ",", ""],
    [".", ".", "period", ".", "dot"],
    ["/", "/", "slash", "/", "divide"],
    [";", ";", "semicolon", ";", ""],
];

/// The name that actions use for a key. A single character stands for itself; names that nobody knows are passed on in
/// lower case, for the world to answer.
pub(crate) fn key(text: &str) -> String {
    let trimmed = text.trim();
    // White space is trimmed from a name, but it can also be the name.
    let word = if trimmed.is_empty() { text } else { trimmed };
    if word.chars().count() == 1 && !word.chars().all(char::is_whitespace) {
        return word.to_owned();
    }
    let lower = word.to_lowercase();
    if lower == " " {
        return "space".into();
    }
    let names = |row: &&[&str; 5]| {
        row[..4].iter().any(|name| name.to_lowercase() == lower)
            || row[4].split(' ').any(|name| !name.is_empty() && name == lower)
    };
    KEYS.iter().find(names).map_or(lower, |row| row[0].to_owned())
}

/// Keys that are held together, written with a separator: `ctrl+s`. A plus at the end is the key.
pub(crate) fn chord(text: &str, separator: char) -> Vec<String> {
    let text = text.trim();
    if text.chars().count() == 1 {
        return vec![key(text)];
    }
    let (body, last) = match text.strip_suffix("++") {
        Some(body) if separator == '+' => (body, Some("+".to_owned())),
        _ => (text, None),
    };
    body.split(separator).map(str::trim).filter(|part| !part.is_empty()).take(MAX_CHORD).map(key).chain(last).collect()
}

/// More keys than there are fingers.
pub(crate) const MAX_CHORD: usize = 10;

/// A key as an API spells it.
pub(crate) fn spelled(key: &str, spelling: Spelling) -> String {
    match KEYS.iter().find(|row| row[0] == key) {
        Some(row) => row[spelling as usize].to_owned(),
        None if spelling == Spelling::Upper => key.to_uppercase(),
        None => key.to_owned(),
    }
}

/// The keys a test may draw from: every one with a name, and a few without.
#[cfg(test)]
pub(crate) fn known() -> Vec<String> {
    KEYS.iter().map(|row| row[0]).chain(["a", "z", "7", "f1", "f12"]).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_spelling_is_understood() {
        for known in known() {
            for spelling in [Spelling::Pyautogui, Spelling::Keysym, Spelling::Upper] {
                let spelled = spelled(&known, spelling);
                assert_eq!(key(&spelled).to_lowercase(), known, "{spelled}");
            }
        }
    }

    #[test]
    fn chords_are_taken_apart() {
        assert_eq!(chord("ctrl+shift+T", '+'), ["ctrl", "shift", "T"]);
        assert_eq!(chord("Control+Page_Down", '+'), ["ctrl", "page_down"]);
        assert_eq!(chord("ctrl++", '+'), ["ctrl", "+"]);
        assert_eq!(chord("+", '+'), ["+"]);
        assert_eq!(chord("ctrl c", ' '), ["ctrl", "c"]);
        assert_eq!(chord("", '+'), Vec::<String>::new());
        assert_eq!(chord(&"a+".repeat(100), '+').len(), MAX_CHORD);
        assert_eq!(key("HyperDrive"), "hyperdrive");
        assert_eq!((key(" "), key("\n")), ("space".into(), "enter".into()));
    }
}
