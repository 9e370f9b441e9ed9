import {
  addPurchase,
  bookPurchase,
  changePurchase,
  deletePurchase,
  getPurchase,
  listSuppliers,
  listUsualPurchases,
  type PurchaseView,
} from '@haat/contract/stock/purchases.calls';
import { formatStock } from '@haat/contract/catalog/stock-unit';
import { formatRupees } from '@haat/contract/rupees';
import { useId, useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router-dom';
import { type Text, useText } from '../../i18n/use-text.ts';
import { callQuery, useCall } from '../../lib/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import type { GuardedShop } from '../../shared/session/RouteGuard.tsx';
import { ProductFinder, scanVariant, variantFinder } from './ProductFinder.tsx';
import { type DraftLine, problemOfLine, type PurchaseDraft, toBody, totalOf, withOneMore } from './purchase-draft.ts';
import { PurchaseLines } from './PurchaseLines.tsx';
import backOffice from '../../ui/BackOffice.module.css';
import styles from './Stock.module.css';
import { textOf } from '../../i18n/language.ts';
import { call } from '../../lib/api.ts';
import { reload } from '../../lib/reload.ts';
import { showText } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { questionKey, type UnusualLine, unusualLines } from './unusual-lines.ts';
import { QuestionsDialog } from '../catalog/editor/QuestionsDialog.tsx';
import { useVariantText } from './VariantName.tsx';

type Props = { shop: GuardedShop; draft: PurchaseDraft; stored?: PurchaseView };

/** The draft of a purchase: supplier and invoice, and lines by scan or search. It can be saved often, and is booked once. */
export function PurchaseEditor({ shop, draft: initial, stored }: Props) {
  const t = useText();
  const [draft, setDraft] = useState(initial);
  const [saved, setSaved] = useState(draft);
  const [unread, setUnread] = useState<string>();
  const [isChecked, setChecked] = useState(false);
  const { save, book, remove, isPending, problem } = useSavePurchase(shop, { initial: stored, onSaved: setSaved });
  const setLine = (changed: DraftLine) =>
    setDraft((now) => ({ ...now, lines: now.lines.map((line) => (line.key === changed.key ? changed : line)) }));
  const add = (variant: Parameters<typeof withOneMore>[1]) =>
    setDraft((now) => ({ ...now, lines: withOneMore(now.lines, variant) }));
  const onCode = async (code: string) => {
    const variant = await scanVariant(shop.shopId, code).catch(() => undefined);
    setUnread(variant ? undefined : code);
    if (variant) add(variant);
  };
  const usual = useUsualCheck(shop.shopId, stored?.replaces_id ?? undefined);
  const whenValid = (send: (valid: PurchaseDraft) => void) => {
    setChecked(true);
    if (draft.lines.every((line) => problemOfLine(line) === undefined)) usual.check(draft, send);
  };
  const isBusy = isPending || usual.isPending;
  return (
    <Stack gap={4}>
      <UnsavedGuard isDirty={draft !== saved && !isPending} onLeave={() => setDraft(saved)} />
      {stored?.replaces_id === undefined || stored.replaces_id === null ? null : (
        <Notice>{t('purchase.replaces')}</Notice>
      )}
      <PurchaseHead shop={shop} draft={draft} onChange={(head) => setDraft((now) => ({ ...now, ...head }))} />
      {stored?.same_invoice_id ? <Notice tone="error">{t('purchase.sameInvoice')}</Notice> : null}
      <Card gap={3}>
        <ProductFinder
          finder={variantFinder}
          shopId={shop.shopId}
          action="purchase.addOne"
          onCode={(code) => void onCode(code)}
          onChoose={add}
        />
        {unread === undefined ? null : <Notice tone="error">{t('purchase.unknownBarcode', { code: unread })}</Notice>}
      </Card>
      {draft.lines.length === 0 ? (
        <p>{t('purchase.noLines')}</p>
      ) : (
        <PurchaseLines
          shopId={shop.shopId}
          lines={draft.lines}
          isChecked={isChecked}
          onChange={setLine}
          onRemove={({ key: removed }) =>
            setDraft((now) => ({ ...now, lines: now.lines.filter(({ key }) => key !== removed) }))
          }
        />
      )}
      <p>
        {t('purchase.total')}: <strong>{formatRupees(totalOf(draft.lines))}</strong>
      </p>
      {(usual.problem ?? problem) ? <Notice tone="error">{usual.problem ?? problem}</Notice> : null}
      {usual.asked ? <PurchaseQuestions lines={usual.asked} onConfirm={usual.confirm} onClose={usual.close} /> : null}
      <Row className={backOffice.foot}>
        <Button disabled={isBusy || draft.lines.length === 0} onClick={() => whenValid(book)}>
          {t('purchase.book')}
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={() => whenValid(save)}>
          {t('purchase.saveDraft')}
        </Button>
        {stored ? (
          <Button look="quiet" disabled={isBusy} onClick={() => remove(draft)}>
            {t('purchase.deleteDraft')}
          </Button>
        ) : null}
      </Row>
    </Stack>
  );
}

type Head = Pick<PurchaseDraft, 'supplier' | 'invoice_number' | 'invoice_date'>;
type HeadProps = { shop: GuardedShop; draft: Head; onChange: (head: Partial<Head>) => void };

function PurchaseHead({ shop, draft, onChange }: HeadProps) {
  const t = useText();
  const list = useId();
  const { data: suppliers = [] } = useCall(listSuppliers, { params: { shopId: shop.shopId } });
  return (
    <div className={styles.fields}>
      <Field
        label={t('purchase.supplier')}
        list={list}
        maxLength={120}
        autoComplete="off"
        value={draft.supplier}
        onChange={({ target }) => onChange({ supplier: target.value })}
      />
      <datalist id={list}>
        {suppliers.map(({ id, name }) => (
          <option key={id}>{name}</option>
        ))}
      </datalist>
      <Field
        label={t('purchase.invoiceNumber')}
        maxLength={60}
        autoComplete="off"
        value={draft.invoice_number}
        onChange={({ target }) => onChange({ invoice_number: target.value })}
      />
      <Field
        label={t('purchase.invoiceDate')}
        type="date"
        value={draft.invoice_date}
        onChange={({ target }) => onChange({ invoice_date: target.value })}
      />
    </div>
  );
}

type Saving = { initial: PurchaseView | undefined; onSaved: (draft: PurchaseDraft) => void };

/** Saves the draft of a purchase, books it, or deletes it. A new one is added once, however often it is sent. */
function useSavePurchase({ shopId, slug }: GuardedShop, { initial, onSaved }: Saving) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refusal = useRefusalText('purchase.notSaved');
  const [key] = useState(() => crypto.randomUUID());
  const stored = useRef(initial);
  const list = `/${slug}/admin/stock/purchases`;
  const keep = (saved: PurchaseView) =>
    queries.setQueryData(callQuery(getPurchase, { params: { shopId, id: saved.id } }).queryKey, saved);

  const store = async (draft: PurchaseDraft): Promise<PurchaseView> => {
    const before = stored.current;
    const body = toBody(draft);
    const params = { shopId };
    const saved = before
      ? await call(changePurchase, { params: { shopId, id: before.id }, body: { ...body, version: before.version } })
      : await call(addPurchase, { params, body, key });
    stored.current = saved;
    onSaved(draft);
    return saved;
  };
  const save = useMutation({
    mutationFn: store,
    onSuccess: async (saved) => {
      keep(saved);
      void showText('success', textOf('purchase.saved'));
      if (!initial) await navigate(`${list}/${saved.id}`, { replace: true });
    },
  });
  const book = useMutation({
    mutationFn: async (draft: PurchaseDraft) => {
      const { id } = await store(draft);
      return call(bookPurchase, { params: { shopId, id } });
    },
    onSuccess: async (booked) => {
      keep(booked);
      await navigate(`${list}/${booked.id}`, { replace: true });
      await reload(queries, bookPurchase.changes, { shopId });
    },
  });
  const remove = useMutation({
    mutationFn: async (draft: PurchaseDraft) => {
      if (stored.current) await call(deletePurchase, { params: { shopId, id: stored.current.id } });
      onSaved(draft);
    },
    onSuccess: async () => {
      await navigate(list, { replace: true });
      await reload(queries, deletePurchase.changes, { shopId });
    },
  });
  return {
    save: (draft: PurchaseDraft) => save.mutate(draft),
    book: (draft: PurchaseDraft) => book.mutate(draft),
    remove: (draft: PurchaseDraft) => remove.mutate(draft),
    isPending: save.isPending || book.isPending || remove.isPending,
    problem: refusal(save.error ?? book.error ?? remove.error),
  };
}

type Send = (draft: PurchaseDraft) => void;
type Asked = { lines: UnusualLine[]; draft: PurchaseDraft; send: Send };

/** Sends a valid purchase immediately if it is not unusual, else after a confirmation. `replacesId`: the purchase it corrects. */
function useUsualCheck(shopId: number, replacesId: number | undefined) {
  const refusal = useRefusalText('purchase.notSaved');
  const [asked, setAsked] = useState<Asked>();
  // Lines confirmed in a draft are not asked about again when it is booked.
  const confirmed = useRef(new Set<string>());
  const { mutate, isPending, error } = useMutation({
    mutationFn: async ({ draft }: Omit<Asked, 'lines'>) => {
      const variants = [...new Set(draft.lines.map(({ variant_id: id }) => id))].join(',');
      if (variants === '') return [];
      const query = { variants, ...(replacesId !== undefined && { without: replacesId }) };
      return unusualLines(draft.lines, await call(listUsualPurchases, { params: { shopId }, query }));
    },
    onSuccess: (found, { draft, send }) => {
      const lines = found.filter((line) => !confirmed.current.has(questionKey(line)));
      if (lines.length === 0) send(draft);
      else setAsked({ lines, draft, send });
    },
  });
  return {
    check: (draft: PurchaseDraft, send: Send) => mutate({ draft, send }),
    asked: asked?.lines,
    confirm: () => {
      for (const line of asked?.lines ?? []) confirmed.current.add(questionKey(line));
      setAsked(undefined);
      asked?.send(asked.draft);
    },
    close: () => setAsked(undefined),
    isPending,
    problem: refusal(error),
  };
}

type QuestionsProps = { lines: readonly UnusualLine[]; onConfirm: () => void; onClose: () => void };

/** Asks whether quantities and costs that are ten times off are meant, before the purchase is saved. */
function PurchaseQuestions({ lines, ...answers }: QuestionsProps) {
  const t = useText();
  const nameOf = useVariantText();
  const questions = lines.map((each) => ({
    key: `${each.line.key} ${questionKey(each)}`,
    name: nameOf(each.line),
    text: questionText(t, each),
  }));
  return <QuestionsDialog title={t('purchase.question.title')} questions={questions} {...answers} />;
}

function questionText(t: Text, { line, kind, value, usual }: UnusualLine): string {
  const { stock_unit: unit } = line;
  if (kind === 'quantity' && unit === 'piece') return t('purchase.question.quantity', { quantity: value, usual });
  if (kind === 'quantity')
    return t('purchase.question.weight', { quantity: formatStock(value, unit), usual: formatStock(usual, unit) });
  const [cost, other] = [formatRupees(value), formatRupees(usual)];
  if (kind === 'cost') return t('purchase.question.cost', { cost, usual: other });
  return t('purchase.question.costOfPrice', { cost, price: other });
}
