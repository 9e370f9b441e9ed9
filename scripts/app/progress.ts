const seconds = (ms: number): string => `${(ms / 1000).toFixed(1)} s`;

/** Milliseconds since this process began, its own start-up included. */
export const sinceStart = (): string => seconds(process.uptime() * 1000);

/** Says what is being done, does it, and says how long it took. */
export async function step<T>(what: string, work: () => Promise<T>): Promise<T> {
  const started = performance.now();
  process.stdout.write(`${what} …`.padEnd(28));
  try {
    const result = await work();
    process.stdout.write(` ${seconds(performance.now() - started)}\n`);
    return result;
  } catch (error) {
    process.stdout.write(' failed\n');
    throw error;
  }
}
