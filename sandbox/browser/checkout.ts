// Loaded by the shop's page as Razorpay's checkout.js is: a plain script that puts one class on the window.
import type { CheckoutEvents, CheckoutOptions, PaymentError } from './checkout-options.ts';

type FailureHandler = (failure: { error: PaymentError }) => void;
type OpenDialog = (options: CheckoutOptions, events: CheckoutEvents & { base: string }) => () => void;

// A page may load the script twice, so nothing of it but the class may have a name there.
(() => {
  const SCRIPT_URL = document.currentScript instanceof HTMLScriptElement ? document.currentScript.src : location.href;

  class Razorpay {
    readonly #options: CheckoutOptions;
    readonly #onFailure: FailureHandler[] = [];
    #close: (() => void) | undefined;

    constructor(options: CheckoutOptions) {
      if (!options?.key) throw new Error('`key` is mandatory');
      this.#options = options;
    }

    on(event: string, handler: FailureHandler): void {
      if (event === 'payment.failed') this.#onFailure.push(handler);
    }

    open(): void {
      void this.#open();
    }

    close(): void {
      this.#close?.();
    }

    async #open(): Promise<void> {
      const base = new URL('.', SCRIPT_URL).href;
      const { openCheckoutDialog } = (await import(`${base}browser/checkout-dialog.ts`)) as {
        openCheckoutDialog: OpenDialog;
      };
      const { handler, callback_url: callbackUrl, redirect, modal } = this.#options;
      this.#close = openCheckoutDialog(this.#options, {
        base,
        paid: (reply) => (callbackUrl && redirect ? postTo(callbackUrl, reply) : handler?.(reply)),
        failed: (error) => {
          for (const handle of this.#onFailure) handle({ error });
        },
        dismissed: (reason) => modal?.ondismiss?.(reason),
      });
    }
  }

  /** The way of browsers that cannot keep the page open: the reply travels as a form. */
  function postTo(url: string, fields: Record<string, string>): void {
    const form = document.createElement('form');
    form.method = 'post';
    form.action = url;
    for (const [name, value] of Object.entries(fields)) {
      const input = document.createElement('input');
      Object.assign(input, { type: 'hidden', name, value });
      form.append(input);
    }
    document.body.append(form);
    form.submit();
  }

  Object.assign(window, { Razorpay });
})();
