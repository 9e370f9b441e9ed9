import type { ComponentProps } from 'react';
import styles from './Button.module.css';

type Props = Omit<ComponentProps<'button'>, 'className'> & { look?: ButtonLook; wide?: boolean };

/** A push button; `type="submit"` must be asked for. */
export function Button({ look = 'primary', wide = false, type = 'button', ...rest }: Props) {
  return <button {...rest} type={type} className={buttonClass(look, wide)} />;
}

type ButtonLook = 'primary' | 'secondary' | 'quiet';

/** The class of a button; for links that look like one, too. */
export function buttonClass(look: ButtonLook = 'primary', wide = false): string {
  return [styles.button, styles[look], wide ? styles.wide : ''].filter(Boolean).join(' ');
}
