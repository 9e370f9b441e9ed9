import { undoBulkChange } from '@haat/contract/catalog/bulk-changes.calls';
import { restoreProduct } from '@haat/contract/catalog/products.calls';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../../lib/back-office-query-keys.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showText } from '../../ui/toasts.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';

type Props = { shopId: number; name: string } & (
  { productId: number; bulkChangeId?: never } | { productId?: never; bulkChangeId: number }
);

/** Restores a removed product, or all products of one bulk removal, at any time after their removal. */
export function RestoreProduct({ shopId, productId, bulkChangeId, name }: Props) {
  const t = useText();
  const queries = useQueryClient();
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      if (productId !== undefined) await call(restoreProduct, { params: { id: productId } });
      else return call(undoBulkChange, { params: { id: bulkChangeId } });
      return undefined;
    },
    onSuccess: (undone) => {
      const left = undone?.refused.map((row) => row.name).join(', ');
      if (left) void showText('error', t('activity.notRestored', { names: left }));
      else
        void showText(
          'success',
          undone ? t('bulk.undone', { count: undone.products }) : t('activity.product.restored'),
        );
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
