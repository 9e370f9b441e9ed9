import { lazy, Suspense, useState } from 'react';
import { useSession } from '../features/session/use-session.ts';
import { useText } from '../i18n/use-text.ts';
import { Avatar } from '../ui/Avatar.tsx';
import styles from './MenuButton.module.css';

const Menu = lazy(() => import('./Menu.tsx').then((module) => ({ default: module.Menu })));

type Props = { shopSlug: string };

/** The hamburger, with the picture of whoever is signed in; the menu itself is only fetched when somebody opens it. */
export function MenuButton({ shopSlug }: Props) {
  const t = useText();
  const { isSignedIn, user } = useSession();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label={t('menu.open')}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={() => setOpen(true)}
      >
        <span className={styles.bars} aria-hidden="true" />
        {isSignedIn ? <Avatar path={user?.profile_image} size={32} /> : null}
      </button>
      {isOpen ? (
        <Suspense>
          <Menu shopSlug={shopSlug} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
