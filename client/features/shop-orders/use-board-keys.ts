import { useEffect, useState } from 'react';

const NOT_OURS = 'input, textarea, select, [contenteditable]';

/**
 * One-key work on the board: j and k go through the cards, Enter makes the next step of the card that has the focus, u
 * takes it back, ? shows the keys. None of them while somebody types or a dialog is open.
 */
export function useBoardKeys() {
  const [isHelpOpen, setHelpOpen] = useState(false);

  useEffect(() => {
    const cards = new CardFocus();
    const listen = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
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

function isElsewhere({ target }: KeyboardEvent): boolean {
  const isTyping = target instanceof Element && target.closest(NOT_OURS) !== null;
  return isTyping || document.querySelector('dialog[open]') !== null;
}

/** Which card has the focus. A card that went away with it leaves the place to the one that came after it. */
class CardFocus {
  #place = -1;

  current(): HTMLElement | null {
    return document.activeElement?.closest<HTMLElement>('[data-order]') ?? null;
  }

  move(by: 1 | -1): boolean {
    const cards = [...document.querySelectorAll<HTMLElement>('[data-order]')];
    const current = this.current();
    const from = current ? cards.indexOf(current) : this.#place - (by > 0 ? 1 : 0);
    const place = Math.max(0, Math.min(cards.length - 1, from + by));
    const card = cards[place];
    if (!card) return false;
    this.#place = place;
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
