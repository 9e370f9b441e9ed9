import { proposeAdjustment, type RequestedChange } from '@haat/contract/orders/adjustments.calls';
import type { OrderItemView } from '@haat/contract/orders/order-lines.calls';
import type { OrderView } from '@haat/contract/orders/orders.calls';
import { amountAfter, changeProblem, fitsChoice, isAddition, type LineChange } from '@haat/contract/orders/adjustment';
import { MAX_LINES } from '@haat/contract/orders/cart';
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
import { AddedItems, type Addition, planAddition } from './AddedItems.tsx';
import { type Draft, LineEditor } from './LineEditor.tsx';
import { isOfVariant, type SoldVariant } from './VariantSearch.tsx';
import { presentLine } from '../../shared/orders/order-lines.ts';
import { NewTotal } from '../../shared/orders/SumLine.tsx';
import styles from '../../shared/orders/AdjustOrder.module.css';

const OWN_TEXTS = { order_changed: 'adjust.orderChanged', refund_too_high: 'adjust.tooMuchRefunded' } as const;

/** The lines of an order, each with the changes that can be made to it, and the new total. */
export function AdjustOrderDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const t = useText();
  const [drafts, setDrafts] = useState<Drafts>({});
  const [additions, setAdditions] = useState<readonly Addition[]>([]);
  const [key, setKey] = useState(randomKey);
  const plan = planOf(order, drafts, additions);
  const { effect, lines, totalPaise, isComplete } = plan;
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
  const begin = () => {
    // Another change needs another key.
    setKey(randomKey());
    reset();
  };
  const changeAdditions = (next: readonly Addition[]) => {
    setAdditions(next);
    begin();
  };
  const chosen = [...additions, ...Object.values(drafts)].map((each) => each && 'variant' in each && each.variant?.id);
  const isTaken = (variant: SoldVariant) =>
    order.items.some((item) => isOfVariant(item, variant)) || chosen.includes(variant.id);
  // One that replaces another order at no charge stays so.
  const isFree = order.total === 0;
  const title = t('adjust.title', { number: order.orderNumber });
  const isEmpty = totalPaise === 0;
  const problem = isEmpty ? t('adjust.nothingLeft') : refusal;
  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <Stack gap={4}>
        <h2>{title}</h2>
        <Choice order={order} />
        <Stack as="ul" className={styles.line}>
          {order.items.map((item) => (
            <LineEditor
              key={item.id}
              item={item}
              shopId={order.shop.id}
              isPaid={order.payment_status === 'paid'}
              isFree={isFree}
              isTaken={isTaken}
              draft={drafts[item.id]}
              onChange={(draft) => {
                setDrafts({ ...drafts, [item.id]: draft });
                begin();
              }}
            />
          ))}
        </Stack>
        <AddedItems
          shopId={order.shop.id}
          additions={additions}
          most={isFree ? 0 : MAX_LINES - order.items.length}
          isTaken={isTaken}
          onChange={changeAdditions}
        />
        <div aria-live="polite">
          <NewTotal before={lines.length > 0 ? formatRupees(order.total) : undefined} after={formatPaise(totalPaise)} />
        </div>
        {lines.length > 0 && !isEmpty ? <Effect order={order} plan={plan} /> : null}
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

/** Whether the change applies immediately or is a question, what happens without an answer, and what is paid in cash. */
function Effect({ order, plan: { effect, lines, totalPaise } }: { order: OrderView; plan: Plan }) {
  const t = useText();
  const { data: settings } = useCall(getSettings, { params: { shopId: order.shop.id } });
  if (effect === 'apply') return <p className={styles.hint}>{t('adjust.appliesAtOnce')}</p>;
  const minutes = settings?.answer_minutes;
  const additions = lines.filter(({ kind }) => isAddition(kind)).length;
  const onlinePaise = toPaise(order.total) - toPaise(order.cash_extra);
  const cashPaise = order.payment_status === 'paid' && additions > 0 ? totalPaise - onlinePaise : 0;
  const texts = [
    minutes === undefined ? t('adjust.isQuestion') : t('adjust.isQuestionFor', { minutes }),
    additions < lines.length ? t(`adjust.unanswered.${order.if_unavailable}`) : undefined,
    additions > 0 ? t('adjust.unanswered.added') : undefined,
    cashPaise > 0 ? t('adjust.collectCash', { amount: formatPaise(cashPaise) }) : undefined,
  ];
  return <p className={styles.hint}>{texts.filter(Boolean).join(' ')}</p>;
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

function planOf(order: OrderView, drafts: Drafts, additions: readonly Addition[]): Plan {
  const isPaid = order.payment_status === 'paid';
  const planned = order.items.map((item) => planLine(item, drafts[item.id], isPaid));
  const changes = planned.flatMap(({ line, change }) => (change ? [{ line, change }] : []));
  const added = additions.flatMap((addition) => planAddition(addition) ?? []);
  const isApplied =
    added.length === 0 && changes.every(({ line, change }) => fitsChoice(order.if_unavailable, line, change));
  const lines = [...planned.flatMap(({ request }) => request ?? []), ...added.map(({ request }) => request)];
  const presentPaise = planned.reduce(
    (sum, { line, change }) => sum + (change ? amountAfter(line, change) : line.amountPaise),
    0,
  );
  return {
    effect: isApplied ? 'apply' : 'ask',
    lines,
    totalPaise: added.reduce((sum, { amountPaise }) => sum + amountPaise, presentPaise),
    isComplete: lines.length > 0 && lines.length === Object.values(drafts).filter(Boolean).length + additions.length,
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
  if (draft?.kind === 'fewer' || draft?.kind === 'more') {
    return { change: draft, request: { ...draft, item_id } };
  }
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
