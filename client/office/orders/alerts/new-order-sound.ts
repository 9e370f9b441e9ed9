import { useEffect, useSyncExternalStore } from 'react';
import { readStored, writeStored } from '../../../lib/storage.ts';

/** Repeats the chime while there are new orders, in one tab of this device, if the sound is on and unlocked. */
export function useNewOrderSound(hasNewOrders: boolean): void {
  const isOn = useSyncExternalStore(onSoundChange, isSoundOn);
  const isUnlocked = useSyncExternalStore(onChimeChange, isChimeUnlocked);
  useEffect(() => {
    // A tab that would stay silent must not hold the lock.
    if (!hasNewOrders || !isOn || !isUnlocked) return undefined;
    return runInOneTab('new-order-sound', repeatChime);
  }, [hasNewOrders, isOn, isUnlocked]);
}

/** Unlocks the sound at the first tap or key press, the earliest that browsers allow. */
export function useSoundUnlock(): void {
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

const KEY = 'newOrderSound';
const listeners = new Set<() => void>();
let unstored: boolean | undefined;

/** Whether the sound is on for this device; off by default. */
export function isSoundOn(): boolean {
  return unstored ?? readStored(KEY) === 'on';
}

/** Whether the sound was switched on or off on this device. */
export const isSoundChosen = (): boolean => unstored !== undefined || readStored(KEY) !== undefined;

/** For `useSyncExternalStore`. */
export function onSoundChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores the choice on the device; without storage, until the page is closed. */
export function switchSound(isOn: boolean): void {
  unstored = writeStored(KEY, isOn ? 'on' : 'off') ? undefined : isOn;
  for (const listener of listeners) listener();
}

const chimeListeners = new Set<() => void>();
let audio: AudioContext | undefined;
let chime: AudioBuffer | undefined;
let alarm: AudioBuffer | undefined;
let repeating: AudioBufferSourceNode | undefined;

/** Whether a chime would be audible: browsers mute a page until its first user gesture. */
export function isChimeUnlocked(): boolean {
  return audio?.state === 'running';
}

/** For `useSyncExternalStore` with `isChimeUnlocked`. */
export function onChimeChange(listener: () => void): () => void {
  chimeListeners.add(listener);
  return () => chimeListeners.delete(listener);
}

/** Unlocks the chime; to be called from a user gesture. */
export async function unlockChime(): Promise<void> {
  if (!('AudioContext' in window)) return;
  if (!audio) {
    audio = new AudioContext();
    audio.addEventListener('statechange', notifyChimeListeners);
  }
  // Without a gesture this stays pending, or rejects in some browsers; the next gesture retries.
  await audio.resume().catch(() => {});
}

/** Switches the sound on, and plays a sample of it and of its volume. */
export function turnOnSound(): void {
  switchSound(true);
  void unlockChime().then(playChime);
}

/** Plays the chime once; silent until it is unlocked. */
export function playChime(): void {
  startChime(false);
}

/** Plays the alarm of a counter that receives no orders, once: the notes of the chime, falling. Silent until it is unlocked. */
export function playAlarm(): void {
  if (audio?.state !== 'running') return;
  alarm ??= synthesize(audio, ALARM);
  const source = new AudioBufferSourceNode(audio, { buffer: alarm });
  source.connect(audio.destination);
  source.start();
}

/**
 * Repeats the chime; returns how to stop. The pause is part of the sound, because browsers throttle the timers of
 * background tabs.
 */
function repeatChime(): () => void {
  repeating ??= startChime(true);
  return () => {
    repeating?.stop();
    repeating = undefined;
  };
}

function startChime(isLooped: boolean): AudioBufferSourceNode | undefined {
  if (audio?.state !== 'running') return undefined;
  chime ??= synthesize(audio, NOTES);
  const source = new AudioBufferSourceNode(audio, { buffer: chime, loop: isLooped });
  source.connect(audio.destination);
  source.start();
  return source;
}

function notifyChimeListeners(): void {
  for (const listener of chimeListeners) listener();
}

/** A bell of three rising notes: [start in s, frequency in Hz]. */
const NOTES = [
  [0, 784],
  [0.16, 1047],
  [0.32, 1319],
] as const;
/** The same notes downwards, twice. */
const ALARM = [
  [0, 1319],
  [0.25, 1047],
  [0.5, 784],
  [1.2, 1319],
  [1.45, 1047],
  [1.7, 784],
] as const;
const NOTE_S = 0.7;
const VOLUME = 0.35;

/** Chime and silence. */
const LOOP_S = 4;

/** Synthesizes a sound with the silence after it: looped, it repeats every four seconds. */
function synthesize(context: BaseAudioContext, notes: typeof NOTES | typeof ALARM): AudioBuffer {
  const { sampleRate } = context;
  const buffer = context.createBuffer(1, LOOP_S * sampleRate, sampleRate);
  const samples = buffer.getChannelData(0);
  for (const [start, hertz] of notes) {
    const first = Math.round(start * sampleRate);
    for (let at = 0; at < NOTE_S * sampleRate; at++) {
      samples[first + at] = (samples[first + at] ?? 0) + noteAt(at / sampleRate, hertz);
    }
  }
  return buffer;
}

/** A triangle wave with an attack of 15 ms and an exponential decay. */
function noteAt(seconds: number, hertz: number): number {
  const wave = (2 / Math.PI) * Math.asin(Math.sin(2 * Math.PI * hertz * seconds));
  const attack = Math.min(1, seconds / 0.015);
  return VOLUME * wave * attack * Math.exp(-8 * seconds);
}

/**
 * Runs `start` in one tab at a time; when that tab stops or is closed, the next one takes over. `start` returns how to stop,
 * and so does this. Without a lock manager (plain http) it runs in every tab.
 */
export function runInOneTab(name: string, start: () => () => void): () => void {
  const { locks } = navigator as Partial<Navigator>;
  if (!locks) return start();
  const stopping = new AbortController();
  const untilStopped = () =>
    new Promise<void>((done) => {
      const stop = start();
      stopping.signal.addEventListener('abort', () => {
        stop();
        done();
      });
    });
  locks.request(name, { signal: stopping.signal }, untilStopped).catch(() => {
    // Stopped before it held the lock.
  });
  return () => stopping.abort();
}
