/** What this tab has stored, as drafts are; undefined if there is nothing, or storage is forbidden. */
export function readTab(key: string): unknown {
  try {
    return (JSON.parse(sessionStorage.getItem(key) ?? 'null') as unknown) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Stores a value for as long as this tab lasts, where storage is allowed; undefined removes it. */
export function storeInTab(key: string, value: unknown): void {
  try {
    if (value === undefined) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // The screen still has it.
  }
}

/** The fields of a stored value that are texts: the storage of a browser can be edited. */
export const textsIn = (stored: unknown): Record<string, string> =>
  Object.fromEntries(Object.entries(stored ?? {}).filter((entry): entry is [string, string] => isText(entry[1])));

const isText = (value: unknown): value is string => typeof value === 'string';
