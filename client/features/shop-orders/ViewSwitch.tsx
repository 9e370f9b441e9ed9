import { useText } from '../../i18n/use-text.ts';
import type { BoardView } from './board-view.ts';
import styles from './StatusFilter.module.css';

type Props = { view: BoardView; onChoose: (view: BoardView) => void };

/** One list, or columns side by side. */
export function ViewSwitch({ view, onChoose }: Props) {
  const t = useText();
  return (
    <div className={styles.chips} role="group" aria-label={t('shopOrders.viewLabel')}>
      {(['list', 'board'] as const).map((each) => (
        <button
          key={each}
          type="button"
          className={styles.chip}
          aria-pressed={each === view}
          onClick={() => onChoose(each)}
        >
          {t(each === 'list' ? 'shopOrders.viewList' : 'shopOrders.viewBoard')}
        </button>
      ))}
    </div>
  );
}
