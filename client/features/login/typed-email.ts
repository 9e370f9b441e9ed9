const KEY = 'typedEmail';

/** The address that was typed in this tab and not signed in with yet: whoever reads the policies comes back to it. */
export function readTypedEmail(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

/** Keeps it; nothing happens where storage is forbidden. An empty one is forgotten. */
export function keepTypedEmail(email: string): void {
  try {
    if (email) sessionStorage.setItem(KEY, email);
    else sessionStorage.removeItem(KEY);
  } catch {
    // The form itself still has it.
  }
}
