import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ShopOrdersScreen.module.css';

type Props = { isLoading: boolean; onMore: () => void };

/** At the end of a list: fetches more before somebody has scrolled that far, or when it is pressed. */
export function LoadMore({ isLoading, onMore }: Props) {
  const t = useText();
  const end = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (isLoading || !end.current) return undefined;
    const nearing = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && onMore(), {
      rootMargin: '800px',
    });
    nearing.observe(end.current);
    return () => nearing.disconnect();
  }, [isLoading, onMore]);
  return (
    <p ref={end} className={styles.more}>
      <Button look="secondary" aria-disabled={isLoading} onClick={isLoading ? undefined : onMore}>
        {t(isLoading ? 'shopOrders.loading' : 'shopOrders.showMore')}
      </Button>
    </p>
  );
}
