export type StripeLine = { name: string; quantity: number; unitAmount: number };

export type StripeSession = {
  id: string;
  created: number;
  expiresAt: number;
  status: 'open' | 'complete' | 'expired';
  paymentStatus: 'unpaid' | 'paid';
  currency: string;
  lines: StripeLine[];
  amount: number;
  successUrl: string;
  cancelUrl: string | null;
  clientReferenceId: string | null;
  customerEmail: string | null;
  locale: string | null;
  metadata: Record<string, string>;
  intentMetadata: Record<string, string>;
  intentId: string | null;
  url: string;
};

export type StripeIntent = {
  id: string;
  chargeId: string;
  sessionId: string;
  created: number;
  amount: number;
  currency: string;
  status: 'processing' | 'succeeded' | 'requires_payment_method';
  metadata: Record<string, string>;
  /** When the bank makes up its mind, and how. */
  later: { at: number; isPaid: boolean } | null;
};

export type StripeRefund = {
  id: string;
  intentId: string;
  created: number;
  amount: number;
  currency: string;
  status: 'pending' | 'succeeded' | 'failed';
  reason: string | null;
  metadata: Record<string, string>;
  doneAt: number | null;
};

export type StripeAnswer = { fingerprint: string; at: number; status: number; body: string };
