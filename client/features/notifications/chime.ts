/** A bell of three rising notes: [start in s, frequency in Hz]. */
const NOTES = [
  [0, 784],
  [0.16, 1047],
  [0.32, 1319],
] as const;
const RING_S = 0.7;
const LOUDNESS = 0.35;

const listeners = new Set<() => void>();
let audio: AudioContext | undefined;
let ringsUntil = 0;

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

/** Rings once, also for many orders at the same moment; silent until the chime is unlocked. */
export function playChime(): void {
  if (audio?.state !== 'running' || audio.currentTime < ringsUntil) return;
  ringsUntil = audio.currentTime + RING_S;
  for (const [start, hertz] of NOTES) ringNote(audio, audio.currentTime + start, hertz);
}

function ringNote(context: AudioContext, start: number, hertz: number): void {
  const tone = new OscillatorNode(context, { type: 'triangle', frequency: hertz });
  const volume = new GainNode(context, { gain: 0 });
  volume.gain.setValueAtTime(0, start);
  volume.gain.linearRampToValueAtTime(LOUDNESS, start + 0.015);
  volume.gain.exponentialRampToValueAtTime(0.001, start + RING_S);
  tone.connect(volume).connect(context.destination);
  tone.start(start);
  tone.stop(start + RING_S);
}

function tellListeners(): void {
  for (const listener of listeners) listener();
}
