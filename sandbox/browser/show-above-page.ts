import type { Sheet } from './checkout-sheet.ts';

/** Puts the dialog above everything, apart from the styles of the page; answers how to take it away. */
export function showAbovePage(
  { dialog, heading }: Sheet,
  { base, language }: { base: string; language: string },
): () => void {
  const host = document.createElement('div');
  host.lang = language.startsWith('hi') ? 'hi' : 'en';
  const root = host.attachShadow({ mode: 'open' });
  const style = document.createElement('link');
  Object.assign(style, { rel: 'stylesheet', href: `${base}sandbox.css` });
  const before = document.activeElement;
  const open = (): void => {
    if (!host.isConnected || dialog.open) return;
    dialog.showModal();
    heading.focus();
  };
  style.addEventListener('load', open);
  style.addEventListener('error', open);
  root.append(style, dialog);
  document.body.append(host);
  return () => {
    host.remove();
    if (before instanceof HTMLElement) before.focus();
  };
}
