import type { NotificationView } from '@haat/contract/notify/notifications.calls';
import { formatRupees } from '@haat/contract/rupees';
import { useCallback } from 'react';
import { useText } from '../../../i18n/use-text.ts';

/** The text of a notification in the language of the screen; the server's own message where it came without parts. */
export function useNotificationText(): (notification: NotificationView) => string {
  const t = useText();
  return useCallback(
    ({ message, order_number: number, user_name: name, item_count: count, total }) => {
      if (name === undefined || count === undefined || total === undefined) return message;
      return t('notifications.placed', { number, name, count, total: formatRupees(total) });
    },
    [t],
  );
}
