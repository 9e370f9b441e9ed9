import { useEffect } from 'react';

const BADGE = /^\(\d+\) /;

/** Shows how many orders wait, as `(3) ` before the tab's title and on the icon of the installed app. */
export function useTitleBadge(count: number): void {
  useEffect(() => {
    const title = document.title.replace(BADGE, '');
    document.title = count > 0 ? `(${count}) ${title}` : title;
    void setAppBadge(count);
  }, [count]);

  useEffect(
    () => () => {
      document.title = document.title.replace(BADGE, '');
      void setAppBadge(0);
    },
    [],
  );
}

async function setAppBadge(count: number): Promise<void> {
  // Only installed apps have an icon to put it on.
  await (navigator as Partial<Navigator>).setAppBadge?.(count)?.catch(() => {});
}
