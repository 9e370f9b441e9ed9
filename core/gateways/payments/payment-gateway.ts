import type { PaymentProvider } from '@haat/contract/rules/payment';

/** One thing paid for, as the provider's page shows it. */
export type PaidLine = { name: string; quantity: number; pricePaise: number };

/** What is to be paid. `reference` is ours: whoever opens it again gets the same object of the provider. */
export type Opening = {
  reference: string;
  createdAt: Date;
  /** What the provider keeps beside it, for people who look there. */
  notes: Record<string, string>;
  amountPaise: number;
  lines: PaidLine[];
  email: string;
  /** Where the provider's page sends the browser, where it has one. */
  returnTo?: { success: string; cancel: string };
  /** It may have been opened before, by somebody who did not hear of it. */
  mayExist: boolean;
};

/** The provider's object for a payment; `url` is its page, where it has one. */
export type Opened = { providerOrderId: string; url: string | null };

/** Money that the provider holds: 'authorized' is only promised until it is captured. */
export type Charge = { id: string; state: 'authorized' | 'captured'; amountPaise: number; currency: string };

/** What the provider knows of a payment: the money that came for it, and whether none can come any more. */
export type Truth = { charges: Charge[]; isClosed: boolean };

/** `reference` is ours: the same one is given back once. */
export type RefundRequest = { reference: string; providerPaymentId: string; amountPaise: number };
export type RefundTruth = { providerRefundId: string; state: 'requested' | 'done' | 'failed' };

/** What a provider reports, as it wrote it. */
export type WebhookEvent = { id: string; kind: string; payload: object };

/** What an event is about: a hint at what to ask for. Some name only the money, some neither. */
export type EventSubject = { providerOrderId?: string | undefined; providerPaymentId?: string | undefined };

/** What a checkout hands to the page when somebody has paid, signed by the provider. */
export type PaymentProof = { providerOrderId: string; providerPaymentId: string; signature: string };

export type WebhookRequest = { raw: Buffer; header(name: string): string };

/** One provider of payments. Every call asks it over the network and rejects with ProviderError when it cannot. */
export type PaymentGateway = {
  provider: PaymentProvider;
  /** What our page needs to show a checkout of its own: the public key, and where its script is. */
  checkout?: { key: string; url: string };
  /** Whether the proof of a payment is one, where the page is handed any. */
  isProof?(proof: PaymentProof): boolean;
  /** Opens a payment, or finds the one that was opened before for the same reference. */
  open(opening: Opening): Promise<Opened>;
  look(providerOrderId: string): Promise<Truth>;
  /** Takes money that was only authorised. Harmless when it was taken already. */
  capture(charge: Charge): Promise<Charge>;
  /** Lets nobody pay any more, where the provider can do that. */
  close(providerOrderId: string): Promise<void>;
  /** Gives money back, once per reference. */
  refund(request: RefundRequest): Promise<RefundTruth>;
  /** The refund that was asked for before; undefined when the provider knows of none. */
  lookRefund(request: RefundRequest & { providerRefundId: string | null }): Promise<RefundTruth | undefined>;
  /** Whether its webhooks can be told from forged ones. */
  readsWebhooks: boolean;
  /** The event of a request; undefined when it was not signed by the provider, too long ago, or is none. */
  readWebhook(request: WebhookRequest): WebhookEvent | undefined;
  subjectOf(payload: object): EventSubject;
};
