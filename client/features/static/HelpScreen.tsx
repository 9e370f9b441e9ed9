import { useText } from '../../i18n/use-text.ts';
import { SUPPORT_EMAIL } from '../../lib/config.ts';
import { buttonClass } from '../../ui/button-class.ts';
import styles from './TextPage.module.css';
import { TextPage } from './TextPage.tsx';

/** Spec section 2, static pages. */
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
      <section className={styles.section}>
        <h2>{t('help.contact.title')}</h2>
        <p>
          <a href={`mailto:${SUPPORT_EMAIL}`}>{SUPPORT_EMAIL}</a>
        </p>
        <p>{t('help.contact.text')}</p>
        <p>{t('help.chat.text')}</p>
        {/* The spec gives this button no action; a message reaches the same people. */}
        <p>
          <a className={buttonClass('secondary')} href={`mailto:${SUPPORT_EMAIL}`}>
            {t('help.chat.start')}
          </a>
        </p>
      </section>
    </TextPage>
  );
}
