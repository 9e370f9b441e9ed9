import { proposeAdjustment, type RequestedChange } from '@haat/contract/orders/adjustments.calls';
import type { OrderItemView } from '@haat/contract/orders/order-lines.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { amountAfter, changeProblem, fitsChoice, type LineChange } from '@haat/contract/orders/adjustment';
import { formatPaise, formatRupees, toPaise } from '@haat/contract/rupees';
import { getSettings } from '@haat/contract/shops/settings.calls';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { randomKey } from '../../lib/storage.ts';
import { Button, buttonClass } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showText } from '../../ui/toasts.tsx';
import { useChange } from '../../ui/use-change.ts';
import { type Draft, LineEditor } from './LineEditor.tsx';
import { presentLine } from '../../shared/orders/order-lines.ts';
import { NewTotal } from '../../shared/orders/SumLine.tsx';
import styles from '../../shared/orders/AdjustOrder.module.css';

const OWN_TEXTS = { order_changed: 'adjust.orderChanged', refund_too_high: 'adjust.tooMuchRefunded' } as const;

/** The lines of an order, each with the changes that can be made to it, and the new total. */
export function AdjustOrderDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useText();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [key, setKey] = useState(randomKey);
  const { effect, lines, totalPaise, isComplete } = planOf(order, drafts);
  const { send, isSending, refusal, reset } = useChange(proposeAdjustment, {
    failed: 'adjust.failed',
    own: OWN_TEXTS,
    onDone: ({ proposal }) => {
      const isAsked = proposal?.state === 'open';
      void showText('success', t(isAsked ? 'adjust.isAsked' : 'adjust.done', { number: order.orderNumber }));
      onClose();
    },
  });
  const propose = () => send({ params: { id: order.id }, body: { revision: order.revision, lines }, key });
  const change = (itemId: number, draft: Draft | undefined) => {
    setDrafts({ ...drafts, [itemId]: draft });
    // Another change needs another key.
    setKey(randomKey());
    reset();
  };
  const title = t('adjust.title', { number: order.orderNumber });
  const isEmpty = totalPaise === 0;
  const problem = isEmpty ? t('adjust.nothingLeft') : refusal;
  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <Stack gap={4}>
        <h2>{title}</h2>
        <Choice order={order} />
        <Stack as="ul">
          {order.items.map((item) => (
            <LineEditor
              key={item.id}
              item={item}
              shopId={order.shop.id}
              isPaid={order.payment_status === 'paid'}
              draft={drafts[item.id]}
              onChange={(draft) => change(item.id, draft)}
            />
          ))}
        </Stack>
        <div aria-live="polite">
          <NewTotal before={lines.length > 0 ? formatRupees(order.total) : undefined} after={formatPaise(totalPaise)} />
        </div>
        {lines.length > 0 && !isEmpty ? <Effect order={order} effect={effect} /> : null}
        {problem ? <Notice tone="error">{problem}</Notice> : null}
        <Row justify="between">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button disabled={!isComplete || isEmpty || isSending} onClick={propose}>
            {t(isSending ? 'adjust.sending' : effect === 'apply' ? 'adjust.apply' : 'adjust.ask')}
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

/** The customer's choice for missing items, with their number if they want a call. */
function Choice({ order: { if_unavailable: choice, customer_phone: phone } }: { order: OrderView }) {
  const t = useText();
  return (
    <Row justify="between" gap={2}>
      <p>{t(`adjust.wants.${choice}`)}</p>
      {choice === 'call_me' && phone ? (
        <a className={buttonClass('secondary')} href={`tel:+91${phone}`} aria-label={t('header.call', { phone })}>
          {phone}
        </a>
      ) : null}
    </Row>
  );
}

/** Whether the change applies immediately or is a question, and what happens without an answer. */
function Effect({ order, effect }: { order: OrderView; effect: 'apply' | 'ask' }) {
  const t = useText();
  const { data: settings } = useCall(getSettings, { params: { shopId: order.shop.id } });
  if (effect === 'apply') return <p className={styles.hint}>{t('adjust.appliesAtOnce')}</p>;
  const minutes = settings?.answer_minutes;
  return (
    <p className={styles.hint}>
      {minutes === undefined ? t('adjust.isQuestion') : t('adjust.isQuestionFor', { minutes })}{' '}
      {t(`adjust.unanswered.${order.if_unavailable}`)}
    </p>
  );
}

/** By line id. */
type Drafts = Record<number, Draft | undefined>;

type Plan = {
  effect: 'apply' | 'ask';
  lines: RequestedChange[];
  totalPaise: number;
  /** Whether there is a change, and each one can be made. */
  isComplete: boolean;
};

function planOf(order: OrderView, drafts: Drafts): Plan {
  const isPaid = order.payment_status === 'paid';
  const planned = order.items.map((item) => planLine(item, drafts[item.id], isPaid));
  const changes = planned.flatMap(({ line, change }) => (change ? [{ line, change }] : []));
  return {
    effect: changes.every(({ line, change }) => fitsChoice(order.if_unavailable, line, change)) ? 'apply' : 'ask',
    lines: planned.flatMap(({ request }) => request ?? []),
    totalPaise: planned.reduce(
      (sum, { line, change }) => sum + (change ? amountAfter(line, change) : line.amountPaise),
      0,
    ),
    isComplete: changes.length > 0 && changes.length === Object.values(drafts).filter(Boolean).length,
  };
}

/** A draft as the rules and as the call have it; without a change as long as something of it is missing. */
function planLine(item: OrderItemView, draft: Draft | undefined, isPaid: boolean) {
  const line = presentLine(item);
  const { change, request } = readDraft(item.id, draft, isPaid);
  return change && !changeProblem(line, change) ? { line, change, request } : { line };
}

function readDraft(
  item_id: number,
  draft: Draft | undefined,
  isPaid: boolean,
): { change?: LineChange; request?: RequestedChange } {
  if (draft?.kind === 'leave_out') return { change: draft, request: { ...draft, item_id } };
  if (draft?.kind === 'fewer') return { change: draft, request: { ...draft, item_id } };
  const { atOldPrice = isPaid } = draft ?? {};
  if (draft?.kind === 'weight' && draft.grams !== undefined) {
    const { kind, grams } = draft;
    return { change: { kind, grams, atOldPrice }, request: { kind, item_id, grams, at_old_price: atOldPrice } };
  }
  if (draft?.kind === 'replace' && draft.variant) {
    const { kind, quantity, variant } = draft;
    return {
      change: { kind, quantity, pricePaise: toPaise(variant.price), atOldPrice },
      request: { kind, item_id, variant_id: variant.id, quantity, at_old_price: atOldPrice },
    };
  }
  return {};
}
