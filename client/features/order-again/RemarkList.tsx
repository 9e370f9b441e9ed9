import type { Remark } from '@haat/contract/rules/order-again';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useText, type Text } from '../../i18n/use-text.ts';
import styles from './OrderAgain.module.css';

type Props = { title: string; remarks: readonly Remark[] };

/** What is not as it was when this was ordered before, line by line. */
export function RemarkList({ title, remarks }: Props) {
  const t = useText();
  return (
    <>
      <p>
        <strong>{title}</strong>
      </p>
      <ul className={styles.remarks}>
        {/* Two sizes of one product can be said the same of; the list itself never changes. */}
        {remarks.map((remark, at) => (
          <li key={`${at} ${remark.name}`}>{remarkText(t, remark)}</li>
        ))}
      </ul>
    </>
  );
}

function remarkText(t: Text, remark: Remark): string {
  const { about, name } = remark;
  if (about === 'price')
    return t('again.price', { name, was: formatRupees(remark.was), now: formatRupees(remark.now) });
  if (about === 'fewer') return t('again.fewer', { name, quantity: remark.quantity, wanted: remark.wanted });
  return t(about === 'gone' ? 'again.gone' : 'again.soldOut', { name });
}
