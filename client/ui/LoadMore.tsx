import { useEffect, useRef } from 'react';
import { Button } from './Button.tsx';
import styles from './LoadMore.module.css';

type Props = {
  label: string;
  isLoading: boolean;
  /** Also loads automatically shortly before the end of the list is scrolled into view. */
  isAutomatic?: boolean;
  onMore: () => void;
};

/** The button at the end of a list that loads its next page. */
export function LoadMore({ label, isLoading, isAutomatic = false, onMore }: Props) {
  const end = useRef<HTMLParagraphElement>(null);
  const latest = useRef(onMore);
  useEffect(() => {
    latest.current = onMore;
  });
  useEffect(() => {
    if (!isAutomatic || isLoading || !end.current) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
      },
      { rootMargin: '800px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isAutomatic, isLoading]);
  return (
    <p ref={end} className={styles.more}>
      <Button look="secondary" aria-disabled={isLoading} onClick={isLoading ? undefined : onMore}>
        {label}
      </Button>
    </p>
  );
}
