import { OPEN_STATUSES } from '@haat/machines/orders/order.machine';
import { orderStatusClass } from '@haat/contract/orders/order-status';
import { useText } from '../../../i18n/use-text.ts';
import { FilterChips } from '../../../ui/FilterChips.tsx';
import { laneTextId, useLaneCounts } from './OpenOrders.tsx';
import type { BoardAddress } from './use-board-address.ts';
import type { BoardView } from './use-board-view.ts';
import styles from './OrderBoard.module.css';

type Props = { shopId: number; address: BoardAddress; view: BoardView };

/** The views: on a phone one lane at a time, on wider screens columns or one list; on both, the done orders. */
export function BoardTabs({ shopId, address, view }: Props) {
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
