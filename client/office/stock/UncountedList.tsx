import { countRestAsZero, type StockTakeView } from '@haat/contract/stock/stock-takes.calls';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import type { GuardedShop } from '../../shared/session/RouteGuard.tsx';
import { STOCK_KEYS, uncountedQuery } from './stock-queries.ts';
import { useVariantText } from './VariantName.tsx';
import styles from './Stock.module.css';

type Props = { take: StockTakeView; shop: GuardedShop; onOne: (variantId: number) => void };

/** The uncounted products: to look for, to count with a tap, or to count as 0 when they are not there. */
export function UncountedList({ take, shop, onOne }: Props) {
  const t = useText();
  const textOf = useVariantText();
  const [isOpen, setOpen] = useState(false);
  const { data: rest } = useQuery({ ...uncountedQuery(shop.shopId, take.id, take.counted), enabled: isOpen });
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
                  <span className={styles.quiet}>{t('stockTake.expectedIs', { count: variant.expected })}</span>
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

function RestAsZero({ take, shopId }: { take: StockTakeView; shopId: number }) {
  const t = useText();
  const queries = useQueryClient();
  const refusal = useRefusalText('stockTake.notCounted');
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(countRestAsZero, { params: { shopId, id: take.id } }),
    onSuccess: (counted) => queries.setQueryData(STOCK_KEYS.take(shopId, take.id), counted),
  });
  const problem = refusal(error);
  return (
    <>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        <Button look="secondary" disabled={isPending} onClick={() => setAsking(true)}>
          {t('stockTake.restAsZero')}
        </Button>
      </Row>
      {isAsking ? (
        <ConfirmDialog
          text={t('stockTake.restAsZeroAsk', { count: take.uncounted })}
          confirm={t('stockTake.restAsZero')}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            mutate();
          }}
        />
      ) : null}
    </>
  );
}
