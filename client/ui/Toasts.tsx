import { createElement, useSyncExternalStore } from 'react';
import { onToastStack, toastStack } from '../lib/toasts.ts';

/** Where toasts appear; costs nothing until the first one. */
export function Toasts() {
  const stack = useSyncExternalStore(onToastStack, toastStack);
  return stack ? createElement(stack) : null;
}
