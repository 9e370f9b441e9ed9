import { cancelStockTake, finishStockTake, type StockTakeView } from '@haat/contract/stock/stock-takes.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ConfirmDialog } from '../../ui/Dialog.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useChange } from '../../ui/use-change.ts';
import type { GuardedShop } from '../../shared/session/RouteGuard.tsx';
import { signed } from './signed.ts';

type Props = { take: StockTakeView; shop: GuardedShop; isWaiting: boolean };

/** Applies all differences, or discards the count. Leaving the screen does neither. */
export function EndStockTake({ take, shop, isWaiting }: Props) {
  const t = useText();
  const [asked, setAsked] = useState<'finish' | 'cancel'>();
  const navigate = useNavigate();
  const finish = useChange(finishStockTake, { failed: 'stockTake.notEnded' });
  const cancel = useChange(cancelStockTake, {
    failed: 'stockTake.notEnded',
    onDone: () => navigate(`/${shop.slug}/admin/stock/takes`),
  });
  const isSending = finish.isSending || cancel.isSending;
  const problem = finish.refusal ?? cancel.refusal;
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
        <Button disabled={isSending || isWaiting || take.lines.length === 0} onClick={() => setAsked('finish')}>
          {t('stockTake.finish')}
        </Button>
        <Button look="quiet" disabled={isSending} onClick={() => setAsked('cancel')}>
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
            const { send } = asked === 'finish' ? finish : cancel;
            send({ params: { shopId: shop.shopId, id: take.id } });
          }}
        />
      ) : null}
    </Stack>
  );
}

/** Null when the amounts are not shown to this user. */
const sumOf = (amounts: (number | null)[]): number | null =>
  amounts.some((amount) => amount === null) ? null : amounts.reduce<number>((sum, amount) => sum + (amount ?? 0), 0);
