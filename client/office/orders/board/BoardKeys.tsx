import { type TextId, useText } from '../../../i18n/use-text.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import styles from './OrderBoard.module.css';

type Props = { onClose: () => void };

const KEYS: readonly (readonly [key: string, means: TextId])[] = [
  ['j', 'shopOrders.keyNext'],
  ['k', 'shopOrders.keyPrevious'],
  ['Enter', 'shopOrders.keyAdvance'],
  ['u', 'shopOrders.keyUndo'],
  ['m', 'shopOrders.keyMore'],
  ['e', 'shopOrders.keyAdjust'],
  ['d', 'shopOrders.keyDecline'],
  ['c', 'shopOrders.keyCancel'],
  ['r', 'shopOrders.keyReturn'],
  ['/', 'shopOrders.keySearch'],
  ['?', 'shopOrders.keyHelp'],
];

/** The keyboard shortcuts of the board. */
export function BoardKeys({ onClose }: Props) {
  const t = useText();
  return (
    <Dialog label={t('shopOrders.keys')} onClose={onClose}>
      <h2 className={styles.title}>{t('shopOrders.keys')}</h2>
      <dl className={styles.shortcuts}>
        {KEYS.map(([key, means]) => (
          <div key={key} className={styles.shortcut}>
            <dt>
              <kbd className={styles.key}>{key}</kbd>
            </dt>
            <dd>{t(means)}</dd>
          </div>
        ))}
      </dl>
      <Button wide data-autofocus onClick={onClose}>
        {t('common.close')}
      </Button>
    </Dialog>
  );
}
