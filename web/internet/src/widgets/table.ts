// A table whose rows are sorted by a press on a column's name, and filtered.

import { button, element } from "../../../kit/ui/dom";
import { order, type SortKind } from "../model/sorting";
import { OWN } from "../page/fields";
import type { PageView } from "../page/page";
import type { Widget } from "./widgets";

interface Shown {
  sort?: number;
  descending?: boolean;
  filter?: string;
  page?: number;
}

export function table(page: PageView, root: HTMLElement): Widget {
  const key = page.keyOf(root);
  const body = root.querySelector("tbody");
  if (!body) return {};
  const rows = [...body.rows];
  const heads = [...(root.querySelector("thead tr:last-of-type")?.children ?? [])] as HTMLElement[];
  const perPage = Number(root.dataset["rows"] ?? 0);
  const cell = (row: HTMLTableRowElement, column: number) => row.cells[column];
  const value = (row: HTMLTableRowElement, column: number) =>
    cell(row, column)?.dataset["value"] ?? cell(row, column)?.textContent?.trim() ?? "";
  const shown: Shown = { ...(page.told(key) as Shown | undefined) };
  const tools = element("div", { class: "agon-table-tools" });
  const count = element("span", { class: "agon-count", role: "status" });
  const foot = element("div", { class: "agon-table-tools" });

  for (const [column, head] of heads.entries()) {
    if (head.dataset["sort"] === undefined) continue;
    const press = button("", () => sortBy(column), { class: "agon-sort" });
    press.append(...head.childNodes);
    head.append(press);
  }
  const filter = root.dataset["filter"];
  if (filter !== undefined) {
    const field = element("input", { type: "text", [OWN]: true });
    field.value = shown.filter ?? "";
    page.enhanceField(field);
    field.addEventListener("input", () => change({ filter: field.value, page: 0 }));
    tools.append(element("label", {}, filter, field));
  }
  if (tools.childElementCount > 0) {
    tools.append(count);
    root.before(tools);
  }
  if (perPage > 0) root.after(foot);

  function sortBy(column: number): void {
    const isSame = shown.sort === column;
    change({ sort: column, descending: isSame ? !shown.descending : false, page: 0 });
  }

  function change(to: Partial<Shown>): void {
    Object.assign(shown, to);
    show();
    page.note(key, plain(shown));
    page.around.changed();
  }

  function show(): void {
    const wanted = (shown.filter ?? "").trim().toLowerCase();
    const left = rows.filter((row) => wanted === "" || (row.textContent ?? "").toLowerCase().includes(wanted));
    const { sort } = shown;
    const kind = sort === undefined ? undefined : (heads[sort]?.dataset["sort"] as SortKind | undefined);
    const sorted =
      sort === undefined
        ? left
        : order(
            left.map((row) => value(row, sort)),
            kind === "number" ? "number" : "text",
            shown.descending === true,
          ).map((i) => left[i]!);
    for (const [column, head] of heads.entries()) {
      if (column === sort) head.setAttribute("aria-sort", shown.descending ? "descending" : "ascending");
      else head.removeAttribute("aria-sort");
    }
    const pages = perPage > 0 ? Math.max(1, Math.ceil(sorted.length / perPage)) : 1;
    const at = Math.min(shown.page ?? 0, pages - 1);
    body!.replaceChildren(...(perPage > 0 ? sorted.slice(at * perPage, (at + 1) * perPage) : sorted));
    count.textContent = left.length === rows.length ? `${rows.length} rows` : `${left.length} of ${rows.length} rows`;
    if (perPage > 0)
      foot.replaceChildren(
        button("Previous", () => change({ page: at - 1 }), { disabled: at === 0 }),
        element("span", { role: "status" }, `Page ${at + 1} of ${pages}`),
        button("Next", () => change({ page: at + 1 }), { disabled: at === pages - 1 }),
      );
  }

  show();
  return {};
}

/** What differs from the table as it is at first. */
function plain(shown: Shown): Record<string, string | number | boolean> | undefined {
  const told = {
    ...(shown.sort !== undefined && { sort: shown.sort }),
    ...(shown.descending && { descending: true }),
    ...(shown.filter && { filter: shown.filter }),
    ...(shown.page && { page: shown.page }),
  };
  return Object.keys(told).length > 0 ? told : undefined;
}
