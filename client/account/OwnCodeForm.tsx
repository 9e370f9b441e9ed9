import type { Contact } from '@haat/contract/accounts/contact';
import type { confirmMobile, deleteAccount } from '@haat/contract/accounts/users.calls';
import { reasonOf } from '@haat/contract/reason';
import { answeredGuess, issuedOtp, moveOtp } from '@haat/machines/accounts/otp-challenge.machine';
import { useMutation } from '@tanstack/react-query';
import { type ComponentProps, useEffect, useState } from 'react';
import { useChange } from '../ui/use-change.ts';
import { useRefusalText } from '../ui/use-error-text.ts';
import { CodeForm } from '../shared/session/CodeForm.tsx';

type Props = {
  texts: ComponentProps<typeof CodeForm>['texts'];
  contact: Contact;
  /** Seconds until another code can be requested, when the form is opened. */
  resendAfter: number;
  /** Resolves with the seconds until yet another one can be requested. */
  send: () => Promise<number>;
  confirm: typeof confirmMobile | typeof deleteAccount;
  onConfirmed: () => void;
  onLater: () => void;
  isIrreversible?: boolean;
};

/** The code with which a logged-in user confirms a change of the account. */
export function OwnCodeForm(props: Props) {
  const { texts, contact, resendAfter, send, confirm, onConfirmed, onLater, isIrreversible = false } = props;
  const [challenge, setChallenge] = useState(() => issuedOtp({ resendIn: resendAfter }));
  const sending = useMutation({
    mutationFn: send,
    onSuccess: (seconds) => setChallenge(issuedOtp({ resendIn: seconds })),
  });
  const confirming = useChange(confirm, {
    failed: 'login.otpInvalid',
    onDone: onConfirmed,
    onFailed: (error) => setChallenge((before) => answeredGuess(before, reasonOf(error).code)),
  });
  const refusal = useRefusalText('login.otpInvalid')(confirming.error ?? sending.error);
  const isCounting = challenge.resendIn > 0;
  useEffect(() => {
    if (!isCounting) return undefined;
    const tick = () => setChallenge((before) => moveOtp(before, { type: 'time.passed', seconds: 1 }));
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, [isCounting]);
  return (
    <CodeForm
      texts={texts}
      contact={contact}
      challenge={challenge}
      isBusy={confirming.isSending || sending.isPending}
      problem={refusal}
      onGiven={(code) => {
        sending.reset();
        confirming.send({ body: { code } });
      }}
      onResend={() => {
        confirming.reset();
        sending.mutate();
      }}
      onLater={onLater}
      isIrreversible={isIrreversible}
    />
  );
}
