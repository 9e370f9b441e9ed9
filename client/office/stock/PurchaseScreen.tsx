import { addPurchase, type PurchaseView, reversePurchase } from '@haat/contract/stock/purchases.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useDayText } from '../../i18n/use-day-text.ts';
import { EMPTY_DRAFT, newLine, quantityToBuy, toBody, toDraft } from './purchase-draft.ts';
import { PurchaseEditor } from './PurchaseEditor.tsx';
import { StockPage } from './StockPage.tsx';
import { lowStockQuery, purchaseQuery, STOCK_KEYS } from './stock-queries.ts';
import { useIdInPath } from './use-id-in-path.ts';
import { VariantName } from './VariantName.tsx';
import styles from './Stock.module.css';

/** A purchase: a new one, a draft that is edited, or a booked one that is read and corrected. */
export function PurchaseScreen() {
  const t = useText();
  const shop = useGuardedShop();
  const id = useIdInPath();
  const isNew = useLocation().pathname.endsWith('/new');
  const { data: purchase, error, refetch } = useQuery({ ...purchaseQuery(shop.shopId, id), enabled: !isNew });
  return (
    <StockPage shop={shop} tab="purchases" title={t('purchase.title')}>
      {isNew ? <NewPurchase shop={shop} /> : null}
      {error && !purchase ? <LoadFailure text={t('stock.loadFailed')} onRetry={() => void refetch()} /> : null}
      {!isNew && !purchase && !error ? <Skeleton height="480px" radius="var(--radius-card)" /> : null}
      {purchase?.state === 'draft' ? (
        <PurchaseEditor key={purchase.id} shop={shop} draft={toDraft(purchase)} stored={purchase} />
      ) : null}
      {purchase?.state === 'booked' ? <Booked purchase={purchase} shop={shop} /> : null}
    </StockPage>
  );
}

/** A new purchase, begun with the variants in the address. */
function NewPurchase({ shop }: { shop: GuardedShop }) {
  const [params] = useSearchParams();
  const ids = (params.get('variants') ?? '').split(',').filter(Boolean).map(Number);
  const { data: low, isPending } = useQuery({ ...lowStockQuery(shop.shopId), enabled: ids.length > 0 });
  if (ids.length > 0 && isPending) return <Skeleton height="480px" radius="var(--radius-card)" />;
  const chosen = low?.variants.filter(({ variant_id }) => ids.includes(variant_id)) ?? [];
  const lines = chosen.map((variant) => newLine({ ...variant, quantity: quantityToBuy(variant) }));
  return <PurchaseEditor shop={shop} draft={{ ...EMPTY_DRAFT, lines }} />;
}

type Props = { purchase: PurchaseView; shop: GuardedShop };

function Booked({ purchase, shop }: Props) {
  const t = useText();
  const dayText = useDayText();
  const path = `/${shop.slug}/admin/stock/purchases`;
  const { reverses_id: reverses, reversed_by_id: reversedBy } = purchase;
  return (
    <Stack gap={4}>
      {reverses === null ? null : (
        <Notice>
          {t('purchase.isReversal')} <Link to={`${path}/${reverses}`}>{t('stock.open')}</Link>
        </Notice>
      )}
      {reversedBy === null ? null : (
        <Notice>
          {t('purchase.wasReversed')} <Link to={`${path}/${reversedBy}`}>{t('stock.open')}</Link>
        </Notice>
      )}
      <p>
        <strong>{purchase.supplier ?? t('purchase.noSupplier')}</strong>
        <span className={styles.quiet}>
          {' '}
          {[purchase.invoice_number, dayText.long(purchase.day), purchase.by].filter(Boolean).join(' · ')}
        </span>
      </p>
      <Lines purchase={purchase} slug={shop.slug} />
      <p>
        {t('purchase.total')}: <strong>{formatRupees(purchase.total)}</strong>
      </p>
      {reverses === null && reversedBy === null ? <Corrections purchase={purchase} shop={shop} /> : null}
    </Stack>
  );
}

function Lines({ purchase, slug }: { purchase: PurchaseView; slug: string }) {
  const t = useText();
  const dayText = useDayText();
  return (
    <table className={styles.table} aria-label={t('purchase.lines')}>
      <thead>
        <tr>
          <th scope="col">{t('productList.product')}</th>
          <th scope="col">{t('stock.quantity')}</th>
          <th scope="col">{t('purchase.cost')}</th>
          <th scope="col">{t('purchase.bestBefore')}</th>
        </tr>
      </thead>
      <tbody>
        {purchase.lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- the lines of a booked purchase do not change
          <tr key={at}>
            <th scope="row">
              <VariantName variant={line} slug={slug} />
            </th>
            <td data-label={t('stock.quantity')}>{line.quantity}</td>
            <td data-label={t('purchase.cost')}>{formatRupees(line.cost)}</td>
            <td data-label={t('purchase.bestBefore')}>
              {line.best_before === null ? '–' : dayText.long(line.best_before)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** A booked purchase is not edited: another one takes it back, or a corrected draft that replaces it. */
function Corrections({ purchase, shop: { shopId, slug } }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const refusal = useRefusalText('purchase.notSaved');
  const [isAsking, setAsking] = useState(false);
  const open = async ({ id }: PurchaseView) => {
    await queries.invalidateQueries({ queryKey: ['stock', shopId] });
    await navigate(`/${slug}/admin/stock/purchases/${id}`);
  };
  const reverse = useMutation({
    mutationFn: () => call(reversePurchase, { params: { shopId, id: purchase.id } }),
    onSuccess: open,
  });
  const correct = useMutation({
    mutationFn: () =>
      call(addPurchase, { params: { shopId }, body: { ...toBody(toDraft(purchase)), replaces_id: purchase.id } }),
    onSuccess: async (draft) => {
      queries.setQueryData(STOCK_KEYS.purchase(shopId, draft.id), draft);
      await open(draft);
    },
  });
  const isPending = reverse.isPending || correct.isPending;
  const problem = refusal(reverse.error ?? correct.error);
  return (
    <>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        <Button look="secondary" disabled={isPending} onClick={() => correct.mutate()}>
          {t('purchase.correct')}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={() => setAsking(true)}>
          {t('purchase.reverse')}
        </Button>
      </Row>
      {isAsking ? (
        <ConfirmDialog
          text={t('purchase.reverseAsk')}
          confirm={t('purchase.reverse')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            reverse.mutate();
          }}
        />
      ) : null}
    </>
  );
}
