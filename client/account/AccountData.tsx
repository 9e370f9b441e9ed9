import { deleteAccount, exportAccount, sendDeletionCode } from '@haat/contract/accounts/users.calls';
import type { Contact } from '@haat/contract/accounts/contact';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { Button } from '../ui/Button.tsx';
import { Card, Row } from '../ui/Card.tsx';
import { ConfirmDialog } from '../ui/Dialog.tsx';
import { Notice } from '../ui/Notice.tsx';
import { showToast } from '../ui/toasts.tsx';
import { useRefusalText } from '../ui/use-error-text.ts';
import { useCartSend } from '../shared/cart/use-cart.ts';
import { saveFile } from '../lib/download-file.ts';
import { forgetUser } from '../shared/orders/pending-order.ts';
import { useSessionSend } from '../shared/session/SessionProvider.tsx';
import { OwnCodeForm } from './OwnCodeForm.tsx';
import styles from './Account.module.css';

const CODE_TEXTS = { lead: 'account.deletionCodeSent', send: 'account.delete', sending: 'account.deleting' } as const;

/** Download of everything that is stored about the user, and deletion of the account. */
export function AccountData() {
  const t = useText();
  const [asked, setAsked] = useState<{ contact: Contact; resendAfter: number }>();
  const [isSure, setSure] = useState(false);
  const downloading = useMutation({ mutationFn: downloadData });
  const asking = useMutation({ mutationFn: askForCode, onSuccess: setAsked });
  const onDeleted = useFarewell();
  const refusalText = useRefusalText('account.failed');
  const refusal = refusalText(downloading.error ?? asking.error);
  if (asked) {
    return (
      <Card as="section" isRoomy className={styles.section} aria-label={t('account.delete')}>
        <OwnCodeForm
          texts={CODE_TEXTS}
          {...asked}
          isIrreversible
          send={async () => (await askForCode()).resendAfter}
          confirm={deleteAccount}
          onConfirmed={onDeleted}
          onLater={() => setAsked(undefined)}
        />
      </Card>
    );
  }
  return (
    <Card as="section" isRoomy className={styles.section} aria-labelledby="account-data">
      <h2 id="account-data">{t('account.dataTitle')}</h2>
      <p>{t('account.dataLead')}</p>
      <Row>
        <Button look="secondary" disabled={downloading.isPending} onClick={() => downloading.mutate()}>
          {t('account.download')}
        </Button>
        <Button look="quiet" disabled={asking.isPending} onClick={() => setSure(true)}>
          {t('account.delete')}
        </Button>
      </Row>
      {refusal ? <Notice tone="error">{refusal}</Notice> : null}
      {isSure ? (
        <ConfirmDialog
          text={t('account.deleteSure')}
          confirm={t('account.sendCode')}
          onClose={() => setSure(false)}
          onConfirm={() => {
            setSure(false);
            asking.mutate();
          }}
        />
      ) : null}
    </Card>
  );
}

async function downloadData(): Promise<void> {
  const data = await call(exportAccount);
  saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), 'haat-account.json');
}

async function askForCode(): Promise<{ contact: Contact; resendAfter: number }> {
  const { resend_after, email, mobile = '' } = await call(sendDeletionCode);
  return { contact: email === undefined ? { mobile } : { email }, resendAfter: resend_after };
}

/** Logs out of the deleted account, removes its data from this device and says that it is gone. */
function useFarewell(): () => void {
  const navigate = useNavigate();
  const send = useSessionSend();
  const sendToCart = useCartSend();
  return () => {
    // Before the guard of this screen sends there, with word of a session that has ended.
    void navigate('/', { replace: true });
    forgetUser();
    sendToCart({ type: 'allCleared' });
    showToast({ tone: 'success', key: 'account.isDeleted' });
    send({ type: 'account.deleted' });
  };
}
