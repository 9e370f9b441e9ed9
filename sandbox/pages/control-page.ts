import { isTaken, type WebhookEvent } from '../webhooks/webhook-event.ts';
import type { Conditions } from '../world/conditions.ts';
import type { World } from '../world/world.ts';
import { html, type Html } from './html.ts';
import { layout } from './layout.ts';
import { money } from './money.ts';
import { listPayments, type ListedPayment } from './payment-list.ts';

const SHOWN = 50;

const SWITCHES: [keyof Conditions, string][] = [
  ['stripeDown', 'Stripe does not work'],
  ['razorpayDown', 'Razorpay does not work'],
  ['webhooksHeld', 'Webhooks wait'],
];
const NUMBERS: [keyof Conditions, string, string][] = [
  ['webhookLoss', 'Share of webhooks lost, 0 to 1', '0.1'],
  ['webhookDuplicates', 'Share of webhooks sent twice, 0 to 1', '0.1'],
  ['webhookDelayMs', 'Delay of webhooks, ms', '100'],
  ['webhookJitterMs', 'More delay by chance, ms', '100'],
  ['lateMs', 'Late answer of the bank after, ms', '1000'],
  ['refundMs', 'Refunds take, ms', '1000'],
];
const CHOICES: [keyof Conditions, string, string[]][] = [
  ['razorpayCapture', 'Capture at Razorpay', ['automatic', 'prompt', 'manual']],
  ['refunds', 'Refunds are', ['done', 'pending', 'failed']],
];

/** What the providers know, how well they work, and what they have told; all of it to be changed by hand. */
export function controlPage(world: World): string {
  const payments = listPayments(world);
  const events = world.state.events.toReversed();
  const content = html`<h1>Payment sandbox</h1>
    <p class="about">Two payment providers that live on this machine. <a href="/dev/pay">Look again</a></p>
    ${settings(world.conditions)}
    <section class="card">
      <h2>Payments</h2>
      ${payments.length > 0 ? payments.slice(0, SHOWN).map(payment) : html`<p class="quiet">None yet.</p>`}
    </section>
    <section class="card">
      <h2>Events</h2>
      ${events.length > 0 ? events.slice(0, SHOWN).map(event) : html`<p class="quiet">None yet.</p>`}
    </section>`;
  return layout({ title: 'Payment sandbox', content, isWide: true });
}

function settings(conditions: Conditions): Html {
  const switches = SWITCHES.map(
    ([name, label]) =>
      html`<label class="check"
        ><input type="hidden" name="${name}" value="false" /><input
          type="checkbox"
          name="${name}"
          value="true"
          ${conditions[name] === true && html` checked`}
        />${label}</label
      >`,
  );
  const numbers = NUMBERS.map(
    ([name, label, step]) =>
      html`<label
        >${label}<input type="number" name="${name}" min="0" step="${step}" value="${String(conditions[name])}"
      /></label>`,
  );
  const choices = CHOICES.map(([name, label, words]) => {
    const options = words.map((word) => html`<option${conditions[name] === word && html` selected`}>${word}</option>`);
    return html`<label
      >${label}<select name="${name}">
        ${options}
      </select></label
    >`;
  });
  return html`<form class="card" method="post" action="/dev/pay/conditions">
    <h2>Conditions</h2>
    <div class="settings">${switches}${choices}${numbers}</div>
    <button class="main">Use these conditions</button>
  </form>`;
}

function payment({ id, provider, amount, currency, status, at }: ListedPayment): Html {
  return html`<div class="entry">
    <span
      ><strong>${money(amount, currency)}</strong> ${status}<br />
      <span class="quiet">${provider} ${id}, ${timeOf(at)}</span></span
    >
  </div>`;
}

function event(one: WebhookEvent): Html {
  return html`<div class="entry">
    <span
      ><strong>${one.type}</strong> ${fateOf(one)}<br />
      <span class="quiet">${one.provider} ${one.about}, ${timeOf(one.at)}</span></span
    >
    <form method="post" action="/dev/pay/events/${one.id}/send">
      <button aria-label="Send again: ${one.type} of ${one.about}">Send again</button>
    </form>
  </div>`;
}

function fateOf(one: WebhookEvent): string {
  const answers = one.attempts.map(({ answer }) => answer).join(', ');
  if (isTaken(one)) return `taken (${answers})`;
  if (one.nextAt !== null) return answers ? `tried (${answers}), will be tried again` : 'on its way';
  return one.isLost && !answers ? 'lost' : `given up (${answers})`;
}

const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
