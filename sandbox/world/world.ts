import { randomBytes } from 'node:crypto';
import { WebhookSender, type WebhookTargets } from '../webhooks/webhook-sender.ts';
import type { Provider } from '../webhooks/webhook-event.ts';
import { seededChance } from './chance.ts';
import { type Conditions, GOOD_CONDITIONS } from './conditions.ts';
import { Faults } from './fault.ts';
import { StateFile } from './state-file.ts';
import type { State } from './state.ts';

export type Keys = {
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  razorpayKeyId: string;
  razorpayKeySecret: string;
  razorpayWebhookSecret: string;
};

/** One call of an API, for tests that count them. */
export type SeenRequest = { provider: Provider; method: string; path: string; key?: string; status: number };

const SEEN = 2_000;

export type WorldOptions = {
  keys: Keys;
  targets: WebhookTargets;
  conditions?: Partial<Conditions>;
  stateFile?: string;
  seed?: number;
  now?: () => number;
};

/** The two providers as one small world: what they know, how well they work, what time it is. */
export class World {
  readonly keys: Keys;
  readonly faults = new Faults();
  readonly requests: SeenRequest[] = [];
  readonly state: State;
  readonly webhooks: WebhookSender;
  readonly now: () => number;
  /** The address under which browsers reach the pages. */
  pagesUrl = '';
  conditions: Conditions;
  readonly #file: StateFile;

  constructor(options: WorldOptions) {
    this.keys = options.keys;
    this.now = options.now ?? Date.now;
    this.conditions = { ...GOOD_CONDITIONS, ...options.conditions };
    this.#file = new StateFile(options.stateFile);
    this.state = this.#file.read(this.now());
    this.webhooks = new WebhookSender(this, options.targets, seededChance(options.seed ?? 1));
  }

  seconds(): number {
    return Math.floor(this.now() / 1000);
  }

  newId(prefix: string): string {
    return `${prefix}${randomBytes(9).toString('hex')}`;
  }

  /** Resolves when nothing that happened so far can be forgotten. */
  saved(): Promise<void> {
    return this.#file.save(this.state);
  }

  saw(request: SeenRequest): void {
    this.requests.push(request);
    if (this.requests.length > SEEN) this.requests.shift();
  }
}
