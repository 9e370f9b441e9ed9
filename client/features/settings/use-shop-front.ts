import type { SettingsView, ShopPictureView } from '@haat/contract/api/settings.schema';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { callApi } from '../../lib/api.ts';
import { DESK_QUERY_KEYS } from '../../lib/desk-query-keys.ts';
import { shrinkPicture } from '../../lib/shrink-picture.ts';
import { showToast } from '../../lib/toasts.ts';
import { useRefusalText } from '../../ui/use-refusal-text.ts';

/** Sends a new picture of the shop's front, or removes the uploaded one. */
export function useShopFront({ id }: Pick<SettingsView, 'id'>) {
  const t = useText();
  const queries = useQueryClient();
  const textOf = useRefusalText('settings.frontFailed');
  const [isNoImage, setNoImage] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (file: File | undefined) => {
      const path = `/api/shops/${id}/picture`;
      if (!file) return callApi<ShopPictureView>(path, { method: 'DELETE' });
      const body = new FormData();
      body.append('picture', await shrinkPicture(file), file.name);
      return callApi<ShopPictureView>(path, { method: 'PUT', body });
    },
    onSuccess: ({ picture }) => {
      queries.setQueryData<SettingsView>(DESK_QUERY_KEYS.settings(id), (known) => known && { ...known, picture });
      showToast({ tone: 'success', key: picture ? 'settings.frontSaved' : 'settings.frontRemoved' });
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
