import { useEffect } from 'react';

type Waits = { send: (event: { type: 'line.back' }) => void };

/** Tells the feed when waiting any longer makes no sense: the device is online again, or somebody looks at the page. */
export function useLineBack(feed: Waits): void {
  useEffect(() => {
    const tell = () => feed.send({ type: 'line.back' });
    const tellWhenSeen = () => {
      if (document.visibilityState === 'visible') tell();
    };
    window.addEventListener('online', tell);
    document.addEventListener('visibilitychange', tellWhenSeen);
    return () => {
      window.removeEventListener('online', tell);
      document.removeEventListener('visibilitychange', tellWhenSeen);
    };
  }, [feed]);
}
