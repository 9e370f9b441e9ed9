import { type NumberKind, readTypedNumber } from '@haat/contract/rules/typed-number';
import { editNumberMachine, type SaveNumber } from '@haat/machines/product-list/edit-number.machine';
import { useMachine } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { fromPromise } from 'xstate';
import { useProblemText } from '../../ui/use-problem-text.ts';

type Edited = { kind: NumberKind; value: number; save: (request: SaveNumber) => Promise<number> };

/** The editing of one number; what was changed is saved even if the screen is left before the steps come to rest. */
export function useEditNumber({ kind, value, save }: Edited) {
  const problemText = useProblemText();
  const actors = { saveNumber: fromPromise<number, SaveNumber>(({ input }) => save(input)) };
  const [state, send, actor] = useMachine(editNumberMachine.provide({ actors }), { input: { kind, value } });

  useEffect(() => send({ type: 'told', value }), [send, value]);

  const saving = useRef(save);
  useEffect(() => {
    saving.current = save;
  });
  useEffect(
    () => () => {
      const snapshot = actor.getSnapshot();
      const { draft, seen } = snapshot.context;
      const last = readTypedNumber(kind, draft);
      const isOpen = snapshot.matches('typing') || snapshot.matches('stepping');
      // Nobody is left to be told; the list says what stands there the next time it is opened.
      if (isOpen && last !== undefined && last !== seen) saving.current({ value: last, seen }).catch(() => {});
    },
    [actor, kind],
  );

  const { draft, problem } = state.context;
  return { draft, problem: problemText(problem), isSaving: state.hasTag('busy'), send };
}
