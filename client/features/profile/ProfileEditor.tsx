import type { UserView } from '@haat/contract/api/users.schema';
import { useState } from 'react';
import { useProblemText } from '../../ui/use-problem-text.ts';
import { CodeForm } from '../one-time-code/CodeForm.tsx';
import { ProfileForm, type ProfileEntries } from './ProfileForm.tsx';
import styles from './ProfileScreen.module.css';
import { keepSentProfile, readSentProfile } from './sent-profile.ts';
import { useProfileMachine } from './use-profile-machine.ts';
import { useWayOut } from './use-way-out.ts';

type Props = { user: UserView };

// Everything else is saved by now.
const CODE_TEXTS = { lead: 'profile.codeSent', send: 'profile.confirm', sending: 'profile.confirming' } as const;

/** The form, and the step after it for a new email address. What was typed stays through every failure. */
export function ProfileEditor({ user }: Props) {
  const wayOut = useWayOut();
  const problemText = useProblemText();
  const [state, send] = useProfileMachine(wayOut);
  const [entries, setEntries] = useState(() => ({ ...entriesOf(user), ...readSentProfile(user.id) }));
  const { email, resendIn, wrong, problem } = state.context;
  const step = { isBusy: state.hasTag('busy'), problem: problemText(problem) };

  if (state.hasTag('code')) {
    return (
      <div className={styles.card}>
        <CodeForm
          {...step}
          texts={CODE_TEXTS}
          email={email}
          resendIn={resendIn}
          onGiven={(code) => send({ type: 'code.given', code })}
          onResend={() => send({ type: 'resend' })}
          onEditEmail={() => send({ type: 'email.edit' })}
          onLater={() => send({ type: 'later' })}
        />
      </div>
    );
  }
  const { picture, ...texts } = entries;
  const submit = () => {
    keepSentProfile(user.id, texts);
    send({ type: 'submitted', texts, picture });
  };
  return (
    <div className={styles.card}>
      <ProfileForm
        {...step}
        entries={entries}
        savedPicture={user.profile_image}
        waiting={user.pending_email}
        wrong={wrong}
        wayOut={wayOut}
        onChange={(changes) => setEntries({ ...entries, ...changes })}
        onSubmit={submit}
        onEnterCode={(waiting) => send({ type: 'code.wanted', email: waiting })}
      />
    </div>
  );
}

function entriesOf({ name, email, mobile }: UserView): ProfileEntries {
  return { name: name ?? '', email, mobile: mobile ?? '', picture: undefined };
}
