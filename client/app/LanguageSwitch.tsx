import { useLingui } from '@lingui/react';
import { chooseLanguage, LANGUAGES } from '../i18n/language.ts';
import { useText } from '../i18n/use-text.ts';
import { showText } from '../lib/toasts.ts';
import styles from './LanguageSwitch.module.css';

/** One tap to the other language, named in its own script, where nobody has to look for it. */
export function LanguageSwitch() {
  const t = useText();
  const { i18n } = useLingui();
  const other = i18n.locale === 'hi' ? 'en' : 'hi';
  const choose = () => void chooseLanguage(other).catch(() => showText('error', t('error.chunk')));
  return (
    <button type="button" className={styles.switch} lang={other} onClick={choose}>
      {LANGUAGES[other]}
    </button>
  );
}
