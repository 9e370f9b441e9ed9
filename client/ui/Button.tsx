import type { ComponentProps } from 'react';
import { buttonClass, type ButtonLook } from './button-class.ts';

type Props = Omit<ComponentProps<'button'>, 'className'> & { look?: ButtonLook; wide?: boolean };

/** A push button; `type="submit"` must be asked for. */
export function Button({ look = 'primary', wide = false, type = 'button', ...rest }: Props) {
  return <button {...rest} type={type} className={buttonClass(look, wide)} />;
}
