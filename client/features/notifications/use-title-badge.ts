import { useEffect } from 'react';
import { setTitleBadge } from '../../lib/document-title.ts';

/** Shows how many orders wait, before the tab's title and on the icon of the installed app. */
export function useTitleBadge(count: number): void {
  useEffect(() => show(count), [count]);
  useEffect(() => () => show(0), []);
}

function show(count: number): void {
  setTitleBadge(count);
  // Only installed apps have an icon to put it on.
  void (navigator as Partial<Navigator>).setAppBadge?.(count)?.catch(() => {});
}
