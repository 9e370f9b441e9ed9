import type { ReactNode } from 'react';
import styles from './Page.module.css';
import { PageHeading } from './PageHeading.tsx';

type Props = { title: string; narrow?: boolean | 'form'; children: ReactNode };

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
