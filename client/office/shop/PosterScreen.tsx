import { useParams } from 'react-router-dom';
import { QRCodeSVG } from 'qrcode.react';
import { changeSetupStep } from '@haat/contract/shops/setup.calls';
import { getShop } from '@haat/contract/shops/shops.calls';
import { shopName } from '@haat/contract/shops/shop';
import { shopLink } from '@haat/contract/shops/shop-code';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { useCall } from '../../lib/call-query.ts';
import { useSession } from '../../shared/session/SessionProvider.tsx';
import { Button } from '../../ui/Button.tsx';
import { Row } from '../../ui/Card.tsx';
import { Loaded } from '../../ui/Loaded.tsx';
import { Page } from '../../ui/Page.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { useScriptLang } from '../../i18n/use-script-lang.ts';
import { publicAddress } from '../../lib/public-address.ts';
import { Awning } from '../../ui/Awning.tsx';
import styles from './PosterScreen.module.css';

/** A page for the counter, printed on one sheet of A4. */
export function PosterScreen() {
  const t = useText();
  const { shopSlug = '' } = useParams();
  const read = useCall(getShop, { params: { slug: shopSlug } });
  const { data: shop } = read;
  const { isVendor, shopId } = useSession();
  const print = (id: number | undefined) => {
    window.print();
    // A poster that a member has printed is one of the first steps of a shop. Without this note it only stays on their list.
    if (id !== undefined && isVendor && shopId === id)
      call(changeSetupStep, { params: { shopId: id, step: 'poster' }, body: { state: 'done' } }).catch(() => {});
  };
  return (
    <Page title={t('poster.title')} narrow>
      <Row justify="between" className={styles.tools}>
        <p>{t('poster.lead')}</p>
        <Button disabled={!shop} onClick={() => print(shop?.id)}>
          {t('poster.print')}
        </Button>
      </Row>
      <Loaded read={read} failed="header.failed" waiting={<Skeleton height="640px" radius="var(--radius-card)" />}>
        {(shown) => <Poster slug={shown.slug} name={shopName(shown)} address={shown.address} />}
      </Loaded>
    </Page>
  );
}

/** As drawn; the page scales it. */
const QR_SIZE = 480;

type Props = { slug: string; name: string; address: string | null };

/** The shop's name in big, the QR code of its catalog, and where it is. */
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
