import { useEffect, useSyncExternalStore } from 'react';
import { canChime, onChimeChanged, ringOn } from './chime.ts';
import { isSoundOn, onSoundSwitched } from './sound-setting.ts';
import { whileOnlyOne } from './while-only-one.ts';

/** Rings until it is not wanted any more, in one tab of this device, where the sound is on and may be heard. */
export function useRinging(isWanted: boolean): void {
  const isOn = useSyncExternalStore(onSoundSwitched, isSoundOn);
  const isReady = useSyncExternalStore(onChimeChanged, canChime);
  useEffect(() => {
    // A tab that would stay silent must not keep another one from ringing.
    if (!isWanted || !isOn || !isReady) return undefined;
    return whileOnlyOne('new-order-sound', ringOn);
  }, [isWanted, isOn, isReady]);
}
