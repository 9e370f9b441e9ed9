import { inTime } from '../in-time.ts';
import { quietErrors } from '../jobs/quiet-errors.ts';
import { log } from '../log.ts';
import { connectRedis, readyWithin } from '../redis/connect-redis.ts';
import type { Bus } from './bus.ts';
import { PokeListeners } from './poke-listeners.ts';

const STARTS_WITHIN_MS = 2_000;

/**
 * Pokes by Redis publish/subscribe. Waits a moment for Redis and goes on without it then: it connects and subscribes as soon
 * as Redis is there, at first as after each break.
 */
export async function connectRedisBus(url: string): Promise<Bus> {
  const listeners = new PokeListeners();
  const mouth = connectRedis({ url, name: 'haat-bus' });
  const ear = connectRedis({ url, name: 'haat-bus-ear', isPatient: true });
  // By ourselves below, where a refusal is heard.
  ear.options.autoResubscribe = false;
  // Channels are common to all databases of a Redis, keys are not: two installations in two databases must not meet.
  const channel = `haat_live_${ear.options.db ?? 0}`;
  ear.on('message', (_channel: string, message: string) => listeners.hear(message));
  const subscribed = new Promise<void>((done) => {
    ear.on('ready', () => {
      // Not told before it hears again: what is sent between the two would be in no table read and in no poke.
      const hearing = () => {
        done();
        listeners.reconnected();
      };
      ear.subscribe(channel).then(hearing, quietErrors('bus'));
    });
  });
  const answers = async (): Promise<void> => {
    await Promise.all([readyWithin(mouth, STARTS_WITHIN_MS), readyWithin(ear, STARTS_WITHIN_MS)]);
    // A Redis whose rules do not let us hear refuses that alone.
    await Promise.all([mouth.ping(), inTime(subscribed, STARTS_WITHIN_MS, 'Redis does not let the bus listen')]);
  };
  await answers().catch(() => log.warn('Redis does not answer yet: news waits for the next sweep until it does'));
  return {
    answers,
    publish: async (poke) => void (await mouth.publish(channel, JSON.stringify(poke))),
    subscribe: (listener) => listeners.add(listener),
    onReconnect: (listener) => listeners.addReconnect(listener),
    async close() {
      listeners.clear();
      mouth.disconnect();
      ear.disconnect();
    },
  };
}
