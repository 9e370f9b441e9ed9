import { parseArgs } from 'node:util';
import type { PlayLength } from './evening.ts';

export type CityOptions = PlayLength & {
  /** How many cities, one play after the other, until a goal is missed. */
  cities: number[];
  /** Of an installation that is already running. */
  url?: string;
  hasRedis: boolean;
  seed: number;
};

/** Up to where it is played unless `--cities` says otherwise. */
const CITIES = [0.25, 0.5, 1, 1.5, 2, 3, 4, 5, 7, 10];
const MOST_CITIES = 100;
const BUSIEST_SECONDS = 60;
// The access tokens of the people are valid for fifteen minutes.
const MOST_MINUTES = 10;

const USAGE =
  'npm run bench city -- [--cities 0.5,1,2] [--minutes 1 to 10] [--url https://staging.example] [--redis] [--seed 1]';

/** Reads the options after `npm run bench city --`. Throws an Error that shows them. */
export function cityOptions(args: string[]): CityOptions {
  const { values } = parseArgs({
    args,
    options: {
      cities: { type: 'string' },
      minutes: { type: 'string', default: '2' },
      url: { type: 'string' },
      redis: { type: 'boolean', default: false },
      seed: { type: 'string', default: '1' },
    },
    // The names of the benchmarks.
    allowPositionals: true,
  });
  const cities = values.cities?.split(',').map(Number) ?? CITIES;
  const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
  const isGood = cities.every((each) => each > 0 && each <= MOST_CITIES) && minutes >= 1 && minutes <= MOST_MINUTES;
  const isUrlGood = values.url === undefined || (URL.canParse(values.url) && !values.redis);
  if (!isGood || !isUrlGood || !Number.isSafeInteger(seed)) throw new Error(`Usage: ${USAGE}`);
  return {
    cities: cities.toSorted((a, b) => a - b),
    riseSeconds: (minutes - 1) * 60,
    busiestSeconds: BUSIEST_SECONDS,
    ...(values.url !== undefined && { url: new URL(values.url).origin }),
    hasRedis: values.redis,
    seed,
  };
}
