import type { ProviderReply, StartedPayment } from '@haat/machines/payments/payment.machine';

type Options = Record<string, unknown> & {
  handler: (reply: ProviderReply) => void;
  modal: { ondismiss: () => void; confirm_close: boolean };
};
type Checkout = { open: () => void; close: () => void };

declare global {
  interface Window {
    /** Defined by the provider's script. */
    Razorpay?: new (options: Options) => Checkout;
  }
}

type Payer = { name?: string | undefined; email?: string | undefined; phone?: string | undefined };
type Showing = {
  started: Extract<StartedPayment, { provider: 'razorpay' }>;
  shop: string;
  payer: Payer;
  language: string;
};

/** UPI first, because most people pay with it; then all other methods. */
const DISPLAY = {
  blocks: { upi: { name: 'UPI', instruments: [{ method: 'upi' }] } },
  sequence: ['block.upi'],
  preferences: { show_default_blocks: true },
};

/**
 * Opens the provider's window over the page. Resolves with its reply after a payment, with undefined when it was
 * closed; `signal` closes it. Rejects when it cannot be loaded.
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
    // The window closes when the reservation expires.
    ...(started.reservedUntil ? { timeout: secondsUntil(started.reservedUntil) } : {}),
  };
}

const secondsUntil = (moment: string) => Math.max(60, Math.floor((Date.parse(moment) - Date.now()) / 1000));

const loading = new Map<string, Promise<void>>();

/** Loads a script once; after a failure it is loaded again. */
function loadScript(url: string): Promise<void> {
  const known = loading.get(url);
  if (known) return known;
  const script = document.createElement('script');
  const loaded = new Promise<void>((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => {
      loading.delete(url);
      script.remove();
      reject(new Error(`The script ${url} could not be loaded`));
    });
  });
  loading.set(url, loaded);
  script.src = url;
  document.head.append(script);
  return loaded;
}
