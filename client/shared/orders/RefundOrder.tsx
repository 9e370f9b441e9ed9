import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { lazyDialog } from '../../ui/lazy-dialog.tsx';
import type { RefundProps } from './RefundDialog.tsx';

export const RefundDialog = lazyDialog(() => import('./RefundDialog.tsx'), 'RefundDialog');

/** The button with which shop and operator refund part of an order. */
export function RefundOrder(props: RefundProps) {
  const t = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" onClick={() => setOpen(true)}>
        {t('refund.part')}
      </Button>
      {isOpen ? <RefundDialog {...props} onClose={() => setOpen(false)} /> : null}
    </>
  );
}
