/** Reads the messages of one client to PostgreSQL: the texts of executed statements, including statements prepared before. */
export class PostgresStatements {
  #unread = Buffer.alloc(0);
  #hasStarted = false;
  /** By the names that they were prepared under. */
  readonly #texts = new Map<string, string>();
  #bound = '';

  /** The texts of the statements that the bytes execute. */
  read(chunk: Buffer): string[] {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    const texts: string[] = [];
    for (let message = this.#take(); message; message = this.#take()) texts.push(...this.#executed(message));
    return texts;
  }

  #take(): { type: string; body: Buffer } | undefined {
    // The first message has no type.
    const head = this.#hasStarted ? 1 : 0;
    if (this.#unread.length < head + 4) return undefined;
    const length = head + this.#unread.readInt32BE(head);
    if (this.#unread.length < length) return undefined;
    const [message, rest] = [this.#unread.subarray(0, length), this.#unread.subarray(length)];
    this.#unread = rest;
    this.#hasStarted = true;
    return { type: head ? message.toString('latin1', 0, 1) : '', body: message.subarray(head + 4) };
  }

  #executed({ type, body }: { type: string; body: Buffer }): string[] {
    const [first = '', second = ''] = textsIn(body);
    if (type === 'Q') return [first];
    if (type === 'P') this.#texts.set(first, second);
    if (type === 'B') this.#bound = this.#texts.get(second) ?? '';
    return type === 'E' ? [this.#bound] : [];
  }
}

/**
 * Names the effects of one client's messages to PostgreSQL: a statement that writes outside a transaction, or the commit of a
 * transaction's writes.
 */
export class PostgresEffects {
  readonly #statements = new PostgresStatements();
  /** The writes of the open transaction. */
  #written: Set<string> | undefined;

  /** The effects that the bytes complete. */
  read(chunk: Buffer): string[] {
    return this.#statements.read(chunk).flatMap((text) => this.#execute(text));
  }

  /** Whether the server's answer is complete with these bytes: they end with ReadyForQuery. */
  isAnswered(chunk: Buffer): boolean {
    return chunk.length >= READY.length + 1 && chunk.subarray(-READY.length - 1, -1).equals(READY);
  }

  #execute(text: string): string[] {
    const [word = ''] = /\w+/.exec(text) ?? [];
    const written = this.#written;
    if (/^(begin|commit|rollback|end)$/i.test(word)) {
      this.#written = /^begin$/i.test(word) ? new Set() : undefined;
      return /^(commit|end)$/i.test(word) && written?.size ? [`the commit of ${[...written].join(', ')}`] : [];
    }
    const effect = effectOf(text);
    if (!effect) return [];
    if (!written) return [effect];
    written.add(effect);
    return [];
  }
}

const READY = Buffer.from([0x5a, 0, 0, 0, 5]);

/** The first two texts of a message; what follows them may be anything. */
function textsIn(body: Buffer): string[] {
  const end = body.indexOf(0);
  if (end < 0) return [];
  const next = body.indexOf(0, end + 1);
  return [body.toString('utf8', 0, end), next < 0 ? '' : body.toString('utf8', end + 1, next)];
}

// As far as it tells one from another: `UPDATE orders SET status`.
const WRITES =
  /\b(?:insert\s+into\s+"?\w+|delete\s+from\s+"?\w+|update\s+(?:only\s+)?["\w]+(?:\s+(?:as\s+)?\w+)?\s+set\s+"?\w+)/i;
// The queues' functions, and signals.
const CALLS = /\b(?:pg_notify|(?:add|move|publish|upsert|remove|reprocess|promote|retry)_\w+)(?=\s*\()/;

/** The first table that a statement writes, and how; undefined when it only reads. */
function effectOf(text: string): string | undefined {
  const [written] = WRITES.exec(text) ?? CALLS.exec(text) ?? [];
  return written?.replace(/\s+/g, ' ').replaceAll('"', '');
}
