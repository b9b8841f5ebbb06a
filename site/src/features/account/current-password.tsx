import { type ComponentProps, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { PasswordField } from '../../../../packages/ui/password-field.tsx';

/** The part of a form's schema that asks for it. It may stay empty: whether it is needed only the server knows. */
export const currentPassword = z.string().transform((text) => text || undefined);

/** The refusals that ask for it. */
export const aboutCurrentPassword = {
  'password.needed': 'currentPassword',
  'password.wrong': 'currentPassword',
} as const;

type CurrentPasswordProps = Omit<ComponentProps<typeof PasswordField>, 'label' | 'showLabel' | 'hideLabel'>;

/** The current password of somebody who changes what protects the account. It appears once the server asks for it. */
export function CurrentPassword(field: CurrentPasswordProps) {
  const { t } = useTranslation(['profile', 'shell']);
  const [asked, setAsked] = useState(false);
  if (field.error && !asked) setAsked(true);
  if (!asked) return null;
  return (
    <PasswordField
      {...field}
      label={t('password.current')}
      autoComplete="current-password"
      showLabel={t('shell:entry.show')}
      hideLabel={t('shell:entry.hide')}
    />
  );
}
