import type { OrderAgainDifference } from '@haat/contract/orders/order-again';
import { formatRupees } from '@haat/contract/rupees';
import { useLocation, useNavigate } from 'react-router-dom';
import { type Text, useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import styles from './OrderAgain.module.css';

/** The differences to the earlier order, above the cart, until dismissed. */
export function OrderedAgainNotice() {
  const t = useText();
  const { state } = useLocation();
  const navigate = useNavigate();
  const remarks = (state as { remarks?: OrderAgainDifference[] } | null)?.remarks ?? [];
  if (remarks.length === 0) return null;
  return (
    <Notice>
      <RemarkList title={t('again.changed')} remarks={remarks} />
      <div className={styles.read}>
        <Button look="secondary" onClick={() => void navigate('.', { replace: true, state: null })}>
          {t('again.read')}
        </Button>
      </div>
    </Notice>
  );
}

type Props = { title: string; remarks: readonly OrderAgainDifference[] };

/** The differences to the earlier order, line by line. */
export function RemarkList({ title, remarks }: Props) {
  const t = useText();
  return (
    <>
      <p>
        <strong>{title}</strong>
      </p>
      <ul className={styles.remarks}>
        {/* Two sizes of a product can have the same remark; the list never changes. */}
        {remarks.map((remark, at) => (
          <li key={`${at} ${remark.name}`}>{remarkText(t, remark)}</li>
        ))}
      </ul>
    </>
  );
}

function remarkText(t: Text, remark: OrderAgainDifference): string {
  const { about, name } = remark;
  if (about === 'price')
    return t('again.price', { name, was: formatRupees(remark.was), now: formatRupees(remark.now) });
  if (about === 'fewer') return t('again.fewer', { name, quantity: remark.quantity, requested: remark.requested });
  return t(about === 'gone' ? 'again.gone' : 'again.soldOut', { name });
}
