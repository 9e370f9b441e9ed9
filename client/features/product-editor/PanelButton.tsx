import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';

type Props = { isOpen: boolean; onToggle: () => void; children: ReactNode };

/** Opens the panel below a field, and closes it again. Spec section 2. */
export function PanelButton({ isOpen, onToggle, children }: Props) {
  return (
    <Button look="secondary" aria-expanded={isOpen} onClick={onToggle}>
      {children}
    </Button>
  );
}
