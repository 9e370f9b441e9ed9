import { useSelector } from '@xstate/react';
import { createContext, use } from 'react';
import type { AnyActorRef } from 'xstate';

/** A context for an actor of the whole app. */
export function createActorContext<Actor extends AnyActorRef>() {
  const Context = createContext<Actor | undefined>(undefined);
  const useActor = () => {
    const actor = use(Context);
    if (!actor) throw new Error('The actor is not provided');
    return actor;
  };
  /** A part of the state; renders again when another value is selected. */
  const useActorState = <Selected>(select: (state: ReturnType<Actor['getSnapshot']>) => Selected) =>
    useSelector<AnyActorRef, Selected>(useActor(), select);
  return { Provider: Context, useActor, useSelector: useActorState };
}
