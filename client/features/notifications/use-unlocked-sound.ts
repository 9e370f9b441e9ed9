import { useEffect } from 'react';
import { unlockChime } from './chime.ts';
import { isSoundOn } from './sound-setting.ts';

/** Sound that was turned on before is ready again from the first tap or key on, the earliest that browsers allow. */
export function useUnlockedSound(): void {
  useEffect(() => {
    const unlock = () => {
      if (isSoundOn()) void unlockChime();
    };
    unlock();
    document.addEventListener('pointerup', unlock);
    document.addEventListener('keydown', unlock);
    return () => {
      document.removeEventListener('pointerup', unlock);
      document.removeEventListener('keydown', unlock);
    };
  }, []);
}
