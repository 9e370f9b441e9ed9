import { useSelector } from '@xstate/react';
import { pushToken } from '../../lib/push/push-token.ts';

const STATES = ['unsupported', 'notInstalled', 'blocked', 'askable', 'asking', 'registering', 'saved'] as const;

/** Whether this installation sends push messages, as far as is known. */
export function usePushConfigured(): boolean {
  return useSelector(pushToken, (state) => STATES.some((each) => state.matches({ signedIn: each })));
}
