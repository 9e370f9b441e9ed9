import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { once } from 'node:events';

const TIMEOUT_MS = 30_000;

/** This moment in ms since 1970, with fractions. */
export const now = (): number => performance.timeOrigin + performance.now();

export type Call = {
  /** Under this name it is counted when it fails. */
  what: string;
  method?: 'GET' | 'POST' | 'PATCH';
  path: string;
  /** When it had to be made: its time counts from then, however late the load generator is itself. */
  due: number;
  /** The address of the person, sent as a proxy would. */
  address: string;
  token?: string;
  key?: string;
  body?: unknown;
};

export type Answer = { status: number; body: Buffer; ms: number };

/** Makes calls to the replicas in turn. No call waits for another: there are as many connections as there are calls at a time. */
export class Caller {
  readonly #urls: string[];
  readonly #agents = { http: new HttpAgent({ keepAlive: true }), https: new HttpsAgent({ keepAlive: true }) };
  #made = 0;
  /** Calls that failed, by what they were and why. */
  readonly errors: Record<string, number> = {};

  constructor(urls: string[]) {
    this.#urls = urls;
  }

  /** The address of one of the replicas; the next one for the next call. */
  next(): string {
    return this.#urls[this.#made++ % this.#urls.length] ?? '';
  }

  /** The answer, unless it was an error or did not come, which is counted. */
  async call(call: Call): Promise<Answer | undefined> {
    try {
      const answer = await this.#send(call);
      if (answer.status < 400) return answer;
      this.#fail(call, String(answer.status));
    } catch (error) {
      this.#fail(call, error instanceof Error && 'code' in error ? String(error.code) : String(error));
    }
    return undefined;
  }

  close(): void {
    this.#agents.http.destroy();
    this.#agents.https.destroy();
  }

  #fail({ what }: Call, why: string): void {
    const name = `${what}: ${why}`;
    this.errors[name] = (this.errors[name] ?? 0) + 1;
  }

  async #send({ method = 'GET', path, due, address, token, key, body }: Call): Promise<Answer> {
    const text = body === undefined ? undefined : JSON.stringify(body);
    const headers = {
      'x-forwarded-for': address,
      ...(method === 'GET' && { 'accept-encoding': 'gzip, br' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(key !== undefined && { 'idempotency-key': key }),
      ...(text !== undefined && { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) }),
    };
    const url = `${this.next()}${path}`;
    const timeout = { timeout: TIMEOUT_MS, method, headers };
    const sent = url.startsWith('https:')
      ? httpsRequest(url, { ...timeout, agent: this.#agents.https })
      : httpRequest(url, { ...timeout, agent: this.#agents.http });
    sent.once('timeout', () => sent.destroy(Object.assign(new Error('No answer'), { code: 'timeout' })));
    sent.end(text);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const parts: Buffer[] = [];
    for await (const part of response) parts.push(part as Buffer);
    return { status: response.statusCode ?? 0, body: Buffer.concat(parts), ms: now() - due };
  }
}
