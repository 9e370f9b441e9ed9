import { addPurchase, getPurchase, type PurchaseView, reversePurchase } from '@haat/contract/stock/purchases.calls';
import { getLowStock } from '@haat/contract/stock/stock-lists.calls';
import { formatStock } from '@haat/contract/catalog/stock-unit';
import { formatRupees } from '@haat/contract/rupees';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { callQuery, useCall } from '../../lib/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useChange } from '../../ui/use-change.ts';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { useDayText } from '../../i18n/use-day-text.ts';
import { EMPTY_DRAFT, newLine, quantityToBuy, toBody, toCorrection, toDraft } from './purchase-draft.ts';
import { PurchaseEditor } from './PurchaseEditor.tsx';
import { StockPage } from './StockPage.tsx';
import { useIdInPath } from './use-id-in-path.ts';
import { VariantName } from './VariantName.tsx';
import styles from './Stock.module.css';

/** A purchase: a new one, a draft that is edited, or a booked one that is read and corrected. */
export function PurchaseScreen() {
  const t = useText();
  const shop = useGuardedShop();
  const id = useIdInPath();
  const isNew = useLocation().pathname.endsWith('/new');
  const input = { params: { shopId: shop.shopId, id } };
  const { data: purchase, error, refetch } = useCall(getPurchase, input, { enabled: !isNew, staleTime: 0 });
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
  const options = { enabled: ids.length > 0, staleTime: 0 };
  const { data: low, isPending } = useCall(getLowStock, { params: { shopId: shop.shopId } }, options);
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
  const columns = useColumns(slug);
  // The lines of a booked purchase do not change.
  return <DataTable label={t('purchase.lines')} columns={columns} rows={purchase.lines} keyOf={(_, at) => at} />;
}

function useColumns(slug: string): Column<PurchaseView['lines'][number]>[] {
  const t = useText();
  const dayText = useDayText();
  return [
    { key: 'product', head: t('productList.product'), cell: (line) => <VariantName variant={line} slug={slug} /> },
    {
      key: 'quantity',
      head: t('stock.quantity'),
      cell: ({ quantity, stock_unit: unit }) => formatStock(quantity, unit),
    },
    { key: 'cost', head: t('purchase.cost'), cell: ({ cost }) => formatRupees(cost) },
    {
      key: 'best_before',
      head: t('purchase.bestBefore'),
      cell: ({ best_before: day }) => (day === null ? '–' : dayText.long(day)),
    },
  ];
}

/** A booked purchase is not edited: another one takes it back, or a corrected draft that replaces it. */
function Corrections({ purchase, shop: { shopId, slug } }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const queries = useQueryClient();
  const open = ({ id }: PurchaseView) => navigate(`/${slug}/admin/stock/purchases/${id}`);
  const params = { shopId, id: purchase.id };
  const reverse = useChange(reversePurchase, { failed: 'purchase.notSaved', onDone: open });
  const correct = useChange(addPurchase, {
    failed: 'purchase.notSaved',
    onDone: (draft) => {
      queries.setQueryData(callQuery(getPurchase, { params: { shopId, id: draft.id } }).queryKey, draft);
      return open(draft);
    },
  });
  const { draft, uneven } = toCorrection(purchase);
  const body = { ...toBody(draft), replaces_id: purchase.id };
  const isSending = reverse.isSending || correct.isSending;
  const problem = reverse.refusal ?? correct.refusal;
  const isUneven = uneven.length > 0;
  return (
    <>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {isUneven ? <Notice>{t('purchase.uneven', { names: uneven.join(', ') })}</Notice> : null}
      <Row>
        <Button
          look="secondary"
          disabled={isSending || isUneven}
          onClick={() => correct.send({ params: { shopId }, body })}
        >
          {t('purchase.correct')}
        </Button>
        <ConfirmButton
          look="quiet"
          disabled={isSending}
          label={t('purchase.reverse')}
          question={t('purchase.reverseAsk')}
          onConfirm={() => reverse.send({ params })}
        />
      </Row>
    </>
  );
}
