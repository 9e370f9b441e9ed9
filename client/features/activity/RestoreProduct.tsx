import { restoreProduct } from '@haat/contract/api/products';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showText } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';

type Props = { shopId: number; productId: number; name: string };

/** Restores a removed product, at any time after its removal. */
export function RestoreProduct({ shopId, productId, name }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => call(restoreProduct, { params: { id: productId } }),
    onSuccess: () => {
      void showText('success', t('activity.product.restored'));
      return queries.invalidateQueries({ queryKey: BACK_OFFICE_QUERY_KEYS.activity(shopId) });
    },
  });
  const refusal = useRefusalText('productList.notRestored')(error);
  return (
    <>
      <Button look="quiet" aria-label={t('activity.restoreOf', { name })} disabled={isPending} onClick={() => mutate()}>
        {t('activity.restore')}
      </Button>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </>
  );
}
