import { useRef, type FocusEvent, type PointerEvent, type RefObject, type WheelEvent } from 'react';

type Send = (event: { type: 'entered' } | { type: 'left' } | { type: 'went'; index: number }) => void;

/** How far a touch must have moved the cards, in pixels, to have meant them and not the page. */
const SWIPE = 8;

/**
 * What keeps a carousel waiting: a pointer or a finger over it, or the focus within. A swipe or a wheel sideways chooses the
 * card it ends at. Spec section 2, landing dashboard.
 */
export function usePauses(send: Send, track: RefObject<HTMLElement | null>) {
  const isOver = useRef(false);
  const scrolledFrom = useRef(0);
  const scrolled = () => track.current?.scrollLeft ?? 0;
  const takeOver = () => send({ type: 'went', index: nearestCard(track.current) });
  const enter = () => send({ type: 'entered' });
  const leave = () => send({ type: 'left' });

  return {
    onPointerEnter: ({ pointerType }: PointerEvent) => {
      // A finger is followed by its touches: its pointer is cancelled as soon as something scrolls.
      if (pointerType === 'touch') return;
      isOver.current = true;
      enter();
    },
    onPointerLeave: ({ pointerType, currentTarget }: PointerEvent) => {
      if (pointerType === 'touch') return;
      isOver.current = false;
      if (!currentTarget.contains(document.activeElement)) leave();
    },
    onFocus: enter,
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!isOver.current && !currentTarget.contains(relatedTarget)) leave();
    },
    onTouchStart: () => {
      scrolledFrom.current = scrolled();
      enter();
    },
    onTouchEnd: () => (Math.abs(scrolled() - scrolledFrom.current) > SWIPE ? takeOver() : leave()),
    onTouchCancel: leave,
    onWheel: ({ deltaX, deltaY }: WheelEvent) => {
      if (Math.abs(deltaX) > Math.abs(deltaY)) takeOver();
    },
  };
}

function nearestCard(track: HTMLElement | null): number {
  if (!track) return 0;
  const distances = [...track.children].map((card) =>
    card instanceof HTMLElement ? Math.abs(card.offsetLeft - track.offsetLeft - track.scrollLeft) : Infinity,
  );
  return distances.indexOf(Math.min(...distances));
}
