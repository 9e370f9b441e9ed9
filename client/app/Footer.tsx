import { Link } from 'react-router-dom';
import { useText } from '../i18n/use-text.ts';
import styles from './Footer.module.css';
import { STATIC_LINKS } from './static-links.ts';

/** Links to the static pages and the copyright line. */
export function Footer() {
  const t = useText();
  return (
    <footer className={styles.footer}>
      <nav className={styles.links} aria-label={t('menu.more')}>
        {STATIC_LINKS.map(({ to, text }) => (
          <Link key={to} to={to}>
            {t(text)}
          </Link>
        ))}
      </nav>
      <p>{t('footer.copyright', { year: String(new Date().getFullYear()) })}</p>
    </footer>
  );
}
