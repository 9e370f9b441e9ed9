import type { ProviderReply, StartedPayment } from '@haat/machines/payment/payment-order';
import { loadScript } from './load-script.ts';

type Options = Record<string, unknown> & {
  handler: (reply: ProviderReply) => void;
  modal: { ondismiss: () => void; confirm_close: boolean };
};
type Checkout = { open: () => void; close: () => void };

declare global {
  interface Window {
    /** Of the provider's own script. */
    Razorpay?: new (options: Options) => Checkout;
  }
}

export type Payer = { name?: string | undefined; email?: string | undefined; phone?: string | undefined };
type Showing = {
  started: Extract<StartedPayment, { provider: 'razorpay' }>;
  shop: string;
  payer: Payer;
  language: string;
};

/** UPI comes first, as most people pay; all other ways follow. */
const DISPLAY = {
  blocks: { upi: { name: 'UPI', instruments: [{ method: 'upi' }] } },
  sequence: ['block.upi'],
  preferences: { show_default_blocks: true },
};

/**
 * Opens the provider's window over the page. Answers what it hands over after a payment, nothing when it was closed;
 * `signal` closes it. Rejects when it cannot be loaded.
 */
export async function openRazorpay(showing: Showing, signal: AbortSignal): Promise<ProviderReply | undefined> {
  await loadScript(showing.started.checkoutUrl);
  const { Razorpay } = window;
  if (!Razorpay) throw new Error('The checkout is not there');
  if (signal.aborted) return undefined;
  return new Promise((resolve) => {
    const checkout = new Razorpay({
      ...describe(showing),
      handler: resolve,
      modal: { ondismiss: () => resolve(undefined), confirm_close: true },
    });
    signal.addEventListener('abort', () => checkout.close());
    checkout.open();
  });
}

function describe({ started, shop, payer, language }: Showing) {
  return {
    key: started.key,
    order_id: started.id,
    amount: started.amountPaise,
    currency: 'INR',
    name: shop,
    prefill: { name: payer.name, email: payer.email, contact: payer.phone ? `+91${payer.phone}` : undefined },
    config: { display: { ...DISPLAY, language } },
    // With the goods goes the window.
    ...(started.heldUntil ? { timeout: secondsUntil(started.heldUntil) } : {}),
  };
}

const secondsUntil = (moment: string) => Math.max(60, Math.floor((Date.parse(moment) - Date.now()) / 1000));
