import { useEffect, useRef } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import styles from './ProductListScreen.module.css';

type Props = { isFetching: boolean; onMore: () => void };

/** The end of the list so far: the next page comes as it is scrolled to, or at a press. */
export function MoreProducts({ isFetching, onMore }: Props) {
  const t = useText();
  const end = useRef<HTMLParagraphElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    if (!end.current || isFetching) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) more.current();
      },
      { rootMargin: '600px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isFetching]);
  return (
    <p ref={end} className={styles.more}>
      <Button look="secondary" aria-disabled={isFetching} onClick={() => !isFetching && onMore()}>
        {t(isFetching ? 'productList.loading' : 'productList.more')}
      </Button>
    </p>
  );
}
