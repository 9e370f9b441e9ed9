import { useEffect } from 'react';
import { isSoundOn, playAlarm, runInOneTab } from './new-order-sound.ts';

const REPEAT_MS = 30_000;

/** Repeats the alarm of a counter that receives no orders, in one tab of this device, if the sound is on and unlocked. */
export function useAlarm(isOn: boolean): void {
  useEffect(() => (isOn && isSoundOn() ? runInOneTab('counter-alarm', repeatAlarm) : undefined), [isOn]);
}

function repeatAlarm(): () => void {
  playAlarm();
  const timer = setInterval(playAlarm, REPEAT_MS);
  return () => clearInterval(timer);
}
