import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

/** In ms. A tap that was aimed before a card came to its place lands within that time. */
const GUARD_MS = 400;

/**
 * Takes no tap for a card that came to this place only just now: the finger was meant for what stood there before. Call it in
 * the component whose renderings move the cards.
 */
export function useTapGuard(board: RefObject<HTMLElement | null>): void {
  const places = useRef(new Map<string, string>());
  const movedAt = useRef(new Map<string, number>());
  const measure = useRef(() => {});

  useEffect(() => {
    const element = board.current;
    if (!element) return undefined;
    let isGuarded = false;
    const ended = new AbortController();
    const options = { capture: true, signal: ended.signal };
    element.addEventListener(
      'pointerdown',
      ({ target }) => {
        const moved = movedAt.current.get(cardOf(target)?.dataset.order ?? '');
        isGuarded = moved !== undefined && performance.now() - moved < GUARD_MS;
      },
      options,
    );
    element.addEventListener(
      'click',
      (event) => {
        // A click by keyboard has no place.
        if (!isGuarded || event.detail === 0 || !cardOf(event.target)) return;
        event.preventDefault();
        event.stopPropagation();
      },
      options,
    );
    // Content that loads late makes its card higher, and moves the cards below.
    const observer = new ResizeObserver(() => measure.current());
    for (const list of element.querySelectorAll('ol')) observer.observe(list);
    return () => {
      ended.abort();
      observer.disconnect();
    };
  }, [board]);

  useLayoutEffect(() => {
    measure.current = () => {
      const cards = [...(board.current?.querySelectorAll<HTMLElement>('[data-order]') ?? [])];
      const now = performance.now();
      const before = places.current;
      places.current = new Map(cards.map((card) => [placeKey(card), placeOf(card)]));
      if (before.size === 0) return;
      for (const card of cards) {
        const last = before.get(placeKey(card));
        if (last === undefined ? !isLast(card) : last !== placeOf(card))
          movedAt.current.set(card.dataset.order ?? '', now);
      }
    };
    measure.current();
  });
}

// A dialog of the card stays where it is.
const cardOf = (target: EventTarget | null) =>
  target instanceof Element && !target.closest('dialog') ? target.closest<HTMLElement>('[data-order]') : null;

/** In a list, cards stand side by side, too. */
const placeOf = ({ offsetLeft, offsetTop }: HTMLElement) => `${offsetLeft} ${offsetTop}`;

/** Its order and its lane: in another lane it stands at another place. */
const placeKey = (card: HTMLElement) =>
  `${card.closest<HTMLElement>('[data-lane]')?.dataset.lane} ${card.dataset.order}`;

/** One that is added at the end stands where there was nothing before. */
const isLast = (card: HTMLElement) => card.closest('li')?.nextElementSibling === null;
