import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** When somebody dies: as the words are on their way to the database, or as its answer to them is on its way back. */
export type Moment = { words: string; when: 'before' | 'after'; kill(): void };

export type DeadlyLink = {
  url: string;
  /** Arms the link for the next time these words pass it. */
  arm(moment: Moment): void;
  /** Whether nobody has died of the last moment. */
  isArmed(): boolean;
  stop(): void;
};

/** The same database through a link that reads along, and kills the process at the other end at a chosen moment. */
export async function startDeadlyLink(url: string): Promise<DeadlyLink> {
  const { hostname, port } = new URL(url);
  const open = new Set<Socket>();
  let armed: Moment | undefined;
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
    arm: (moment) => (armed = moment),
    isArmed: () => armed !== undefined,
    stop: () => {
      for (const socket of open) socket.destroy();
      server.close();
    },
  };
}
