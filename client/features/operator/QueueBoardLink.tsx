import type { QueueBoardView } from '@haat/contract/api/operator.schema';
import { useMutation } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { callApi } from '../../lib/api.ts';
import { Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useRefusalText } from '../../ui/use-refusal-text.ts';

const BOARD = { path: '' } as const;

/** Opens the board of the queues, which is a page of its own: the server lets this browser in first. */
export function QueueBoardLink({ open = (path: string) => window.location.assign(path) }) {
  const t = useText();
  const textOf = useRefusalText('operator.queuesFailed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => callApi<QueueBoardView>('/api/operator/queue-board', { method: 'POST', body: {}, like: BOARD }),
    onSuccess: ({ path }) => open(path),
  });
  const problem = textOf(error);
  return (
    <>
      <Button look="secondary" disabled={isPending} onClick={() => mutate()}>
        {t('operator.queues')}
      </Button>
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
}
