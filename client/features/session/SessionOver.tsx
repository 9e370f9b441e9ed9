import { useEffect } from 'react';
import { Navigate } from 'react-router-dom';
import { useSessionSend } from './use-session.ts';

/** The server no longer lets this user in: the token is removed, and the visitor is at the start. Spec section 8. */
export function SessionOver() {
  const send = useSessionSend();
  useEffect(() => send({ type: 'logout' }), [send]);
  return <Navigate to="/" replace />;
}
