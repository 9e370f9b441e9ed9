import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useState } from 'react';
import type { Exit } from './EndOrderButtons.tsx';

const EDITABLE = 'input:not([type=checkbox]), textarea, select, [contenteditable]';

/**
 * Keyboard shortcuts of the board: j and k move between the cards, Enter advances the focused one, u takes that back, ?
 * shows all of them; see `useTicketKeys` for the keys of one card. Ignored while a field has the focus or a dialog is open.
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
        u: () => cards.press('[data-undo]'),
        Enter: () => event.target === cards.current() && cards.press('[data-advance]'),
        '?': () => {
          setHelpOpen(true);
          return true;
        },
      };
      if (acts[event.key]?.()) event.preventDefault();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);

  return { isHelpOpen, openHelp: () => setHelpOpen(true), closeHelp: () => setHelpOpen(false) };
}

type TicketActions = {
  more: () => void;
  /** Missing where the order does not allow it now. */
  adjust: (() => void) | undefined;
  exits: readonly Exit[];
  end: (exit: Exit) => void;
};

/** The keys of the card that has the focus: m for more, e to change the items, d, c and r to end the order. */
export function useTicketKeys({ more, adjust, exits, end }: TicketActions) {
  return (event: ReactKeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isIgnored(event.nativeEvent)) return;
    const exit = EXIT_KEYS[event.key];
    const act =
      event.key === 'm'
        ? more
        : event.key === 'e'
          ? adjust
          : exit && exits.includes(exit)
            ? () => end(exit)
            : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  };
}

const EXIT_KEYS: Record<string, Exit> = { d: 'decline', c: 'cancel', r: 'bringBack' };

function isIgnored({ target }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(EDITABLE) !== null;
  return isTyping || document.querySelector('dialog[open]') !== null;
}

/** The card with the focus. When it disappears, the focus continues from its place in the list. */
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
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    return true;
  }

  press(button: string): boolean {
    const found = this.current()?.querySelector<HTMLElement>(button);
    found?.click();
    return found !== undefined && found !== null;
  }
}
