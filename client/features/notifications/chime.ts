import { drawChime } from './draw-chime.ts';

const listeners = new Set<() => void>();
let audio: AudioContext | undefined;
let chime: AudioBuffer | undefined;
let ringing: AudioBufferSourceNode | undefined;

/** Whether a chime would be heard: browsers keep a page silent until somebody touched it. */
export function canChime(): boolean {
  return audio?.state === 'running';
}

/** For `useSyncExternalStore`, beside `canChime`. */
export function onChimeChanged(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Makes the chime ready; works from a tap or a key press on, before that the browser may leave it silent. */
export async function unlockChime(): Promise<void> {
  if (!('AudioContext' in window)) return;
  if (!audio) {
    audio = new AudioContext();
    audio.addEventListener('statechange', tellListeners);
  }
  // Without a gesture this waits, or fails on browsers that do not wait; the next gesture tries again.
  await audio.resume().catch(() => {});
}

/** Rings once; silent until the chime is unlocked. */
export function playChime(): void {
  startChime(false);
}

/**
 * Rings every few seconds until the answered function is called. The repetition is part of the sound: the timers of a tab
 * in the background would not come in time.
 */
export function ringOn(): () => void {
  ringing ??= startChime(true);
  return () => {
    ringing?.stop();
    ringing = undefined;
  };
}

function startChime(isRepeated: boolean): AudioBufferSourceNode | undefined {
  if (audio?.state !== 'running') return undefined;
  chime ??= drawChime(audio);
  const source = new AudioBufferSourceNode(audio, { buffer: chime, loop: isRepeated });
  source.connect(audio.destination);
  source.start();
  return source;
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
