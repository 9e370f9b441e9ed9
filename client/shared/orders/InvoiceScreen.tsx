import { getInvoice } from '@haat/contract/orders/invoice.calls';
import { isRefusal, reasonOf } from '@haat/contract/reason';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { isMissing } from '../../lib/api-error.ts';
import { useCall } from '../../lib/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { FilterChips } from '../../ui/FilterChips.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { SessionOver } from '../session/RouteGuard.tsx';
import { Invoice } from './Invoice.tsx';
import styles from './Invoice.module.css';

type Paper = 'a4' | 'roll';

/** The invoice of an order on the paper that is chosen; the browser prints it or saves it as PDF. */
export function InvoiceScreen() {
  const t = useText();
  const { id = '' } = useParams();
  const [paper, setPaper] = useState<Paper>('a4');
  const sheet = useRef<HTMLDivElement>(null);
  // Its payment and status change.
  const { data, error, refetch } = useCall(getInvoice, { params: { id } }, { staleTime: 0 });
  usePageSize(paper, sheet, data);

  if (isRefusal(error)) return <SessionOver />;
  const isUnknown = isMissing(error);
  const isNoSale = error !== null && reasonOf(error).code === 'status_not_allowed';
  return (
    <Page title={t('invoice.title')} narrow>
      <Row justify="between" className={styles.tools}>
        <FilterChips
          label={t('invoice.paper')}
          chips={[
            { value: 'a4', label: t('invoice.a4') },
            { value: 'roll', label: t('invoice.roll') },
          ]}
          chosen={paper}
          onChoose={setPaper}
        />
        <Button disabled={!data} onClick={() => window.print()}>
          {t('invoice.print')}
        </Button>
      </Row>
      {data ? (
        <div ref={sheet} className={paper === 'roll' ? `${styles.sheet} ${styles.roll}` : styles.sheet}>
          <Invoice invoice={data} />
        </div>
      ) : null}
      {!data && isNoSale ? <Notice>{t('invoice.none')}</Notice> : null}
      {!data && isUnknown ? <Notice tone="error">{t('invoice.unknown')}</Notice> : null}
      {!data && error && !isUnknown && !isNoSale ? (
        <LoadFailure text={t('invoice.failed')} onRetry={() => void refetch()} />
      ) : null}
      {!data && !error ? <Skeleton height="640px" radius="var(--radius-card)" /> : null}
    </Page>
  );
}

const MM_PER_PX = 25.4 / 96;
const ROLL_MARGIN_MM = 4;
/** The least height that printers accept, and a reserve for rounding. */
const MIN_ROLL_MM = 60;
const RESERVE_MM = 4;

/** While it is shown, the browser prints on that paper: a roll ends below the last line. */
function usePageSize(paper: Paper, sheet: RefObject<HTMLElement | null>, content: unknown): void {
  useEffect(() => {
    const height = Math.ceil((sheet.current?.offsetHeight ?? 0) * MM_PER_PX) + 2 * ROLL_MARGIN_MM + RESERVE_MM;
    const page = new CSSStyleSheet();
    page.replaceSync(
      paper === 'a4'
        ? '@page { size: A4; margin: 14mm; }'
        : `@page { size: 80mm ${Math.max(height, MIN_ROLL_MM)}mm; margin: ${ROLL_MARGIN_MM}mm; }`,
    );
    document.adoptedStyleSheets.push(page);
    return () => {
      document.adoptedStyleSheets = document.adoptedStyleSheets.filter((each) => each !== page);
    };
  }, [paper, sheet, content]);
}
