// A node's card: bare elements that are changed in place. What is where is said in model/geometry.ts.

import { element, icon, setText } from "../../../kit/ui/dom";
import { CATEGORIES, hasInput, kindOf, portsOf } from "../model/catalogue";
import { heightOf, inputAt, outputAt } from "../model/geometry";
import type { Node } from "../model/graph";
import { summaryOf } from "../model/naming";
import { CATEGORY_ICONS } from "../panels/icons";

export interface CardLook {
  title: string;
  isSelected: boolean;
  /** Where it is drawn: elsewhere than it is while it is dragged. */
  at: Node["position"];
  /** What the last run said of it, if it ran. */
  badge: { text: string; isProblem: boolean } | undefined;
  /** A drag that would connect to it. */
  isTarget: boolean;
}

export class Card {
  readonly root = element("div", { class: "card-place" });
  readonly #card = element("div", { class: "card", role: "button", tabindex: 0 });
  readonly #title = element("div", { class: "card-title" });
  readonly #about = element("div", { class: "card-about" });
  readonly #summary = element("div", { class: "card-summary" });
  readonly #badge = element("div", { class: "card-badge" });
  readonly #ports = element("div", {});
  #key = "";

  constructor(readonly id: string) {
    this.#card.dataset["node"] = id;
  }

  update(node: Node, look: CardLook): void {
    const key = JSON.stringify([node.type, node.data, look]);
    if (key === this.#key) return;
    this.#key = key;
    const kind = kindOf(node.type);
    const summary = summaryOf(node);
    this.root.style.left = `${look.at.x}px`;
    this.root.style.top = `${look.at.y}px`;
    this.#card.style.height = `${heightOf(node)}px`;
    this.#card.className = `card is-category-${CATEGORIES.indexOf(kind.category)}`;
    this.#card.classList.toggle("is-selected", look.isSelected);
    this.#card.classList.toggle("is-target", look.isTarget);
    this.#card.setAttribute("aria-pressed", String(look.isSelected));
    this.#card.setAttribute("aria-label", [look.title, look.badge?.text, summary].filter(Boolean).join(" "));
    setText(this.#title, look.title);
    // Read out, it would come before what is set on the node.
    this.#about.dataset["text"] = kind.about;
    setText(this.#summary, summary);
    setText(this.#badge, look.badge?.text ?? "");
    this.#badge.classList.toggle("is-problem", look.badge?.isProblem ?? false);
    this.#ports.replaceChildren(...this.#portElements(node, look.title));
    if (!this.#card.firstChild) this.#build(kind.category);
  }

  focus(): void {
    this.#card.focus({ preventScroll: true });
  }

  #build(category: string): void {
    this.#card.append(
      element(
        "div",
        { class: "card-head" },
        element("span", { class: "card-icon" }, icon(CATEGORY_ICONS[category] ?? "")),
        this.#title,
      ),
      this.#about,
      // Spaces keep the words of a card apart where it is read out.
      " ",
      this.#badge,
      " ",
      // Last, because it is not shown on small cards: what is seen must stand together in what is read out.
      this.#summary,
    );
    this.root.append(this.#card, this.#ports);
  }

  #portElements(node: Node, title: string): HTMLElement[] {
    const origin = { ...node, position: { x: 0, y: 0 } };
    const ports = portsOf(node.type, node.data).map((port) => {
      const { x, y } = outputAt(origin, port.handle);
      const name = `${port.label ? `Output ${port.label}` : "Output"} of ${title}`;
      return element(
        "div",
        { class: "port", role: "img", "aria-label": name, style: `left:${x}px;top:${y}px` },
        element("span", { class: "port-dot" }),
        port.label && element("span", { class: "port-label", "aria-hidden": "true" }, port.label),
      );
    });
    if (!hasInput(node.type)) return ports;
    const { x, y } = inputAt(origin);
    const input = element(
      "div",
      { class: "port is-input", role: "img", "aria-label": `Input of ${title}`, style: `left:${x}px;top:${y}px` },
      element("span", { class: "port-dot" }),
    );
    return [input, ...ports];
  }
}
