import {
  getOwnPin,
  type OwnPinView,
  removePin,
  setOwnPin,
  setOwnPinBody,
} from '@haat/contract/accounts/shared-devices.calls';
import { isCommonPin, MAX_PIN_DIGITS, PIN_PATTERN } from '@haat/contract/accounts/member-pin';
import { useText } from '../i18n/use-text.ts';
import { useCall } from '../lib/call-query.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row, Stack } from '../ui/Card.tsx';
import { Field } from '../ui/Field.tsx';
import { Loaded } from '../ui/Loaded.tsx';
import { Notice } from '../ui/Notice.tsx';
import { Skeleton } from '../ui/Skeleton.tsx';
import looks from '../ui/looks.module.css';
import { useChange } from '../ui/use-change.ts';
import { useForm } from '../ui/use-form.ts';
import { RemoveButton } from './RemoveButton.tsx';
import { useSession } from '../shared/session/SessionProvider.tsx';
import { isHelping } from '../shared/session/shop-role.ts';
import styles from './Account.module.css';

type Of = { userId: number; shopId: number };

/** In the account of a member: their PIN for the shared devices of the shop. */
export function OwnPin() {
  const t = useText();
  const session = useSession();
  const { isVendor, userId, shopId } = session;
  if (!isVendor || isHelping(session) || userId === undefined || shopId === undefined) return null;
  return (
    <Card as="section" isRoomy className={styles.section} aria-labelledby="own-pin">
      <h2 id="own-pin">{t('ownPin.title')}</h2>
      <p className={looks.muted}>{t('ownPin.hint')}</p>
      <PinOf key={`${userId} ${shopId}`} of={{ userId, shopId }} />
    </Card>
  );
}

function PinOf({ of }: { of: Of }) {
  const t = useText();
  const read = useCall(getOwnPin, {}, { owner: of, staleTime: 0 });
  const waiting = <Skeleton height="150px" radius="var(--radius-control)" />;
  return (
    <Loaded read={read} failed="account.loadFailed" waiting={waiting}>
      {(pin) => (
        <>
          <p>{t(pin.set ? 'ownPin.isSet' : 'ownPin.notSet')}</p>
          {pin.set || pin.fresh ? <PinForm pin={pin} /> : <p>{t('ownPin.logInAgain')}</p>}
          {pin.set ? <RemoveOwn of={of} /> : null}
        </>
      )}
    </Loaded>
  );
}

const DIGITS = {
  type: 'password',
  inputMode: 'numeric',
  autoComplete: 'one-time-code',
  maxLength: MAX_PIN_DIGITS,
  required: false,
} as const;

/** The old one is asked for where the login is not recent, or the device shared. */
function PinForm({ pin: { set, fresh } }: { pin: OwnPinView }) {
  const t = useText();
  const needsCurrent = set && !fresh;
  const { field, bind, reset } = useForm({
    body: setOwnPinBody,
    initial: { pin: '', current_pin: '' },
    texts: { pin: 'ownPin.digits', current_pin: 'ownPin.digits' },
    check: ({ pin, current_pin: current }) => ({
      ...(needsCurrent && current === '' && { current_pin: 'ownPin.digits' as const }),
      ...(PIN_PATTERN.test(pin) && isCommonPin(pin) && { pin: 'ownPin.common' as const }),
    }),
    send: (body) => send({ body }),
  });
  const { send, isSending, refusal } = useChange(setOwnPin, {
    failed: 'ownPin.failed',
    own: OWN_TEXTS,
    done: 'ownPin.saved',
    onDone: () => reset(),
  });
  return (
    <Stack as="form" {...bind}>
      {needsCurrent ? <Field {...field('current_pin')} {...DIGITS} label={t('ownPin.current')} /> : null}
      <Field {...field('pin')} {...DIGITS} label={t(set ? 'ownPin.new' : 'ownPin.pin')} hint={t('ownPin.digits')} />
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row>
        <Button type="submit" look="secondary" disabled={isSending}>
          {t(set ? 'ownPin.change' : 'ownPin.set')}
        </Button>
      </Row>
    </Stack>
  );
}

const OWN_TEXTS = { pin_wrong: 'ownPin.currentWrong', login_required: 'ownPin.logInAgain' } as const;

function RemoveOwn({ of }: { of: Of }) {
  const { send, isSending, refusal } = useChange(removePin, { failed: 'ownPin.failed', done: 'ownPin.removed' });
  return (
    <RemoveButton
      label="ownPin.remove"
      question="ownPin.removeSure"
      isBusy={isSending}
      problem={refusal}
      onRemove={() => send({ params: of })}
    />
  );
}
