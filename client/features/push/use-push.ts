import { useSelector } from '@xstate/react';
import type { SnapshotFrom } from 'xstate';
import { pushToken } from '../../lib/push/push-token.ts';

/** How this device stands to messages that come while no page is open; `unknown` where there is nothing to say of it. */
export type PushStanding =
  'unknown' | 'unsupported' | 'notInstalled' | 'blocked' | 'askable' | 'busy' | 'failed' | 'saved';

type Push = { standing: PushStanding; hasAsked: boolean; ask: () => void };

const SHOWN = ['unsupported', 'notInstalled', 'blocked', 'askable', 'saved'] as const;

/** The standing, whether somebody at this screen asked for it, and how to ask. */
export function usePush(): Push {
  const standing = useSelector(pushToken, standingOf);
  const hasAsked = useSelector(pushToken, ({ context }) => context.hasAsked);
  return { standing, hasAsked, ask };
}

function ask(): void {
  pushToken.send({ type: 'asked' });
}

function standingOf(state: SnapshotFrom<typeof pushToken>): PushStanding {
  if (!state.matches('signedIn')) return 'unknown';
  // What goes on by itself, at a start or after a while, is nothing to wait for.
  const isWaitedFor = state.hasTag('busy') || state.matches({ signedIn: 'looking' });
  if (isWaitedFor) return state.context.hasAsked ? 'busy' : 'unknown';
  if (state.matches({ signedIn: 'failed' })) return state.context.hasAsked ? 'failed' : 'unknown';
  return SHOWN.find((each) => state.matches({ signedIn: each })) ?? 'unknown';
}
