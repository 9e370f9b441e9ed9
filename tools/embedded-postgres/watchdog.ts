import { spawn } from 'node:child_process';
import { spawnOptions, type Account } from './location.ts';

/**
 * Stops the server `pid` when our process ends in any way, kill -9 included: the pipe to a small shell closes then.
 * Answers a function that calls it off.
 */
export function watchOver(pid: number, account: Account): () => void {
  const watch = `trap '' INT TERM HUP; read -r _ || kill -INT ${pid} 2>/dev/null`;
  const dog = spawn('/bin/sh', ['-c', watch], {
    ...spawnOptions(account),
    detached: true,
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  dog.stdin.on('error', () => {}); // it was killed: then there is nothing to call off
  dog.unref();
  (dog.stdin as { unref?(): void }).unref?.();
  return () => void dog.stdin.end('called off\n');
}
