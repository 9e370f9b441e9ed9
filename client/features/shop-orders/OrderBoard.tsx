import { useText } from '../../i18n/use-text.ts';
import { latePart } from '../../lib/late-part.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { useBoardView } from './board-view.ts';
import { OrderColumns } from './OrderColumns.tsx';
import { OrderSearch } from './OrderSearch.tsx';
import { ShopOrderList } from './ShopOrderList.tsx';
import styles from './OrderBoard.module.css';
import { StatusFilter } from './StatusFilter.tsx';
import { StepsContext } from './steps-context.ts';
import { useBoardFilter } from './use-board-filter.ts';
import { useBoardKeys } from './use-board-keys.ts';
import { useStepActors } from './use-step-actors.ts';
import { ViewSwitch } from './ViewSwitch.tsx';

// Help that is asked for, if ever, once the orders are there.
const BoardKeys = latePart(() => import('./BoardKeys.tsx'), 'BoardKeys');

type Props = { shopId: number };

/** The shop's orders with what finds one of them: chips by status, the search, and the keys. Spec sections 2 and 4. */
export function OrderBoard({ shopId }: Props) {
  const t = useText();
  const steps = useStepActors();
  const { filter, typed, showStatus, look, showAll } = useBoardFilter();
  const { isWide, view, choose } = useBoardView();
  const { isHelpOpen, openHelp, closeHelp } = useBoardKeys();
  const isNarrowed = filter.status !== undefined || filter.search !== '';
  return (
    <StepsContext value={steps}>
      <div className={styles.tools}>
        <StatusFilter shopId={shopId} chosen={filter.status} onChoose={showStatus} />
        <div className={styles.find}>
          <OrderSearch shown={typed} onLook={look} />
          {isWide ? <ViewSwitch view={view} onChoose={choose} /> : null}
          <span className={styles.keys}>
            <Button look="quiet" aria-keyshortcuts="?" onClick={openHelp}>
              {t('shopOrders.keys')}
            </Button>
          </span>
        </div>
      </div>
      {view === 'board' && !isNarrowed ? (
        <OrderColumns shopId={shopId} />
      ) : (
        <ShopOrderList
          shopId={shopId}
          filter={filter}
          empty={isNarrowed ? <NoneFound onShowAll={showAll} /> : <EmptyState text={t('shopOrders.empty')} />}
        />
      )}
      {isHelpOpen ? <BoardKeys onClose={closeHelp} /> : null}
    </StepsContext>
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
