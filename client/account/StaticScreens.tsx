import { Link } from 'react-router-dom';
import type { ReactNode } from 'react';
import { type TextId, useText } from '../i18n/use-text.ts';
import { buttonClass } from '../ui/Button.tsx';
import { SUPPORT_EMAIL } from '../lib/config.ts';
import { Page } from '../ui/Page.tsx';
import looks from '../ui/looks.module.css';
import { ConsentText } from './ConsentText.tsx';
import styles from './Account.module.css';

export function AboutScreen() {
  const t = useText();
  return (
    <TextPage
      title="about.title"
      lead="about.hero"
      sections={[
        { title: 'about.who.title', text: 'about.who.text' },
        { title: 'about.dashboard.title', text: 'about.dashboard.text' },
        { title: 'about.vendors.title', text: 'about.vendors.text' },
        { title: 'about.support.title', text: 'about.support.text' },
        { title: 'about.mission.title', text: 'about.mission.text' },
      ]}
    >
      {/* Leads to the shops, as its text promises. */}
      <p>
        <Link className={buttonClass()} to="/">
          {t('about.start')}
        </Link>
      </p>
    </TextPage>
  );
}

export function HelpScreen() {
  const t = useText();
  return (
    <TextPage
      title="help.title"
      lead="help.lead"
      sections={[
        { title: 'help.track.title', text: 'help.track.text' },
        { title: 'help.add.title', text: 'help.add.text' },
        { title: 'help.login.title', text: 'help.login.text' },
        { title: 'help.pay.title', text: 'help.pay.text' },
        { title: 'help.paid.title', text: 'help.paid.text' },
      ]}
    >
      <section className={styles.staticSection}>
        <h2>{t('help.contact.title')}</h2>
        <p>
          <a className={looks.link} href={`mailto:${SUPPORT_EMAIL}`}>
            {SUPPORT_EMAIL}
          </a>
        </p>
        <p>{t('help.contact.text')}</p>
        <p>{t('help.chat.text')}</p>
        {/* Opens a message: there is no chat, and it reaches the same people. */}
        <p>
          <a className={buttonClass('secondary')} href={`mailto:${SUPPORT_EMAIL}`}>
            {t('help.chat.start')}
          </a>
        </p>
      </section>
    </TextPage>
  );
}

export function PrivacyScreen() {
  return (
    <TextPage
      title="privacy.title"
      sections={[
        { title: 'privacy.data.title', text: 'privacy.data.text' },
        { title: 'privacy.use.title', text: 'privacy.use.text' },
        { title: 'privacy.cookies.title', text: 'privacy.cookies.text' },
        { title: 'privacy.consent.title', text: 'privacy.consent.text' },
        { title: 'privacy.others.title', text: 'privacy.others.text' },
        { title: 'privacy.rights.title', text: 'privacy.rights.text' },
        { title: 'privacy.changes.title', text: 'privacy.changes.text' },
        { title: 'privacy.contact.title', text: 'privacy.contact.text' },
      ]}
    />
  );
}

export function TermsScreen() {
  return (
    <TextPage
      title="terms.title"
      sections={[
        { title: 'terms.acceptance.title', text: 'terms.acceptance.text' },
        { title: 'terms.use.title', text: 'terms.use.text' },
        { title: 'terms.conduct.title', text: 'terms.conduct.text' },
        { title: 'terms.payments.title', text: 'terms.payments.text' },
        { title: 'terms.termination.title', text: 'terms.termination.text' },
        { title: 'terms.property.title', text: 'terms.property.text' },
        { title: 'terms.liability.title', text: 'terms.liability.text' },
        { title: 'terms.changes.title', text: 'terms.changes.text' },
        { title: 'terms.law.title', text: 'terms.law.text' },
        { title: 'terms.contact.title', text: 'terms.contact.text' },
      ]}
    />
  );
}

/** The consent text as its own page. */
export function ConsentScreen() {
  const t = useText();
  return (
    <Page title={t('consent.title')} narrow>
      <ConsentText />
    </Page>
  );
}

export type TextSection = { title: TextId; text: TextId };

type Props = {
  title: TextId;
  lead?: TextId;
  /** Above the sections. */
  intro?: ReactNode;
  sections: readonly TextSection[];
  children?: ReactNode;
};

/** A page of running text in titled sections; its child follows after the last one. */
export function TextPage({ title, lead, intro, sections, children }: Props) {
  const t = useText();
  return (
    <Page title={t(title)} narrow>
      <div className={styles.sections}>
        {lead ? <p className={styles.lead}>{t(lead)}</p> : null}
        {intro}
        {sections.map((section) => (
          <section key={section.title} className={styles.staticSection}>
            <h2>{t(section.title)}</h2>
            <p>{t(section.text)}</p>
          </section>
        ))}
        {children}
      </div>
    </Page>
  );
}
