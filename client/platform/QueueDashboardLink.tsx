import { openQueueDashboard } from '@haat/contract/platform/operator.calls';
import { useMutation } from '@tanstack/react-query';
import { useText } from '../i18n/use-text.ts';
import { call } from '../lib/api.ts';
import { Button } from '../ui/Button.tsx';
import { Notice } from '../ui/Notice.tsx';
import { useRefusalText } from '../ui/use-error-text.ts';

/** Opens the queue dashboard in its own tab, after the server has set its cookie. */
export function QueueDashboardLink() {
  const t = useText();
  const textOf = useRefusalText('operator.queuesFailed');
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (tab: Window | null) => {
      try {
        const { path } = await call(openQueueDashboard);
        // Here, where the browser opens no tabs.
        (tab ?? window).location.assign(path);
      } catch (reason) {
        tab?.close();
        throw reason;
      }
    },
  });
  const problem = textOf(error);
  return (
    <>
      <Button
        look="secondary"
        disabled={isPending}
        // A browser opens a tab during the click only, not once the server has answered.
        onClick={() => mutate(window.open('', '_blank'))}
      >
        {t('operator.queues')}
      </Button>
      {problem && <Notice tone="error">{problem}</Notice>}
    </>
  );
}
