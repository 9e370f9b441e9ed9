import { useLingui } from '@lingui/react';
import { chooseLanguage, LANGUAGES, type Language } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { showText } from '../lib/toasts.ts';
import styles from './Menu.module.css';

/** Each language by its name in its own script, so that whoever needs it can read it. */
export function LanguageMenu() {
  const t = useText();
  const { i18n } = useLingui();
  const choose = (language: Language) => {
    chooseLanguage(language).catch(() => showText('error', t('error.chunk')));
  };
  return (
    <div className={styles.group} role="group" aria-label={t('menu.language')}>
      <p className={styles.title}>{t('menu.language')}</p>
      {(Object.keys(LANGUAGES) as Language[]).map((language) => (
        <button
          key={language}
          type="button"
          lang={language}
          className={styles.item}
          aria-pressed={i18n.locale === language}
          onClick={() => choose(language)}
        >
          {LANGUAGES[language]}
        </button>
      ))}
    </div>
  );
}
