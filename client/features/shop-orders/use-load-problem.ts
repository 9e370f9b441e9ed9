import { useText } from '../../i18n/use-text.ts';
import { ApiError } from '../../lib/api-error.ts';

/** Why the list could not be read: what the server said with its status, or that it was not reached. Spec section 8. */
export function useLoadProblem(error: Error | null): string | undefined {
  const t = useText();
  if (!error) return undefined;
  if (!(error instanceof ApiError)) return t('shopOrders.networkError');
  const { status, body, reason } = error;
  return t('shopOrders.loadFailed', { status: String(status), body: reason.text ?? wording(body) });
}

const wording = (body: unknown) => (typeof body === 'string' ? body : '');
