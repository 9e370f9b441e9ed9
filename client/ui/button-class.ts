import styles from './Button.module.css';

export type ButtonLook = 'primary' | 'secondary' | 'quiet';

/** The class of a button; for links that look like one, too. */
export function buttonClass(look: ButtonLook = 'primary', wide = false): string {
  return [styles.button, styles[look], wide ? styles.wide : ''].filter(Boolean).join(' ');
}
