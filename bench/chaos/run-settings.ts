import { parseArgs } from 'node:util';

const UNITS = { s: 1_000, m: 60_000 };
// The access tokens of the run are good for fifteen minutes.
const LONGEST_MS = 12 * 60_000;

/** `isTimed`: being slow for long is wrong, too. */
export type RunSettings = { ms: number; seed: number; isOnPostgres: boolean; isTimed: boolean };

const OPTIONS = { postgres: { type: 'boolean' }, untimed: { type: 'boolean' } } as const;

/** How long ("20s", "10m") and with which seed, another one each time when none is given. Throws Error on anything else. */
export function runSettings(args: string[], { usualMs }: { usualMs: number }): RunSettings {
  const { values, positionals } = parseArgs({ args, allowPositionals: true, options: OPTIONS });
  const [time, seed] = positionals;
  const ms = time === undefined ? usualMs : msOf(time);
  if (ms > LONGEST_MS) throw new Error('A run takes twelve minutes at most');
  const isOnPostgres = values.postgres ?? false;
  return { ms, seed: Number(seed) || Date.now() % 1_000_000, isOnPostgres, isTimed: !values.untimed };
}

function msOf(time: string): number {
  const [, count, unit] = /^(\d+)([sm])$/.exec(time) ?? [];
  if (!count) throw new Error(`"${time}" is no duration; try 90s or 5m`);
  return Number(count) * UNITS[unit as keyof typeof UNITS];
}
