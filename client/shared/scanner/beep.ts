const SHORT_S = 0.09;
const LONG_S = 0.3;

let context: AudioContext | undefined;

/** A short high tone for a code that was understood, a long low one for another. Silent where the browser has no sound. */
export function beep(isGood: boolean): void {
  try {
    context ??= new AudioContext();
    void context.resume();
    const [tone, volume] = [context.createOscillator(), context.createGain()];
    const end = context.currentTime + (isGood ? SHORT_S : LONG_S);
    tone.frequency.value = isGood ? 1_320 : 220;
    volume.gain.value = 0.15;
    tone.connect(volume).connect(context.destination);
    tone.start();
    tone.stop(end);
  } catch {
    // The screen says it, too.
  }
  // Not every browser has it.
  if ('vibrate' in navigator) navigator.vibrate(isGood ? 40 : [80, 60, 80]);
}
