import { useName } from '../../i18n/use-name.ts';
import { lineForm } from './product-line.ts';

/** `lineForm` in the language of the screen. */
export function useLineForm(): typeof lineForm {
  const nameOf = useName();
  return ({ size, color, unit }) => {
    const said = (name: string | undefined) => name && nameOf(name);
    return lineForm({ size: said(size), color: said(color), unit: said(unit) });
  };
}
