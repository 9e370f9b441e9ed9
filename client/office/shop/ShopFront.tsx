import { removeShopPicture, replaceShopPicture, type SettingsView } from '@haat/contract/shops/settings.calls';
import { DEFAULT_SHOP_IMAGE, shopImageCandidates } from '@haat/contract/catalog/pictures';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useId, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { call } from '../../lib/api.ts';
import { shrinkPicture } from '../../lib/pictures.ts';
import { reload } from '../../lib/reload.ts';
import { Card, Stack } from '../../ui/Card.tsx';
import fileInput from '../../ui/FileInput.module.css';
import looks from '../../ui/looks.module.css';
import { showToast } from '../../ui/toasts.tsx';
import { buttonClass, Button } from '../../ui/Button.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { hasPicture } from '../../ui/ShopPicture.tsx';
import { useRefusalText } from '../../ui/use-error-text.ts';
import styles from './Settings.module.css';

/** The picture of the shop's front; saved as soon as it is chosen. */
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
    <Card as="section" isRoomy gap={4} aria-label={t('settings.front')}>
      <h2>{t('settings.front')}</h2>
      <div className={styles.front}>
        <Front key={settings.picture} settings={settings} />
        <Stack gap={2} align="start">
          <input
            id={id}
            type="file"
            name="picture"
            accept="image/*"
            className={fileInput.input}
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
          <p id={`${id}-hint`} className={looks.note}>
            {t('settings.frontHint')}
          </p>
        </Stack>
      </div>
      {problem ? <Notice tone="error">{problem}</Notice> : null}
    </Card>
  );
}

function Front({ settings: { picture, slug } }: { settings: SettingsView }) {
  const shipped = hasPicture({ slug, picture: null }) ? shopImageCandidates(slug)[0] : DEFAULT_SHOP_IMAGE;
  const showLogo = ({ currentTarget: image }: { currentTarget: HTMLImageElement }) => {
    if (!image.src.endsWith(DEFAULT_SHOP_IMAGE)) image.src = DEFAULT_SHOP_IMAGE;
  };
  return <img className={styles.picture} src={picture ?? shipped} alt="" onError={showLogo} />;
}

/** Uploads a new picture, or removes the uploaded one. */
function useShopFront({ id }: Pick<SettingsView, 'id'>) {
  const t = useText();
  const queries = useQueryClient();
  const textOf = useRefusalText('settings.frontFailed');
  const [isNoImage, setNoImage] = useState(false);
  const params = { shopId: id };
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: File | undefined) => {
      if (!file) return call(removeShopPicture, { params });
      const form = new FormData();
      form.append('picture', await shrinkPicture(file), file.name);
      return call(replaceShopPicture, { params, form });
    },
    onSuccess: ({ picture }) => {
      showToast({ tone: 'success', key: picture ? 'settings.frontSaved' : 'settings.frontRemoved' });
      return reload(queries, replaceShopPicture.changes, params);
    },
  });
  const change = (file: File) => {
    const isImage = file.type.startsWith('image/');
    setNoImage(!isImage);
    if (isImage) mutate(file);
  };
  return {
    change,
    remove: () => mutate(undefined),
    isSaving: isPending,
    problem: isNoImage ? t('picture.notImage') : textOf(error),
  };
}
