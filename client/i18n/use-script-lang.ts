import { useLingui } from '@lingui/react';

/**
 * The `lang` of text that a shop wrote: undefined where it is in the script of the screen. With it a screen reader takes the
 * right voice and a browser the right font.
 */
export function useScriptLang(): (text: string) => 'en' | 'hi' | undefined {
  const { i18n } = useLingui();
  const { locale } = i18n;
  return (text) => {
    const lang = /\p{Script=Devanagari}/u.test(text) ? 'hi' : /\p{Script=Latin}/u.test(text) ? 'en' : undefined;
    return lang === locale ? undefined : lang;
  };
}
