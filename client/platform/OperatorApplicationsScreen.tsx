import { dialled } from '@haat/contract/shops/shop-phone';
import {
  approveApplication,
  declineApplication,
  listApplications,
  type OperatorApplicationView,
} from '@haat/contract/platform/shop-applications.calls';
import { mapsLink } from '@haat/contract/shops/map-links';
import { APPLICATION_STATES, type ApplicationState } from '@haat/contract/platform/shop-application';
import { infiniteQueryOptions, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { useTimeText } from '../i18n/use-time-text.ts';
import { call } from '../lib/api.ts';
import { BACK_OFFICE_QUERY_KEYS } from '../lib/back-office-query-keys.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row, Stack } from '../ui/Card.tsx';
import { DefinitionList } from '../ui/DefinitionList.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { EmptyState, LoadFailure } from '../ui/EmptyState.tsx';
import { FilterChips } from '../ui/FilterChips.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useTradeName } from '../i18n/use-trade-name.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import { useChange } from './use-change.ts';
import styles from './Operator.module.css';

const PER_PAGE = 50;

/** The applications in a state, in pages, with the counts of all states. */
const applicationsQuery = (state: ApplicationState) =>
  infiniteQueryOptions({
    queryKey: [...BACK_OFFICE_QUERY_KEYS.operatorApplications, state],
    queryFn: ({ pageParam, signal }) =>
      call(listApplications, { query: { state, limit: PER_PAGE, after: pageParam || undefined }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ applications }) => (applications.length < PER_PAGE ? undefined : applications.at(-1)?.id),
    staleTime: 0,
    placeholderData: (before) => before,
  });

/** Who wants to sell: the operator approves each application, or declines it with a reason. */
export function OperatorApplicationsScreen() {
  const t = useText();
  const [state, setState] = useState<ApplicationState>('submitted');
  const { data, error, refetch, isPlaceholderData, ...older } = useInfiniteQuery(applicationsQuery(state));
  const counts = data?.pages[0]?.counts;
  const applications = data?.pages.flatMap((page) => page.applications);
  const chips = APPLICATION_STATES.map((value) => ({
    value,
    label: t(`sell.state.${value}`),
    count: counts && String(counts[value]),
  }));
  return (
    <Page title={t('applications.title')} narrow>
      <Stack gap={5}>
        <FilterChips isStrip label={t('applications.filter')} chips={chips} chosen={state} onChoose={setState} />
        {error && !applications ? (
          <LoadFailure text={t('applications.loadFailed')} onRetry={() => void refetch()} />
        ) : !applications ? (
          <Skeleton height="150vh" radius="var(--radius-card)" />
        ) : applications.length === 0 ? (
          <EmptyState text={t(state === 'submitted' ? 'applications.none' : 'applications.noneThere')} />
        ) : (
          <Stack as="ul" aria-busy={isPlaceholderData}>
            {applications.map((application) => (
              <ApplicationCard key={application.id} application={application} />
            ))}
          </Stack>
        )}
        {older.hasNextPage ? (
          <LoadMore
            label={t('applications.more')}
            isLoading={older.isFetchingNextPage}
            onMore={() => void older.fetchNextPage()}
          />
        ) : null}
      </Stack>
    </Page>
  );
}

function ApplicationCard({ application }: { application: OperatorApplicationView }) {
  const t = useText();
  const { moment } = useTimeText();
  const tradeName = useTradeName();
  const { state, name, slug, trade, mobile, street, city, pin_code, gstin, fssai_licence, reason } = application;
  const { latitude, longitude, applicant, submitted_at, slug_free } = application;
  const place = (
    <a
      href={mapsLink(
        latitude === null || longitude === null ? `${street}, ${city} ${pin_code}` : `${latitude},${longitude}`,
      )}
      target="_blank"
      rel="noreferrer"
    >
      {`${street}, ${city} ${pin_code}`}
    </a>
  );
  return (
    <Card as="li" gap={3}>
      <div className={styles.head}>
        <h2 className={styles.name}>
          {state === 'approved' ? <Link to={`/${slug}/admin/settings`}>{name}</Link> : name}
        </h2>
        <span className={styles.facts}>{moment(submitted_at)}</span>
      </div>
      <DefinitionList
        layout="beside"
        items={[
          { term: t('operator.trade'), value: tradeName(trade) },
          { term: t('operator.slug'), value: slug },
          { term: t('applications.place'), value: place },
          { term: t('applications.applicant'), value: [applicant.name, applicant.email].filter(Boolean).join(', ') },
          { term: t('settings.phone'), value: <a href={`tel:${dialled(mobile)}`}>{mobile}</a> },
          { term: t('settings.gstin'), value: gstin },
          { term: t('applications.fssai'), value: fssai_licence },
          { term: t('applications.reason'), value: reason },
        ]}
      />
      {state === 'submitted' && !slug_free ? <Notice tone="error">{t('operator.slug.taken')}</Notice> : null}
      {state === 'submitted' && applicant.blocked ? <Notice tone="error">{t('applications.blocked')}</Notice> : null}
      {state === 'submitted' ? <Decision application={application} /> : null}
    </Card>
  );
}

const CHANGED = {
  failed: 'applications.failed',
  own: {
    slug_taken: 'operator.slug.taken',
    status_not_allowed: 'applications.decided',
    email_required: 'applications.noEmail',
    applicant_blocked: 'applications.blocked',
  },
  outdated: [['operator']],
} as const;

function Decision({ application: { id, name, slug_free, applicant } }: { application: OperatorApplicationView }) {
  const t = useText();
  const [asking, setAsking] = useState<'approve' | 'decline'>();
  const { change, isBusy, problem } = useChange(CHANGED);
  const close = () => setAsking(undefined);
  const approve = () => {
    close();
    change({ request: () => call(approveApplication, { params: { id } }), successKey: 'applications.approved' });
  };
  return (
    <>
      <Row align="stretch">
        <Button disabled={isBusy || !slug_free || applicant.blocked} onClick={() => setAsking('approve')}>
          {t('applications.approve')}
          <span className="visually-hidden"> {name}</span>
        </Button>
        <Button look="secondary" disabled={isBusy} onClick={() => setAsking('decline')}>
          {t('applications.decline')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </Row>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
      {asking === 'approve' ? (
        <ConfirmDialog
          text={t('applications.approveSure', { name })}
          confirm={t('applications.approve')}
          onConfirm={approve}
          onClose={close}
        />
      ) : null}
      {asking === 'decline' ? <DeclineDialog id={id} name={name} onClose={close} /> : null}
    </>
  );
}

type Props = { id: number; name: string; onClose: () => void };

function DeclineDialog({ id, name, onClose }: Props) {
  const t = useText();
  const { change, isBusy, problem } = useChange(CHANGED);
  const confirm = (reason: string) => {
    const request = () => call(declineApplication, { params: { id }, body: { reason } });
    change({ request, successKey: 'applications.declined', onDone: onClose });
  };
  return (
    <ReasonDialog
      title={t('applications.declineTitle', { name })}
      label={t('applications.reason')}
      hint={t('applications.reasonHint')}
      missing={t('applications.reasonMissing')}
      confirm={t('applications.decline')}
      isBusy={isBusy}
      problem={problem}
      onConfirm={confirm}
      onClose={onClose}
    />
  );
}
