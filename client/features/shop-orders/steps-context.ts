import { createContext, useContext } from 'react';
import type { StepActors } from './step-actors.ts';

/** The actors of the board that a card stands on. */
export const StepsContext = createContext<StepActors | undefined>(undefined);

export function useSteps(): StepActors {
  const steps = useContext(StepsContext);
  if (!steps) throw new Error('A card stands on a board');
  return steps;
}
