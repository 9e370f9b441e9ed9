import type { World } from '../world/world.ts';
import { isTaken, type Provider, type WebhookEvent } from './webhook-event.ts';
import { signedHeaders } from './webhook-signature.ts';

/** Where each provider sends its events; one that is missing keeps them. */
export type WebhookTargets = Partial<Record<Provider, string>>;

export type NewEvent = { id: string; provider: Provider; type: string; about: string; body: string };

const ANSWER_WITHIN_MS = 10_000;
const LONGEST_PAUSE_MS = 60_000;
const MOST_ATTEMPTS = 20;

/** Delivers events until they are taken: again and again, in no certain order, sometimes twice, sometimes never. */
export class WebhookSender {
  readonly #world: World;
  readonly #chance: () => number;
  readonly #sending = new Set<Promise<void>>();
  readonly #busy = new Set<string>();
  #targets: WebhookTargets;

  constructor(world: World, targets: WebhookTargets, chance: () => number) {
    this.#world = world;
    this.#targets = targets;
    this.#chance = chance;
  }

  sendTo(targets: WebhookTargets): void {
    this.#targets = targets;
  }

  /** Something happened: its event is on its way from now on. */
  announce(event: NewEvent): void {
    const { webhookLoss, webhookDelayMs, webhookJitterMs } = this.#world.conditions;
    const at = this.#world.now();
    const isLost = this.#chance() < webhookLoss;
    const nextAt = at + webhookDelayMs + Math.floor(this.#chance() * webhookJitterMs);
    this.#world.state.events.push({ ...event, at, isLost, nextAt: isLost ? null : nextAt, attempts: [] });
    this.sendDue();
  }

  /** Sends what is due now; does not wait for it. */
  sendDue(): void {
    if (this.#world.conditions.webhooksHeld) return;
    const now = this.#world.now();
    for (const event of this.#world.state.events) {
      if (event.nextAt === null || event.nextAt > now || this.#busy.has(event.id)) continue;
      const times = this.#chance() < this.#world.conditions.webhookDuplicates ? 2 : 1;
      this.#track(event, times);
    }
  }

  /** Sends an event once more, whatever became of it before; answers what was said. */
  async sendAgain(id: string): Promise<string | undefined> {
    const event = this.#world.state.events.find((one) => one.id === id);
    if (!event) return undefined;
    return this.#deliver(event);
  }

  /** Resolves when nothing is being sent. */
  async idle(): Promise<void> {
    while (this.#sending.size > 0) await Promise.all(this.#sending);
  }

  #track(event: WebhookEvent, times: number): void {
    this.#busy.add(event.id);
    const sent = this.#send(event, times).finally(() => {
      this.#busy.delete(event.id);
      this.#sending.delete(sent);
    });
    this.#sending.add(sent);
  }

  async #send(event: WebhookEvent, times: number): Promise<void> {
    await Promise.all(Array.from({ length: times }, () => this.#deliver(event)));
    const failed = event.attempts.length;
    const pause = Math.min(this.#world.conditions.webhookRetryMs * 2 ** Math.min(failed - 1, 10), LONGEST_PAUSE_MS);
    const isOver = isTaken(event) || failed >= MOST_ATTEMPTS;
    event.nextAt = isOver ? null : this.#world.now() + pause;
    await this.#world.saved();
  }

  async #deliver(event: WebhookEvent): Promise<string> {
    const answer = await this.#post(event);
    event.attempts.push({ at: this.#world.now(), answer });
    return answer;
  }

  async #post(event: WebhookEvent): Promise<string> {
    const url = this.#targets[event.provider];
    if (!url) return 'no address';
    const headers = signedHeaders(this.#world.keys, event, this.#world.seconds());
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    return fetch(url, { method: 'POST', headers, body: event.body, signal, redirect: 'manual' }).then(
      async (response) => {
        await response.body?.cancel();
        return String(response.status);
      },
      (error: Error) => (error.name === 'TimeoutError' ? 'too slow' : 'nobody there'),
    );
  }
}
