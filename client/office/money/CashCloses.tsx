import { type CashView, listCashCloses } from '@haat/contract/money/cash-closes.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useCall } from '../../lib/call-query.ts';
import { usePreload } from '../../lib/lazy.ts';
import { Button } from '../../ui/Button.tsx';
import { Card, Row, Stack } from '../../ui/Card.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import looks from '../../ui/looks.module.css';
import styles from './CashReportScreen.module.css';

const CountCashDialog = lazyDialog(() => import('./CountCashDialog.tsx'), 'CountCashDialog');
const DIALOGS = [CountCashDialog];

type Props = { shopId: number; day: string };

/** Of the title, the cash of the shop and that of one person, so that what follows hardly moves. */
const EXPECTED_HEIGHT = '190px';

/** The close of the day: expected and counted cash of each person. */
export function CashCloses({ shopId, day }: Props) {
  const t = useText();
  usePreload(DIALOGS);
  const read = useCall(listCashCloses, { params: { shopId, day } }, { staleTime: 0 });
  const [counting, setCounting] = useState<CashView>();
  return (
    <Loaded
      read={read}
      failed="cashClose.loadFailed"
      waiting={<Skeleton height={EXPECTED_HEIGHT} radius="var(--radius-card)" />}
    >
      {({ all, people }) => (
        <Stack as="section" aria-labelledby="cash-closes">
          <h2 id="cash-closes" className={looks.large}>
            {t('cashClose.title')}
          </h2>
          <Card as="ul" gap={1}>
            {[all, ...people].map((cash) => (
              <CashRow key={cash.person_id ?? 0} cash={cash} onCount={() => setCounting(cash)} />
            ))}
          </Card>
          {counting ? (
            <CountCashDialog shopId={shopId} day={day} cash={counting} onClose={() => setCounting(undefined)} />
          ) : null}
        </Stack>
      )}
    </Loaded>
  );
}

type CashRowProps = { cash: CashView; onCount: () => void };

/** One person's cash, or all: expected, counted, and the difference; what came in after the count stands beside it. */
function CashRow({ cash, onCount }: CashRowProps) {
  const t = useText();
  const name = cash.person_id === null ? t('cashClose.all') : (cash.name ?? t('timeline.by.operator'));
  const { close } = cash;
  const since = close ? cash.expected - (close.received - close.refunded) : 0;
  return (
    <Row as="li" gap={4} rowGap={2} className={styles.row}>
      <strong className={styles.name}>{name}</strong>
      <span className={styles.sum}>
        <span className={styles.closesQuiet}>{t('cashClose.expected')}</span>
        {formatRupees(close ? close.expected : cash.expected)}
      </span>
      {close ? (
        <span className={styles.sum}>
          <span className={styles.closesQuiet}>{t('cashClose.counted')}</span>
          {formatRupees(close.counted)}
        </span>
      ) : null}
      {close ? (
        <strong className={close.difference === 0 ? looks.success : looks.danger}>
          {differenceText(t, close.difference)}
        </strong>
      ) : null}
      <Button
        look="secondary"
        aria-label={`${t(close ? 'cashClose.correct' : 'cashClose.count')}: ${name}`}
        onClick={onCount}
      >
        {t(close ? 'cashClose.correct' : 'cashClose.count')}
      </Button>
      {close ? (
        <span className={styles.more}>
          {[
            t('cashClose.by', { name: close.by ?? t('timeline.by.operator') }),
            close.note,
            Math.abs(since) >= 0.005 && t('cashClose.since', { sum: formatRupees(since) }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </span>
      ) : null}
    </Row>
  );
}

/** In words, so that the sign and the colour do not say it alone. */
export function differenceText(t: ReturnType<typeof useText>, difference: number): string {
  if (difference === 0) return t('cashClose.even');
  const sum = formatRupees(Math.abs(difference));
  return t(difference < 0 ? 'cashClose.missing' : 'cashClose.tooMuch', { sum });
}
