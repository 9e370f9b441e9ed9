import { type ShopApplicationView, withdrawApplication } from '@haat/contract/platform/shop-applications.calls';
import { shopLink } from '@haat/contract/shops/shop-code';
import { useEffect, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { useTimeText } from '../i18n/use-time-text.ts';
import { publicAddress } from '../lib/public-address.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row, Stack } from '../ui/Card.tsx';
import { ConfirmButton } from '../ui/ConfirmButton.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useChange } from '../ui/use-change.ts';
import { useSession } from '../shared/session/SessionProvider.tsx';
import { useSwitchShop } from '../shared/session/switch-shop.ts';

type Props = { applications: readonly ShopApplicationView[] };

/** The user's applications with their state; an approved one leads into the back office of its shop. */
export function OwnApplications({ applications }: Props) {
  const t = useText();
  return (
    <Stack as="section" aria-label={t('sell.own')}>
      <h2>{t('sell.own')}</h2>
      <Stack as="ul">
        {applications.map((application) => (
          <OwnApplication key={application.id} application={application} />
        ))}
      </Stack>
    </Stack>
  );
}

function OwnApplication({ application }: { application: ShopApplicationView }) {
  const t = useText();
  const { moment } = useTimeText();
  const { state, name, slug, submitted_at } = application;
  return (
    <Card as="li" gap={2}>
      <h3>{name}</h3>
      <p>{shopLink(publicAddress(), slug)}</p>
      <p>{t('sell.sentAt', { time: moment(submitted_at) })}</p>
      <ApplicationState application={application} />
      {state === 'submitted' ? <WithdrawButton id={application.id} name={name} /> : null}
      {state === 'approved' ? <OpenBackOffice slug={slug} name={name} /> : null}
    </Card>
  );
}

const TONES = { submitted: 'info', approved: 'success', declined: 'error' } as const;

function ApplicationState({ application: { state, reason } }: { application: ShopApplicationView }) {
  const t = useText();
  if (state === 'withdrawn') return <p>{t('sell.state.withdrawn')}</p>;
  return (
    <Notice tone={TONES[state]}>
      <p>
        <strong>{t(`sell.state.${state}`)}</strong>
      </p>
      {state === 'submitted' ? <p>{t('sell.waiting')}</p> : null}
      {state === 'approved' ? <p>{t('sell.approved')}</p> : null}
      {reason === null ? null : <p>{t('sell.declinedFor', { reason })}</p>}
    </Notice>
  );
}

const WITHDRAWN = { status_not_allowed: 'sell.decided' } as const;

function WithdrawButton({ id, name }: { id: number; name: string }) {
  const t = useText();
  const { send, isSending, refusal } = useChange(withdrawApplication, {
    failed: 'sell.failed',
    own: WITHDRAWN,
    done: 'sell.withdrawn',
  });
  return (
    <>
      <Row align="stretch">
        <ConfirmButton
          look="secondary"
          disabled={isSending}
          label={t('sell.withdraw')}
          about={name}
          question={t('sell.withdrawSure', { name })}
          onConfirm={() => send({ params: { id } })}
        />
      </Row>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </>
  );
}

/** Continues the session at the shop. */
function OpenBackOffice({ slug, name }: { slug: string; name: string }) {
  const t = useText();
  const { shopSlug } = useSession();
  const [search] = useSearchParams();
  // By the link in the mail.
  const isAsked = search.get('open') === slug;
  const [isOpening, setOpening] = useState(isAsked);
  const { switchTo, isSwitching, refusal } = useSwitchShop<{ slug: string }>();
  useEffect(() => {
    if (isAsked && shopSlug !== slug) switchTo({ slug });
  }, [isAsked, switchTo, shopSlug, slug]);
  // Once the profile says so: before that, the back office would refuse the user.
  if (isOpening && shopSlug === slug) return <Navigate to={`/${slug}/admin/dashboard`} />;
  const open = () => {
    setOpening(true);
    if (shopSlug !== slug) switchTo({ slug });
  };
  return (
    <>
      <Row align="stretch">
        <Button disabled={isSwitching} onClick={open}>
          {t('sell.open')}
          <span className="visually-hidden"> {name}</span>
        </Button>
      </Row>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
    </>
  );
}
