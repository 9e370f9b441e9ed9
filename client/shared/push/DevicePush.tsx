import { useSelector } from '@xstate/react';
import { type ReactNode, useEffect, useRef } from 'react';
import type { SnapshotFrom } from 'xstate';
import { type TextId, useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './Push.module.css';
import { pushToken } from './push-token.ts';

type Props = {
  offer: TextId;
  /** Shown once it is on. */
  on: TextId;
  /** Whether the reason why it is unavailable is shown before the user asks. */
  showsReason?: boolean;
};

const REASONS: Partial<Record<PushStatus, TextId>> = {
  blocked: 'push.blocked',
  unsupported: 'push.unsupported',
  notInstalled: 'push.install',
  failed: 'push.failed',
};

/** Offers push messages on this device, and shows the result. The browser asks for permission only after a tap. */
export function DevicePush({ offer, on, showsReason = false }: Props) {
  const t = useText();
  const { status, hasAsked, ask } = usePush();
  if (status === 'askable' || status === 'busy') {
    return (
      <Button look="secondary" aria-disabled={status === 'busy'} onClick={status === 'busy' ? undefined : ask}>
        {t(status === 'busy' ? 'push.turningOn' : offer)}
      </Button>
    );
  }
  const reason = hasAsked || showsReason ? REASONS[status] : undefined;
  if (status === 'saved' && (hasAsked || showsReason)) return <Outcome hasAsked={hasAsked}>{t(on)}</Outcome>;
  if (!reason) return null;
  return (
    <>
      <Outcome hasAsked={hasAsked}>{t(reason)}</Outcome>
      {status === 'failed' ? (
        <Button look="secondary" onClick={ask}>
          {t('common.tryAgain')}
        </Button>
      ) : null}
    </>
  );
}

/** Replaces the button and takes over its focus. */
function Outcome({ hasAsked, children }: { hasAsked: boolean; children: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (hasAsked && document.activeElement === document.body) text.current?.focus();
  }, [hasAsked]);
  return (
    <p ref={text} className={styles.outcome} role="status" tabIndex={-1}>
      {children}
    </p>
  );
}

/** The push state of this device; `unknown` where nothing is shown. */
type PushStatus = 'unknown' | 'unsupported' | 'notInstalled' | 'blocked' | 'askable' | 'busy' | 'failed' | 'saved';

type Push = { status: PushStatus; hasAsked: boolean; ask: () => void };

const SHOWN = ['unsupported', 'notInstalled', 'blocked', 'askable', 'saved'] as const;

/** The push state, whether the user of this screen asked for it, and `ask`. */
export function usePush(): Push {
  const status = useSelector(pushToken, statusOf);
  const hasAsked = useSelector(pushToken, ({ context }) => context.hasAsked);
  return { status, hasAsked, ask };
}

function ask(): void {
  pushToken.send({ type: 'asked' });
}

function statusOf(state: SnapshotFrom<typeof pushToken>): PushStatus {
  if (!state.matches('signedIn')) return 'unknown';
  // Automatic registration and retries are not shown as busy.
  const isWaitedFor = state.hasTag('busy') || state.matches({ signedIn: 'checking' });
  if (isWaitedFor) return state.context.hasAsked ? 'busy' : 'unknown';
  if (state.matches({ signedIn: 'failed' })) return state.context.hasAsked ? 'failed' : 'unknown';
  return SHOWN.find((each) => state.matches({ signedIn: each })) ?? 'unknown';
}
