import type { ComponentProps } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { useOnline } from '../../lib/browser.ts';
import { LoadFailure } from '../../ui/EmptyState.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** A failed load of a screen that also works without a connection, once it was read on this device. */
export function OfficeLoadFailure(props: ComponentProps<typeof LoadFailure>) {
  const t = useText();
  const isOnline = useOnline();
  return isOnline ? <LoadFailure {...props} /> : <Notice tone="error">{t('backOffice.openOnce')}</Notice>;
}
