import { createContext, use, useEffect, useState, useSyncExternalStore } from 'react';
import type { AnyActor, DeferredActor } from './deferred-actor.ts';

/** An actor that lives as long as the component. */
export function useDeferredActor<State, Event, Emitted>(
  create: () => DeferredActor<State, Event, Emitted>,
): DeferredActor<State, Event, Emitted> {
  const [actor] = useState(create);
  useEffect(() => actor.start(), [actor]);
  return actor;
}

type Observed<State> = Pick<DeferredActor<State, never>, 'getSnapshot' | 'subscribe'>;

/** A part of the state; renders again when another value is selected. */
export function useActorState<State, Selected>(
  { getSnapshot, subscribe }: Observed<State>,
  select: (state: State) => Selected,
): Selected {
  const read = () => select(getSnapshot());
  return useSyncExternalStore(subscribe, read, read);
}

/** Why the machine is not there now. */
export function useActorFailure<State, Event, Emitted>({
  getFailure,
  subscribe,
}: AnyActor<State, Event, Emitted>): Error | undefined {
  return useSyncExternalStore(subscribe, getFailure, getFailure);
}

/** A context for an actor of the whole app. */
export function createDeferredContext<State, Event, Emitted = never>() {
  const Context = createContext<AnyActor<State, Event, Emitted> | undefined>(undefined);
  const useActor = () => {
    const actor = use(Context);
    if (!actor) throw new Error('The actor is not provided');
    return actor;
  };
  const useSelector = <Selected>(select: (state: State) => Selected) => useActorState(useActor(), select);
  return { Provider: Context, useActor, useSelector };
}
