import { undoBulkChange } from '@haat/contract/catalog/bulk-changes.calls';
import { restoreProduct } from '@haat/contract/catalog/products.calls';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { showText } from '../../ui/toasts.tsx';
import { useChange } from '../../ui/use-change.ts';

type Props = { name: string } & (
  { productId: number; bulkChangeId?: never } | { productId?: never; bulkChangeId: number }
);

/** Restores a removed product, or all products of one bulk removal, at any time after their removal. */
export function RestoreProduct({ productId, bulkChangeId, name }: Props) {
  const t = useText();
  const one = useChange(restoreProduct, {
    failed: 'productList.notRestored',
    onDone: () => void showText('success', t('activity.product.restored')),
  });
  const many = useChange(undoBulkChange, {
    failed: 'productList.notRestored',
    onDone: ({ products, refused }) => {
      const left = refused.map((row) => row.name).join(', ');
      if (left) void showText('error', t('activity.notRestored', { names: left }));
      else void showText('success', t('bulk.undone', { count: products }));
    },
  });
  const refusal = one.refusal ?? many.refusal;
  const restore = () =>
    productId === undefined ? many.send({ params: { id: bulkChangeId } }) : one.send({ params: { id: productId } });
  return (
    <>
      <Button
        look="quiet"
        aria-label={t('activity.restoreOf', { name })}
        disabled={one.isSending || many.isSending}
        onClick={restore}
      >
        {t('activity.restore')}
      </Button>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </>
  );
}
