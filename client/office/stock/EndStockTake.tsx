import { cancelStockTake, finishStockTake, type StockTakeView } from '@haat/contract/stock/stock-takes.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import type { GuardedShop } from '../../shared/session/RouteGuard.tsx';
import { signed } from './signed.ts';

type Props = { take: StockTakeView; shop: GuardedShop; isWaiting: boolean };

/** Applies all differences, or discards the count. Leaving the screen does neither. */
export function EndStockTake({ take, shop, isWaiting }: Props) {
  const t = useText();
  const [asked, setAsked] = useState<'finish' | 'cancel'>();
  const { finish, cancel, isPending, problem } = useEnd(take, shop);
  const differing = take.lines.filter(({ difference }) => difference !== 0);
  const sums = {
    count: differing.length,
    pieces: signed(differing.reduce((sum, { difference }) => sum + difference, 0)),
  };
  const value = sumOf(differing.map((line) => line.value));
  const question =
    value === null
      ? t('stockTake.finishAskPieces', sums)
      : t('stockTake.finishAsk', { ...sums, value: formatRupees(value) });
  return (
    <Stack gap={3}>
      <p>{t('stockTake.leave')}</p>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      <Row>
        <Button disabled={isPending || isWaiting || take.lines.length === 0} onClick={() => setAsked('finish')}>
          {t('stockTake.finish')}
        </Button>
        <Button look="quiet" disabled={isPending} onClick={() => setAsked('cancel')}>
          {t('stockTake.cancel')}
        </Button>
      </Row>
      {asked ? (
        <ConfirmDialog
          text={asked === 'finish' ? question : t('stockTake.cancelAsk')}
          confirm={t(asked === 'finish' ? 'stockTake.finish' : 'stockTake.cancel')}
          onClose={() => setAsked(undefined)}
          onConfirm={() => {
            setAsked(undefined);
            if (asked === 'finish') finish();
            else cancel();
          }}
        />
      ) : null}
    </Stack>
  );
}

/** Null when the amounts are not shown to this user. */
const sumOf = (amounts: (number | null)[]): number | null =>
  amounts.some((amount) => amount === null) ? null : amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);

function useEnd(take: StockTakeView, { shopId, slug }: GuardedShop) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const refusal = useRefusalText('stockTake.notEnded');
  const params = { shopId, id: take.id };
  // The new stock, in lists of products, too.
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: ['stock', shopId] }),
      queries.invalidateQueries({ queryKey: ['shop-products', shopId] }),
    ]);
  const finish = useMutation({ mutationFn: () => call(finishStockTake, { params }), onSuccess: refresh });
  const cancel = useMutation({
    mutationFn: () => call(cancelStockTake, { params }),
    onSuccess: async () => {
      await navigate(`/${slug}/admin/stock/takes`);
      await refresh();
    },
  });
  return {
    finish: () => finish.mutate(),
    cancel: () => cancel.mutate(),
    isPending: finish.isPending || cancel.isPending,
    problem: refusal(finish.error ?? cancel.error),
  };
}
