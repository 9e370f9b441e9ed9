import { useEffect, useState } from 'react';

const EDITABLE = 'input, textarea, select, [contenteditable]';

/** The buttons of the focused card, by their keys. */
const BUTTONS: Record<string, string> = {
  u: '[data-undo]',
  e: '[data-adjust]',
  d: '[data-end=decline]',
  c: '[data-end=cancel]',
  r: '[data-end=bringBack]',
};

/**
 * Keyboard shortcuts of the board: j and k move between the cards, Enter advances the focused one, others press its buttons,
 * ? shows all of them. Ignored while a field has the focus or a dialog is open.
 */
export function useBoardKeys() {
  const [isHelpOpen, setHelpOpen] = useState(false);

  useEffect(() => {
    const cards = new CardFocus();
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isIgnored(event)) return;
      const acts: Record<string, () => boolean> = {
        j: () => cards.move(1),
        k: () => cards.move(-1),
        Enter: () => event.target === cards.current() && cards.press('[data-advance]'),
        '?': () => {
          setHelpOpen(true);
          return true;
        },
      };
      const button = BUTTONS[event.key];
      if (acts[event.key]?.() || (button && cards.press(button))) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return { isHelpOpen, openHelp: () => setHelpOpen(true), closeHelp: () => setHelpOpen(false) };
}

function isIgnored({ target }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(EDITABLE) !== null;
  return isTyping || document.querySelector('dialog[open]') !== null;
}

/** The card with the focus. When it disappears, the focus goes on from its place in the list. */
class CardFocus {
  #index = -1;

  current(): HTMLElement | null {
    return document.activeElement?.closest<HTMLElement>('[data-order]') ?? null;
  }

  move(by: 1 | -1): boolean {
    const cards = [...document.querySelectorAll<HTMLElement>('[data-order]')];
    const current = this.current();
    const from = current ? cards.indexOf(current) : this.#index - (by > 0 ? 1 : 0);
    const index = Math.max(0, Math.min(cards.length - 1, from + by));
    const card = cards[index];
    if (!card) return false;
    this.#index = index;
    card.focus({ preventScroll: true });
    card.scrollIntoView({ block: 'nearest' });
    return true;
  }

  press(button: string): boolean {
    const found = this.current()?.querySelector<HTMLElement>(button);
    found?.click();
    return found !== undefined && found !== null;
  }
}
