import { confirmEmail, sendEmailCode, updateProfile, type UserView } from '@haat/contract/accounts/users.calls';
import { readToken } from '@haat/contract/accounts/decode-token';
import type { ProfileTexts } from '@haat/contract/accounts/profile';
import { isShopSlug } from '@haat/contract/shops/shop';
import {
  type CodeSent,
  type ConfirmedEmail,
  profileMachine,
  type SavedProfile,
  type SaveProfile,
} from '@haat/machines/accounts/profile.machine';
import { useMachine } from '@xstate/react';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { fromPromise } from 'xstate';
import { useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { MAIN_SHOP_SLUG } from '../lib/config.ts';
import { shrinkPicture } from '../lib/pictures.ts';
import { readAuthToken, readRefreshToken } from '../lib/storage.ts';
import { readTab, storeInTab, textsIn } from '../lib/tab-storage.ts';
import { Card } from '../ui/Card.tsx';
import { UnsavedGuard } from '../ui/UnsavedGuard.tsx';
import { useMachineToasts } from '../ui/use-machine-toasts.ts';
import { useProblemText } from '../ui/use-error-text.ts';
import { CodeForm } from '../shared/session/CodeForm.tsx';
import { useSessionSend } from '../shared/session/SessionProvider.tsx';
import { type ProfileEntries, ProfileForm } from './ProfileForm.tsx';
import styles from './Account.module.css';

type Props = { user: UserView };

// The other fields are saved by then.
const CODE_TEXTS = { lead: 'profile.codeSent', send: 'profile.confirm', sending: 'profile.confirming' } as const;

const TEXT_FIELDS = ['name', 'email', 'mobile'] as const;

/** The form, then the code for a changed email address. The values survive every failure. */
export function ProfileEditor({ user }: Props) {
  const t = useText();
  const returnPath = useReturnPath();
  const problemText = useProblemText();
  const [state, send] = useProfileMachine(returnPath);
  // Untouched fields follow the profile: an email address may be confirmed after the form was opened.
  const [typed, setTyped] = useState<Partial<ProfileEntries>>(() => readSentProfile(user.id));
  const entries = { ...entriesOf(user), ...typed };
  const { email, challenge, wrong, problem } = state.context;
  const step = { isBusy: state.hasTag('busy'), problem: problemText(problem) };

  if (state.hasTag('code')) {
    return (
      <Card isRoomy>
        <CodeForm
          {...step}
          texts={CODE_TEXTS}
          contact={{ email }}
          challenge={challenge}
          onGiven={(code) => send({ type: 'code.given', code })}
          onResend={() => send({ type: 'resend' })}
          onEditContact={() => send({ type: 'email.edit' })}
          onLater={() => send({ type: 'later' })}
        />
      </Card>
    );
  }
  const { picture, ...texts } = entries;
  const saved = entriesOf(user);
  const isDirty = picture !== undefined || TEXT_FIELDS.some((field) => texts[field].trim() !== saved[field]);
  const submit = () => {
    storeInTab(KEY, { userId: user.id, texts } satisfies Sent);
    send({ type: 'submitted', texts, picture, hasEmail: user.email !== null });
  };
  return (
    <Card as="section" isRoomy className={styles.section} aria-labelledby="profile-form">
      <h2 id="profile-form">{t('profile.title')}</h2>
      <UnsavedGuard isDirty={isDirty && !step.isBusy} onLeave={() => setTyped({})} />
      <ProfileForm
        {...step}
        entries={entries}
        savedPicture={user.profile_image}
        waiting={user.pending_email}
        wrong={wrong}
        returnPath={returnPath}
        isEmailRequired={user.email !== null}
        isMobileConfirmed={user.login_mobile !== null && texts.mobile === user.login_mobile}
        onChange={(changes) => {
          setTyped({ ...typed, ...changes });
          for (const field of TEXT_FIELDS) if (field in changes) send({ type: 'changed', field });
        }}
        onSubmit={submit}
        onEnterCode={(waiting) => send({ type: 'code.requested', email: waiting })}
      />
    </Card>
  );
}

/** One number: the one that logs in, unless the user wants to be called on another one. */
function entriesOf({ name, email, mobile, login_mobile: confirmed }: UserView): ProfileEntries {
  return { name: name ?? '', email: email ?? '', mobile: mobile ?? confirmed ?? '', picture: undefined };
}

/** The profile machine of this screen: it updates the session, and ends at `returnPath`. */
function useProfileMachine(returnPath: string) {
  const navigate = useNavigate();
  const sendToSession = useSessionSend();
  const machine = profileMachine.provide({
    actors: profileActors,
    actions: {
      reloadProfile: () => {
        storeInTab(KEY, undefined);
        sendToSession({ type: 'profile.changed' });
      },
      adoptToken: (_, { token }) =>
        sendToSession({ type: 'signedIn', tokens: { token, refreshToken: readRefreshToken() } }),
      leave: () => void navigate(returnPath),
    },
  });
  const [state, send, actor] = useMachine(machine);
  useMachineToasts(actor);
  return [state, send] as const;
}

/** The calls of the profile machine. */
const profileActors = {
  saveProfile: fromPromise<SavedProfile, SaveProfile>(async ({ input: { texts, picture }, signal }) => {
    const form = new FormData();
    for (const [name, text] of Object.entries(texts)) form.append(name, text);
    if (picture instanceof File) form.append('profileImage', await shrinkPicture(picture), picture.name);
    const { pending_email, resend_after } = await call(updateProfile, { form, signal });
    return pending_email ? { waiting: { email: pending_email, resendAfter: resend_after ?? 0 } } : {};
  }),
  resendCode: fromPromise<CodeSent>(async ({ signal }) => {
    const { resend_after } = await call(sendEmailCode, { signal });
    return { resendAfter: resend_after };
  }),
  confirmEmail: fromPromise<ConfirmedEmail, { code: string }>(async ({ input, signal }) => {
    const { token } = await call(confirmEmail, { body: input, signal });
    return { token };
  }),
};

const KEY = 'sentProfile';

type Sent = { userId: number; texts: ProfileTexts };

/** The unsaved entries that this user submitted in this tab, so that a session that ends meanwhile loses nothing. */
function readSentProfile(userId: number): Partial<ProfileTexts> {
  const sent = (readTab(KEY) ?? {}) as Partial<Sent>;
  return sent.userId === userId ? textsIn(sent.texts) : {};
}

/**
 * The screen after the profile: the products of the shop in its path, of the shop before it, or of the shop of the
 * session; else the platform dashboard.
 */
function useReturnPath(): string {
  const { shopSlug } = useParams();
  const { state } = useLocation();
  const cameFrom = (state as { shopSlug?: string } | null)?.shopSlug;
  const signedInAt = readToken(readAuthToken())?.shop_slug;
  const slug = [shopSlug, cameFrom, signedInAt].find((each) => isShopSlug(each) && each !== MAIN_SHOP_SLUG);
  return slug ? `/${slug}/products` : `/${MAIN_SHOP_SLUG}/dashboard`;
}
