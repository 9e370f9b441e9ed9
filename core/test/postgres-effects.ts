type Statement = { name: string; text: string };

/**
 * Reads what one client sends to PostgreSQL, and names what takes effect with each message: a statement that writes, outside of
 * transactions, or the commit of what a transaction has written.
 */
export class PostgresEffects {
  #unread = Buffer.alloc(0);
  #hasStarted = false;
  readonly #statements = new Map<string, Statement>();
  #bound: Statement = { name: '', text: '' };
  /** What the open transaction has written. */
  #written: Set<string> | undefined;

  /** The effects that the bytes complete. */
  read(chunk: Buffer): string[] {
    this.#unread = Buffer.concat([this.#unread, chunk]);
    const effects: string[] = [];
    for (let message = this.#take(); message; message = this.#take()) effects.push(...this.#effectsOf(message));
    return effects;
  }

  /** Whether the server's answer is complete with these bytes: they end with ReadyForQuery. */
  isAnswered(chunk: Buffer): boolean {
    return chunk.length >= READY.length + 1 && chunk.subarray(-READY.length - 1, -1).equals(READY);
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

  #effectsOf({ type, body }: { type: string; body: Buffer }): string[] {
    const [first = '', second = ''] = textsIn(body);
    if (type === 'Q') return this.#execute({ name: '', text: first });
    if (type === 'P') this.#statements.set(first, { name: first, text: second });
    if (type === 'B') this.#bound = this.#statements.get(second) ?? { name: second, text: '' };
    return type === 'E' ? this.#execute(this.#bound) : [];
  }

  #execute(statement: Statement): string[] {
    const [word = ''] = /\w+/.exec(statement.text) ?? [];
    const written = this.#written;
    if (/^(begin|commit|rollback|end)$/i.test(word)) {
      this.#written = /^begin$/i.test(word) ? new Set() : undefined;
      return /^(commit|end)$/i.test(word) && written?.size ? [`the commit of ${[...written].join(', ')}`] : [];
    }
    const effect = nameOf(statement);
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

const WRITES =
  /\b(?:insert\s+into|delete\s+from|update(?=\s+(?:only\s+)?["\w]+(?:\s+(?:as\s+)?\w+)?\s+set\b))\s+"?(\w+)/i;
// The queues' functions, and signals.
const CALLS = /\b(pg_notify|(?:add|move|publish|upsert|remove|reprocess|promote|retry)_\w+)\s*\(/;

/** The name that a statement was prepared under, else the table that it writes; undefined when it only reads. */
function nameOf({ name, text }: Statement): string | undefined {
  const written = (WRITES.exec(text) ?? CALLS.exec(text))?.[1];
  return written && (name || written);
}
