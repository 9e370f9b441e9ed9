import { type ReactNode, useEffect, useState } from 'react';
import { OPEN_STATUSES } from '@haat/machines/orders/order.machine';
import { orderStatusClass } from '@haat/contract/orders/order-status';
import { useText } from '../../../i18n/use-text.ts';
import { usePreload } from '../../../lib/lazy.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { lazyDialog } from '../../../ui/lazy-dialog.tsx';
import { SearchField } from '../../../ui/SearchField.tsx';
import { OrderBoardContext, useOrderBoard } from './advance-order.ts';
import { COLUMNS, laneTextId, ONE_LIST, OpenOrders, useLaneCounts } from './OpenOrders.tsx';
import { OrderPages } from './OrderPages.tsx';
import { LATE_PARTS } from './OrderTicket.tsx';
import { type BoardAddress, useBoardAddress } from './use-board-address.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { type BoardView, useBoardView } from './use-board-view.ts';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import styles from './OrderBoard.module.css';

const BoardKeys = lazyDialog(() => import('./BoardKeys.tsx'), 'BoardKeys');
const BoardSettings = lazyDialog(() => import('./BoardSettings.tsx'), 'BoardSettings');

const LATE = [...LATE_PARTS, BoardSettings];

/** `children`: notices, which stand between the tools and the orders. */
type Props = { shopId: number; children: ReactNode };

/** The shop's orders: open orders on the board, ended orders in a list, and a search in all of them. */
export function OrderBoard({ shopId, children }: Props) {
  const t = useText();
  const board = useOrderBoard();
  const address = useBoardAddress();
  const view = useBoardView();
  const { isHelpOpen, openHelp, closeHelp } = useBoardKeys();
  const [isSettingUp, setSettingUp] = useState(false);
  const [isSearching, setSearching] = useState(false);
  usePreload(LATE);
  const { tab, search } = address;
  const hasOneList = view.isWide && view.isList;
  const open = (
    <OpenOrders
      shopId={shopId}
      lanes={hasOneList ? ONE_LIST : COLUMNS}
      tab={view.isWide ? undefined : tab}
      onSwipe={address.showTab}
      empty={<p className={styles.empty}>{t(hasOneList ? 'shopOrders.noneOpen' : 'shopOrders.columnEmpty')}</p>}
    />
  );
  return (
    <OrderBoardContext value={board}>
      <div className={styles.tools}>
        <span className={styles.find}>
          <Button
            look="secondary"
            aria-expanded={isSearching}
            aria-label={t('shopOrders.keySearch')}
            onClick={() => setSearching(!isSearching)}
          >
            <SearchIcon />
          </Button>
        </span>
        {view.isWide || isSearching || address.typed !== '' ? (
          <OrderSearch shown={address.typed} onSearch={address.searchFor} />
        ) : null}
        <BoardTabs shopId={shopId} address={address} view={view} />
        <span className={styles.settings}>
          <Button look="secondary" aria-haspopup="dialog" onClick={() => setSettingUp(true)}>
            <SettingsIcon />
            <span className={styles.word}>{t('shopOrders.settings')}</span>
          </Button>
        </span>
      </div>
      {children}
      <div className={view.density === 'compact' ? styles.compact : styles.comfortable}>
        {search !== '' ? (
          <OrderPages
            shopId={shopId}
            label={t('shopOrders.search')}
            filter={{ search }}
            empty={<NoneFound onShowAll={() => address.searchFor('')} />}
            instead={open}
          />
        ) : tab === 'done' ? (
          <OrderPages
            shopId={shopId}
            label={t('shopOrders.done')}
            filter={{ group: 'done' }}
            empty={<EmptyState text={t('shopOrders.empty')} />}
          />
        ) : (
          open
        )}
      </div>
      {isSettingUp ? (
        <BoardSettings shopId={shopId} view={view} onKeys={openHelp} onClose={() => setSettingUp(false)} />
      ) : null}
      {isHelpOpen ? <BoardKeys onClose={closeHelp} /> : null}
    </OrderBoardContext>
  );
}

type BoardTabsProps = { shopId: number; address: BoardAddress; view: BoardView };

/** The views: on a phone one lane at a time, on wider screens columns or one list; on both, the done orders. */
function BoardTabs({ shopId, address, view }: BoardTabsProps) {
  const t = useText();
  const counts = useLaneCounts(shopId);
  const { tab, search } = address;
  const done = { value: 'done', label: t('shopOrders.done') };
  if (!view.isWide) {
    const lanes = OPEN_STATUSES.map((status) => {
      const key = orderStatusClass(status);
      return { value: key, label: t(laneTextId(status)), count: String(counts[key] ?? 0) };
    });
    return (
      <div className={styles.tabs}>
        <FilterChips
          isStrip
          label={t('shopOrders.filter')}
          chips={[...lanes, done]}
          chosen={search === '' ? (tab ?? lanes[0]?.value) : undefined}
          onChoose={address.showTab}
        />
      </div>
    );
  }
  const chips = [
    { value: 'columns', label: t('shopOrders.viewBoard') },
    { value: 'list', label: t('shopOrders.viewList') },
    done,
  ];
  const shown = tab === 'done' ? 'done' : view.isList ? 'list' : 'columns';
  return (
    <div className={styles.tabs}>
      <FilterChips
        label={t('shopOrders.viewLabel')}
        chips={chips}
        chosen={search === '' ? shown : undefined}
        onChoose={(chosen) => {
          address.showTab(chosen === 'done' ? 'done' : undefined);
          if (chosen !== 'done') view.showList(chosen === 'list');
        }}
      />
    </div>
  );
}

function SearchIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <circle cx="10.5" cy="10.5" r="6.5" />
      <path d="m15.5 15.5 5 5" strokeLinecap="round" />
    </svg>
  );
}

function SettingsIcon() {
  return (
    <svg
      viewBox="0 0 24 24"
      width="20"
      height="20"
      aria-hidden="true"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
    >
      <path d="M4 7h10m4 0h2M4 17h2m4 0h10" strokeLinecap="round" />
      <circle cx="16" cy="7" r="2.2" />
      <circle cx="8" cy="17" r="2.2" />
    </svg>
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

type OrderSearchProps = { shown: string; onSearch: (search: string) => void };

const DEBOUNCE_MS = 250;

/** Searches as it is typed. `shown`: the search in the address. */
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

  return (
    <div className={styles.search}>
      <SearchField label={t('shopOrders.search')} value={text} onChange={setText} />
    </div>
  );
}
