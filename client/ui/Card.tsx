import { createElement, type FormHTMLAttributes, type HTMLAttributes, type RefAttributes } from 'react';
import styles from './layout.module.css';

type Tag = 'div' | 'section' | 'article' | 'header' | 'footer' | 'nav' | 'ul' | 'ol' | 'li' | 'form' | 'p' | 'span';

/** `gap`: a step of the spacing scale, `--space-1` to `--space-6`, or 0 for none. */
export type BoxProps = HTMLAttributes<HTMLElement> &
  Pick<FormHTMLAttributes<HTMLElement>, 'noValidate'> &
  RefAttributes<HTMLElement> & { as?: Tag; gap?: 0 | 1 | 2 | 3 | 4 | 5 | 6 };

/** `start`: children as wide as their content, at the left edge. */
type StackProps = BoxProps & { align?: 'start' };

type RowProps = BoxProps & {
  /** Between the lines, where they stand closer than the children of one. */
  rowGap?: 0 | 1 | 2;
  justify?: 'start' | 'middle' | 'between' | 'end';
  /** `stretch`: all as high as the highest. */
  align?: 'center' | 'stretch' | 'baseline';
};

type CardProps = BoxProps & { isRoomy?: boolean };

/** Children below each other. */
export function Stack({ align, ...props }: StackProps) {
  return createBox(align ? `${styles.stack} ${styles.items}` : styles.stack, props);
}

/** Children side by side, on several lines where they do not fit. */
export function Row({ rowGap, justify = 'start', align = 'center', ...props }: RowProps) {
  return createBox(`${styles.row} ${styles[justify]} ${styles[align]} ${styles[`rowGap${rowGap}`] ?? ''}`, props);
}

/** Children in one line that is scrolled sideways. */
export function Strip(props: BoxProps) {
  return createBox(styles.strip, props);
}

/** A bordered surface whose children stand below each other; a roomy one has a wider padding where the screen allows. */
export function Card({ isRoomy = false, ...props }: CardProps) {
  return createBox(isRoomy ? `${styles.card} ${styles.roomy}` : styles.card, props);
}

function createBox(look: string | undefined, { as = 'div', gap = 3, className, ...rest }: BoxProps) {
  return createElement(as, { ...rest, className: [look, styles[`gap${gap}`], className].filter(Boolean).join(' ') });
}
