import { useText } from '../i18n/use-text.ts';
import { MenuLink } from './MenuLink.tsx';
import { useUnreadCount } from '../storefront/orders/use-unread-count.ts';
import { CountBadge } from '../ui/CountBadge.tsx';

type Props = { shopSlug: string; onFollow: () => void };

/** In the menu: what only the user of the account opens. */
export function OwnLinks({ shopSlug, onFollow }: Props) {
  const t = useText();
  return (
    <>
      <MenuLink to="/profile" state={{ shopSlug }} onFollow={onFollow}>
        {t('menu.editProfile')}
      </MenuLink>
      <MenuLink to={`/${shopSlug}/order-history`} onFollow={onFollow}>
        {t('menu.orderHistory')}
      </MenuLink>
      <MenuLink to="/favourites" onFollow={onFollow}>
        {t('favourite.title')}
      </MenuLink>
      <NotificationsMenuLink onFollow={onFollow} />
    </>
  );
}

/** The row of the menu that leads to the notifications, with a bell and the number of unread ones, which is live. */
function NotificationsMenuLink({ onFollow }: { onFollow: () => void }) {
  const t = useText();
  const unread = useUnreadCount();
  return (
    <MenuLink to="/notifications" onFollow={onFollow}>
      <svg
        viewBox="0 0 30 24"
        width="25"
        height="20"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        aria-hidden="true"
      >
        <path d="M12 3a6 6 0 0 0-6 6v4l-2 3v1h16v-1l-2-3V9a6 6 0 0 0-6-6Zm-2.5 15.5a2.5 2.5 0 0 0 5 0" />
      </svg>
      {t('menu.notifications')}
      <CountBadge count={unread} text={t('menu.unread', { count: unread })} />
    </MenuLink>
  );
}
