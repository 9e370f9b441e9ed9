/** A bell of three rising notes: [start in s, frequency in Hz]. */
const NOTES = [
  [0, 784],
  [0.16, 1047],
  [0.32, 1319],
] as const;
const RING_S = 0.7;
const LOUDNESS = 0.35;

/** The bell and the silence after it, until it may ring again. */
const LENGTH_S = 4;

/** Draws the bell as samples, with its silence: played in a loop, it rings every four seconds. */
export function drawChime(context: BaseAudioContext): AudioBuffer {
  const { sampleRate } = context;
  const buffer = context.createBuffer(1, LENGTH_S * sampleRate, sampleRate);
  const samples = buffer.getChannelData(0);
  for (const [start, hertz] of NOTES) {
    const first = Math.round(start * sampleRate);
    for (let at = 0; at < RING_S * sampleRate; at++) {
      samples[first + at] = (samples[first + at] ?? 0) + noteAt(at / sampleRate, hertz);
    }
  }
  return buffer;
}

/** A triangle wave that swells for 15 ms and dies away. */
function noteAt(seconds: number, hertz: number): number {
  const wave = (2 / Math.PI) * Math.asin(Math.sin(2 * Math.PI * hertz * seconds));
  const swell = Math.min(1, seconds / 0.015);
  return LOUDNESS * wave * swell * Math.exp(-8 * seconds);
}
