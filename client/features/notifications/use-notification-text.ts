import type { NotificationView } from '@haat/contract/api/notifications.schema';
import { formatRupees } from '@haat/contract/rules/rupees';
import { useCallback } from 'react';
import { useText } from '../../i18n/use-text.ts';

/** What a notification says, in the language of the screens where it came in parts, else as the server worded it. */
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
