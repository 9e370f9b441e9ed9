import { type RefObject, useEffect, useState } from 'react';

/** In ms. How long the board must be idle before its cards may move. */
const REST_MS = 1500;

/** `held`: the order whose card has the keyboard focus. */
type Rest = { isResting: boolean; held: number | undefined };

const USES = ['pointermove', 'wheel', 'touchmove', 'scroll', 'keydown'] as const;

/**
 * Whether the board is idle: no finger is down, no press, move or scroll has happened for a while, and no dialog is open.
 * `rest` makes it idle immediately, for a tap that asks for the cards held back.
 */
export function useBoardRest(board: RefObject<HTMLElement | null>) {
  const [state, setState] = useState<Rest>({ isResting: true, held: undefined });

  useEffect(() => {
    const element = board.current;
    if (!element) return undefined;
    let isDown = false;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const restLater = () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        if (isDown || document.querySelector('dialog[open]')) restLater();
        else setState({ isResting: true, held: focusedOrder() });
      }, REST_MS);
    };
    const touch = () => {
      setState((known) => (known.isResting ? { ...known, isResting: false } : known));
      restLater();
    };
    const press = () => {
      isDown = true;
      touch();
    };
    const release = () => {
      if (isDown) restLater();
      isDown = false;
    };
    const ended = new AbortController();
    const options = { capture: true, passive: true, signal: ended.signal };
    for (const event of USES) element.addEventListener(event, touch, options);
    element.addEventListener('pointerdown', press, options);
    for (const event of ['pointerup', 'pointercancel']) window.addEventListener(event, release, options);
    return () => {
      ended.abort();
      clearTimeout(timer);
    };
  }, [board]);

  return { ...state, rest: () => setState({ isResting: true, held: undefined }) };
}

/** Only the focus of the keyboard: a tap leaves the focus on the button, too. */
function focusedOrder(): number | undefined {
  const focused = document.activeElement;
  const card = focused?.matches(':focus-visible') ? focused.closest<HTMLElement>('[data-order]') : null;
  return card ? Number(card.dataset.order) : undefined;
}
