import { useEffect, useRef } from 'react';
import { useText } from '../i18n/use-text.ts';
import { setScreenTitle } from '../lib/document-title.ts';

let isFirstScreen = true;

type Props = { children: string };

/** The one h1 of a screen. Names the document and, except on the first screen, takes the focus when it appears. */
export function PageHeading({ children }: Props) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    setScreenTitle(t('app.documentTitle', { screen: children }));
  }, [t, children]);

  useEffect(() => {
    if (!isFirstScreen) heading.current?.focus({ preventScroll: true });
    isFirstScreen = false;
  }, []);

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children}
    </h1>
  );
}
