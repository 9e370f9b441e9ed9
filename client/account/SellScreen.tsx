import { listOwnApplications, type ShopApplicationView } from '@haat/contract/platform/shop-applications.calls';
import { MAX_OPEN_APPLICATIONS } from '@haat/contract/platform/shop-application';
import { useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { useCall } from '../lib/call-query.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { Button } from '../ui/Button.tsx';
import { Row, Stack } from '../ui/Card.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useLoginPath, useSession } from '../shared/session/SessionProvider.tsx';
import { TextPage, type TextSection } from './StaticScreens.tsx';
import { useApplicationForm } from './application-form.ts';
import { ApplicationForm } from './ApplicationForm.tsx';
import { OwnApplications } from './OwnApplications.tsx';
import styles from './Account.module.css';

/** The benefits of a shop on Haat, the form to apply for one, and the state of the user's applications. */
export function SellScreen() {
  const { isSignedIn } = useSession();
  const { data, error, refetch } = useCall(
    listOwnApplications,
    {},
    {
      enabled: isSignedIn,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.some(isWaiting) ? WAITING_MS : false),
    },
  );
  const applications = isSignedIn ? data : [];
  const [search] = useSearchParams();
  const loginPath = useLoginPath(search.get('open') ?? MAIN_SHOP_SLUG);
  // From the mail about an approved one.
  if (search.has('open') && !isSignedIn) return <Navigate to={loginPath} replace />;
  return (
    <TextPage
      title="sell.title"
      lead="sell.lead"
      intro={applications?.length === 0 ? <Terms /> : null}
      sections={applications?.length === 0 ? BENEFITS : []}
    >
      <Loaded
        read={{ data: applications, error, refetch }}
        failed="sell.loadFailed"
        waiting={<Skeleton height="100vh" radius="var(--radius-card)" />}
      >
        {(own) => <Application key={own.length} applications={own} />}
      </Loaded>
    </TextPage>
  );
}

/** An applicant who waits sees the decision without a reload. */
const WAITING_MS = 15_000;
const isWaiting = ({ state }: ShopApplicationView): boolean => state === 'submitted';

/** The costs and requirements of applying, and a link to the form: on a phone it begins below the benefits. */
function Terms() {
  const t = useText();
  const showForm = () => {
    const field = document.querySelector<HTMLElement>('main form input');
    field?.closest('form')?.scrollIntoView({ block: 'start' });
    field?.focus({ preventScroll: true });
  };
  return (
    <Stack gap={3}>
      <ul className={styles.sellTerms}>
        <li>{t('sell.cost')}</li>
        <li>{t('sell.duration')}</li>
        <li>{t('sell.papers')}</li>
      </ul>
      <Row>
        <Button onClick={showForm}>{t('sell.apply')}</Button>
      </Row>
    </Stack>
  );
}

const BENEFITS: readonly TextSection[] = [
  { title: 'sell.catalog.title', text: 'sell.catalog.text' },
  { title: 'sell.orders.title', text: 'sell.orders.text' },
  { title: 'sell.money.title', text: 'sell.money.text' },
  { title: 'sell.counter.title', text: 'sell.counter.text' },
  { title: 'sell.steps.title', text: 'sell.steps.text' },
];

/** An applicant sees the state of their applications first, and opens the form for another shop. */
function Application({ applications }: { applications: readonly ShopApplicationView[] }) {
  const t = useText();
  const form = useApplicationForm();
  const isRunning = applications.some(({ state }) => state === 'submitted' || state === 'approved');
  const [isApplying, setApplying] = useState(!isRunning || form.isTyped);
  const open = applications.filter(({ state }) => state === 'submitted').length;
  const mayApply = open < MAX_OPEN_APPLICATIONS;
  return (
    <>
      {applications.length > 0 ? <OwnApplications applications={applications} /> : null}
      {!mayApply ? <p>{t('sell.limit')}</p> : null}
      {mayApply && isApplying ? <ApplicationForm form={form} onDone={() => setApplying(false)} /> : null}
      {mayApply && !isApplying ? (
        <Row>
          <Button look="secondary" onClick={() => setApplying(true)}>
            {t('sell.another')}
          </Button>
        </Row>
      ) : null}
    </>
  );
}
