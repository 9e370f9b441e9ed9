import { callsFor, type OrderToPay } from './checkout-calls.ts';
import type { CheckoutEvents, CheckoutOptions } from './checkout-options.ts';
import { drawSheet, type Sheet } from './checkout-sheet.ts';
import { type CheckoutTexts, checkoutTexts } from './checkout-texts.ts';
import { showAbovePage } from './show-above-page.ts';

type Host = CheckoutEvents & { base: string };

const OUTCOMES = ['pay', 'decline', 'close', 'late'] as const;

/** Opens the checkout over the page of the shop; answers how to close it. */
export function openCheckoutDialog(options: CheckoutOptions, host: Host): () => void {
  const dialog = new CheckoutDialog(options, host);
  return () => dialog.close();
}

class CheckoutDialog {
  readonly #options: CheckoutOptions;
  readonly #host: Host;
  readonly #texts: CheckoutTexts;
  readonly #sheet: Sheet;
  readonly #calls: ReturnType<typeof callsFor>;
  readonly #takeAway: () => void;
  #isOver = false;

  constructor(options: CheckoutOptions, host: Host) {
    const language = options.config?.display?.language ?? document.documentElement.lang;
    this.#options = options;
    this.#host = host;
    this.#texts = checkoutTexts(language);
    this.#sheet = drawSheet(options, this.#texts);
    this.#calls = callsFor(options, host.base);
    this.#takeAway = showAbovePage(this.#sheet, { base: host.base, language });
    this.#listen();
    this.#calls.read().then(
      (order) => announceAmount(this.#sheet, order, this.#texts.pay),
      (problem: Error) => this.#say(problem),
    );
  }

  close(tell?: () => void): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#takeAway();
    tell?.();
  }

  #dismiss(reason?: string): void {
    this.close(() => this.#host.dismissed(reason));
  }

  #listen(): void {
    const { dialog, buttons } = this.#sheet;
    for (const outcome of OUTCOMES)
      buttons[outcome].addEventListener('click', () => {
        this.#act(outcome).catch((problem: Error) => this.#say(problem));
      });
    buttons.cancel.addEventListener('click', () => this.#dismiss());
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault();
      if (this.#options.modal?.escape !== false) this.#dismiss();
    });
    dialog.addEventListener('close', () => this.#dismiss());
    window.addEventListener('popstate', () => this.#dismiss(), { once: true });
    const { timeout } = this.#options;
    if (timeout) setTimeout(() => this.#dismiss('timeout'), timeout * 1000);
  }

  async #act(outcome: (typeof OUTCOMES)[number]): Promise<void> {
    setBusy(this.#sheet, true);
    this.#sheet.alert.textContent = '';
    const { reply, error } = await this.#calls.act(outcome, this.#sheet.method());
    if (this.#isOver) return;
    if (outcome === 'close') {
      location.replace(`${this.#host.base}closed`);
      return;
    }
    if (reply) this.close(() => this.#host.paid(reply));
    if (!error) return;
    this.#say(new Error(`${this.#texts.failed} ${error.description}`));
    this.#host.failed(error);
    if (this.#options.retry?.enabled === false) this.#dismiss();
  }

  #say(problem: Error): void {
    setBusy(this.#sheet, false);
    // What fetch throws when nobody answers says nothing to people.
    this.#sheet.alert.textContent = problem instanceof TypeError ? this.#texts.unreachable : problem.message;
  }
}

function announceAmount(sheet: Sheet, { amount, currency }: OrderToPay, pay: string): void {
  const digits = amount % 100 === 0 ? 0 : 2;
  const format = new Intl.NumberFormat('en-IN', { style: 'currency', currency, minimumFractionDigits: digits });
  sheet.heading.textContent = format.format(amount / 100);
  sheet.buttons.pay.textContent = pay.replace('{amount}', sheet.heading.textContent);
  setBusy(sheet, false);
}

function setBusy({ buttons }: Sheet, isBusy: boolean): void {
  for (const outcome of OUTCOMES) buttons[outcome].disabled = isBusy;
}
