import { useText } from '../i18n/use-text.ts';
import { MenuLink } from './MenuLink.tsx';
import { NotificationsMenuLink } from './NotificationsMenuLink.tsx';

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
