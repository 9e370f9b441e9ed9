import { profileMachine } from '@haat/machines/profile/profile.machine';
import { useMachine } from '@xstate/react';
import { useNavigate } from 'react-router-dom';
import { readRefreshToken } from '../../lib/tokens.ts';
import { useMachineToasts } from '../../lib/use-machine-toasts.ts';
import { useSessionSend } from '../session/use-session.ts';
import { profileActors } from './profile-actors.ts';
import { forgetSentProfile } from './sent-profile.ts';

/** The machine of the profile on this screen: the session follows what it saves, and `wayOut` is where it ends. */
export function useProfileMachine(wayOut: string) {
  const navigate = useNavigate();
  const sendToSession = useSessionSend();
  const machine = profileMachine.provide({
    actors: profileActors,
    actions: {
      readAgain: () => {
        forgetSentProfile();
        sendToSession({ type: 'profile.changed' });
      },
      adoptToken: (_, { token }) =>
        sendToSession({ type: 'signedIn', tokens: { token, refreshToken: readRefreshToken() } }),
      leave: () => void navigate(wayOut),
    },
  });
  const [state, send, actor] = useMachine(machine);
  useMachineToasts(actor);
  return [state, send] as const;
}
