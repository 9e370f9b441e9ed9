import { readTypedNumber } from '@haat/contract/catalog/product-input';
import { type PriceQuestion, unusualPrice } from '@haat/contract/catalog/unusual-price';
import {
  type Edited as EditedKind,
  editNumberMachine,
  readDraft,
  type SaveNumber,
} from '@haat/machines/catalog/edit-number.machine';
import { useMachine } from '@xstate/react';
import { useEffect, useId, useRef } from 'react';
import { fromPromise } from 'xstate';
import { useProblemText } from '../../../ui/use-error-text.ts';
import type { EditStates } from './edit-states.ts';

type Edited = EditedKind & {
  value: number;
  save: (request: SaveNumber) => Promise<number>;
  states: EditStates;
};

/** Why the number is not saved yet: a price that is asked about, in rupees. */
type Question = { kind: PriceQuestion; from: number; to: number };

/** Edits one number. A pending change is saved also when the screen is left, unless it is to be confirmed first. */
export function useEditNumber({ kind, kept, value, save, states }: Edited) {
  const id = useId();
  const problemText = useProblemText();
  const actors = { saveNumber: fromPromise<number, SaveNumber>(({ input }) => save(input)) };
  const [state, send, actor] = useMachine(editNumberMachine.provide({ actors }), { input: { kind, kept, value } });

  useEffect(() => send({ type: 'value.changed', value }), [send, value]);

  const saving = useRef(save);
  useEffect(() => {
    saving.current = save;
  });
  useEffect(
    () => () => {
      const snapshot = actor.getSnapshot();
      const { draft, seen } = snapshot.context;
      const typed = readDraft(snapshot.context, draft);
      const isOpen = snapshot.matches('typing') || snapshot.matches('stepping');
      if (!isOpen || typed === undefined || typed === seen) return;
      if (kind === 'rupees' && unusualPrice(seen, typed) !== undefined) return;
      // A failure cannot be shown any more; the list shows the stored value the next time.
      saving.current({ value: typed, seen }).catch(() => {});
    },
    [actor, kind],
  );

  const { draft, seen, problem } = state.context;
  const isSaving = state.hasTag('busy');
  const isAsking = state.matches('asking');
  const isUnsaved = isAsking || (state.matches('typing') && problem !== undefined);
  useEffect(() => {
    states.set(id, isSaving ? 'saving' : isUnsaved ? 'unsaved' : undefined);
    return () => states.set(id, undefined);
  }, [states, id, isSaving, isUnsaved]);

  /** Saves the draft; false when it cannot be saved as it is. */
  const commit = (): boolean => {
    send({ type: 'committed' });
    const after = actor.getSnapshot();
    return after.matches('resting') || after.matches('saving');
  };
  return {
    id,
    kind,
    isWeighed: kept !== undefined,
    draft,
    problem: problemText(problem),
    question: isAsking ? questionOf(seen, readTypedNumber(kind, draft)) : undefined,
    isSaving,
    send,
    commit,
  };
}

export type EditedNumber = ReturnType<typeof useEditNumber>;

function questionOf(from: number, to: number | undefined): Question | undefined {
  const kind = to === undefined ? undefined : unusualPrice(from, to);
  return to === undefined || kind === undefined ? undefined : { kind, from, to };
}
