import type { FocusEvent, PointerEvent } from 'react';

/**
 * Tells whether somebody is at an overlay: with the pointer, or with the keyboard. A press leaves the focus behind on
 * what was pressed, for a mouse and a finger alike; that is no presence, or the overlay would never go again.
 */
export function usePresence(enter: () => void, leave: () => void) {
  return {
    onPointerEnter: enter,
    onPointerLeave: ({ currentTarget }: PointerEvent) => {
      if (!currentTarget.querySelector(':focus-visible')) leave();
    },
    onFocus: ({ target }: FocusEvent) => {
      if (target.matches(':focus-visible')) enter();
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) leave();
    },
  };
}
