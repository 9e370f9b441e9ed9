import { createElement, useState } from 'react';
import { useSession } from '../features/session/use-session.ts';
import { useText } from '../i18n/use-text.ts';
import { showText } from '../lib/toasts.ts';
import { Avatar } from '../ui/Avatar.tsx';
import type { Menu } from './Menu.tsx';
import styles from './MenuButton.module.css';

type Props = { shopSlug: string };

/**
 * The hamburger, with the picture of whoever is signed in; the menu itself is only fetched when somebody opens it. Where it
 * does not arrive, the screen stays as it is and the next tap asks for it again.
 */
export function MenuButton({ shopSlug }: Props) {
  const t = useText();
  const { isSignedIn, user } = useSession();
  const [menu, setMenu] = useState<typeof Menu>();
  const open = () => {
    import('./Menu.tsx').then(
      (module) => setMenu(() => module.Menu),
      () => showText('error', t('error.chunkTitle')),
    );
  };
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('menu.open')}
        aria-haspopup="dialog"
        aria-expanded={menu !== undefined}
        onClick={open}
      >
        <span className={styles.bars} aria-hidden="true" />
        {isSignedIn ? <Avatar path={user?.profile_image} size={32} /> : null}
      </button>
      {menu ? createElement(menu, { shopSlug, onClose: () => setMenu(undefined) }) : null}
    </>
  );
}
