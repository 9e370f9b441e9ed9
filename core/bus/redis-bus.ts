import { Redis } from 'ioredis';
import { quietErrors } from '../jobs/quiet-errors.ts';
import type { Bus } from './bus.ts';
import { PokeListeners } from './poke-listeners.ts';

/** Pokes by Redis publish/subscribe; ioredis connects and subscribes anew when the connection breaks. */
export async function connectRedisBus(url: string): Promise<Bus> {
  const listeners = new PokeListeners();
  const mouth = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, lazyConnect: true });
  const ear = new Redis(url, { maxRetriesPerRequest: null, lazyConnect: true });
  // Channels are common to all databases of a Redis, keys are not: two installations in two databases must not meet.
  const channel = `haat_live_${ear.options.db ?? 0}`;
  const complain = quietErrors('bus');
  mouth.on('error', complain);
  ear.on('error', complain);
  ear.on('message', (_channel: string, message: string) => listeners.hear(message));
  try {
    await Promise.all([mouth.connect(), ear.connect()]);
    await ear.subscribe(channel);
  } catch (error) {
    mouth.disconnect();
    ear.disconnect();
    throw error;
  }
  ear.on('ready', () => listeners.reconnected());
  return {
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
