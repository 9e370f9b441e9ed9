import type { PaymentProvider } from '@haat/contract/payments/payment';

/** A line of the order, as the provider's page shows it. */
export type PaidLine = { name: string; quantity: number; pricePaise: number };

/** A payment to open. `reference` is ours: opening it again returns the same object of the provider. */
export type PaymentToOpen = {
  reference: string;
  createdAt: Date;
  /** Stored at the provider, for people who look there. */
  notes: Record<string, string>;
  amountPaise: number;
  lines: PaidLine[];
  email?: string;
  /** Where the provider's page, if it has one, sends the browser. */
  returnTo?: { success: string; cancel: string };
  /** It may have been opened before by a request whose response was lost. */
  mayExist: boolean;
};

/** The provider's object for a payment; `url` is its page, where it has one. */
export type OpenedPayment = { providerOrderId: string; url: string | null };

/**
 * Money at the provider: 'authorized' is only promised until it is captured. `refundedPaise`: the refunded amount, including
 * pending refunds.
 */
export type Charge = {
  id: string;
  state: 'authorized' | 'captured';
  amountPaise: number;
  currency: string;
  refundedPaise: number;
};

/** A payment at its provider: the charges for it, and whether no more can follow. */
export type ProviderState = { charges: Charge[]; isClosed: boolean };

/** The provider's object for a payment, as it was opened. `email`: the payer's, if the provider has it. */
export type ProviderOrder = {
  providerOrderId: string;
  reference: string | null;
  notes: Record<string, string>;
  amountPaise: number;
  openedAt: Date;
  email: string | undefined;
};

/** `reference` is ours. `amountPaise`: the charged amount, or a part of it. */
export type RefundRequest = { reference: string; providerPaymentId: string; amountPaise: number };
/** `reference` is null for a refund that we did not make. */
export type ProviderRefund = {
  providerRefundId: string;
  reference: string | null;
  amountPaise: number;
  state: 'requested' | 'done' | 'failed';
};

/** An event as the provider sent it. */
export type WebhookEvent = { id: string; kind: string; payload: object };

/** What an event is about, to be fetched from the provider. Some events name only the charge, some neither. */
export type EventSubject = { providerOrderId?: string | undefined; providerPaymentId?: string | undefined };

/** A provider's object by its own id, or by that of a charge. */
export type ProviderOrderName = { providerOrderId: string } | { providerPaymentId: string };

/** The values that a checkout passes to the page after a payment, signed by the provider. */
export type PaymentProof = { providerOrderId: string; providerPaymentId: string; signature: string };

export type WebhookRequest = { raw: Buffer; header(name: string): string };

/** The provider's ids of the payments that were opened since some time, and of the charges that were refunded since. */
export type ProviderHistory = { orders: string[]; refundedCharges: string[] };

/** A payment provider. Calls over the network reject with ProviderError when it cannot be reached or refuses. */
export type PaymentGateway = {
  provider: PaymentProvider;
  /** For providers whose checkout runs on our page: the public key and the address of the script. */
  checkout?: { key: string; url: string };
  /** For providers that hand a proof to the page. */
  isValidProof?(proof: PaymentProof): boolean;
  /** Opens a payment, or returns the one that was opened for the same reference. */
  open(opening: PaymentToOpen): Promise<OpenedPayment>;
  fetchState(providerOrderId: string): Promise<ProviderState>;
  /** The provider's data of a payment; undefined when it does not have the payment. */
  fetchOrder(name: ProviderOrderName): Promise<ProviderOrder | undefined>;
  fetchHistory(since: Date): Promise<ProviderHistory>;
  /** Captures an authorised charge. Harmless when it was captured already. */
  capture(charge: Charge): Promise<Charge>;
  /** Prevents further payments, where the provider supports that. */
  close(providerOrderId: string): Promise<void>;
  /** Refunds a charge, in full or in part. To repeat it, look for its reference in `listRefunds` first. */
  refund(request: RefundRequest): Promise<ProviderRefund>;
  /** All refunds of a charge, including refunds that we did not request. */
  listRefunds(providerPaymentId: string): Promise<ProviderRefund[]>;
  fetchRefund(providerRefundId: string): Promise<ProviderRefund>;
  /** A webhook secret is configured. */
  readsWebhooks: boolean;
  /** The event of a request; undefined when the signature is invalid or too old, or there is no event. */
  readWebhook(request: WebhookRequest): WebhookEvent | undefined;
  getEventSubject(payload: object): EventSubject;
};
