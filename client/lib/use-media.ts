import { useSyncExternalStore } from 'react';

/** Where the header has room for the main links, and for the facts about the shop. */
export const WIDE = '(min-width: 1024px)';

/** Whether a media query matches; follows the window. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const media = matchMedia(query);
      media.addEventListener('change', onChange);
      return () => media.removeEventListener('change', onChange);
    },
    () => matchMedia(query).matches,
    () => false,
  );
}
