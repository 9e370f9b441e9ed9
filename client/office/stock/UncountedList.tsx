import { countRestAsZero, listUncounted, type StockTakeView } from '@haat/contract/stock/stock-takes.calls';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { type CallKey, callQuery } from '../../lib/call-query.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { GuardedShop } from '../../shared/session/RouteGuard.tsx';
import { stockText } from './signed.ts';
import { useVariantText } from './VariantName.tsx';
import styles from './Stock.module.css';

type Props = { take: StockTakeView; shop: GuardedShop; onOne: (variantId: number) => void };

/** The uncounted products: to look for, to count with a tap, or to count as 0 when they are not there. */
export function UncountedList({ take, shop, onOne }: Props) {
  const t = useText();
  const textOf = useVariantText();
  const [isOpen, setOpen] = useState(false);
  const { data: rest } = useQuery({ ...uncountedQuery(shop.shopId, take), enabled: isOpen });
  if (take.uncounted === 0) return null;
  return (
    <Stack gap={3}>
      <Row>
        <Button look="secondary" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('stockTake.uncounted', { count: take.uncounted })}
        </Button>
      </Row>
      {isOpen ? (
        <>
          <ul className={styles.found} aria-label={t('stockTake.uncountedList')}>
            {rest?.map((variant) => (
              <li key={variant.variant_id}>
                <button
                  type="button"
                  className={styles.choice}
                  aria-label={t('stockTake.countOne', { name: textOf(variant) })}
                  onClick={() => onOne(variant.variant_id)}
                >
                  <span>{textOf(variant)}</span>
                  <span className={styles.quiet}>
                    {t('stockTake.expectedIs', { amount: stockText(variant.expected, variant.stock_unit) })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <RestAsZero take={take} shopId={shop.shopId} />
        </>
      ) : null}
    </Stack>
  );
}

/** With each variant that is counted there is one less in the list. */
function uncountedQuery(shopId: number, { id, counted }: StockTakeView) {
  const { queryKey, ...query } = callQuery(listUncounted, { params: { shopId, id } });
  return { ...query, queryKey: [...(queryKey as CallKey), counted] as const };
}

function RestAsZero({ take, shopId }: { take: StockTakeView; shopId: number }) {
  const t = useText();
  const { send, isSending, refusal } = useChange(countRestAsZero, { failed: 'stockTake.notCounted' });
  return (
    <>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row>
        <ConfirmButton
          look="secondary"
          disabled={isSending}
          label={t('stockTake.restAsZero')}
          question={t('stockTake.restAsZeroAsk', { count: take.uncounted })}
          onConfirm={() => send({ params: { shopId, id: take.id } })}
        />
      </Row>
    </>
  );
}
