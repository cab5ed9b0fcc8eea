// The text of a file that may come from anywhere, read as JSON and checked value by value.

/** Why a file cannot be read, in one sentence for the user. */
export class FileProblem extends Error {}

export function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new FileProblem("The text is no JSON.");
  }
}

export function record(value: unknown, where: string): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw new FileProblem(`${where} must be an object.`);
  return value as Record<string, unknown>;
}

export function list(value: unknown, where: string, most: number): unknown[] {
  if (!Array.isArray(value)) throw new FileProblem(`${where} must be a list.`);
  if (value.length > most) throw new FileProblem(`${where} has more than ${most} entries.`);
  return value;
}

export function text(value: unknown, where: string): string {
  if (typeof value !== "string" || value === "") throw new FileProblem(`${where} must be a text.`);
  return value;
}
