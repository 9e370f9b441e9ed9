import type { OrderView } from '@haat/contract/api/orders.schema';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { RemarkList } from './RemarkList.tsx';
import { useOrderAgain } from './use-order-again.ts';
import styles from './OrderAgain.module.css';

type Props = { order: Pick<OrderView, 'shop' | 'items'>; title: string };

/** Orders the same again in one tap; what stands in the way is said right here. */
export function OrderAgain({ order, title }: Props) {
  const t = useText();
  const { start, isPending, isError, data } = useOrderAgain(order);
  return (
    <div className={styles.again}>
      {isError ? <Notice tone="error">{t('again.failed')}</Notice> : null}
      {data?.added === 0 ? (
        <Notice>
          <RemarkList title={t('again.nothing')} remarks={data.remarks} />
        </Notice>
      ) : null}
      <Button wide disabled={isPending} aria-label={t('again.named', { title })} onClick={start}>
        {t('again.button')}
      </Button>
    </div>
  );
}
