import { useQueryClient } from '@tanstack/react-query';
import { useText } from '../../i18n/use-text.ts';
import { showText } from '../../ui/toasts.tsx';
import styles from './FavouriteButton.module.css';
import { type Favourite, loadChanges, useIsFavourite, useIsSignedIn } from './favourites-query.ts';

type Props = Favourite & { name: string };

/** A heart that marks a shop or a product as a favourite; in a grid it lies over the end of the first cell. */
export function FavouriteButton(props: Props) {
  // A catalog has one for each product: for guests, it subscribes to nothing but the login.
  return useIsSignedIn() ? <OwnFavourite {...props} /> : <Heart {...props} isSignedIn={false} isOn={false} />;
}

function OwnFavourite(props: Props) {
  return <Heart {...props} isSignedIn isOn={useIsFavourite(props)} />;
}

type HeartProps = Props & { isSignedIn: boolean; isOn: boolean };

function Heart({ kind, id, name, isSignedIn, isOn }: HeartProps) {
  const t = useText();
  const queries = useQueryClient();
  const toggle = () => {
    const favourite = { kind, id };
    loadChanges().then(
      ({ setFavourite, requestFavourite }) =>
        isSignedIn ? setFavourite(queries, favourite, !isOn) : requestFavourite(favourite),
      () => showText('error', t('error.chunk')),
    );
  };
  return (
    <button
      type="button"
      className={styles.heart}
      aria-label={t('favourite.name', { name })}
      aria-pressed={isOn}
      onClick={toggle}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path d="M12 20C5 15 3 12 3 8.5a4.5 4.5 0 0 1 9-1 4.5 4.5 0 0 1 9 1c0 3.5-2 6.5-9 11.5Z" />
      </svg>
    </button>
  );
}
