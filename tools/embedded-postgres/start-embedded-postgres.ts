import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { isListening, freePort, isFree } from '../lib/ports.ts';
import { clusterPassword, ensureCluster } from './cluster.ts';
import { isServerOf, launchServer, type PidFile, readPidFile, removePidFile, type Server } from './server.ts';
import { findLocation, type Location } from './location.ts';
import { explain, UserError } from '../lib/problem.ts';

const ATTEMPTS = 5;
const SETTLE_WITHIN_MS = 30_000;

/** A server that takes connections. `owned`: we started it and `stop` stops it; an adopted one is left alone. */
export type EmbeddedPostgres = {
  port: number;
  owned: boolean;
  url(database: string): string;
  /** Resolves when the server is gone, for whatever reason. */
  exited: Promise<void>;
  stop(): Promise<void>;
};

type EmbeddedPostgresOptions = {
  /** The folder that holds (or gets) the cluster, as "pg18". */
  dataDir: string;
  /** More arguments for `postgres`, e.g. ['-c', 'fsync=off']. */
  flags?: string[];
  /** The port to prefer, when it is free. */
  port?: number;
  log?: (line: string) => void;
};

/**
 * Starts PostgreSQL 18 on the cluster in `dataDir`, which is made when there is none, or adopts the server that already
 * runs on it. It listens on 127.0.0.1 only and stops when this process ends. Throws a UserError that says what to do.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = findLocation(options.dataDir, options.log ?? (() => {}));
  try {
    ensureCluster(place);
    for (let attempt = 1; ; attempt++) {
      const running = await runningServer(place.cluster);
      if (running) return handle(place, adopt(place.cluster, running), false);
      const launched = await launch(place, options).catch((error: unknown) => onFailure(error, attempt));
      if (launched) return handle(place, launched, true);
    }
  } catch (error) {
    throw explain(error, place.cluster);
  }
}

async function launch(place: Location, { flags = [], port, log = () => {} }: EmbeddedPostgresOptions): Promise<Server> {
  const chosen = port && (await isFree(port)) ? port : await freePort();
  return launchServer(place, { port: chosen, flags, log });
}

// Another start may have won the race for the port or for the cluster: then there is something to adopt the next time.
function onFailure(error: unknown, attempt: number): undefined {
  const lostRace = /lock file ".*" already exists|Address already in use|could not bind/i.test(String(error));
  if (!lostRace || attempt >= ATTEMPTS) throw error;
}

/** The server that runs on the cluster, once it has made up its mind; removes what a dead one left behind. */
async function runningServer(cluster: string): Promise<PidFile | undefined> {
  const until = Date.now() + SETTLE_WITHIN_MS;
  while (Date.now() < until) {
    const file = readPidFile(cluster);
    if (!file) return undefined;
    if (!isServerOf(cluster, file.pid)) {
      removePidFile(cluster);
      return undefined;
    }
    if (file.status === 'ready' && (await isListening(file.port))) return file;
    await sleep(100);
  }
  throw new UserError(
    `Another PostgreSQL uses ${cluster} and neither starts nor stops. Stop it, or set HAAT_DATA_DIR to another folder.`,
  );
}

function adopt(cluster: string, { pid, port }: PidFile): Server {
  const exited = (async () => {
    while (isServerOf(cluster, pid)) await sleep(500, undefined, { ref: false });
  })();
  return { port, pid, exited, stop: async () => {} };
}

function handle({ cluster }: Location, { port, exited, stop }: Server, owned: boolean): EmbeddedPostgres {
  const password = clusterPassword(cluster);
  const url = (database: string) => `postgres://postgres:${password}@127.0.0.1:${port}/${database}`;
  return { port, owned, url, exited, stop };
}

const ALREADY_THERE = ['42P04', '23505']; // the second when two create it at the same moment

/** Creates `database` on the server of `serverUrl` (any database of it will do) when it is missing. */
export async function ensureDatabase(serverUrl: string, database: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl });
  await client.connect();
  try {
    const found = await client.query('select from pg_database where datname = $1', [database]);
    if (found.rowCount === 0) await client.query(`create database ${client.escapeIdentifier(database)}`);
  } catch (error) {
    if (!ALREADY_THERE.includes(String((error as { code?: string }).code))) throw error;
  } finally {
    await client.end();
  }
}
