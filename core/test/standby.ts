import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { execute } from '../../tests/setup/databases.ts';
import { readPidFile } from '../../tools/embedded-postgres/server.ts';
import {
  type EmbeddedPostgres,
  ensureDatabase,
  startEmbeddedPostgres,
} from '../../tools/embedded-postgres/start-embedded-postgres.ts';

const DATABASE = 'haat';
const CLUSTER = 'pg18';
const FLAGS = ['fsync=off', 'max_connections=60', 'max_standby_streaming_delay=200ms'].flatMap((flag) => ['-c', flag]);

/** A PostgreSQL server of a test with a standby that streams from it. */
export class PrimaryWithStandby {
  readonly #home: string;
  #primary: EmbeddedPostgres;
  #standby: EmbeddedPostgres;

  private constructor(home: string, primary: EmbeddedPostgres, standby: EmbeddedPostgres) {
    this.#home = home;
    this.#primary = primary;
    this.#standby = standby;
  }

  static async start(): Promise<PrimaryWithStandby> {
    const home = mkdtempSync(join(tmpdir(), 'haat-standby-'));
    chmodSync(home, 0o755); // when root runs the tests, the account that runs the server must get in
    const primary = await startEmbeddedPostgres({ dataDir: join(home, 'primary'), flags: FLAGS });
    await ensureDatabase(primary.url('postgres'), DATABASE);
    await copyCluster(primary, home);
    const standby = await startEmbeddedPostgres({ dataDir: join(home, 'standby'), flags: FLAGS });
    return new PrimaryWithStandby(home, primary, standby);
  }

  get url(): string {
    return this.#primary.url(DATABASE);
  }

  get standbyUrl(): string {
    return this.#standby.url(DATABASE);
  }

  get ports(): { primary: number; standby: number } {
    return { primary: this.#primary.port, standby: this.#standby.port };
  }

  pauseReplay = (): Promise<void> => execute(this.standbyUrl, ['SELECT pg_wal_replay_pause()']);

  resumeReplay = (): Promise<void> => execute(this.standbyUrl, ['SELECT pg_wal_replay_resume()']);

  killPrimary = (): Promise<void> => this.#kill('primary', this.#primary);

  killStandby = (): Promise<void> => this.#kill('standby', this.#standby);

  /** Starts it again at the same address. */
  async restartPrimary(): Promise<void> {
    this.#primary = await this.#restart('primary', this.#primary);
  }

  async restartStandby(): Promise<void> {
    this.#standby = await this.#restart('standby', this.#standby);
  }

  /**
   * A failover to a server that lacks what `work` writes. The standby has it, if `work` waits for it, and stays on the timeline of
   * the former primary.
   */
  async failOverWithout(work: () => Promise<void>): Promise<void> {
    const [cluster, former] = [join(this.#home, 'primary', CLUSTER), join(this.#home, 'former')];
    await this.killPrimary();
    run('cp', '--archive', cluster, former);
    await this.restartPrimary();
    await work();
    await this.killPrimary();
    rmSync(cluster, { recursive: true });
    renameSync(former, cluster);
    const { uid, gid } = statSync(cluster);
    writeFileSync(join(cluster, 'standby.signal'), '');
    chownSync(join(cluster, 'standby.signal'), uid, gid);
    await this.restartPrimary();
    await execute(this.url, ['SELECT pg_promote()']);
  }

  /** As `kill -9` does it. */
  async #kill(name: string, server: EmbeddedPostgres): Promise<void> {
    const { pid } = readPidFile(join(this.#home, name, CLUSTER)) ?? {};
    if (pid === undefined) throw new Error(`The ${name} is not running`);
    process.kill(pid, 'SIGKILL');
    await server.exited;
  }

  #restart(name: string, { port }: EmbeddedPostgres): Promise<EmbeddedPostgres> {
    return startEmbeddedPostgres({ dataDir: join(this.#home, name), flags: FLAGS, port });
  }

  async stop(): Promise<void> {
    await this.#standby.stop();
    await this.#primary.stop();
    rmSync(this.#home, { recursive: true, force: true });
  }
}

function run(program: string, ...args: string[]): void {
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
}

/** As pg_basebackup does it, which is not among the embedded programs. */
async function copyCluster(primary: EmbeddedPostgres, home: string): Promise<void> {
  const [from, to] = [join(home, 'primary', CLUSTER), join(home, 'standby', CLUSTER)];
  const client = new pg.Client({ connectionString: primary.url('postgres') });
  await client.connect();
  try {
    await client.query(`SELECT pg_backup_start('standby', true)`);
    run('mkdir', '--mode=755', join(home, 'standby'));
    run('cp', '--archive', from, to);
    const { rows } = await client.query<{ label: string }>('SELECT labelfile AS label FROM pg_backup_stop(false)');
    writeFileSync(join(to, 'backup_label'), rows[0]?.label ?? '');
    writeFileSync(join(to, 'standby.signal'), '');
    const { username, password, port } = new URL(primary.url('postgres'));
    const conninfo = `host=127.0.0.1 port=${port} user=${username} password=${password}`;
    appendFileSync(join(to, 'postgresql.auto.conf'), `primary_conninfo = '${conninfo}'\n`);
    rmSync(join(to, 'postmaster.pid'), { force: true });
    const { uid, gid } = statSync(to);
    for (const file of ['backup_label', 'standby.signal']) chownSync(join(to, file), uid, gid);
  } finally {
    await client.end();
  }
}
