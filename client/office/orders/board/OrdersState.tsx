import type { ReactNode } from 'react';
import { useText } from '../../../i18n/use-text.ts';
import { ApiError } from '../../../lib/api-error.ts';
import { useOnline } from '../../../lib/browser.ts';
import { OfficeLoadFailure } from '../../shop/OfficeLoadFailure.tsx';

type Props = {
  read: { data: unknown; error: Error | null; refetch: () => unknown };
  /** Shown until the orders are there. */
  waiting: ReactNode;
};

/**
 * Above a list of orders that is reloaded often: why it could not be loaded, or that it is being loaded. Without a connection, the
 * copy on this device is enough.
 */
export function OrdersState({ read: { data, error, refetch }, waiting }: Props) {
  const isOnline = useOnline();
  const failure = useLoadFailureText(error);
  if (failure === undefined) return data === undefined ? waiting : null;
  return data !== undefined && !isOnline ? null : <OfficeLoadFailure text={failure} onRetry={() => void refetch()} />;
}

/** Why orders could not be loaded: the server's status and text, or that it could not be reached. */
export function useLoadFailureText(error: Error | null): string | undefined {
  const t = useText();
  if (!error) return undefined;
  if (!(error instanceof ApiError)) return t('shopOrders.networkError');
  const { status, body, reason } = error;
  return t('shopOrders.loadFailed', {
    status: String(status),
    body: reason.text ?? (typeof body === 'string' ? body : ''),
  });
}
