import { type ReactNode, useEffect, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { setScreenTitle } from '../lib/document-title.ts';
import styles from './Page.module.css';

type Props = { title: string; narrow?: boolean | 'form'; children?: ReactNode };

/** A screen with its main heading, which also names the document and takes the focus after a navigation. */
export function Page({ title, narrow = false, children }: Props) {
  const width = narrow === 'form' ? styles.form : narrow ? styles.narrow : '';
  return (
    <div className={`${styles.page} ${width}`}>
      <div className={styles.heading}>
        <PageHeading>{title}</PageHeading>
      </div>
      {children}
    </div>
  );
}

let isFirstScreen = true;

/** `lang`: of a heading in another language than the screen. */
type PageHeadingProps = { children: string; lang?: string | undefined };

/** The one h1 of a screen. Names the document and, except on the first screen, takes the focus when it appears. */
export function PageHeading({ children, lang }: PageHeadingProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    setScreenTitle(t('app.documentTitle', { screen: children }));
  }, [t, children]);

  useEffect(() => {
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true });
    isFirstScreen = false;
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1} lang={lang}>
      {children}
    </h1>
  );
}
