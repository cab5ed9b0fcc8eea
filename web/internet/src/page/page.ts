// One page in a tab: its HTML in a shadow root, with what is bound, fields and widgets. Built anew whenever it is shown, from its answer and its view.

import { element } from "../../../kit/ui/dom";
import { fragmentOf, hostOf, resolve } from "../model/address";
import { keptBy } from "../model/kept";
import type { Json, State, View } from "../model/state";
import type { Found, Net } from "../net";
import { viewerOf } from "../viewers/viewers";
import { ownDate } from "../widgets/dates";
import { widgetOf, type Widget } from "../widgets/widgets";
import { bind } from "./bind";
import { formKey, isField, noteFields, quietField, restoreFields, type Field } from "./fields";
import { submit } from "./forms";
import { Pictures } from "./pictures";
import { Popups } from "./popup";
import { showProblems, showRefusal } from "./problems";
import { ownSelect } from "./select";
import { AFTER, BASE } from "./sheets";

/** Where a link opens: in this tab, in a new one that is shown, in a new one behind this. */
export type Where = "here" | "new" | "behind";

/** What a page asks of the browser around it. */
export interface Around {
  readonly net: Net;
  readonly state: State;
  go(address: string, where?: Where): Promise<void>;
  /** Saves a file to the downloads. */
  save(address: string): Promise<void>;
  /** Builds the page again where it is, after what its site keeps has changed. */
  showAgain(): Promise<void>;
  /** Scrolls the page, or its parts, so that an element is seen at the top. */
  scrollTo(target: Element): void;
  /** How far the page is scrolled, as a share of its height; for a page that changes its size. */
  scrollShare(): number;
  scrollToShare(share: number): void;
  /** The size of the page has changed, or something in it. */
  changed(): void;
}

export class PageView {
  readonly element = element("div", { class: "page" });
  readonly root = this.element.attachShadow({ mode: "open" });
  readonly popups = new Popups();
  readonly pictures: Pictures;
  readonly around: Around;
  readonly address: string;
  readonly host: string;
  readonly view: View;
  readonly #widgets: Widget[] = [];
  readonly #counts = new Map<string, number>();
  #details: boolean[] = [];

  private constructor(around: Around, address: string, view: View) {
    this.around = around;
    this.address = address;
    this.host = hostOf(address);
    this.view = view;
    this.pictures = new Pictures(around.net, (href) => this.resolve(href));
  }

  /** Builds a page and loads all that belongs to it. A fresh one goes to where its address points. */
  static async build(around: Around, { address, answer }: Found, view: View, isFresh: boolean): Promise<PageView> {
    const page = new PageView(around, address, view);
    if (answer.is === "file") {
      page.root.adoptedStyleSheets = [BASE, AFTER];
      page.element.classList.add("is-viewer");
      const viewer = await viewerOf(page, answer);
      page.root.append(viewer.root, page.popups.layer);
      page.#widgets.push(viewer);
    } else {
      const [sheet] = await Promise.all([around.net.sheet(page.host), page.#fill(answer.html, isFresh)]);
      page.root.adoptedStyleSheets = [BASE, sheet, AFTER];
    }
    page.#listen();
    return page;
  }

  resolve(href: string): string | undefined {
    return resolve(href, this.address);
  }

  async #fill(html: string, isFresh: boolean): Promise<void> {
    const content = this.parse(html);
    this.root.append(content, this.popups.layer);
    this.#details = this.#allDetails().map((details) => details.open);
    for (const number of this.view.open ?? []) {
      const details = this.#allDetails()[number];
      if (details) details.open = !details.open;
    }
    await this.enhance(this.root, isFresh);
    restoreFields(this.root, this.view);
    for (const form of this.root.querySelectorAll("form")) this.#showOutcome(form);
  }

  /** HTML with what is bound filled in, and without addresses that the browser would load by itself. */
  parse(html: string): DocumentFragment {
    const template = document.createElement("template");
    template.innerHTML = html;
    const content = template.content;
    bind(content, [keptBy(this.around.state, this.host)]);
    for (const picture of content.querySelectorAll("img")) this.pictures.hold(picture);
    return document.importNode(content, true);
  }

  /** Brings fields and widgets of a part to life, and loads its pictures. */
  async enhance(part: ParentNode, isFresh: boolean): Promise<void> {
    for (const form of part.querySelectorAll("form")) {
      if (!form.noValidate) form.dataset["agonChecked"] = "";
      form.noValidate = true;
    }
    for (const field of part.querySelectorAll<Field>("input, select, textarea")) this.enhanceField(field);
    const found = [...part.querySelectorAll<HTMLElement>("[data-widget]")];
    const made = await Promise.all(found.map((one) => widgetOf(this, one, isFresh)));
    this.#widgets.push(...made.filter((widget) => widget !== undefined));
    await this.pictures.load(part);
  }

  enhanceField(field: Field): void {
    quietField(field);
    if (field instanceof HTMLSelectElement) ownSelect(field, this.popups);
    else if (field instanceof HTMLInputElement && (field.type === "date" || field.dataset["widget"] === "dates"))
      ownDate(field, this.popups);
  }

  /** The name of a widget in the view. */
  keyOf(widget: HTMLElement): string {
    if (widget.id !== "") return widget.id;
    const kind = widget.dataset["widget"]!;
    const count = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, count);
    return `${kind}-${count}`;
  }

  /** What the view says of a widget. */
  told(key: string): Json | undefined {
    return this.view.widgets?.[key];
  }

  /** Notes something of a widget; undefined is what it has at first. */
  note(key: string, value: Json | undefined): void {
    const widgets = (this.view.widgets ??= {});
    if (value === undefined) Reflect.deleteProperty(widgets, key);
    else widgets[key] = value;
  }

  /** The id that the address points to, if the page has been gone to just now. */
  get fragment(): string {
    return fragmentOf(this.address);
  }

  /** It is on the screen now: what needs places of elements is done here. */
  shown(isFresh: boolean): void {
    for (const widget of this.#widgets) widget.shown?.();
    const target = isFresh && this.fragment !== "" ? this.root.getElementById(this.fragment) : null;
    if (target) this.around.scrollTo(target);
  }

  /** The part of the page that is seen has changed. */
  scrolled(): void {
    for (const widget of this.#widgets) widget.scrolled?.();
  }

  /** Notes what has no event of its own, or one at a time of its own. */
  sync(): void {
    const now = this.#allDetails();
    this.view.open = now.flatMap((details, i) => (details.open === (this.#details[i] ?? false) ? [] : [i]));
  }

  /** A form was sent: it is empty again. */
  sent(form: HTMLFormElement, key: string): void {
    form.reset();
    noteFields(this.root, this.view);
    this.view.tried = this.view.tried?.filter((other) => other !== key) ?? [];
  }

  /** Closes the topmost thing that lies over the page; false if there is none. */
  escape(): boolean {
    if (this.popups.isOpen) {
      this.popups.close();
      return true;
    }
    return this.#widgets.some((widget) => widget.escape?.() === true);
  }

  dispose(): void {
    this.pictures.dispose();
    for (const widget of this.#widgets) widget.dispose?.();
    this.element.remove();
  }

  #allDetails(): HTMLDetailsElement[] {
    return [...this.root.querySelectorAll("details")];
  }

  #showOutcome(form: HTMLFormElement): void {
    const key = formKey(form, this.root);
    if (this.view.tried?.includes(key)) showProblems(form, key);
    if (this.view.refused?.includes(key)) showRefusal(form);
  }

  #listen(): void {
    const { root } = this;
    root.addEventListener("input", (event) => this.#edited(event));
    root.addEventListener("change", (event) => this.#edited(event));
    root.addEventListener("reset", () => queueMicrotask(() => noteFields(root, this.view)));
    root.addEventListener("submit", (event) => {
      event.preventDefault();
      submit(this, event.target as HTMLFormElement, (event as SubmitEvent).submitter);
    });
    root.addEventListener("click", (event) => this.#clicked(event as MouseEvent));
    root.addEventListener("auxclick", (event) => this.#clicked(event as MouseEvent));
    root.addEventListener("pointerdown", (event) => this.popups.pressed(event.composedPath()));
    // What is dragged would be out of the page's hands.
    root.addEventListener("dragstart", (event) => event.preventDefault());
    // It does not bubble.
    root.addEventListener("toggle", () => this.around.changed(), true);
  }

  #edited(event: Event): void {
    const field = event.target;
    if (!isField(field)) return;
    noteFields(this.root, this.view);
    if (field.form) {
      const key = formKey(field.form, this.root);
      if (this.view.tried?.includes(key)) showProblems(field.form, key);
    }
    this.around.changed();
  }

  #clicked(event: MouseEvent): void {
    const link = event.composedPath().find((node): node is HTMLAnchorElement => node instanceof HTMLAnchorElement);
    const href = link?.getAttribute("href");
    if (!link || href === null || href === undefined || event.button > 1) return;
    event.preventDefault();
    const address = this.resolve(href);
    if (address === undefined) return;
    if (link.hasAttribute("download")) void this.around.save(address);
    else if (event.button === 1 || event.ctrlKey || event.metaKey) void this.around.go(address, "behind");
    else void this.around.go(address, link.target === "_blank" || event.shiftKey ? "new" : "here");
  }
}
