import { useCallback, useEffect, useState } from 'react';

const SIGNS_OF_LIFE = ['focus', 'pointerdown', 'keydown'] as const;

/** How many new orders came since somebody was last at the screen: came back to it, touched it or pressed a key. */
export function useUnseen() {
  const [unseen, setUnseen] = useState(0);
  const addUnseen = useCallback(() => setUnseen((count) => count + 1), []);

  useEffect(() => {
    const see = () => {
      if (document.visibilityState === 'visible') setUnseen(0);
    };
    for (const sign of SIGNS_OF_LIFE) window.addEventListener(sign, see);
    document.addEventListener('visibilitychange', see);
    return () => {
      for (const sign of SIGNS_OF_LIFE) window.removeEventListener(sign, see);
      document.removeEventListener('visibilitychange', see);
    };
  }, []);

  return { unseen, addUnseen };
}
