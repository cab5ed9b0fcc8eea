//! A browser without a screen, for tests: it does an expert's moves on the pages as they are served, and tells the state that the page would.
//! `web/internet` is what it imitates, as far as templates need it.

mod forms;
mod page;

use crate::chain::Move;
use agon_internet::{Answer, Internet};
use page::{Control, Page, Pressed};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Tabs, and what sites and the browser keep.
#[derive(Clone)]
pub(crate) struct TextBrowser<'a> {
    internet: &'a Internet,
    tabs: Vec<Tab>,
    active: usize,
    pub(crate) sites: Map<String, Value>,
    numbers: BTreeMap<String, u64>,
    downloads: Vec<String>,
    bookmarks: Vec<String>,
    pub(crate) visited: Vec<String>,
}

#[derive(Clone, Default)]
struct Tab {
    history: Vec<String>,
    at: usize,
    view: View,
}

/// What a page looks like beyond what is served.
#[derive(Clone, Default)]
pub(super) struct View {
    /// Values by the field's place on the page.
    pub(super) fields: BTreeMap<usize, String>,
    /// Titles of the tabs that were pressed.
    pub(super) shown_tabs: Vec<String>,
    /// Which `<details>` were pressed, by place.
    pub(super) toggled: Vec<usize>,
    /// The field that was filled in last.
    last: Option<usize>,
    /// How far down something was found: the page is scrolled to there at most. What was found may have moved: then it is the end.
    furthest: usize,
}

const HOME: &str = "http://search.example/";

impl<'a> TextBrowser<'a> {
    pub(crate) fn new(internet: &'a Internet) -> Self {
        let tab = Tab { history: vec![HOME.into()], ..Tab::default() };
        Self {
            internet,
            tabs: vec![tab],
            active: 0,
            sites: Map::new(),
            numbers: BTreeMap::new(),
            downloads: Vec::new(),
            bookmarks: Vec::new(),
            visited: vec![HOME.into()],
        }
    }

    pub(crate) fn state(&self) -> Value {
        let listed = |all: &[String]| all.iter().map(|address| json!({ "address": address })).collect::<Vec<_>>();
        json!({
            "app": "internet",
            "tabs": self.tabs.iter().map(|tab| json!({ "address": tab.history[tab.at] })).collect::<Vec<_>>(),
            "sites": self.sites,
            "downloads": listed(&self.downloads),
            "bookmarks": listed(&self.bookmarks),
            "visited": self.visited,
        })
    }

    pub(crate) fn perform_all(&mut self, moves: &[Move]) -> Result<(), String> {
        moves.iter().try_for_each(|one| self.perform(one).map_err(|problem| format!("{one:?} on {}: {problem}", self.address())))
    }

    fn address(&self) -> &str {
        let tab = &self.tabs[self.active];
        &tab.history[tab.at]
    }

    fn tab(&mut self) -> &mut Tab {
        &mut self.tabs[self.active]
    }

    fn perform(&mut self, one: &Move) -> Result<(), String> {
        match one {
            Move::Go(address) => self.go(address),
            Move::Search(words) => self.go(&format!("http://search.example/search?q={}", forms::encode(words))),
            Move::Press { text, nth } => self.press(text, *nth),
            Move::Fill { label, nth, value } => self.set(label, *nth, |control| match control.kind.as_str() {
                "text" => Ok(value.clone()),
                kind => Err(format!("{label:?} names a {kind}, not a field to type in")),
            }),
            Move::FillNext { value } => self.fill_next(value),
            Move::Choose { label, nth, option } => self.set(label, *nth, |control| {
                let known = control.options.iter().find(|(text, _)| text.to_lowercase().starts_with(&option.to_lowercase()));
                known.map(|(_, value)| value.clone()).ok_or_else(|| {
                    format!(
                        "{label:?} offers {}",
                        control.options.iter().map(|(text, _)| text.as_str()).collect::<Vec<_>>().join(", ")
                    )
                })
            }),
            Move::Tick { label, nth } => self.set(label, *nth, |control| match control.kind.as_str() {
                "checkbox" | "radio" if control.is_set => Ok("off".into()),
                "checkbox" | "radio" => Ok("on".into()),
                kind => Err(format!("{label:?} names a {kind}, not a box")),
            }),
            Move::Enter => {
                let last = self.tab().view.last.ok_or("no field was filled in")?;
                let page = self.page()?;
                let control = page.controls.iter().find(|control| control.place == last);
                let form = control.and_then(|control| control.form).ok_or("the field stands in no form")?;
                self.submit(&page, form, None)
            }
            Move::Back => {
                let tab = self.tab();
                tab.at = tab.at.checked_sub(1).ok_or("there is nothing to go back to")?;
                tab.view = View::default();
                let address = self.address().to_owned();
                self.visited.push(address);
                Ok(())
            }
            Move::NewTab(address) => {
                self.tabs.push(Tab { history: vec![HOME.into()], ..Tab::default() });
                self.active = self.tabs.len() - 1;
                self.go(address)
            }
            Move::Tab(number) => {
                self.active = number.checked_sub(1).filter(|at| *at < self.tabs.len()).ok_or("there is no such tab")?;
                self.tab().view.furthest = usize::MAX;
                Ok(())
            }
            Move::CloseTab => {
                self.tabs.remove(self.active);
                self.active = self.active.min(self.tabs.len().saturating_sub(1));
                if self.tabs.is_empty() { Err("the last tab was closed".into()) } else { Ok(()) }
            }
            Move::Read(_) if self.tab().view.last.is_some() => Err("a field has the keys: send the form first".into()),
            Move::Read(_) => {
                self.tab().view.furthest = 0;
                Ok(())
            }
            Move::Bookmark => {
                let address = self.address().to_owned();
                self.bookmarks.push(address);
                Ok(())
            }
            Move::OpenDownload => {
                let address = self.downloads.first().cloned().ok_or("nothing was saved")?;
                self.perform(&Move::NewTab(address))
            }
        }
    }

    fn go(&mut self, address: &str) -> Result<(), String> {
        let mut address = if address.contains("://") { address.to_owned() } else { format!("http://{address}") };
        if address.matches('/').count() == 2 {
            address.push('/');
        }
        if let Answer::Moved(to) = self.internet.get(&address) {
            address = to;
        }
        if let Answer::NotFound { .. } = self.internet.get(&address) {
            return Err(format!("there is no page {address}"));
        }
        let tab = self.tab();
        tab.history.truncate(tab.at + 1);
        tab.history.push(address.clone());
        tab.at += 1;
        tab.view = View::default();
        self.visited.push(address);
        Ok(())
    }

    fn page(&self) -> Result<Page, String> {
        let address = self.address();
        let Answer::Page { html, .. } = self.internet.get(address) else { return Err(format!("{address} is no page")) };
        let host = page::host(address);
        Page::read(&html, &self.tabs[self.active].view, self.sites.get(host).unwrap_or(&Value::Null))
    }

    /// Where a text is found. It is looked for from what is seen on: once the page may be scrolled, nothing that fits may stand above.
    fn find(&mut self, page: &Page, text: &str, nth: usize) -> Result<usize, String> {
        let matches = page.matches(text);
        let furthest = &mut self.tab().view.furthest;
        if matches.len() > 1 && matches[0] < *furthest {
            return Err(format!(
                "{text:?} stands {} times on the page, and was not looked for from the top; use a longer text, or read first",
                matches.len()
            ));
        }
        let at = nth.checked_sub(1).and_then(|at| matches.get(at)).copied();
        let at = at.ok_or_else(|| format!("{text:?} stands {} times on the page", matches.len()))?;
        *furthest = at.max(*furthest);
        Ok(at)
    }

    fn press(&mut self, text: &str, nth: usize) -> Result<(), String> {
        let page = self.page()?;
        let at = self.find(&page, text, nth)?;
        match page.pressed(at) {
            Some(Pressed::Link { address, is_saved, is_new_tab }) => {
                let to = page::resolve(self.address(), &address);
                let to = to.split('#').next().unwrap_or_default().to_owned();
                if is_saved {
                    self.downloads.insert(0, to);
                    return Ok(());
                }
                if address.starts_with('#') {
                    return Ok(());
                }
                if is_new_tab { self.perform(&Move::NewTab(to)) } else { self.go(&to) }
            }
            Some(Pressed::Submit { form, button }) => self.submit(&page, form, button),
            Some(Pressed::Tab(title)) => {
                self.tab().view.shown_tabs.push(title);
                self.tab().view.furthest = usize::MAX;
                Ok(())
            }
            Some(Pressed::Summary(place)) => {
                self.tab().view.toggled.push(place);
                self.tab().view.furthest = usize::MAX;
                Ok(())
            }
            Some(Pressed::Other) => Ok(()),
            None => Err(format!("match {nth} of {text:?} stands on nothing that can be pressed; matches: {}", page.around(text))),
        }
    }

    fn fill_next(&mut self, value: &str) -> Result<(), String> {
        let last = self.tab().view.last.ok_or("no field was filled in")?;
        let page = self.page()?;
        let mut after = page.controls.iter().skip_while(|control| control.place != last).skip(1);
        let next = after.find(|control| control.kind != "hidden").filter(|control| control.kind == "text");
        let place = next.ok_or("the next field is none to type in")?.place;
        let view = &mut self.tab().view;
        view.last = Some(place);
        view.fields.insert(place, value.to_owned());
        Ok(())
    }

    fn set(&mut self, label: &str, nth: usize, value: impl Fn(&Control) -> Result<String, String>) -> Result<(), String> {
        let page = self.page()?;
        let at = self.find(&page, label, nth)?;
        let control = page
            .control(at)
            .ok_or_else(|| format!("match {nth} of {label:?} stands on no label of a field; matches: {}", page.around(label)))?;
        let value = value(control)?;
        let others = page.group(control);
        let view = &mut self.tab().view;
        view.last = Some(control.place);
        let fields = &mut view.fields;
        for other in others {
            fields.insert(other, "off".into());
        }
        fields.insert(control.place, value);
        Ok(())
    }
}
