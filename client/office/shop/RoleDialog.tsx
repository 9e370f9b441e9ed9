import type { ShopRole } from '@haat/contract/accounts/shop-roles';
import { type SubmitEvent, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { Button } from '../../ui/Button.tsx';
import { Row, Stack } from '../../ui/Card.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { useRoleChoices } from './role-choices.ts';

type Props = { who: string; role: ShopRole; onChoose: (role: ShopRole) => void; onClose: () => void };

/** Gives a member another role, from their next tap on. */
export function RoleDialog({ who, role, onChoose, onClose }: Props) {
  const t = useText();
  const [chosen, choose] = useState(role);
  const title = t('team.roleOf', { who });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (chosen === role) onClose();
    else onChoose(chosen);
  };
  return (
    <Dialog shape="sheet" label={title} onClose={onClose}>
      <Stack as="form" gap={4} onSubmit={submit} noValidate>
        <h2>{title}</h2>
        <ChoiceList label={t('team.role')} choices={useRoleChoices()} chosen={chosen} onChoose={choose} />
        <Row justify="between">
          <Button look="secondary" onClick={onClose}>
            {t('common.cancel')}
          </Button>
          <Button type="submit">{t('team.saveRole')}</Button>
        </Row>
      </Stack>
    </Dialog>
  );
}
