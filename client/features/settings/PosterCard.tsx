import { Link } from 'react-router-dom';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import desk from '../desk/Desk.module.css';

/** The way to the poster with the shop's QR code. */
export function PosterCard({ slug }: { slug: string }) {
  const t = useText();
  return (
    <section className={desk.card} aria-label={t('poster.title')}>
      <div className={desk.spread}>
        <div>
          <h2>{t('poster.title')}</h2>
          <p className={desk.muted}>{t('poster.hint')}</p>
        </div>
        <Link className={buttonClass('secondary')} to={`/${slug}/poster`}>
          {t('poster.open')}
        </Link>
      </div>
    </section>
  );
}
