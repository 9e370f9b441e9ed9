import type { SettingsView } from '@haat/contract/api/settings.schema';
import { DEFAULT_SHOP_IMAGE, shopImageCandidates } from '@haat/contract/rules/shop-image';
import { useId, type ChangeEvent } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { buttonClass } from '../../ui/button-class.ts';
import { Button } from '../../ui/Button.tsx';
import hidden from '../../ui/FileInput.module.css';
import { Notice } from '../../ui/Notice.tsx';
import desk from '../desk/Desk.module.css';
import styles from './ShopFront.module.css';
import { useShopFront } from './use-shop-front.ts';

/** The picture of the shop's front: chosen, it is saved at once. */
export function ShopFront({ settings }: { settings: SettingsView }) {
  const t = useText();
  const id = useId();
  const { change, remove, isSaving, problem } = useShopFront(settings);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? [];
    target.value = '';
    if (file) change(file);
  };
  return (
    <section className={desk.card} aria-label={t('settings.front')}>
      <h2>{t('settings.front')}</h2>
      <div className={styles.front}>
        <Front key={settings.picture} settings={settings} />
        <div className={styles.words}>
          <input
            id={id}
            type="file"
            accept="image/*"
            className={hidden.input}
            disabled={isSaving}
            aria-describedby={`${id}-hint`}
            onChange={choose}
          />
          <label htmlFor={id} className={buttonClass('secondary')}>
            {t(isSaving ? 'settings.frontSaving' : 'picture.choose')}
          </label>
          {settings.picture ? (
            <Button look="quiet" disabled={isSaving} onClick={remove}>
              {t('settings.frontRemove')}
            </Button>
          ) : null}
          <p id={`${id}-hint`} className={desk.muted}>
            {t('settings.frontHint')}
          </p>
        </div>
      </div>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </section>
  );
}

function Front({ settings: { picture, slug } }: { settings: SettingsView }) {
  const [cameWithHaat = DEFAULT_SHOP_IMAGE] = shopImageCandidates(slug);
  const showLogo = ({ currentTarget: image }: { currentTarget: HTMLImageElement }) => {
    if (!image.src.endsWith(DEFAULT_SHOP_IMAGE)) image.src = DEFAULT_SHOP_IMAGE;
  };
  return <img className={styles.picture} src={picture ?? cameWithHaat} alt="" onError={showLogo} />;
}
