import { shopLink } from '@haat/contract/rules/shop-code';
import { QRCodeSVG } from 'qrcode.react';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { useText } from '../../i18n/use-text.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { Awning } from '../../ui/Awning.tsx';
import styles from './PosterScreen.module.css';

/** As drawn; the page scales it. */
const QR_SIZE = 480;

type Props = { slug: string; name: string; address: string | null };

/** The shop's name in big, the QR code of its shelf, and where it is. */
export function Poster({ slug, name, address }: Props) {
  const t = useText();
  const langOf = useScriptLang();
  const link = shopLink(publicAddress(), slug);
  return (
    <article className={styles.poster} aria-label={name}>
      <Awning />
      <h2 className={styles.name} lang={langOf(name)}>
        {name}
      </h2>
      <p className={styles.scan}>{t('poster.scan')}</p>
      <QRCodeSVG
        className={styles.code}
        value={link}
        size={QR_SIZE}
        level="M"
        marginSize={4}
        title={t('qrCodes.code', { name })}
      />
      {address ? (
        <p className={styles.address} lang={langOf(address)}>
          {address}
        </p>
      ) : null}
      <p className={styles.link}>{link.replace(/^https?:\/\//, '')}</p>
      <p className={styles.brand}>{t('qrCodes.brand')}</p>
    </article>
  );
}
