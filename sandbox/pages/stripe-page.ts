import type { StripeSession } from '../stripe/stripe-records.ts';
import { html, type Html } from './html.ts';
import { layout } from './layout.ts';
import { money } from './money.ts';
import { type Language, type PageTexts, pageTexts } from './page-texts.ts';

type View = { language: Language; isDeclined?: boolean; isJustDone?: boolean };

/** The page where a customer pays a session, or sees what became of it. */
export function stripePage(session: StripeSession, { language, isDeclined = false, isJustDone = false }: View): string {
  const texts = pageTexts(language);
  const amount = money(session.amount, session.currency);
  if (session.status === 'open') {
    const content = openSession(session, { texts, amount, isDeclined });
    return layout({ title: texts.payTitle.replace('{amount}', amount), content, language });
  }
  const isPaid = session.paymentStatus === 'paid';
  const [title, text] =
    session.status === 'expired'
      ? [texts.expiredTitle, texts.expired]
      : isPaid
        ? [texts.paidTitle, texts.paid]
        : [texts.waitingTitle, texts.waiting];
  const target = session.status === 'expired' ? session.cancelUrl : successUrl(session);
  const content = html`<div class="card">
    <h1>${title}</h1>
    <p>${text.replace('{amount}', amount)}</p>
    ${target && html`<a class="button main" href="${target}">${texts.back}</a>`}
  </div>`;
  return layout({ title, content, language, ...(isJustDone && target && { forwardTo: target }) });
}

const successUrl = ({ successUrl: url, id }: StripeSession): string => url.replaceAll('{CHECKOUT_SESSION_ID}', id);

type Open = { texts: PageTexts; amount: string; isDeclined: boolean };

function openSession(session: StripeSession, { texts, amount, isDeclined }: Open): Html {
  const title = texts.payTitle.replace('{amount}', amount);
  const lines = session.lines.map(
    ({ name, quantity, unitAmount }) =>
      html`<li><span>${quantity} × ${name}</span><span>${money(quantity * unitAmount, session.currency)}</span></li>`,
  );
  const other = (outcome: string, text: string): Html =>
    html`<button name="outcome" value="${outcome}">${text}</button>`;
  return html`<form class="card" method="post" action="/dev/pay/stripe/${session.id}">
    <h1>${title}</h1>
    <ul class="lines">
      ${lines}
    </ul>
    ${isDeclined && html`<p class="alert" role="alert">${texts.declined}</p>`}
    <button class="main" name="outcome" value="pay">${title}</button>
    <p class="about">${texts.more}</p>
    <div class="others">
      ${other('decline', texts.decline)}${other('close', texts.close)}${other('late', texts.late)}
    </div>
    ${session.cancelUrl && html`<a class="button plain" href="${session.cancelUrl}">${texts.cancel}</a>`}
  </form>`;
}
