const UNITS = { s: 1_000, m: 60_000 };
const TEN_MINUTES = 600_000;

/** How long ("20s", "10m") and with which seed; ten minutes with another seed each time, when nothing is said. */
export function runSettings([time = '', seed = '']: string[]): { ms: number; seed: number } {
  const [, count = '', unit] = /^(\d+)([sm])$/.exec(time) ?? [];
  const ms = unit ? Number(count) * UNITS[unit as keyof typeof UNITS] : TEN_MINUTES;
  return { ms, seed: Number(seed) || Date.now() % 1_000_000 };
}
