import type { ReactNode } from 'react';
import { Navigate, Outlet } from 'react-router-dom';
import { useSession } from '../features/session/use-session.ts';

/** The guard: without a session that is valid, or could be refreshed, the way leads to the start. Spec section 2. */
export function RequireSession({ children = <Outlet /> }: { children?: ReactNode }) {
  const { isSignedIn } = useSession();
  return isSignedIn ? children : <Navigate to="/" replace />;
}
