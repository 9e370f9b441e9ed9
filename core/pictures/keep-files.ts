import { imageStore } from '../gateways/image-store.ts';
import { log } from '../log.ts';

/** Keeps all the files of one picture or none of them. Rejects with GatewayError when their store does not answer. */
export async function keepFiles(files: { name: string; bytes: Uint8Array }[]): Promise<void> {
  const outcomes = await Promise.allSettled(files.map(({ name, bytes }) => imageStore().put(name, bytes)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failure) return;
  // Those too whose answer was lost: they may be there. Nobody waits for a store that is away twice.
  void forgetFiles(files.map(({ name }) => name));
  throw failure.reason;
}

/** Forgets files. Never rejects: the row that named them is changed already, and a file too many harms nobody. */
export async function forgetFiles(names: string[]): Promise<void> {
  const outcomes = await Promise.allSettled(names.map((name) => imageStore().remove(name)));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (failure) log.warn({ names, error: String(failure.reason) }, 'A picture could not be removed');
}
