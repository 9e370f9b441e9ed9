import { useEffect, useRef } from 'react';

/**
 * Makes Back close what lies over the page instead of leaving the page: an overlay is an entry of the history with the
 * page's own address. Closed otherwise, it takes its entry away again. A link that leads out of an overlay replaces
 * that entry (`replace`), so that nothing is left behind.
 */
export function useCloseOnBack(onClose: () => void, isWanted: boolean): void {
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });

  useEffect(() => {
    if (!isWanted) return undefined;
    let hasEntry = false;
    // The router's own state is kept, so that for the router both entries are one and the same place. Later, because
    // an effect that is run twice in development would go back from its own second entry.
    const entering = setTimeout(() => {
      history.pushState({ ...history.state, isOverlay: true }, '');
      hasEntry = true;
    });
    const leave = () => {
      hasEntry = false;
      close.current();
    };
    window.addEventListener('popstate', leave);
    return () => {
      clearTimeout(entering);
      window.removeEventListener('popstate', leave);
      if (hasEntry && isOnOverlay()) history.back();
    };
  }, [isWanted]);
}

function isOnOverlay(): boolean {
  return (history.state as { isOverlay?: boolean } | null)?.isOverlay === true;
}
