import { getOwnPin, type OwnPinView, removePin, setOwnPin } from '@haat/contract/accounts/shared-devices.calls';
import { isCommonPin, MAX_PIN_DIGITS, PIN_PATTERN } from '@haat/contract/accounts/member-pin';
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row, Stack } from '../ui/Card.tsx';
import { LoadFailure } from '../ui/EmptyState.tsx';
import { Field } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import { showToast } from '../ui/toasts.tsx';
import { useRefusalText } from '../ui/use-error-text.ts';
import { RemoveButton } from './RemoveButton.tsx';
import styles from './ProfileScreen.module.css';
import { useSession } from '../shared/session/SessionProvider.tsx';
import { isHelping } from '../shared/session/shop-role.ts';

type Of = { userId: number; shopId: number };

const ownPinQuery = ({ userId, shopId }: Of) =>
  queryOptions({
    queryKey: ['account', 'pin', userId, shopId],
    queryFn: ({ signal }) => call(getOwnPin, { signal }),
    staleTime: 0,
  });

/** In the account of a member: their PIN for the shared devices of the shop. */
export function OwnPin() {
  const t = useText();
  const session = useSession();
  const { isVendor, userId, shopId } = session;
  if (!isVendor || isHelping(session) || userId === undefined || shopId === undefined) return null;
  return (
    <Card as="section" isRoomy className={styles.section} aria-labelledby="own-pin">
      <h2 id="own-pin">{t('ownPin.title')}</h2>
      <p className={styles.hint}>{t('ownPin.hint')}</p>
      <PinOf key={`${userId} ${shopId}`} of={{ userId, shopId }} />
    </Card>
  );
}

function PinOf({ of }: { of: Of }) {
  const t = useText();
  const { data: pin, error, refetch } = useQuery(ownPinQuery(of));
  if (!pin) {
    if (error) return <LoadFailure text={t('account.loadFailed')} onRetry={() => void refetch()} />;
    return <Skeleton height="150px" radius="var(--radius-control)" />;
  }
  return (
    <>
      <p>{t(pin.set ? 'ownPin.isSet' : 'ownPin.notSet')}</p>
      {pin.set || pin.fresh ? <PinForm pin={pin} of={of} /> : <p>{t('ownPin.logInAgain')}</p>}
      {pin.set ? <RemoveOwn of={of} /> : null}
    </>
  );
}

type Problems = { current?: TextId; next?: TextId };

/** The old one is asked for where the login is not recent, or the device shared. */
function PinForm({ pin: { set, fresh }, of }: { pin: OwnPinView; of: Of }) {
  const t = useText();
  const queries = useQueryClient();
  const [current, setCurrent] = useState('');
  const [next, setNext] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const needsCurrent = set && !fresh;
  const saving = useMutation({
    mutationFn: () => call(setOwnPin, { body: { pin: next, ...(needsCurrent && { current_pin: current }) } }),
    onSuccess: () => {
      showToast({ tone: 'success', key: 'ownPin.saved' });
      setCurrent('');
      setNext('');
    },
    onSettled: () => queries.invalidateQueries(ownPinQuery(of)),
  });
  const refusal = useRefusalText('ownPin.failed', OWN_TEXTS)(saving.error);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const found = problemsOf({ current: needsCurrent ? current : undefined, next });
    setProblems(found);
    if (Object.keys(found).length === 0) saving.mutate();
  };
  const digits = {
    type: 'password',
    inputMode: 'numeric',
    autoComplete: 'one-time-code',
    maxLength: MAX_PIN_DIGITS,
  } as const;
  return (
    <Stack as="form" onSubmit={submit} noValidate>
      {needsCurrent ? (
        <Field
          {...digits}
          label={t('ownPin.current')}
          value={current}
          problem={problems.current && t(problems.current)}
          onChange={({ target }) => setCurrent(target.value)}
        />
      ) : null}
      <Field
        {...digits}
        label={t(set ? 'ownPin.new' : 'ownPin.pin')}
        hint={t('ownPin.digits')}
        value={next}
        problem={problems.next && t(problems.next)}
        onChange={({ target }) => setNext(target.value)}
      />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row>
        <Button type="submit" look="secondary" disabled={saving.isPending}>
          {t(set ? 'ownPin.change' : 'ownPin.set')}
        </Button>
      </Row>
    </Stack>
  );
}

const OWN_TEXTS = { pin_wrong: 'ownPin.currentWrong', login_required: 'ownPin.logInAgain' } as const;

const problemsOf = ({ current, next }: { current: string | undefined; next: string }): Problems => ({
  ...(current !== undefined && !PIN_PATTERN.test(current) && { current: 'ownPin.digits' }),
  ...(!PIN_PATTERN.test(next) ? { next: 'ownPin.digits' } : isCommonPin(next) && { next: 'ownPin.common' }),
});

function RemoveOwn({ of }: { of: Of }) {
  const queries = useQueryClient();
  return (
    <RemoveButton
      label="ownPin.remove"
      question="ownPin.removeSure"
      failed="ownPin.failed"
      remove={() => call(removePin, { params: of })}
      onRemoved={() => showToast({ tone: 'success', key: 'ownPin.removed' })}
      onSettled={() => queries.invalidateQueries(ownPinQuery(of))}
    />
  );
}
