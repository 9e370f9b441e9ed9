import { useText } from '../../i18n/use-text.ts';
import { Page } from '../../ui/Page.tsx';
import { ConsentText } from './ConsentText.tsx';

/** The consent text as a page of its own. */
export function ConsentScreen() {
  const t = useText();
  return (
    <Page title={t('consent.title')} narrow>
      <ConsentText />
    </Page>
  );
}
