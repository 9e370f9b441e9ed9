import { Link, useParams } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { lazyComponent } from '../lib/lazy.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { buttonClass } from '../ui/Button.tsx';
import { Stack } from '../ui/Card.tsx';
import { LoadFailure } from '../ui/EmptyState.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { MessageSettings } from './MessageSettings.tsx';
import { SessionContext, useLoginPath, useSession, useSessionSend } from '../shared/session/SessionProvider.tsx';
import { useSharedDevice } from '../shared/session/shared-device.ts';
import { AccountData } from './AccountData.tsx';
import { LoginMobile } from './LoginMobile.tsx';
import { OwnConsents } from './OwnConsents.tsx';
import { OwnSessions } from './OwnSessions.tsx';
import { ProfileEditor } from './ProfileEditor.tsx';
import styles from './Account.module.css';

/** Only for members of a shop. */
const OwnPin = lazyComponent(() => import('./OwnPin.tsx'), 'OwnPin');

/** The account of the user, Update Profile first, with or without a shop in the path; a guest is asked to log in. */
export function ProfileScreen() {
  const t = useText();
  const { isSignedIn, isVendor, user } = useSession();
  // On a shared device, a member could change the account of another.
  if (useSharedDevice())
    return (
      <Page title={t('menu.account')}>
        <Notice>{t('profile.shared')}</Notice>
      </Page>
    );
  return (
    <Page title={t('menu.account')}>
      {isSignedIn ? (
        <div className={styles.columns}>
          <div key={user?.id}>
            {user ? (
              <>
                <ProfileEditor user={user} />
                <LoginMobile user={user} />
              </>
            ) : (
              <ProfileToCome />
            )}
          </div>
          <div>
            <MessageSettings />
            {user ? (
              <>
                {isVendor ? <OwnPin /> : null}
                <OwnSessions />
                <OwnConsents />
                <AccountData />
              </>
            ) : null}
          </div>
        </div>
      ) : (
        <AskToLogIn />
      )}
    </Page>
  );
}

/** The session retries loading the profile; the button retries immediately. */
function ProfileToCome() {
  const t = useText();
  const send = useSessionSend();
  const hasFailed = SessionContext.useSelector(({ context }) => context.attempt > 0);
  if (hasFailed)
    return <LoadFailure text={t('profile.loadFailed')} onRetry={() => send({ type: 'connection.restored' })} />;
  return <Skeleton height="520px" radius="var(--radius-card)" />;
}

function AskToLogIn() {
  const t = useText();
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const loginPath = useLoginPath(shopSlug);
  return (
    <Stack gap={4} align="start">
      <Notice>{t('profile.logIn')}</Notice>
      <Link className={buttonClass()} to={loginPath}>
        {t('menu.login')}
      </Link>
    </Stack>
  );
}
