import { dialled } from '@haat/contract/shops/shop';
import {
  approveApplication,
  declineApplication,
  listApplications,
  type OperatorApplicationView,
} from '@haat/contract/platform/shop-applications.calls';
import { mapsLink } from '@haat/contract/shops/map-links';
import { APPLICATION_STATES, type ApplicationState } from '@haat/contract/platform/shop-application';
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { useTimeText } from '../i18n/use-time-text.ts';
import { afterLast, callPages } from '../lib/call-pages.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row, Stack } from '../ui/Card.tsx';
import { DefinitionList } from '../ui/DefinitionList.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { FilterChips } from '../ui/FilterChips.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { LoadMore } from '../ui/LoadMore.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Page } from '../ui/Page.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { useChange } from '../ui/use-change.ts';
import { useTradeName } from '../i18n/use-trade-name.ts';
import { ReasonDialog } from './ReasonDialog.tsx';

const PER_PAGE = 50;

/** The applications in a state, in pages, with the counts of all states. */
const applicationsQuery = (state: ApplicationState) => ({
  ...callPages(
    listApplications,
    { query: { state, limit: PER_PAGE } },
    { next: ({ applications }) => afterLast(PER_PAGE)(applications) },
  ),
  staleTime: 0,
  placeholderData: keepPreviousData,
});

/** Who wants to sell: the operator approves each application, or declines it with a reason. */
export function OperatorApplicationsScreen() {
  const t = useText();
  const [state, setState] = useState<ApplicationState>('submitted');
  const pages = useInfiniteQuery(applicationsQuery(state));
  const counts = pages.data?.pages[0]?.counts;
  const chips = APPLICATION_STATES.map((value) => ({
    value,
    label: t(`sell.state.${value}`),
    count: counts && String(counts[value]),
  }));
  return (
    <Page title={t('applications.title')} narrow>
      <Stack gap={5}>
        <FilterChips isStrip label={t('applications.filter')} chips={chips} chosen={state} onChoose={setState} />
        <Loaded
          read={pages}
          failed="applications.loadFailed"
          waiting={<Skeleton height="150vh" radius="var(--radius-card)" />}
        >
          {({ pages: loaded }) =>
            loaded[0]?.applications.length ? (
              <Stack as="ul" aria-busy={pages.isPlaceholderData}>
                {loaded
                  .flatMap(({ applications }) => applications)
                  .map((application) => (
                    <ApplicationCard key={application.id} application={application} />
                  ))}
              </Stack>
            ) : (
              <EmptyState text={t(state === 'submitted' ? 'applications.none' : 'applications.noneThere')} />
            )
          }
        </Loaded>
        {pages.hasNextPage ? (
          <LoadMore
            label={t('applications.more')}
            isLoading={pages.isFetchingNextPage}
            onMore={() => void pages.fetchNextPage()}
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
      <div>
        <h2>{state === 'approved' ? <Link to={`/${slug}/admin/settings`}>{name}</Link> : name}</h2>
        <span>{moment(submitted_at)}</span>
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

const REFUSALS = {
  failed: 'applications.failed',
  own: {
    slug_taken: 'operator.slug.taken',
    status_not_allowed: 'applications.decided',
    email_required: 'applications.noEmail',
    applicant_blocked: 'applications.blocked',
  },
} as const;

function Decision({ application: { id, name, slug_free, applicant } }: { application: OperatorApplicationView }) {
  const t = useText();
  const [isDeclining, setDeclining] = useState(false);
  const { send, isSending, refusal } = useChange(approveApplication, { ...REFUSALS, done: 'applications.approved' });
  return (
    <>
      <Row align="stretch">
        <ConfirmButton
          disabled={isSending || !slug_free || applicant.blocked}
          label={t('applications.approve')}
          about={name}
          question={t('applications.approveSure', { name })}
          onConfirm={() => send({ params: { id } })}
        />
        <Button look="secondary" disabled={isSending} onClick={() => setDeclining(true)}>
          {t('applications.decline')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </Row>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      {isDeclining ? <DeclineDialog id={id} name={name} onClose={() => setDeclining(false)} /> : null}
    </>
  );
}

type Props = { id: number; name: string; onClose: () => void };

function DeclineDialog({ id, name, onClose }: Props) {
  const t = useText();
  const { send, isSending, refusal } = useChange(declineApplication, {
    ...REFUSALS,
    done: 'applications.declined',
    onDone: onClose,
  });
  return (
    <ReasonDialog
      title={t('applications.declineTitle', { name })}
      label={t('applications.reason')}
      hint={t('applications.reasonHint')}
      missing="applications.reasonMissing"
      confirm={t('applications.decline')}
      isBusy={isSending}
      problem={refusal}
      onConfirm={(reason) => send({ params: { id }, body: { reason } })}
      onClose={onClose}
    />
  );
}
