import { useSyncExternalStore } from 'react';

/** Of a number that is edited in the list: on its way to the server, or not saved, as it is invalid or to be confirmed. */
export type EditState = 'saving' | 'unsaved';

/** The last number that was saved in the list: it can be undone. */
type Saved = { name: string; undo: () => Promise<unknown> };

type Summary = { saving: number; unsaved: number; saved: Saved | undefined };

export type EditStates = ReturnType<typeof createEditStates>;

/** The states of all numbers that are edited in a list, for one summary of them. */
export function createEditStates() {
  const states = new Map<string, EditState>();
  const listeners = new Set<() => void>();
  let summary: Summary = { saving: 0, unsaved: 0, saved: undefined };

  function update(saved: Saved | undefined): void {
    const all = [...states.values()];
    const count = (state: EditState) => all.filter((each) => each === state).length;
    summary = { saving: count('saving'), unsaved: count('unsaved'), saved };
    for (const listener of listeners) listener();
  }
  return {
    set(id: string, state: EditState | undefined): void {
      if (states.get(id) === state) return;
      if (state === undefined) states.delete(id);
      else states.set(id, state);
      update(summary.saved);
    },
    /** Remembers the last saved edit; undefined once it was undone. */
    remember(saved: Saved | undefined): void {
      update(saved);
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    read: (): Summary => summary,
  };
}

export const useEditSummary = (states: EditStates): Summary => useSyncExternalStore(states.subscribe, states.read);
