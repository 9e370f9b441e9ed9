import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { TextPage } from './TextPage.tsx';

/** Spec section 2, static pages. */
export function AboutScreen() {
  const t = useText();
  return (
    <TextPage
      title="about.title"
      lead="about.hero"
      sections={[
        { title: 'about.who.title', text: 'about.who.text' },
        { title: 'about.dashboard.title', text: 'about.dashboard.text' },
        { title: 'about.vendors.title', text: 'about.vendors.text' },
        { title: 'about.support.title', text: 'about.support.text' },
        { title: 'about.mission.title', text: 'about.mission.text' },
      ]}
    >
      {/* The spec gives this button no action; going to the shops is what its words promise. */}
      <p>
        <Link className={buttonClass()} to="/">
          {t('about.start')}
        </Link>
      </p>
    </TextPage>
  );
}
