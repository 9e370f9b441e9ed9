import type { ReactNode } from 'react';
import { useSession } from '../features/session/use-session.ts';
import { useText } from '../i18n/use-text.ts';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';

/** Vendor screens say to everybody else that they are not for them. Spec sections 2 and 6. */
export function RequireVendor({ children }: { children: ReactNode }) {
  const t = useText();
  const { isVendor } = useSession();
  if (isVendor) return children;
  return (
    <Page title={t('menu.vendorTools')} narrow>
      <Notice tone="error">{t('guard.denied')}</Notice>
    </Page>
  );
}
