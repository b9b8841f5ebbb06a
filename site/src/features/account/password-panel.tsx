import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { changePassword } from '../../../../contract/account/credentials.ts';
import type { PanelProps } from '../../../../packages/client/overlays.ts';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { FormErrors } from '../../../../packages/ui/form-errors.tsx';
import { PasswordField } from '../../../../packages/ui/password-field.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { call } from '../../shell/api.ts';
import { codeOf, explain } from '../../shell/explain.ts';
import { adoptSession } from '../../shell/member-session.ts';
import { useMember } from '../../shell/session.ts';
import { PasswordStrength } from '../entry/password-strength.tsx';
import { CurrentPassword, useCurrentPassword } from './current-password.tsx';
import { sessionsKey } from './sessions-panel.tsx';

const EMPTY = 'field.password';

export function PasswordPanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const toast = useToast();
  const client = useQueryClient();
  const { trackerId, email, hasPassword } = useMember();
  const formId = useId();
  const question = useCurrentPassword();
  const [typed, setTyped] = useState('');
  const [empty, setEmpty] = useState(false);
  const change = useMutation({
    mutationFn: async () => {
      const { token, user } = await call(changePassword, { password: typed, ...question.given });
      await adoptSession({ token, trackerId, user });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: sessionsKey(trackerId) });
      toast({ kind: 'success', text: t('password.changed') });
      dialog.onClose();
    },
    onError: (error) => {
      const refused = codeOf(error) === EMPTY;
      if (refused) setEmpty(true);
      if (question.handleError(error) || refused) change.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(typed === '');
    if (typed !== '' && !change.isPending) change.mutate();
  };
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={hasPassword ? t('password.title') : t('password.titleFirst')}
      text={t('password.text')}
      actions={[{ label: t('password.submit'), form: formId, loading: change.isPending }]}
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        {/* For password managers, which want to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <CurrentPassword question={question} />
        <PasswordField
          label={t('password.new')}
          hint={t('password.hint')}
          autoComplete="new-password"
          showLabel={t('shell:entry.show')}
          hideLabel={t('shell:entry.hide')}
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          error={empty ? i18n.t(EMPTY, { ns: 'errors' }) : undefined}
        />
        <PasswordStrength password={typed} />
        {change.error && <FormErrors title={explain(change.error, i18n)} />}
      </form>
    </Dialog>
  );
}
