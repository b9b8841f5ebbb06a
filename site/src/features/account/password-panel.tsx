import { useQueryClient } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import type { PanelProps } from '#client/overlays.ts';
import { changePassword } from '#contract/account/credentials.ts';
import { passwordText } from '#contract/kernel/fields.ts';
import { PasswordStrength } from '#site/features/entry/password-strength.tsx';
import { call } from '#site/shell/api.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { adoptSession } from '#site/shell/member-session.ts';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { connectionsKey } from './connections-panel.tsx';
import { passkeysKey } from './passkeys-panel.tsx';
import { sessionsKey } from './sessions-panel.tsx';

const schema = z.object({ password: passwordText, endsEverything: z.boolean() });

export function PasswordPanel(dialog: PanelProps) {
  const { t } = useTranslation(['profile', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const { trackerId, email, hasPassword } = useMember();
  const formId = useId();
  const form = useSubmitForm({
    defaults: { password: '', endsEverything: false },
    schema: async () => schema,
    async submit(typed) {
      const { token, user, deviceToken } = await call(changePassword, typed);
      await adoptSession({ token, trackerId, user, deviceToken });
      for (const queryKey of [sessionsKey, passkeysKey, connectionsKey])
        void client.invalidateQueries({ queryKey: queryKey(trackerId) });
      toast({ kind: 'success', text: t('password.changed') });
      dialog.onClose();
    },
  });
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={hasPassword ? t('password.title') : t('password.titleFirst')}
      text={t('password.text')}
      actions={[{ label: t('password.submit'), form: formId, loading: form.busy }]}
    >
      <form id={formId} {...form.formProps} className="space-y-4">
        {/* For password managers, which want to know whose password it is. */}
        <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          {...form.field('password')}
          label={t('password.new')}
          hint={t('password.hint')}
          autoComplete="new-password"
          showLabel={t('password.showNew')}
          hideLabel={t('password.hideNew')}
        />
        <PasswordStrength password={form.watch('password')} />
        <Checkbox
          {...form.field('endsEverything')}
          label={t('password.endEverything')}
          hint={t('password.endEverythingText')}
        />
        <SubmitError refusal={form.refusal} />
      </form>
    </Dialog>
  );
}
