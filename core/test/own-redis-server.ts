import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { isListening, freePort } from '../../tools/lib/ports.ts';

const READY_WITHIN_MS = 20_000;

/**
 * A redis-server of this machine, which comes and goes at one port; its data lie in a folder, as in production. It ends with
 * this process. `settings` win over its own.
 */
export class OwnRedisServer {
  readonly port: number;
  readonly #settings: string[];
  readonly #folder = mkdtempSync(join(tmpdir(), 'haat-redis-'));
  #server: ChildProcess | undefined;

  private constructor(port: number, settings: string[]) {
    this.port = port;
    this.#settings = settings;
  }

  /** It does not run yet. */
  static async at(settings: string[] = []): Promise<OwnRedisServer> {
    return new OwnRedisServer(await freePort(), settings);
  }

  get url(): string {
    return `redis://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    mkdirSync(this.#folder, { recursive: true });
    const place = ['--port', String(this.port), '--bind', '127.0.0.1', '--dir', this.#folder];
    const kept = ['--save', '', '--appendonly', 'yes'];
    // Settings changed at runtime may be written there for the next start.
    const file = join(this.#folder, 'redis.conf');
    writeFileSync(file, '', { flag: 'a' });
    const server = spawn('redis-server', [file, ...place, ...kept, ...this.#settings], { stdio: 'ignore' });
    const endWithUs = (): void => void server.kill('SIGKILL');
    process.once('exit', endWithUs);
    server.once('exit', () => process.off('exit', endWithUs));
    this.#server = server;
    for (const until = Date.now() + READY_WITHIN_MS; !(await isListening(this.port));) {
      if (Date.now() > until || server.exitCode !== null) throw new Error(`No redis-server at port ${this.port}`);
      await pause(25);
    }
  }

  /** kill -9. */
  async kill(): Promise<void> {
    if (!this.#server || this.#server.exitCode !== null || this.#server.signalCode !== null) return;
    const gone = once(this.#server, 'exit');
    this.#server.kill('SIGKILL');
    await gone;
  }

  /** Takes connections and commands from now on, and answers none. */
  freeze(): void {
    this.#server?.kill('SIGSTOP');
  }

  thaw(): void {
    this.#server?.kill('SIGCONT');
  }

  /** The next start is an empty one. */
  loseData(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }

  async ask<Answer>(work: (redis: Redis) => Promise<Answer>, password?: string): Promise<Answer> {
    const redis = new Redis(this.url, { ...(password && { password }) });
    try {
      return await work(redis);
    } finally {
      redis.disconnect();
    }
  }

  async stop(): Promise<void> {
    await this.kill();
    this.loseData();
  }
}
