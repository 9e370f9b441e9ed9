export type PaidReply = { razorpay_payment_id: string; razorpay_order_id: string; razorpay_signature: string };

export type PaymentError = {
  code: string;
  description: string;
  source: string;
  step: string;
  reason: string;
  metadata: { order_id: string; payment_id: string };
};

/** What we understand of the options of Razorpay's Standard Checkout; others are ignored, as there. */
export type CheckoutOptions = {
  key: string;
  order_id: string;
  name?: string;
  description?: string;
  handler?: (reply: PaidReply) => void;
  callback_url?: string;
  redirect?: boolean;
  prefill?: { email?: string; contact?: string; method?: string };
  modal?: { ondismiss?: (reason?: string) => void; escape?: boolean };
  retry?: { enabled?: boolean };
  /** Seconds until it closes by itself. */
  timeout?: number;
  config?: { display?: DisplayConfig };
};

export type DisplayConfig = {
  language?: string;
  blocks?: Record<string, { name?: string; instruments?: { method: string }[] }>;
  sequence?: string[];
  hide?: { method: string }[];
  preferences?: { show_default_blocks?: boolean };
};

/** What happens in the dialog, to be told to the page. */
export type CheckoutEvents = {
  paid(reply: PaidReply): void;
  failed(error: PaymentError): void;
  dismissed(reason?: string): void;
};
