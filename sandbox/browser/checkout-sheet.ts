import type { CheckoutOptions } from './checkout-options.ts';
import type { CheckoutTexts } from './checkout-texts.ts';
import { methodsFor } from './payment-methods.ts';

/** The parts of the dialog that its behaviour needs. */
export type Sheet = {
  dialog: HTMLDialogElement;
  heading: HTMLElement;
  alert: HTMLElement;
  buttons: Record<'pay' | 'decline' | 'close' | 'late' | 'cancel', HTMLButtonElement>;
  method(): string;
};

type Attributes = Record<string, string | boolean>;

function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Attributes = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) made.toggleAttribute(key, value !== false);
  for (const [key, value] of Object.entries(attributes)) if (typeof value === 'string') made.setAttribute(key, value);
  made.append(...children);
  return made;
}

/** The dialog as it looks before anything is known of the order. */
export function drawSheet(options: CheckoutOptions, texts: CheckoutTexts): Sheet {
  const heading = element('h2', { id: 'heading', class: 'amount', tabindex: '-1' });
  const alert = element('p', { role: 'alert', class: 'alert' });
  const button = (text: string, kind = ''): HTMLButtonElement =>
    element('button', { type: 'button', class: kind, disabled: kind !== 'plain' }, text);
  const buttons = {
    // Nothing is to be pressed before the amount is known.
    pay: button(texts.payTo, 'main'),
    decline: button(texts.decline),
    close: button(texts.close),
    late: button(texts.late),
    cancel: button(texts.cancel, 'plain'),
  };
  const methods = drawMethods(options, texts);
  const dialog = element(
    'dialog',
    { class: 'sheet', 'aria-labelledby': 'heading' },
    element('p', { class: 'sandbox' }, texts.sandbox),
    element('p', { class: 'shop' }, options.name ?? ''),
    heading,
    element('p', { class: 'about' }, options.description ?? ''),
    methods,
    alert,
    buttons.pay,
    element('p', { class: 'about' }, texts.more),
    element('div', { class: 'others' }, buttons.decline, buttons.close, buttons.late),
    buttons.cancel,
  );
  const method = (): string => methods.querySelector<HTMLInputElement>('input:checked')?.value ?? 'upi';
  return { dialog, heading, alert, buttons, method };
}

function drawMethods(options: CheckoutOptions, texts: CheckoutTexts): HTMLElement {
  const methods = methodsFor(options.config?.display);
  const chosen = methods.find((method) => method === options.prefill?.method) ?? methods[0];
  const rows = methods.map((method) =>
    element(
      'label',
      { class: 'method' },
      element('input', { type: 'radio', name: 'method', value: method, checked: method === chosen }),
      texts[method],
    ),
  );
  return element('fieldset', {}, element('legend', {}, texts.how), ...rows);
}
