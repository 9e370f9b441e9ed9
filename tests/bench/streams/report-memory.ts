import { renameSync, writeFileSync } from 'node:fs';

// Loaded into a program before its own code: on SIGUSR2 it collects the garbage and writes the memory still in use, in bytes, to
// the file MEMORY_FILE. Needs --expose-gc.

const file = process.env.MEMORY_FILE ?? '';

process.on('SIGUSR2', () => {
  for (let nth = 0; nth < 3; nth++) globalThis.gc?.();
  const { rss, heapUsed, external } = process.memoryUsage();
  writeFileSync(`${file}.part`, JSON.stringify({ rss, heap: heapUsed, external }));
  renameSync(`${file}.part`, file);
});
