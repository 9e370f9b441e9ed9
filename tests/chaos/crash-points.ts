import type { Socket } from 'node:net';
import { type ProxiedConnection, startTcpProxy, type TcpProxy } from '../../core/test/tcp-proxy.ts';
import { Network } from '../fixtures/network/network.ts';
import { type EffectReader, readerFor } from './effects.ts';

/** Before an effect: it never happens. After it: its success is not reported. */
export type When = 'before' | 'after';

type Count = { seen: number } & Record<When, number>;

/** Between which effects programs of one kind were killed so far. */
export class CrashPoints {
  readonly counts = new Map<string, Count>();

  countOf(effect: string): Count {
    const count = this.counts.get(effect) ?? { seen: 0, before: 0, after: 0 };
    this.counts.set(effect, count);
    return count;
  }
}

/** So long a program goes on until it comes to a point at which none was killed yet; then any will do. */
const CHOOSY_MS = 2_000;
const WITHIN_MS = 4_000;

type Crash = { when: When; kill(): void; from: number; done(effect: string): void };
/** `freeze` resolves when the program continues. */
type Freeze = { when: When; at: RegExp | undefined; freeze(): Promise<void>; done(effect: string): void };

/**
 * The connections of one program to all that it works with. Each effect of it passes here, so that it can be killed between two
 * of them: the product knows nothing of it.
 */
export class Connections {
  /** The settings that lead the program here. */
  readonly env: Record<string, string> = {};
  readonly #points: CrashPoints;
  readonly #proxies: TcpProxy[] = [];
  /** Between the program and all of them. */
  readonly network = new Network();
  #losesAnswerTo: ((effects: string[]) => boolean) | undefined;
  #crash: Crash | undefined;
  #freeze: Freeze | undefined;

  private constructor(points: CrashPoints) {
    this.#points = points;
  }

  /** `services`: the settings that name them, with their addresses. */
  static async to(services: Record<string, string>, points: CrashPoints): Promise<Connections> {
    const connections = new Connections(points);
    for (const [name, url] of Object.entries(services)) {
      const proxy = await startTcpProxy(url, (sides) => connections.#carry({ ...sides, reader: readerFor(url) }));
      connections.#proxies.push(proxy);
      connections.env[name] = proxy.url;
    }
    return connections;
  }

  /**
   * Kills the program before or after one of its next effects, rather where none was killed yet. Resolves to the effect;
   * undefined when it had none for some seconds, and lives.
   */
  async crash(when: When, kill: () => void): Promise<string | undefined> {
    return new Promise((done) => {
      const waiting = setTimeout(() => {
        this.#crash = undefined;
        done(undefined);
      }, WITHIN_MS);
      const from = Date.now();
      this.#crash = {
        when,
        kill,
        from,
        done: (effect) => {
          clearTimeout(waiting);
          this.#points.countOf(effect)[when] += 1;
          done(effect);
        },
      };
    });
  }

  /**
   * Freezes the program at its next effect: `before`, the bytes that ask for it arrive only when it continues; `after`, they
   * arrive immediately. `at`: only at such an effect, however late. Resolves when it continues, to the effect; undefined when it
   * had none for some seconds.
   */
  async freeze(when: When, freeze: () => Promise<void>, at?: RegExp): Promise<string | undefined> {
    return new Promise((done) => {
      const giveUp = () => {
        this.#freeze = undefined;
        done(undefined);
      };
      const waiting = at ? undefined : setTimeout(giveUp, WITHIN_MS);
      const begin = () => {
        clearTimeout(waiting);
        return freeze();
      };
      this.#freeze = { when, at, freeze: begin, done };
    });
  }

  /** From now on, a connection ends once such effects were answered, and the answer never arrives; undefined: no more. */
  loseAnswers(isLost: ((effects: string[]) => boolean) | undefined): void {
    this.#losesAnswerTo = isLost;
  }

  stop(): void {
    for (const proxy of this.#proxies) proxy.stop();
  }

  #carry({ near, far, reader }: ProxiedConnection & { reader: EffectReader }): void {
    let killAfterwards: (() => void) | undefined;
    const [toServer, toProgram] = [this.network.lane('requests'), this.network.lane('answers')];
    const end = () => {
      killAfterwards?.();
      killAfterwards = undefined;
      near.destroy();
    };
    near.on('data', (chunk) => {
      const effects = reader.read(chunk);
      if (this.#freezeAt(effects, { near, pass: () => toServer(() => far.write(chunk)) })) return;
      const crash = this.#crashAt(effects);
      if (crash?.when === 'before') {
        crash.kill();
        far.destroy();
        return;
      }
      const isLost = effects.length > 0 && this.#losesAnswerTo?.(effects);
      killAfterwards ??= crash?.kill ?? (isLost ? () => {} : undefined);
      toServer(() => far.write(chunk));
    });
    far.on('data', (chunk) => {
      if (!killAfterwards) toProgram(() => near.write(chunk));
      else if (reader.isAnswered(chunk)) end();
    });
    // The service may be gone before it has answered.
    far.on('close', end);
  }

  /** Whether the program is frozen at this effect. */
  #freezeAt(effects: string[], { near, pass }: { near: Socket; pass(): void }): boolean {
    const frozen = this.#freeze;
    const effect = effects.find((each) => frozen?.at?.test(each) ?? true);
    if (!frozen || effect === undefined) return false;
    this.#freeze = undefined;
    if (frozen.when === 'after') pass();
    near.pause();
    void frozen.freeze().then(() => {
      if (frozen.when === 'before') pass();
      near.resume();
      frozen.done(effect);
    });
    return true;
  }

  /** The crash that one of these effects is the moment for; it is not waited for by others any more. */
  #crashAt(effects: string[]): { when: When; kill(): void } | undefined {
    for (const effect of effects) {
      const count = this.#points.countOf(effect);
      count.seen += 1;
      const crash = this.#crash;
      if (!crash || (count[crash.when] > 0 && Date.now() < crash.from + CHOOSY_MS)) continue;
      this.#crash = undefined;
      const { when, kill, done } = crash;
      return {
        when,
        kill: () => {
          kill();
          done(effect);
        },
      };
    }
    return undefined;
  }
}
