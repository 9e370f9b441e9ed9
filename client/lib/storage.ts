/** A stored text; undefined when there is none or storage is forbidden (private mode, blocked cookies). */
export function readStored(key: string): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Whether the text could be stored: a full or forbidden storage must not break a screen. */
export function writeStored(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Removes the text; nothing happens where storage is forbidden. */
export function removeStored(key: string): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}

/** Clears what was stored for this tab: drafts and the like belong to the user who was signed in. */
export function clearTabStorage(): void {
  try {
    sessionStorage.clear();
  } catch {
    // Storage is forbidden, so nothing was stored.
  }
}
