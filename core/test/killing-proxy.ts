import { PostgresStatements } from './postgres-effects.ts';
import { startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** When to kill the process: before a statement that contains `words` reaches the database, or before its response returns. */
export type KillTrigger = { words: string; when: 'before' | 'after'; kill(): void };

export type KillingProxy = TcpProxy & {
  /** Sets the trigger for the next matching statement. */
  arm(trigger: KillTrigger): void;
  /** Whether the last trigger has not fired yet. */
  isArmed(): boolean;
};

/** A database proxy that kills the client process at a chosen statement. */
export async function startKillingProxy(url: string): Promise<KillingProxy> {
  let armed: KillTrigger | undefined;
  const fire = () => {
    armed?.kill();
    armed = undefined;
  };
  const proxy = await startTcpProxy(url, ({ near, far }) => {
    let isDying = false;
    const statements = new PostgresStatements();
    near.on('data', (chunk) => {
      const texts = statements.read(chunk);
      const meets = texts.some((text) => armed !== undefined && text.includes(armed.words));
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
  });
  return { ...proxy, arm: (trigger) => (armed = trigger), isArmed: () => armed !== undefined };
}
