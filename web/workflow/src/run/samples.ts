// The data that runs work on: what triggers start with, the tables of the database, and the answers of web addresses.

import type { Json } from "../model/catalogue";

export type Item = Readonly<Record<string, unknown>>;
type Row = Readonly<Record<string, Json>>;

const NAMES = [
  ["Leanne Graham", "leanne@april.biz", "Gwenborough", "active"],
  ["Ervin Howell", "ervin@melissa.tv", "Wisokyburgh", "active"],
  ["Clementine Bauch", "clementine@yesenia.net", "McKenziehaven", "inactive"],
  ["Patricia Lebsack", "patricia@kory.org", "South Elvis", "active"],
  ["Chelsey Dietrich", "chelsey@annie.ca", "Roscoeview", "active"],
  ["Dennis Schulist", "dennis@jasper.info", "South Christy", "inactive"],
  ["Kurtis Weissnat", "kurtis@elvis.io", "Howemouth", "active"],
  ["Nicholas Runolf", "nicholas@rosamond.me", "Aliyaview", "active"],
  ["Glenna Reichert", "glenna@dana.io", "Bartholomebury", "inactive"],
  ["Clementina DuBuque", "clementina@karina.org", "Lebsackbury", "active"],
] as const;
const COUNTRIES = ["UK", "FR", "US", "DE"];

const USERS: readonly Row[] = NAMES.map(([name, email, city, status], i) => ({
  id: i + 1,
  name,
  email,
  status,
  active: status === "active",
  country: COUNTRIES[i % COUNTRIES.length]!,
  score: (i * 37 + 11) % 100,
  created: `2025-${String((i % 12) + 1).padStart(2, "0")}-15`,
  address: { street: `${10 + i} Main Street`, city },
}));

const STATUSES = ["completed", "pending", "completed", "cancelled"];
const ORDERS: readonly Row[] = Array.from({ length: 24 }, (_, i) => ({
  id: 1001 + i,
  customer: NAMES[i % NAMES.length]![0],
  amount: ((i * 83) % 560) + 40,
  status: STATUSES[i % STATUSES.length]!,
  country: COUNTRIES[(i * 3) % COUNTRIES.length]!,
}));

const PRODUCTS: readonly Row[] = ["Lamp", "Desk", "Chair", "Shelf", "Clock", "Rug"].map((name, i) => ({
  id: i + 1,
  name,
  price: 15 + i * 20,
  stock: (i * 7) % 12,
}));

/** What a manual trigger starts with. */
export const MANUAL_ITEMS: readonly Item[] = [
  {
    id: 1,
    name: "Ada",
    value: 3,
    score: 15,
    country: "UK",
    active: true,
    status: "completed",
    body: "Hello from London",
  },
  {
    id: 2,
    name: "Blaise",
    value: 8,
    score: 45,
    country: "FR",
    active: false,
    status: "pending",
    body: "Bonjour, blaise@example.fr",
  },
  { id: 3, name: "Carl", value: 5, score: 70, country: "DE", active: true, status: "completed", body: "Guten Tag" },
  { id: 4, name: "Dorothy", value: 12, score: 95, country: "UK", active: true, status: "active", body: "Good evening" },
];

export const WEBHOOK_ITEMS: readonly Item[] = ["high", "medium", "low", "none"].map((priority, i) => ({
  id: i + 1,
  priority,
  payload: { order: 2001 + i },
}));

export const CHAT_ITEMS: readonly Item[] = [
  { user: "ada", country: "UK", text: "Is the report ready?" },
  { user: "blaise", country: "FR", text: "Le rapport est-il prêt ?" },
];

/** The tables that runs begin with. */
export const TABLES: Readonly<Record<string, readonly Row[]>> = {
  users: USERS,
  orders: ORDERS,
  products: PRODUCTS,
  records: USERS.slice(0, 3).map(({ id, name }) => ({ id: id!, name: name! })),
};

const TODOS: readonly Row[] = [
  "Water the plants",
  "Call the bank",
  "Mend the bicycle",
  "Answer letters",
  "Buy bread",
].map((title, i) => ({ userId: (i % 3) + 1, id: i + 1, title, completed: i % 2 === 1 }));

const SERVICE = "https://jsonplaceholder.typicode.com/";
const COLLECTIONS: Readonly<Record<string, readonly Row[]>> = { users: USERS, todos: TODOS };

/** What a web address answers to GET; undefined: it only says that it was called. */
export function answerOf(url: string): readonly Row[] | undefined {
  if (!url.startsWith(SERVICE)) return undefined;
  const [name, id] = url.slice(SERVICE.length).split(/[/?#]/);
  const rows = COLLECTIONS[name ?? ""];
  if (!rows || id === undefined || id === "") return rows;
  return rows.filter((row) => String(row["id"]) === id);
}
