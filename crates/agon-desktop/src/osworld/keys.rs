//! What a line of pyautogui comes to on a desk, where that is known. It is read, never run.

/// Whether all that it does is to save what is open.
pub(super) fn only_save(code: &str) -> bool {
    let mut calls = calls(code);
    let saves = calls.iter().any(|call| call == "hotkey(ctrl,s)");
    calls.retain(|call| !["hotkey(ctrl,s)", "press(enter)"].contains(&call.as_str()));
    saves && calls.is_empty()
}

/// Whether it opens a terminal; `None` where it does anything that shows. A click into the middle of an empty desktop does not.
pub(super) fn opens_terminal(code: &str, is_empty: bool) -> Option<bool> {
    let mut calls = calls(code);
    calls.retain(|call| !(is_empty && call == "click(960,540)"));
    match calls.as_slice() {
        [] => Some(false),
        [only] if only == "hotkey(ctrl,alt,t)" => Some(true),
        _ => None,
    }
}

/// Its statements without spaces and quotes, those left out that do nothing or wait.
fn calls(code: &str) -> Vec<String> {
    let plain = |text: &str| text.chars().filter(|c| !c.is_whitespace() && !['"', '\''].contains(c)).collect::<String>();
    let statements = code.split([';', '\n']).map(str::trim);
    let statements =
        statements.filter(|text| !(text.is_empty() || text.starts_with("import ") || text.starts_with("time.sleep(")));
    statements.map(|text| plain(text.strip_prefix("pyautogui.").unwrap_or(text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_known_is_taken_for_it() {
        let save = "import pyautogui; import time; pyautogui.hotkey(\"ctrl\", \"s\"); time.sleep(0.5);";
        assert!(only_save(save));
        assert!(!only_save(&format!("{save} pyautogui.press('esc')")));
        assert!(!only_save("import time; time.sleep(1)"));
        let click = "import pyautogui; pyautogui.click(960, 540); ";
        assert_eq!(opens_terminal(click, true), Some(false));
        assert_eq!(opens_terminal(click, false), None);
        assert_eq!(opens_terminal(&format!("{click}pyautogui.hotkey('ctrl', 'alt', 't')"), true), Some(true));
        assert_eq!(opens_terminal("import os; os.remove('a')", true), None);
    }
}
