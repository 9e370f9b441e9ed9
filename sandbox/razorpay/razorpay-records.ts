export type Notes = Record<string, string | number>;

export type RazorpayOrder = {
  id: string;
  created: number;
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Notes;
  status: 'created' | 'attempted' | 'paid';
  attempts: number;
};

export type RazorpayFailure = { code: string; description: string; source: string; step: string; reason: string };

export type RazorpayPayment = {
  id: string;
  orderId: string;
  created: number;
  amount: number;
  currency: string;
  status: 'failed' | 'authorized' | 'captured' | 'refunded';
  method: string;
  email: string;
  contact: string;
  failure: RazorpayFailure | null;
  /** When the bank makes up its mind, and how. */
  later: { at: number; isPaid: boolean } | null;
};

export type RazorpayRefund = {
  id: string;
  paymentId: string;
  created: number;
  amount: number;
  currency: string;
  receipt: string | null;
  notes: Notes;
  status: 'pending' | 'processed' | 'failed';
  doneAt: number | null;
};
