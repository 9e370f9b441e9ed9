import { type ComponentType, createElement, useSyncExternalStore } from 'react';
import type { Toast } from '@haat/machines/problem';
import { serverText, textOf } from '../i18n/language.ts';
import { logProblem } from '../lib/log.ts';

/** Toasts close after 3 s; an error needs longer to be read. */
const VISIBLE_MS = { success: 3000, info: 3000, error: 8000 };

const listeners = new Set<() => void>();
const complaints = new Set<string>();
let stack: ComponentType | undefined;

/** Where toasts appear; undefined until the first one: it is only fetched then. */
export function toastStack(): ComponentType | undefined {
  return stack;
}

/** For `useSyncExternalStore`. */
function onToastStack(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows a toast that a machine emitted: the server's text where it came with one, else the text of its key. */
export function showToast({ tone, key, text }: Omit<Toast, 'type'>): void {
  void showText(tone, text === undefined ? textOf(key) : serverText(key, text));
}

/** Shows a ready text as a toast, top right. */
export async function showText(tone: Toast['tone'], text: string): Promise<void> {
  const toast = await openToasts();
  if (!toast) return;
  const toastId = `${tone}:${text}`;
  // A success makes the error before it outdated.
  if (tone === 'success') for (const complaint of complaints) toast.dismiss(complaint);
  if (tone === 'error') complaints.add(toastId);
  toast(text, { type: tone, autoClose: VISIBLE_MS[tone], toastId });
}

/** The library's `toast`, with the place where toasts appear; undefined where they cannot be fetched now. */
export async function openToasts() {
  try {
    const [{ toast }, { ToastStack }] = await Promise.all([
      import('react-toastify/unstyled'),
      import('./ToastStack.tsx'),
    ]);
    stack = ToastStack;
    for (const listener of listeners) listener();
    return toast;
  } catch (error) {
    // A toast must not break a screen: important messages show on the screen, too.
    logProblem('Error loading toasts', error);
    return undefined;
  }
}

/** Where toasts appear; costs nothing until the first one. */
export function Toasts() {
  const stack = useSyncExternalStore(onToastStack, toastStack);
  return stack ? createElement(stack) : null;
}
