import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { textOf } from '../../i18n/language.ts';
import { showText } from '../../lib/toasts.ts';
import { beginStepActor } from './begin-step-actor.ts';
import { StepActors } from './step-actors.ts';
import { stepProblemText } from './step-problem.ts';

/** The actors of this board. A step that is held is saved as soon as the board is left, hidden or closed. */
export function useStepActors(): StepActors {
  const queries = useQueryClient();
  const [steps] = useState(() => new StepActors((order) => beginStepActor(order, queries)));

  useEffect(() => {
    const hurry = () => steps.hurry();
    const hurryWhenHidden = () => {
      if (document.visibilityState === 'hidden') hurry();
    };
    document.addEventListener('visibilitychange', hurryWhenHidden);
    window.addEventListener('pagehide', hurry);
    return () => {
      document.removeEventListener('visibilitychange', hurryWhenHidden);
      window.removeEventListener('pagehide', hurry);
      steps.leave((problem) => void showText('error', stepProblemText(textOf, problem)));
    };
  }, [steps]);

  return steps;
}
