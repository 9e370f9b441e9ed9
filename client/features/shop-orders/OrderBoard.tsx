import {
  MAX_ORDER_COUNT,
  ORDER_SEARCH_MAX,
  ORDER_STATUSES,
  type OrderStatus,
  orderStatusClass,
} from '@haat/contract/rules/order-status';
import { OPEN_STATUSES } from '@haat/machines/order-status/order.machine';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useSearchParams } from 'react-router-dom';
import { orderStatusTextId } from '../../i18n/order-status-text.ts';
import { useText } from '../../i18n/use-text.ts';
import { readStored, writeStored } from '../../lib/storage.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { OrderBoardContext, useOrderBoard } from './advance-order.ts';
import { type BoardFilter, orderCountsQuery, ShopOrderList } from './ShopOrderList.tsx';
import { useBoardKeys } from './use-board-keys.ts';
import styles from './OrderBoard.module.css';

const BoardKeys = lazyDialog(() => import('./BoardKeys.tsx'), 'BoardKeys');

type Props = { shopId: number };

/** The shop's orders, with the filter by status, the search and the keyboard shortcuts. */
export function OrderBoard({ shopId }: Props) {
  const t = useText();
  const board = useOrderBoard();
  const { filter, typed, showStatus, search, showAll } = useBoardFilter();
  const { isWide, view, choose } = useBoardView();
  const { isHelpOpen, openHelp, closeHelp } = useBoardKeys();
  const isFiltered = filter.status !== undefined || filter.search !== '';
  return (
    <OrderBoardContext value={board}>
      <div className={styles.tools}>
        <StatusFilter shopId={shopId} chosen={filter.status} onChoose={showStatus} />
        <Row>
          <OrderSearch shown={typed} onSearch={search} />
          {isWide ? <ViewSwitch view={view} onChoose={choose} /> : null}
          <span className={styles.keys}>
            <Button look="quiet" aria-keyshortcuts="?" onClick={openHelp}>
              {t('shopOrders.keys')}
            </Button>
          </span>
        </Row>
      </div>
      {view === 'board' && !isFiltered ? (
        <OrderColumns shopId={shopId} />
      ) : (
        <ShopOrderList
          shopId={shopId}
          filter={filter}
          empty={isFiltered ? <NoneFound onShowAll={showAll} /> : <EmptyState text={t('shopOrders.empty')} />}
        />
      )}
      {isHelpOpen ? <BoardKeys onClose={closeHelp} /> : null}
    </OrderBoardContext>
  );
}

function NoneFound({ onShowAll }: { onShowAll: () => void }) {
  const t = useText();
  return (
    <EmptyState text={t('shopOrders.noneFound')}>
      <Button onClick={onShowAll}>{t('shopOrders.showAll')}</Button>
    </EmptyState>
  );
}

type StatusFilterProps = {
  shopId: number;
  chosen: OrderStatus | undefined;
  onChoose: (status: OrderStatus | undefined) => void;
};

/** One chip per status with the number of its orders, and one for all. */
function StatusFilter({ shopId, chosen, onChoose }: StatusFilterProps) {
  const t = useText();
  const { data: counts } = useQuery(orderCountsQuery(shopId));
  const chips = [undefined, ...ORDER_STATUSES].map((status) => ({
    value: status,
    label: t(status ? orderStatusTextId(status) : 'shopOrders.all'),
    count: status && counts && countText(counts[status]),
  }));
  return <FilterChips isStrip label={t('shopOrders.filter')} chips={chips} chosen={chosen} onChoose={onChoose} />;
}

const countText = (count: number) => (count >= MAX_ORDER_COUNT ? `${MAX_ORDER_COUNT - 1}+` : String(count));

type OrderSearchProps = { shown: string; onSearch: (search: string) => void };

const DEBOUNCE_MS = 250;

/** Searches by order number or customer phone as it is typed. `shown`: the search in the address. */
function OrderSearch({ shown, onSearch }: OrderSearchProps) {
  const t = useText();
  const [text, setText] = useState(shown);
  const [last, setLast] = useState(shown);
  if (last !== shown) {
    // The address was changed by a link or another filter.
    setLast(shown);
    if (text.trim() !== shown.trim()) setText(shown);
  }

  useEffect(() => {
    if (text === shown) return undefined;
    const timer = setTimeout(() => onSearch(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
    // oxlint-disable-next-line react/exhaustive-deps -- a new `onSearch` with every render must not restart the timer
  }, [text, shown]);

  return <SearchField label={t('shopOrders.search')} value={text} onChange={setText} />;
}

type ViewSwitchProps = { view: BoardView; onChoose: (view: BoardView) => void };

/** One list, or columns side by side. */
function ViewSwitch({ view, onChoose }: ViewSwitchProps) {
  const t = useText();
  const chips = [
    { value: 'list', label: t('shopOrders.viewList') },
    { value: 'board', label: t('shopOrders.viewBoard') },
  ] as const;
  return <FilterChips label={t('shopOrders.viewLabel')} chips={chips} chosen={view} onChoose={onChoose} />;
}

type OrderColumnsProps = { shopId: number };

/** The open orders in one column per status; a card moves to the right. */
function OrderColumns({ shopId }: OrderColumnsProps) {
  const t = useText();
  return (
    <div className={styles.columns}>
      {OPEN_STATUSES.map((status) => (
        <section key={status} className={styles.column} aria-labelledby={`column-${orderStatusClass(status)}`}>
          <h2 id={`column-${orderStatusClass(status)}`} className={styles.title}>
            {t(orderStatusTextId(status))}
          </h2>
          <ShopOrderList
            shopId={shopId}
            filter={{ status, search: '' }}
            empty={<p className={styles.empty}>{t('shopOrders.columnEmpty')}</p>}
          />
        </section>
      ))}
    </div>
  );
}

type BoardView = 'list' | 'board';

const VIEW_KEY = 'orderBoardView';
const WIDE = '(min-width: 1000px)';

/** List or columns. Columns need a wide screen; the choice is stored on the device. */
function useBoardView() {
  const isWide = useSyncExternalStore(onWidthChange, isWideNow);
  const [chosen, setChosen] = useState<BoardView>(() => (readStored(VIEW_KEY) === 'board' ? 'board' : 'list'));
  const choose = (view: BoardView) => {
    writeStored(VIEW_KEY, view);
    setChosen(view);
  };
  return { isWide, view: isWide ? chosen : 'list', choose };
}

const isWideNow = () => window.matchMedia(WIDE).matches;

function onWidthChange(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** The filter is part of the address, so that a reload keeps it. */
function useBoardFilter() {
  const [params, setParams] = useSearchParams();
  const [requested, search] = [params.get('status'), params.get('search') ?? ''];
  const filter = useMemo(
    (): BoardFilter => ({
      status: ORDER_STATUSES.find((status) => status === requested),
      search: search.slice(0, ORDER_SEARCH_MAX).trim(),
    }),
    [requested, search],
  );
  const choose = ({ status, search: typed }: BoardFilter) =>
    setParams({ ...(status && { status }), ...(typed && { search: typed }) }, { replace: true });
  return {
    filter,
    /** Untrimmed, as typed. */
    typed: search.slice(0, ORDER_SEARCH_MAX),
    showStatus: (status: OrderStatus | undefined) => choose({ ...filter, status }),
    // In all statuses: an order that is looked up by its number can have any.
    search: (typed: string) => choose({ status: undefined, search: typed.slice(0, ORDER_SEARCH_MAX) }),
    showAll: () => choose({ status: undefined, search: '' }),
  };
}
