import { percentile } from '../measure.ts';

/** The measurements for a number of cities: times in ms, of the busiest minute only; the rest of the whole play. */
export type Measured = {
  cities: number;
  reads: number[];
  orders: number[];
  /** From the row in the database to the shop's screen, and to the customer's. */
  shopScreens: number[];
  customerScreens: number[];
  /** Calls that were refused or not answered, by what they were. */
  errors: Record<string, number>;
  lostOrders: number;
  doubledOrders: number;
  lostEvents: number;
  doubledEvents: number;
  /** Streams and sockets that could not be opened, or ended early. */
  brokenConnections: number;
  /** The age of the oldest event that a worker had not delivered yet, at its highest. */
  oldestEventSeconds: number;
};

type Goal = { what: string; most: number; unit: string; of: (measured: Measured) => number };

const p99 = (times: number[]): number => percentile(times, 0.99);
const sum = (counts: Record<string, number>): number => Object.values(counts).reduce((all, each) => all + each, 0);

const GOALS: readonly Goal[] = [
  { what: 'p99 of reads', most: 300, unit: ' ms', of: ({ reads }) => p99(reads) },
  { what: 'p99 of orders', most: 500, unit: ' ms', of: ({ orders }) => p99(orders) },
  { what: "p99 from commit to the shop's screen", most: 1_000, unit: ' ms', of: ({ shopScreens }) => p99(shopScreens) },
  {
    what: "p99 from commit to the customer's screen",
    most: 1_000,
    unit: ' ms',
    of: ({ customerScreens }) => p99(customerScreens),
  },
  { what: 'failed calls', most: 0, unit: '', of: ({ errors }) => sum(errors) },
  { what: 'lost orders', most: 0, unit: '', of: ({ lostOrders }) => lostOrders },
  { what: 'orders placed twice', most: 0, unit: '', of: ({ doubledOrders }) => doubledOrders },
  { what: 'lost events', most: 0, unit: '', of: ({ lostEvents }) => lostEvents },
  { what: 'events sent twice', most: 0, unit: '', of: ({ doubledEvents }) => doubledEvents },
  {
    what: 'streams and sockets not connected',
    most: 0,
    unit: '',
    of: ({ brokenConnections }) => brokenConnections,
  },
  {
    what: 'age of the oldest undelivered event',
    most: 5,
    unit: ' s',
    of: ({ oldestEventSeconds }) => oldestEventSeconds,
  },
];

export type Missed = { what: string; measured: string; goal: string };

/** The goals that were missed, the one that was missed by the largest factor first. Nothing measured is a missed goal, too. */
export function missedGoals(measured: Measured): Missed[] {
  if (measured.reads.length + measured.orders.length === 0)
    return [{ what: 'answers', measured: 'none', goal: 'at least one' }];
  return GOALS.map((goal) => ({ ...goal, value: goal.of(measured) }))
    .filter(({ value, most }) => !(value <= most))
    .toSorted((a, b) => factor(b) - factor(a))
    .map(({ what, value, most, unit }) => ({
      what,
      measured: `${round(value)}${unit}`,
      goal: most === 0 ? '0' : `≤ ${most}${unit}`,
    }));
}

// What must not happen at all is worse than any time.
const factor = ({ value, most }: { value: number; most: number }): number => (most === 0 ? Infinity : value / most);

const round = (value: number): string => (value >= 100 ? value.toFixed(0) : Number(value.toFixed(1)).toString());

/** CPU time per second of wall time: 1 is a whole core. Undefined where it cannot be read. `others`: all other programs here. */
export type Cpu = Partial<Record<'api' | 'worker' | 'PostgreSQL' | 'Redis' | 'load' | 'others', number>>;

/** How late (p99, ms) the load generator made its calls itself. */
export type Load = { cpu: Cpu; cores: number; latenessMs: number };

const LATE_MS = 50;

/** Why the figures may describe the machine or the load generator rather than Haat; undefined if they do not. */
export function limitOfMachine({ cpu, cores, latenessMs }: Load): string | undefined {
  const used = Object.values(cpu).reduce((all, each) => all + each, 0);
  const share = (name: 'load' | 'others'): string => (cpu[name] ?? 0).toFixed(2);
  if (used > 0.9 * cores)
    return `The CPU was saturated: ${used.toFixed(2)} of ${cores} cores, ${share('load')} the load generator, ${share('others')} other programs.`;
  if (latenessMs > LATE_MS)
    return `The load generator itself was late, p99 ${latenessMs.toFixed(0)} ms; its delay is part of all times.`;
  return undefined;
}
