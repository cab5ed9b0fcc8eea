// Days as texts, `2026-06-15`, and what days can be chosen.

/** Today in every internet: calendars open here where nothing else is said. */
export const TODAY = "2026-06-01";
const DAY_MS = 86_400_000;

export const MONTHS = [
  ...["January", "February", "March", "April", "May", "June", "July"],
  ...["August", "September", "October", "November", "December"],
];
export const WEEKDAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

const parts = (day: string) => day.split("-").map(Number) as [number, number, number];
const asText = (ms: number) => new Date(ms).toISOString().slice(0, 10);
const asMs = (day: string) => Date.UTC(parts(day)[0], parts(day)[1] - 1, parts(day)[2]);

export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && asText(asMs(text)) === text;

export const addDays = (day: string, days: number): string => asText(asMs(day) + days * DAY_MS);

/** The same day of another month, or its last one. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = parts(day);
  const first = Date.UTC(year, month - 1 + months, 1);
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate();
  return addDays(asText(first), Math.min(date, last) - 1);
}

/** From 1 for Monday to 7 for Sunday. */
export const weekday = (day: string): number => ((new Date(asMs(day)).getUTCDay() + 6) % 7) + 1;

/** The weeks of a month, from Monday on; days of other months are left out. */
export function weeksOf(day: string): (string | undefined)[][] {
  const first = `${day.slice(0, 8)}01`;
  const month = day.slice(0, 7);
  const start = addDays(first, 1 - weekday(first));
  const weeks = Array.from({ length: 6 }, (_, week) =>
    Array.from({ length: 7 }, (_, i) => addDays(start, 7 * week + i)),
  );
  const own = weeks.map((week) => week.map((day) => (day.startsWith(month) ? day : undefined)));
  return own.filter((week) => week.some((day) => day !== undefined));
}

/** Which days a field takes. */
export interface DayRule {
  min?: string | undefined;
  max?: string | undefined;
  closed: readonly string[];
  /** From 1 for Monday; 0 and 7 are Sunday. */
  closedWeekdays: readonly number[];
}

/** Why a day cannot be chosen. */
export function problemOfDay(text: string, rule: DayRule): string | undefined {
  if (!isDay(text)) return "Enter a date as YYYY-MM-DD.";
  if (rule.min !== undefined && text < rule.min) return `Choose a date from ${rule.min} on.`;
  if (rule.max !== undefined && text > rule.max) return `Choose a date up to ${rule.max}.`;
  const day = weekday(text);
  if (rule.closedWeekdays.some((closed) => (closed === 0 ? 7 : closed) === day))
    return `${WEEKDAYS[day - 1]}s cannot be chosen.`;
  return rule.closed.includes(text) ? "This day cannot be chosen." : undefined;
}

export const longDay = (day: string): string =>
  `${WEEKDAYS[weekday(day) - 1]}, ${parts(day)[2]} ${MONTHS[parts(day)[1] - 1]} ${parts(day)[0]}`;
export const longMonth = (day: string): string => `${MONTHS[parts(day)[1] - 1]} ${parts(day)[0]}`;
