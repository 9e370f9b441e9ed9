import type { Toast } from '@haat/machines/problem';
import { serverText, textOf } from '../i18n/language.ts';
import type { TextId } from '../i18n/text-id.ts';

/** Spec section 9: the app's toasts close after 3 s; an error needs longer to be read. */
const VISIBLE_MS = { success: 3000, info: 3000, error: 8000 };

const listeners = new Set<() => void>();
const complaints = new Set<string>();
let isWanted = false;

/** Whether a toast was ever shown: the container and its library are only loaded then. */
export function areToastsWanted(): boolean {
  return isWanted;
}

/** For `useSyncExternalStore`. */
export function onToastsWanted(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast that a machine emitted: the server's text where it came with one, else the text of its key. */
export function showToast({ tone, key, text }: Omit<Toast, 'type'>): void {
  const id = key as TextId;
  void showText(tone, text === undefined ? textOf(id) : serverText(id, text));
}

/** Shows a ready text as a toast, top right. */
export async function showText(tone: Toast['tone'], text: string): Promise<void> {
  const toast = await openToasts();
  const toastId = `${tone}:${text}`;
  // What went right makes the complaint before it old news.
  if (tone === 'success') for (const complaint of complaints) toast.dismiss(complaint);
  if (tone === 'error') complaints.add(toastId);
  toast(text, { type: tone, autoClose: VISIBLE_MS[tone], toastId });
}

/** The library's `toast`, with the place where toasts appear. */
export async function openToasts() {
  const { toast } = await import('react-toastify/unstyled');
  isWanted = true;
  for (const listener of listeners) listener();
  return toast;
}
