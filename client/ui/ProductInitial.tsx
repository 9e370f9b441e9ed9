import type { CSSProperties } from 'react';
import { graphemesOf } from '../lib/graphemes.ts';
import styles from './ProductInitial.module.css';

type Props = { name: string; className?: string | undefined };

/** In place of a product's picture: the first letter of its name, on a colour that a product always has. */
export function ProductInitial({ name, className = '' }: Props) {
  const hue = hueOf(name);
  return (
    <span className={`${styles.initial} ${className}`} style={coloursOf(hue)} aria-hidden="true" data-initial={hue}>
      <span>{firstLetter(name)}</span>
    </span>
  );
}

/** Letters of Indian scripts consist of several characters. */
function firstLetter(name: string): string {
  return (graphemesOf(name.trim())[0] ?? '').toUpperCase();
}

const HUES = 12;

/** In degrees. Names that differ in a letter have other ones. */
function hueOf(name: string): number {
  const sum = Array.from(name.trim()).reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973, 7);
  return (sum % HUES) * (360 / HUES);
}

/** Not in the styles, which every visit begins with. */
const coloursOf = (hue: number): CSSProperties => ({
  background: `light-dark(oklch(92% 0.05 ${hue}), oklch(33% 0.05 ${hue}))`,
  color: `light-dark(oklch(42% 0.1 ${hue}), oklch(88% 0.07 ${hue}))`,
  fontWeight: 700,
});
