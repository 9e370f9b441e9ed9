import { productImageUrl } from '@haat/contract/rules/product-image';
import { useText } from '../../i18n/use-text.ts';
import { API_BASE } from '../../lib/config.ts';
import { fileUrl } from '../../lib/file-url.ts';
import { Button } from '../../ui/Button.tsx';
import { Field } from '../../ui/Field.tsx';
import { PictureField } from '../../ui/PictureField.tsx';
import { TextAreaField } from '../../ui/TextAreaField.tsx';
import { useProductForm } from './product-form-context.ts';
import styles from './ProductForm.module.css';

const NO_PICTURE = '/images/shops/logo.png';

/** Name, description and picture. Spec section 2: the picture is shown 150 px wide at most. */
export function AboutProduct() {
  const t = useText();
  const { entries, change, problems, savedImage } = useProductForm();
  const { name, description, picture, isPictureRemoved } = entries;
  const saved = isPictureRemoved ? undefined : productImageUrl(savedImage, API_BASE);
  const shown = picture ? fileUrl(picture) : saved;
  return (
    <div className={styles.part}>
      <Field
        label={t('productForm.name')}
        name="name"
        required
        maxLength={120}
        autoComplete="off"
        value={name}
        problem={problems.name && t(problems.name)}
        isQuiet
        onChange={({ target }) => change({ name: target.value })}
      />
      <TextAreaField
        label={t('productForm.description')}
        name="description"
        maxLength={2000}
        value={description}
        onChange={({ target }) => change({ description: target.value })}
      />
      <PictureField
        label={t('productForm.image')}
        hint={t('productForm.imageHint')}
        file={picture}
        saved={null}
        preview={<img className={styles.preview} src={shown ?? NO_PICTURE} alt="" width={150} height={150} />}
        onChosen={(chosen) => change({ picture: chosen, isPictureRemoved: false })}
      >
        {shown ? (
          <Button look="quiet" onClick={() => change({ picture: undefined, isPictureRemoved: picture === undefined })}>
            {t('productForm.removeImage')}
          </Button>
        ) : null}
      </PictureField>
    </div>
  );
}
