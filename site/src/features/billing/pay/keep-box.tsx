import { useTranslation } from 'react-i18next';
import type { Quote } from '../../../../../contract/billing/orders.ts';
import { Checkbox } from '../../../../../packages/ui/checkbox.tsx';
import type { Method } from './methods.ts';

type KeepBoxProps = { checked: boolean; onChange: (checked: boolean) => void };

/** Asks whether what a pack is paid with may be kept. Nobody's yes is taken for granted. */
export function KeepBox({ checked, onChange }: KeepBoxProps) {
  const { t } = useTranslation('pay');
  return (
    <Checkbox
      name="keepForLater"
      checked={checked}
      onChange={(event) => onChange(event.target.checked)}
      label={t('keep.label')}
      hint={t('keep.hint')}
    />
  );
}

/** A plan needs it kept and says so, a check keeps nothing, and what is on file is on file. */
export function asksToKeep(
  { purchase, period }: Pick<Quote, 'purchase' | 'period'>,
  method: Method,
): boolean {
  return purchase === 'plan' && period === null && method !== 'on_file';
}
