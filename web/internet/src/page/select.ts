// A `<select>` with a list of our own: the browser's would not be on screenshots, and its typing goes by the real clock.

import { ChoiceList, type Popups } from "./popup";

export function ownSelect(select: HTMLSelectElement, popups: Popups): void {
  let list: ChoiceList | undefined;

  const take = (index: number) => {
    if (select.selectedIndex === index) return;
    select.selectedIndex = index;
    for (const type of ["input", "change"]) select.dispatchEvent(new Event(type, { bubbles: true }));
  };
  const open = () => {
    const choices = [...select.options].map((option) => ({ text: option.text, isDisabled: option.disabled }));
    list = new ChoiceList(popups, select, choices, select.selectedIndex, take);
  };
  const isOpen = () => list?.isOpen === true && popups.isFor(select);

  select.setAttribute("aria-haspopup", "listbox");
  select.addEventListener("mousedown", (event) => {
    event.preventDefault();
    if (select.disabled || event.button !== 0) return;
    select.focus();
    if (isOpen()) popups.close();
    else open();
  });
  select.addEventListener("keydown", (event) => {
    if (event.key === "Tab") {
      if (isOpen()) list!.choose(list!.at);
      return;
    }
    const isChord = event.ctrlKey || event.metaKey || (event.altKey && !event.key.startsWith("Arrow"));
    if (isChord || select.disabled) return;
    const isLetter = event.key.length === 1;
    const opens = ["ArrowDown", "ArrowUp", "Enter", "F4"].includes(event.key) || isLetter;
    if (isOpen()) {
      if (list!.pressed(event, false)) event.preventDefault();
    } else if (opens) {
      event.preventDefault();
      open();
      // A letter that opens the list chooses in it at once.
      if (isLetter && event.key !== " ") list!.pressed(event, false);
    } else if (["Home", "End", "PageUp", "PageDown", "ArrowLeft", "ArrowRight"].includes(event.key)) {
      event.preventDefault();
    }
  });
  select.addEventListener("blur", () => isOpen() && popups.close());
}
