import { confirmMobile, removeLoginMobile, sendMobileCode, type UserView } from '@haat/contract/accounts/users.calls';
import { contactText } from '@haat/contract/accounts/contact';
import { isIndianMobile } from '@haat/contract/accounts/address';
import { getShop } from '@haat/contract/shops/shops.calls';
import { type FormEvent, useState } from 'react';
import { useParams } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { useCall } from '../lib/call-query.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row, Stack } from '../ui/Card.tsx';
import { PhoneField } from '../ui/Field.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useChange } from '../ui/use-change.ts';
import { useSessionSend } from '../shared/session/SessionProvider.tsx';
import { OwnCodeForm } from './OwnCodeForm.tsx';
import { RemoveButton } from './RemoveButton.tsx';
import styles from './Account.module.css';

const CODE_TEXTS = {
  lead: 'account.mobileCodeSent',
  send: 'account.confirmMobile',
  sending: 'profile.confirming',
} as const;

/** The mobile number that logs in, where the platform can send messages: confirmed with its own code. */
export function LoginMobile({ user }: { user: UserView }) {
  const t = useText();
  const { shopSlug = MAIN_SHOP_SLUG } = useParams();
  const { data: shop } = useCall(getShop, { params: { slug: shopSlug } });
  const [asked, setAsked] = useState<{ mobile: string; resendAfter: number }>();
  const sendToSession = useSessionSend();
  const reload = () => sendToSession({ type: 'profile.changed' });
  const removing = useChange(removeLoginMobile, { failed: 'account.failed', onDone: reload });
  if (shop?.mobile_login !== true) return null;
  return (
    <Card as="section" isRoomy className={styles.section} aria-labelledby="login-mobile">
      <h2 id="login-mobile">{t('account.mobileTitle')}</h2>
      {asked ? (
        <OwnCodeForm
          texts={CODE_TEXTS}
          contact={{ mobile: asked.mobile }}
          resendAfter={asked.resendAfter}
          send={async () => (await call(sendMobileCode, { body: { mobile: asked.mobile } })).resend_after}
          confirm={confirmMobile}
          onConfirmed={() => {
            setAsked(undefined);
            reload();
          }}
          onLater={() => setAsked(undefined)}
        />
      ) : (
        <>
          <MobileLead user={user} />
          {user.email === null ? <p>{t('account.mobileNeedsEmail')}</p> : <NumberForm user={user} onAsked={setAsked} />}
          {user.login_mobile !== null && user.email !== null ? (
            <RemoveButton
              label="account.mobileRemove"
              question="account.mobileRemoveSure"
              isBusy={removing.isSending}
              problem={removing.refusal}
              onRemove={() => removing.send({})}
            />
          ) : null}
        </>
      )}
    </Card>
  );
}

function MobileLead({ user: { login_mobile: confirmed, mobile } }: { user: UserView }) {
  const t = useText();
  if (confirmed !== null) return <p>{t('account.mobileCurrent', { mobile: contactText({ mobile: confirmed }) })}</p>;
  return <p>{mobile ? t('account.mobileConfirm', { mobile: contactText({ mobile }) }) : t('account.mobileNone')}</p>;
}

type NumberFormProps = { user: UserView; onAsked: (asked: { mobile: string; resendAfter: number }) => void };

/** Confirms the number of the profile without typing it again; a button opens a field for another number. */
function NumberForm({ user, onAsked }: NumberFormProps) {
  const t = useText();
  const suggested = user.mobile === user.login_mobile ? '' : (user.mobile ?? '');
  const [typed, setTyped] = useState<string>();
  const [isWrong, setWrong] = useState(false);
  const [isOther, setOther] = useState(suggested === '' && user.login_mobile === null);
  const mobile = typed ?? suggested;
  const { send, isSending, refusal } = useChange(sendMobileCode, {
    failed: 'login.sendFailed',
    onDone: ({ resend_after }) => onAsked({ mobile, resendAfter: resend_after }),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setWrong(!isIndianMobile(mobile));
    if (isIndianMobile(mobile)) send({ body: { mobile } });
  };
  return (
    <Stack as="form" onSubmit={submit} noValidate>
      {isOther ? (
        <PhoneField
          label={t(user.login_mobile === null ? 'account.mobileAdd' : 'account.mobileChange')}
          name="login-mobile"
          value={mobile}
          problem={isWrong ? t('profile.mobileWrong') : refusal}
          onNumber={(text) => {
            setTyped(text);
            setWrong(false);
          }}
        />
      ) : null}
      {!isOther && refusal ? <Notice tone="error">{refusal}</Notice> : null}
      <Row>
        {isOther || suggested !== '' ? (
          <Button type="submit" look="secondary" disabled={isSending || mobile === ''}>
            {t(isSending ? 'login.sending' : 'login.sendOtp')}
          </Button>
        ) : null}
        {isOther ? null : (
          <Button look="quiet" onClick={() => setOther(true)}>
            {t('account.mobileChange')}
          </Button>
        )}
      </Row>
    </Stack>
  );
}
