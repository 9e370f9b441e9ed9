import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom } from '../fixtures/payments/providers.ts';
import { database } from '@haat/core/db/database';
import type { SmallDisk } from '../fixtures/small-disk.ts';
import type { Environment } from './environment.ts';
import { retryOutage } from './retry.ts';
import type { Connections } from './crash-points.ts';
import type { Fault, Target } from './faults.ts';
import type { Supervised, SupervisedProgram, SupervisedPrograms, SupervisedRedis } from './supervised.ts';

/** An injected fault; the times, of its beginning and end, are ms since the epoch. `point`: the effect before or after which it came. */
export type InjectedFault = { fault?: Fault; name: string; point?: string; killedAt: number; recoveredAt: number };

/** `door`: between the clients and the api. */
type Targets = {
  programs: SupervisedPrograms;
  postgres: Pick<Supervised, 'kill'>;
  redis: SupervisedRedis | undefined;
  door: Connections;
  disks: Environment['disks'];
};

// A program that has just started is not killed for so long.
const GRACE_MS = 1_000;

type FaultInjection = Targets & { plan: Fault[]; untilMs: number };

/** Injects the faults as planned, each after the one before has recovered; skips faults that would come too late. */
export async function injectFaults({ plan, untilMs, ...targets }: FaultInjection): Promise<InjectedFault[]> {
  const begun = Date.now();
  const injected: InjectedFault[] = [];
  for (const fault of plan) {
    await pause(Math.max(begun + fault.atMs - Date.now(), injected.length > 0 ? GRACE_MS : 0));
    if (Date.now() > begun + untilMs) break;
    const killedAt = Date.now();
    const what = await INJECT[fault.target](targets, fault);
    injected.push({ fault, killedAt, ...what, recoveredAt: Date.now() });
  }
  return injected;
}

/** `killedAt`: missing when the fault began immediately. */
type Injected = { name: string; point?: string; killedAt?: number };
type Inject = (targets: Targets, fault: Fault) => Promise<Injected>;

const INJECT: Record<Target, Inject> = {
  api: ({ programs }, fault) => killProgram(chosen('api', programs.apis, fault), fault),
  worker: ({ programs }, fault) => killProgram(chosen('worker', programs.workers, fault), fault),
  postgres: ({ postgres }, fault) => killStore('postgres', postgres, fault),
  redis: ({ redis }, fault) => killStore('redis', redis, fault),
  'redis, its data lost': ({ redis }, fault) => {
    redis?.loseData();
    return killStore('redis, its data lost', redis, fault);
  },
  'frozen worker': ({ programs }, fault) => freeze(chosen('worker', programs.workers, fault), fault),
  'slow network': slowNetwork,
  'one-way network': silenceNetwork,
  'lost answers': loseAnswers,
  'full disk of the database': ({ disks }) => fill('the disk of the database', disks?.database),
  'full disk of the pictures': ({ disks }) => fill('the disk of the pictures', disks?.pictures),
  'api, its clock ahead': ({ programs }, fault) => setClock(chosen('api', programs.apis, fault), CLOCK_MS),
  'worker, its clock behind': ({ programs }, fault) => setClock(chosen('worker', programs.workers, fault), -CLOCK_MS),
  'worker, its clock ahead': ({ programs }, fault) => setClock(chosen('worker', programs.workers, fault), CLOCK_MS),
};

type Chosen = { name: string; program: SupervisedProgram };

async function killProgram({ name, program }: Chosen, { when, pauseMs }: Fault): Promise<Injected> {
  const point = when && (await program.crash(when));
  const killedAt = Date.now();
  await program.kill(pauseMs);
  return { name: `kill -9 ${name}`, killedAt, ...(point !== undefined && { point: `${when} ${point}` }) };
}

async function killStore(name: string, store: Pick<Supervised, 'kill'> | undefined, { pauseMs }: Fault) {
  if (!store) throw new Error('There is no Redis to kill');
  await store.kill(pauseMs);
  return { name: `kill -9 ${name}` };
}

// The job of a killed worker runs elsewhere after 8 s. The lock of a job lasts 10 s, and is looked at twice within the next 10.
const FREEZE_MS = 22_000;

async function freeze({ name, program }: Chosen, { when = 'before' }: Fault): Promise<Injected> {
  const { point, frozenAt } = await program.freeze(when, FREEZE_MS);
  return { name: `kill -STOP ${name}`, killedAt: frozenAt, ...(point !== undefined && { point: `${when} ${point}` }) };
}

const SLOW_MS = 4_000;

/** Everything takes longer, everywhere. */
async function slowNetwork(targets: Targets, { pauseMs }: Fault): Promise<Injected> {
  const delayMs = Math.round(pauseMs / 10);
  const networks = linksIn(targets).map(({ connections }) => connections.network);
  for (const network of networks) network.slow(delayMs);
  await pause(SLOW_MS);
  for (const network of networks) network.heal();
  return { name: `the network took ${delayMs} ms more each way` };
}

// Longer than any program waits for a connection.
const SILENT_MS = 7_000;

/** In front of one program or of all apis, the network loses everything that is sent in one direction. */
async function silenceNetwork(targets: Targets, fault: Fault): Promise<Injected> {
  const { name, connections } = linkOf(targets, fault);
  const direction = fault.when === 'before' ? 'requests' : 'answers';
  connections.network.silence(direction);
  await pause(SILENT_MS);
  connections.network.heal();
  return { name: `${direction} of ${name} did not arrive` };
}

const LOSING_MS = 4_000;
const LOST_SHARE = 0.2;

/** Of one program or of all clients, connections end after what they asked for was done and before they know. */
async function loseAnswers(targets: Targets, fault: Fault): Promise<Injected> {
  const { name, connections } = linkOf(targets, fault);
  const chance = seededRandom(fault.nth);
  let lost = 0;
  connections.loseAnswers(() => {
    const isLost = chance() < LOST_SHARE;
    lost += Number(isLost);
    return isLost;
  });
  await pause(LOSING_MS);
  connections.loseAnswers(undefined);
  return { name: `${lost} answers to ${name} were lost` };
}

type Link = { name: string; connections: Connections };

const linksIn = ({ programs, door }: Targets): Link[] => [
  ...programs.apis.map(({ connections }, at) => ({ name: `api ${at}`, connections })),
  ...programs.workers.map(({ connections }, at) => ({ name: `worker ${at}`, connections })),
  { name: 'clients', connections: door },
];

function linkOf(targets: Targets, { nth }: Fault): Link {
  const links = linksIn(targets);
  const link = links[nth % links.length];
  if (!link) throw new Error('There is no connection for this fault');
  return link;
}

const FULL_MS = 5_000;

async function fill(name: string, disk: SmallDisk | undefined): Promise<Injected> {
  if (!disk) throw new Error('There is no small disk to fill');
  disk.fill();
  await pause(FULL_MS);
  disk.free();
  // Without space for its log, PostgreSQL ends, and begins again and again.
  await retryOutage(() => database().pool.query('SELECT 1'));
  return { name: `${name} was full` };
}

const CLOCK_MS = 5 * 60_000;
const WRONG_CLOCK_MS = 8_000;

async function setClock({ name, program }: Chosen, aheadMs: number): Promise<Injected> {
  await program.setClock(aheadMs);
  await pause(WRONG_CLOCK_MS);
  await program.setClock(0);
  return { name: `the clock of ${name} was ${Math.abs(aheadMs / 1_000)} s ${aheadMs > 0 ? 'ahead' : 'behind'}` };
}

function chosen(kind: 'api' | 'worker', all: SupervisedProgram[], { nth }: Fault): Chosen {
  const at = nth % all.length;
  const program = all[at];
  if (!program) throw new Error(`There is no ${kind} for this fault`);
  return { name: `${kind} ${at}`, program };
}
