// A field with suggestions from an address of its site.

import { percentEncoded, resolve } from "../model/address";
import type { PageView } from "../page/page";
import { ChoiceList } from "../page/popup";
import type { Widget } from "./widgets";

const FEWEST_LETTERS = 2;
const MOST = 8;

interface Suggestion {
  text: string;
  to: string | undefined;
}

export function suggest(page: PageView, root: HTMLElement): Widget {
  const field = root as HTMLInputElement;
  const from = field.dataset["from"] ?? "";
  let list: ChoiceList | undefined;
  const isOpen = () => list?.isOpen === true && page.popups.isFor(field);
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
  }))
    field.setAttribute(name, value);

  function take({ text, to }: Suggestion): void {
    const address = to ? resolve(to, page.address) : undefined;
    if (address !== undefined) {
      void page.around.go(address);
      return;
    }
    field.value = text;
    field.dispatchEvent(new Event("change", { bubbles: true }));
  }

  async function look(): Promise<void> {
    const text = field.value.trim();
    const address = page.resolve(from + percentEncoded(text));
    if (text.length < FEWEST_LETTERS || address === undefined) {
      if (isOpen()) page.popups.close();
      return;
    }
    const found = await suggestionsAt(page, address);
    // Somebody may have typed on, or gone elsewhere.
    if (field.value.trim() !== text || !field.isConnected) return;
    if (found.length === 0) page.popups.close();
    else list = new ChoiceList(page.popups, field, found, -1, (index) => take(found[index]!));
  }

  field.addEventListener("input", () => void page.around.net.track(look()));
  field.addEventListener("blur", () => isOpen() && page.popups.close());
  field.addEventListener("keydown", (event) => {
    if (!isOpen()) return;
    if (list!.pressed(event, true)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Enter" || event.key === "Tab") {
      page.popups.close();
    }
  });
  return {};
}

/** The items of the page at an address. */
async function suggestionsAt(page: PageView, address: string): Promise<Suggestion[]> {
  const { answer } = await page.around.net.get(address);
  if (answer.is !== "page") return [];
  const items = [...page.parse(answer.html).querySelectorAll("li")].slice(0, MOST);
  return items.map(({ dataset, textContent }) => ({
    text: dataset["value"] ?? textContent?.trim() ?? "",
    to: dataset["href"],
  }));
}
