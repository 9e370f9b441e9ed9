import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { PostgresEffects } from '../../core/test/postgres-effects.ts';

/** Reads the bytes of one connection. `read`: the effects that the client's bytes ask for; `isAnswered`: takes the server's. */
export type EffectReader = { read(chunk: Buffer): string[]; isAnswered(chunk: Buffer): boolean };

/** The reader for a service, by the protocol of its address. */
export function readerFor(url: string): EffectReader {
  if (url.startsWith('postgres')) return new PostgresEffects();
  return { read: url.startsWith('redis') ? redisEffects : httpEffects, isAnswered: () => true };
}

const REQUEST = /^(POST|PUT|PATCH|DELETE) ([^ ?]+)[^ ]* HTTP\/1/;
// Ids have digits; the versions of the providers' interfaces, too.
const ID = /(?<=\/)(?!v\d+\/)[^/:]*\d[^/:]*/g;

/** A call that changes something at a service, by its path without ids. */
function httpEffects(chunk: Buffer): string[] {
  const [, method, path] = REQUEST.exec(chunk.toString('latin1', 0, 300)) ?? [];
  return path ? [`${method} ${path.replaceAll(ID, '…')}`] : [];
}

const COMMAND = /(?:^|\r\n)\*\d+\r\n\$\d+\r\n(evalsha|eval|publish)\r\n\$\d+\r\n([^\r]*)\r\n/gi;
type Script = { name: string; content: string };
// On the wire, a script of the queues is the hash of its text.
const scripts = createRequire(import.meta.url)('bullmq/dist/cjs/scripts/index.js') as Record<string, Script>;
const SCRIPTS = new Map(
  Object.values(scripts).map(({ name, content }) => [createHash('sha1').update(content).digest('hex'), name]),
);

/** Scripts of the queues that write, and signals. */
function redisEffects(chunk: Buffer): string[] {
  const called = [...chunk.toString('latin1').matchAll(COMMAND)].map(([, command = '', about = '']) =>
    command.toLowerCase() === 'publish' ? `publish ${about}` : (SCRIPTS.get(about) ?? 'a script'),
  );
  return called.filter((name) => !/^(?:get|is)[A-Z]/.test(name));
}
