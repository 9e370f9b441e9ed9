import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** When to kill the process: before a statement that contains `words` reaches the database, or before its response returns. */
export type KillTrigger = { words: string; when: 'before' | 'after'; kill(): void };

export type KillingProxy = {
  url: string;
  /** Sets the trigger for the next matching statement. */
  arm(trigger: KillTrigger): void;
  /** Whether the last trigger has not fired yet. */
  isArmed(): boolean;
  stop(): void;
};

/** A database proxy that kills the client process at a chosen statement. */
export async function startKillingProxy(url: string): Promise<KillingProxy> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let armed: KillTrigger | undefined;
  const fire = () => {
    armed?.kill();
    armed = undefined;
  };
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    let isDying = false;
    near.on('data', (chunk) => {
      const meets = armed !== undefined && chunk.includes(armed.words);
      if (meets && armed?.when === 'before') {
        fire();
        near.destroy();
        return;
      }
      isDying ||= meets;
      far.write(chunk);
    });
    far.on('data', (chunk) => {
      if (!isDying) return void near.write(chunk);
      isDying = false;
      fire();
      return void near.destroy();
    });
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(from);
      from.on('close', () => to.destroy());
      from.on('error', () => to.destroy());
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const near = new URL(url);
  near.port = String((server.address() as AddressInfo).port);
  return {
    url: near.href,
    arm: (trigger) => (armed = trigger),
    isArmed: () => armed !== undefined,
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
