import {
  cancelStockTake,
  finishStockTake,
  type StockTakeLine,
  type StockTakeView,
} from '@haat/contract/stock/stock-takes.calls';
import { keptOf } from '@haat/contract/catalog/stock-unit';
import { formatRupees } from '@haat/contract/rupees';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useName } from '../../i18n/use-name.ts';
import { useText } from '../../i18n/use-text.ts';
import { useTimeText } from '../../i18n/use-time-text.ts';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { type GuardedShop, useGuardedShop } from '../../shared/session/RouteGuard.tsx';
import { itemCodeIn } from '../catalog/scan-product.ts';
import { CountBox } from './CountBox.tsx';
import { ProductFinder, stockFinder } from './ProductFinder.tsx';
import { signed, stockText } from './signed.ts';
import { StockPage } from './StockPage.tsx';
import { StockTakeTable } from './StockTakeTable.tsx';
import { UncountedList } from './UncountedList.tsx';
import { useIdInPath } from './use-id-in-path.ts';
import { stockTakeQuery, useCounting } from './use-counting.ts';
import { useVariantText } from './VariantName.tsx';
import { Button } from '../../ui/Button.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { useChange } from '../../ui/use-change.ts';
import styles from './Stock.module.css';

/** One stock take: it is counted while it is open, and read afterwards. */
export function StockTakeScreen() {
  const t = useText();
  const nameOf = useName();
  const shop = useGuardedShop();
  const id = useIdInPath();
  const read = useQuery(stockTakeQuery(shop.shopId, id));
  const { data: take } = read;
  const title =
    take && take.category !== null ? t('stockTake.of', { category: nameOf(take.category) }) : t('stockTake.title');
  return (
    <StockPage shop={shop} tab="takes" title={title}>
      <Loaded read={read} failed="stock.loadFailed" waiting={<Skeleton height="480px" radius="var(--radius-card)" />}>
        {(shown) =>
          shown.state === 'open' ? <Counting take={shown} shop={shop} /> : <Ended take={shown} shop={shop} />
        }
      </Loaded>
    </StockPage>
  );
}

type Props = { take: StockTakeView; shop: GuardedShop };

function Counting({ take, shop }: Props) {
  const t = useText();
  const { count, waiting, last, problem } = useCounting(shop.shopId, take.id);
  const [unread, setUnread] = useState<string>();
  const counted = take.lines.find(({ variant_id }) => variant_id === last);
  const onCode = (code: string) => {
    const barcode = itemCodeIn(code);
    setUnread(barcode === undefined ? code : undefined);
    // The server looks it up with the count, which may be sent later.
    if (barcode !== undefined) void count({ barcode, add: 1 }).catch(() => undefined);
  };
  const addOne = (variantId: number) => void count({ variant_id: variantId, add: 1 }).catch(() => undefined);
  const onCount = (line: StockTakeLine, amount: number) => {
    const { variant_id, counted: seen, stock_unit } = line;
    void count({ variant_id, counted: amount, seen, stock_unit }).catch(() => undefined);
  };
  return (
    <Stack gap={4}>
      <Card gap={3}>
        <p className={styles.quiet}>{t('stockTake.scanHint')}</p>
        <ProductFinder
          shopId={shop.shopId}
          action="stockTake.countOne"
          finder={stockFinder}
          onCode={onCode}
          onChoose={({ variant_id }) => addOne(variant_id)}
        />
        {unread === undefined ? null : <Notice tone="error">{t('stock.noBarcode', { code: unread })}</Notice>}
        {problem && unread === undefined ? <Notice tone="error">{problem}</Notice> : null}
        {waiting > 0 ? <Notice>{t('stockTake.waiting', { count: waiting })}</Notice> : null}
        {counted ? <LastCounted line={counted} onCount={(number) => onCount(counted, number)} /> : null}
      </Card>
      <Lines take={take} shop={shop} onCount={onCount} />
      <UncountedList take={take} shop={shop} onOne={addOne} />
      <EndStockTake take={take} shop={shop} isWaiting={waiting > 0} />
    </Stack>
  );
}

/** The last count made on this device, so that its user sees whether a scan was read. */
function LastCounted({ line, onCount }: { line: StockTakeLine; onCount: (counted: number) => void }) {
  const t = useText();
  const textOf = useVariantText();
  const name = textOf(line);
  return (
    <Row rowGap={2} justify="between" className={styles.last}>
      <p role="status">
        <strong>{name}</strong>{' '}
        <span className={styles.quiet}>
          {t('stockTake.countedOfExpected', {
            counted: stockText(line.counted, line.stock_unit),
            expected: stockText(line.expected, line.stock_unit),
          })}
        </span>
      </p>
      <CountBox counted={line.counted} kept={keptOf(line)} name={name} onCount={onCount} />
    </Row>
  );
}

type LinesProps = Props & { onCount: (line: StockTakeLine, counted: number) => void };

function Lines({ take, shop, onCount }: LinesProps) {
  const t = useText();
  const [shown, setShown] = useState<'all' | 'differing'>('all');
  const differing = take.lines.filter(({ difference }) => difference !== 0);
  const lines = shown === 'all' ? take.lines : differing;
  if (take.lines.length === 0) return <EmptyState text={t('stockTake.nothingCounted')} />;
  return (
    <Stack gap={3}>
      <FilterChips
        label={t('productList.show')}
        chips={[
          { value: 'all', label: t('stockTake.counted'), count: `${take.lines.length}` },
          { value: 'differing', label: t('stockTake.differences'), count: `${differing.length}` },
        ]}
        chosen={shown}
        onChoose={setShown}
      />
      {lines.length === 0 ? (
        <p>{t('stockTake.noDifferences')}</p>
      ) : (
        <StockTakeTable take={take} lines={lines} shop={shop} onCount={onCount} />
      )}
    </Stack>
  );
}

/** A stock take that is over: who ended it, and what it changed. */
function Ended({ take, shop }: Props) {
  const t = useText();
  const { moment } = useTimeText();
  const isCancelled = take.state === 'cancelled';
  return (
    <Stack gap={4}>
      <Notice tone={isCancelled ? 'info' : 'success'}>
        {t(isCancelled ? 'stockTake.wasCancelled' : 'stockTake.wasFinished', {
          name: take.ended_by ?? '',
          time: moment(take.ended_at ?? take.started_at),
        })}
      </Notice>
      {isCancelled ? null : (
        <Row gap={5}>
          <Fact label={t('stockTake.counted')} value={`${take.counted}`} />
          <Fact label={t('stockTake.pieces')} value={signed(take.pieces)} />
          {take.value === null ? null : <Fact label={t('stockTake.value')} value={formatRupees(take.value)} />}
          {take.cost_value === null ? null : (
            <Fact label={t('stockTake.costValue')} value={formatRupees(take.cost_value)} />
          )}
        </Row>
      )}
      {take.lines.length > 0 ? <StockTakeTable take={take} lines={take.lines} shop={shop} /> : null}
      <Row>
        <Link to={`/${shop.slug}/admin/stock/takes`}>{t('stockTake.all')}</Link>
      </Row>
    </Stack>
  );
}

function Fact({ label, value }: { label: string; value: string }) {
  return (
    <div className={styles.fact}>
      <span className={styles.quiet}>{label}</span>
      <strong>{value}</strong>
    </div>
  );
}

type EndProps = { take: StockTakeView; shop: GuardedShop; isWaiting: boolean };

/** Applies all differences, or discards the count. Leaving the screen does neither. */
function EndStockTake({ take, shop, isWaiting }: EndProps) {
  const t = useText();
  const [asked, setAsked] = useState<'finish' | 'cancel'>();
  const navigate = useNavigate();
  const finish = useChange(finishStockTake, { failed: 'stockTake.notEnded' });
  const cancel = useChange(cancelStockTake, {
    failed: 'stockTake.notEnded',
    onDone: () => navigate(`/${shop.slug}/admin/stock/takes`),
  });
  const isSending = finish.isSending || cancel.isSending;
  const problem = finish.refusal ?? cancel.refusal;
  const differing = take.lines.filter(({ difference }) => difference !== 0);
  const sums = {
    count: differing.length,
    pieces: signed(Math.round(differing.reduce((sum, { difference, content }) => sum + difference / content, 0))),
  };
  const value = sumOf(differing.map((line) => line.value));
  const question =
    value === null
      ? t('stockTake.finishAskPieces', sums)
      : t('stockTake.finishAsk', { ...sums, value: formatRupees(value) });
  return (
    <Stack gap={3}>
      <p>{t('stockTake.leave')}</p>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        <Button disabled={isSending || isWaiting || take.lines.length === 0} onClick={() => setAsked('finish')}>
          {t('stockTake.finish')}
        </Button>
        <Button look="quiet" disabled={isSending} onClick={() => setAsked('cancel')}>
          {t('stockTake.cancel')}
        </Button>
      </Row>
      {asked ? (
        <ConfirmDialog
          text={asked === 'finish' ? question : t('stockTake.cancelAsk')}
          confirm={t(asked === 'finish' ? 'stockTake.finish' : 'stockTake.cancel')}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            const { send } = asked === 'finish' ? finish : cancel;
            send({ params: { shopId: shop.shopId, id: take.id } });
          }}
        />
      ) : null}
    </Stack>
  );
}

/** Null when the amounts are not shown to this user. */
const sumOf = (amounts: (number | null)[]): number | null =>
  amounts.some((amount) => amount === null) ? null : amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
