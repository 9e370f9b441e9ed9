import { type PurchaseView } from '@haat/contract/stock/purchases.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { Field } from '../../ui/Field.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { UnsavedGuard } from '../../ui/UnsavedGuard.tsx';
import type { GuardedShop } from '../../shared/session/RouteGuard.tsx';
import { findVariants, ProductFinder, scanVariant } from './ProductFinder.tsx';
import { type DraftLine, problemOfLine, type PurchaseDraft, totalOf, withOneMore } from './purchase-draft.ts';
import { PurchaseLines } from './PurchaseLines.tsx';
import { PurchaseQuestions } from './PurchaseQuestions.tsx';
import { suppliersQuery } from './stock-queries.ts';
import { useUsualCheck } from './use-usual-check.ts';
import { useSavePurchase } from './use-save-purchase.ts';
import backOffice from '../../ui/BackOffice.module.css';
import styles from './Stock.module.css';

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
          find={findVariants}
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
  const { data: suppliers = [] } = useQuery(suppliersQuery(shop.shopId));
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
