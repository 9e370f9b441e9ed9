import { withTimeout } from '../lib/async.ts';
import { log, throttledErrorLog } from '../ops/log.ts';
import { connectRedis, connectSubscriber, readyWithin } from '../redis.ts';
import { type Bus, SignalListeners } from './bus.ts';

const TIMEOUT_MS = 2_000;

/**
 * Signals by Redis pub/sub. Waits a moment for Redis, then continues without it: it connects and subscribes as soon as Redis is
 * reachable, and again after each disconnect.
 */
export async function connectRedisBus(url: string): Promise<Bus> {
  const listeners = new SignalListeners();
  const publisher = connectRedis({ url, name: 'haat-bus' });
  const subscriber = connectSubscriber(url, 'haat-bus-sub');
  // Channels are shared by all databases of a Redis, keys are not: installations in two databases must not mix.
  const channel = `haat_live_${subscriber.options.db ?? 0}`;
  subscriber.on('message', (_channel: string, message: string) => listeners.receive(message));
  let isSubscribed = false;
  subscriber.on('close', () => (isSubscribed = false));
  const subscribed = new Promise<void>((resolve) => {
    subscriber.on('ready', () => {
      // Only once subscribed: a change in between would be missed by both signal and reload.
      const receiving = () => {
        isSubscribed = true;
        resolve();
        listeners.reconnected();
      };
      subscriber.subscribe(channel).then(receiving, throttledErrorLog('bus'));
    });
  });
  const ping = async (): Promise<void> => {
    await Promise.all([readyWithin(publisher, TIMEOUT_MS), readyWithin(subscriber, TIMEOUT_MS)]);
    // A Redis user without the right to subscribe may still publish.
    await Promise.all([publisher.ping(), withTimeout(subscribed, TIMEOUT_MS, 'Redis refuses the subscription')]);
  };
  await ping().catch(() => log.warn('Redis does not respond: until it does, changes arrive with the periodic sweep'));
  return {
    ping,
    isConnected: () => isSubscribed,
    publish: async (signal) => void (await publisher.publish(channel, JSON.stringify(signal))),
    subscribe: (listener) => listeners.add(listener),
    onReconnect: (listener) => listeners.addReconnect(listener),
    async close() {
      listeners.clear();
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}
