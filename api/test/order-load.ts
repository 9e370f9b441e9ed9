import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlaceOrderBody } from '@haat/contract/orders/orders.calls';

/** `pauseMs`: how long a customer waits after each order; 0 by default. */
export type OrderTemplate = { body: PlaceOrderBody; token: string; pauseMs?: number };

/** A load of customers who place orders in sequence, each on one keep-alive connection, without retries. */
export class OrderLoad {
  readonly #url: string;
  readonly #template: OrderTemplate;
  #running: Promise<void>[] = [];
  #isStopped = false;
  #made = 0;
  /** How many orders were accepted. */
  accepted = 0;
  /** The failed calls: the status, or the connection error. */
  readonly refused: string[] = [];
  /** How long each accepted order took, in ms. */
  readonly times: number[] = [];

  constructor(url: string, template: OrderTemplate) {
    this.#url = url;
    this.#template = template;
  }

  begin(count: number): void {
    this.#running = Array.from({ length: count }, () => this.#buy());
  }

  /** Resolves when the running calls are answered. */
  async stop(): Promise<void> {
    this.#isStopped = true;
    await Promise.all(this.#running);
  }

  /** One order at that address; answers the status. */
  async placeAt(url: string): Promise<number> {
    const agent = new Agent();
    const status = await this.#place(url, agent);
    agent.destroy();
    return status;
  }

  async #buy(): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    while (!this.#isStopped) {
      await this.#place(this.#url, agent).catch((error: unknown) => this.refused.push(String(error)));
      if (this.#template.pauseMs) await sleep(this.#template.pauseMs);
    }
    agent.destroy();
  }

  async #place(url: string, agent: Agent): Promise<number> {
    const text = JSON.stringify(this.#template.body);
    const headers = {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(text),
      authorization: `Bearer ${this.#template.token}`,
      'idempotency-key': `buyers-${process.pid}-${Date.now()}-${(this.#made += 1)}`,
    };
    const from = performance.now();
    const call = request(`${url}/api/orders`, { method: 'POST', agent, headers });
    call.end(text);
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    const said = Buffer.concat(await answer.toArray()).toString();
    if (answer.statusCode === 201) {
      this.accepted += 1;
      this.times.push(performance.now() - from);
    } else this.refused.push(`${answer.statusCode} ${said}`);
    return answer.statusCode ?? 0;
  }
}
