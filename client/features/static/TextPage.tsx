import type { ReactNode } from 'react';
import type { TextId } from '../../i18n/text-id.ts';
import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';
import styles from './TextPage.module.css';

export type TextSection = { title: TextId; text: TextId };

type Props = { title: TextId; lead?: TextId; sections: readonly TextSection[]; children?: ReactNode };

/** A page of running text in titled sections; its child follows after the last one. */
export function TextPage({ title, lead, sections, children }: Props) {
  const t = useText();
  return (
    <Page title={t(title)} narrow>
      <div className={styles.sections}>
        {lead ? <p className={styles.lead}>{t(lead)}</p> : null}
        {sections.map((section) => (
          <section key={section.title} className={styles.section}>
            <h2>{t(section.title)}</h2>
            <p>{t(section.text)}</p>
          </section>
        ))}
        {children}
      </div>
    </Page>
  );
}
