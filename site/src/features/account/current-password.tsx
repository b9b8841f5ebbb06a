import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { PasswordField } from '../../../../packages/ui/password-field.tsx';
import { codeOf } from '../../shell/explain.ts';

/** The current password, which is asked for only when the server says so. */
export function useCurrentPassword() {
  const [asked, setAsked] = useState(false);
  const [value, setValue] = useState('');
  const [fault, setFault] = useState<'password.needed' | 'password.wrong' | null>(null);
  return {
    asked,
    value,
    fault,
    setValue,
    /** What goes along with the call. */
    given: value ? { currentPassword: value } : {},
    /** What it was asked for is done. The next time it may be needed again. */
    settle() {
      setAsked(false);
      setValue('');
      setFault(null);
    },
    /** Hears why a call failed; true where the password is the reason. */
    handleError(error: unknown): boolean {
      const code = codeOf(error);
      if (code !== 'password.needed' && code !== 'password.wrong') return false;
      setAsked(true);
      setFault(code);
      return true;
    },
  };
}

type CurrentPasswordProps = { question: ReturnType<typeof useCurrentPassword> };

export function CurrentPassword({ question: { asked, value, fault, setValue } }: CurrentPasswordProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  if (!asked) return null;
  return (
    <PasswordField
      label={t('password.current')}
      // It appears because it is needed now.
      // oxlint-disable-next-line jsx-a11y/no-autofocus
      autoFocus
      autoComplete="current-password"
      showLabel={t('shell:entry.show')}
      hideLabel={t('shell:entry.hide')}
      value={value}
      onChange={({ target }) => setValue(target.value)}
      error={fault ? i18n.t(fault, { ns: 'errors' }) : undefined}
    />
  );
}
