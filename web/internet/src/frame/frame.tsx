// What stands around a page: tabs, the bar with the address, bookmarks, find in page, downloads. A function of the browser's state.

import type { ComponentChildren } from "preact";
import { Icon } from "../../../kit/form/icon";
import type { Browser } from "../browser";
import { hostOf } from "../model/address";
import { addressOfTab, MAX_TABS, shownTab } from "../model/state";
import { ICONS } from "./icons";

/** What the frame knows beyond the browser's state: what is half typed in the address bar. */
export interface Typing {
  address: string | undefined;
}

export interface FrameActions {
  typed(text: string | undefined): void;
  enter(isNewTab: boolean): void;
  toPage(): void;
  toAddress(): void;
  newTab(): void;
  showFind(): void;
  showKeys(): void;
  showMore(from: HTMLElement): void;
}

interface FrameProps {
  browser: Browser;
  typing: Typing;
  actions: FrameActions;
  /** How many bookmarks there is room for. */
  bookmarks: number;
  width: number;
}

const WIDEST_TAB = 200;
/** Beside the tabs: the margin at the left, and the button for a new one. */
const TABS_LESS = 60;

export function Frame(props: FrameProps) {
  const { browser } = props;
  return (
    <>
      <Tabs {...props} />
      <Bar {...props} />
      <Bookmarks {...props} />
      {browser.state.find && <FindBar {...props} />}
      {browser.state.panel && <Downloads {...props} />}
    </>
  );
}

interface IconButtonProps {
  icon: string;
  name: string;
  press: () => void;
  isDisabled?: boolean;
  isOn?: boolean;
  class?: string;
}

/** The name is a tooltip only for people: an agent's screenshots do not show it. */
function IconButton({ icon, name, press, isDisabled, isOn, class: kind = "icon-button" }: IconButtonProps) {
  return (
    <button
      type="button"
      class={kind}
      aria-label={name}
      title={name}
      disabled={isDisabled}
      aria-pressed={isOn}
      onClick={press}
    >
      <Icon path={icon} />
    </button>
  );
}

function Tabs({ browser, actions, width }: FrameProps) {
  const { tabs, active } = browser.state;
  const each = Math.min(WIDEST_TAB, Math.floor((width - TABS_LESS) / Math.max(1, tabs.length)));
  const onKey = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    void browser.showTab((active + by + tabs.length) % tabs.length);
  };
  return (
    <div class="tabs">
      <div class="tab-list" role="tablist" aria-label="Tabs" onKeyDown={onKey}>
        {tabs.map((tab, i) => (
          <button
            type="button"
            role="tab"
            class="tab"
            key={i}
            style={{ width: `${each}px` }}
            aria-selected={i === active}
            tabIndex={i === active ? 0 : -1}
            title={tab.title}
            onMouseDown={(event) => event.button === 0 && void browser.showTab(i)}
            onClick={() => void browser.showTab(i)}
            onAuxClick={(event) => event.button === 1 && void browser.closeTab(i)}
          >
            <span class="tab-mark" style={{ "--hue": String(hueOf(addressOfTab(tab))) }} aria-hidden="true">
              {markOf(addressOfTab(tab))}
            </span>
            <span class="tab-title">{tab.title}</span>
          </button>
        ))}
      </div>
      {tabs.map((tab, i) => (
        <button
          type="button"
          class="tab-close"
          key={i}
          style={{ left: `${8 + (i + 1) * each - 28}px` }}
          aria-label={`Close ${tab.title}`}
          onClick={() => void browser.closeTab(i)}
        >
          <Icon path={ICONS.close} />
        </button>
      ))}
      <IconButton icon={ICONS.add} name="New tab" press={actions.newTab} isDisabled={tabs.length >= MAX_TABS} />
    </div>
  );
}

/** The first letter of a host, as a mark; www says nothing. */
const markOf = (address: string) =>
  hostOf(address)
    .replace(/^www\./, "")
    .slice(0, 1)
    .toUpperCase();

/** A colour for a host. */
const hueOf = (address: string) =>
  [...hostOf(address)].reduce((hue, letter) => (hue * 31 + letter.charCodeAt(0)) % 360, 7);

function Bar({ browser, typing, actions }: FrameProps) {
  const { state } = browser;
  const tab = browser.tab;
  const address = tab ? addressOfTab(tab) : "";
  const isMarked = state.bookmarks.some((known) => known.address === address);
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") actions.enter(event.altKey);
    else if (event.key === "Escape") {
      actions.typed(undefined);
      actions.toPage();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="bar" role="toolbar" aria-label="Browser">
      <IconButton icon={ICONS.back} name="Back" press={() => void browser.back()} isDisabled={!tab || tab.at === 0} />
      <IconButton
        icon={ICONS.forward}
        name="Forward"
        press={() => void browser.forward()}
        isDisabled={!tab || tab.at === tab.history.length - 1}
      />
      <IconButton icon={ICONS.reload} name="Reload" press={() => void browser.reload()} />
      <IconButton icon={ICONS.home} name="Home" press={() => void browser.go(browser.home)} />
      <div class="address">
        <input
          type="text"
          id="address"
          aria-label="Address"
          autocomplete="off"
          spellcheck={false}
          value={typing.address ?? address}
          onInput={(event) => actions.typed(event.currentTarget.value)}
          onKeyDown={onKey}
          onMouseUp={(event) => selectOnce(event.currentTarget)}
          onBlur={(event) => {
            delete event.currentTarget.dataset["selected"];
            actions.typed(undefined);
          }}
        />
        <IconButton
          icon={ICONS.star}
          name={isMarked ? "Remove bookmark" : "Bookmark this page"}
          press={() => browser.toggleBookmark()}
          isOn={isMarked}
        />
      </div>
      <IconButton icon={ICONS.find} name="Find in page" press={actions.showFind} isOn={state.find !== null} />
      <IconButton
        icon={ICONS.downloads}
        name="Downloads"
        press={() => browser.togglePanel()}
        isOn={state.panel === "downloads"}
      />
      <IconButton icon={ICONS.theme} name="Light or dark" press={() => browser.toggleTheme()} />
      <IconButton icon={ICONS.keys} name="Keys" press={actions.showKeys} />
    </div>
  );
}

/** The first press into the address selects all of it. */
function selectOnce(field: HTMLInputElement): void {
  if (field.dataset["selected"] !== undefined) return;
  field.dataset["selected"] = "";
  if (field.selectionStart === field.selectionEnd) field.select();
}

function Bookmarks({ browser, actions, bookmarks: room }: FrameProps) {
  const { bookmarks } = browser.state;
  return (
    <nav class="bookmarks" aria-label="Bookmarks">
      {bookmarks.slice(0, room).map(({ address, title }, i) => (
        <button
          type="button"
          key={i}
          title={address}
          onClick={(event) => void browser.go(address, event.ctrlKey ? "behind" : "here")}
          onAuxClick={(event) => event.button === 1 && void browser.go(address, "behind")}
        >
          {title}
        </button>
      ))}
      {bookmarks.length > room && (
        <button
          type="button"
          class="more"
          aria-label="More bookmarks"
          onClick={(event) => actions.showMore(event.currentTarget)}
        >
          <Icon path={ICONS.more} />
        </button>
      )}
    </nav>
  );
}

function FindBar({ browser }: FrameProps) {
  const { find } = browser.state;
  const { count } = browser.find;
  if (!find) return null;
  const step = (by: 1 | -1) => {
    browser.find.step(by);
    browser.onChange();
  };
  const close = () => browser.closeFind();
  const onKey = (event: KeyboardEvent) => {
    if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const said = find.text.trim() === "" ? "" : count === 0 ? "Not found" : `${find.at + 1} of ${count}`;
  return (
    <div class="find" role="search" aria-label="Find in page">
      <input
        type="text"
        id="find"
        aria-label="Find in page"
        autocomplete="off"
        spellcheck={false}
        value={find.text}
        onInput={(event) => {
          browser.find.look(event.currentTarget.value);
          browser.onChange();
        }}
        onKeyDown={onKey}
      />
      <span class="find-count" role="status">
        {said}
      </span>
      <IconButton icon={ICONS.up} name="Previous match" press={() => step(-1)} isDisabled={count === 0} />
      <IconButton icon={ICONS.down} name="Next match" press={() => step(1)} isDisabled={count === 0} />
      <IconButton icon={ICONS.close} name="Close" press={close} />
    </div>
  );
}

function Downloads({ browser }: FrameProps) {
  const { downloads } = browser.state;
  return (
    <Panel name="Downloads">
      {downloads.length === 0 && <p>Nothing has been saved yet.</p>}
      <ul>
        {downloads.map(({ address, name }) => (
          <li key={address}>
            <button type="button" class="download" onClick={() => void browser.openTab(address)}>
              <Icon path={ICONS.file} />
              <span class="download-name">{name}</span>
              <span class="download-host">{hostOf(address)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function Panel({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <section class="panel" aria-label={name}>
      <h2>{name}</h2>
      {children}
    </section>
  );
}

/** The title of the window itself. */
export const titleOf = (browser: Browser): string => (browser.tab ? shownTab(browser.state).title : "Browser");
