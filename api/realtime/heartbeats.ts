const EVERY_MS = 15_000;
const SLICES = 60;

/** Beats for everybody once in 15 s, spread over the time, so that ten thousand are not all written to at once. */
export class Heartbeats {
  readonly #slices = Array.from({ length: SLICES }, () => new Set<() => void>());
  readonly #timer: NodeJS.Timeout;
  #added = 0;
  #next = 0;

  constructor(everyMs = EVERY_MS) {
    this.#timer = setInterval(() => this.#beat(), everyMs / SLICES).unref();
  }

  /** Answers how to stop. */
  add(beat: () => void): () => void {
    const slice = this.#slices[this.#added++ % SLICES];
    slice?.add(beat);
    return () => slice?.delete(beat);
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #beat(): void {
    const slice = this.#slices[this.#next++ % SLICES];
    for (const beat of slice ?? []) beat();
  }
}
