import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { AlertSettings, hasQueues } from '#console/features/alerts/alert-settings.tsx';
import { call, explain, useMe } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { passwordText } from '#contract/kernel/fields.ts';
import { changeStaffPassword, endStaffSession, listStaffSessions } from '#contract/staff/sign-in.ts';
import { Tag } from '#ui/badge.tsx';
import { Button } from '#ui/button.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { Factors } from './factors.tsx';
import { Section } from './section.tsx';

export function Account() {
  const { t } = useTranslation('account');
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <Page text={t('text')}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <div className="flex flex-col gap-5">
          <Factors me={me} />
          {hasQueues(me) && (
            <Section title={t('alerts.title')} text={t('alerts.text')}>
              <AlertSettings />
            </Section>
          )}
        </div>
        <div className="flex flex-col gap-5">
          <Section title={t('password')}>
            <PasswordForm />
          </Section>
          <Section title={t('sessions')}>
            <Sessions />
          </Section>
        </div>
      </div>
    </Page>
  );
}

const passwords = z.object({
  current: passwordText,
  password: passwordText.min(10, { error: 'password.too_short' }),
});

function PasswordForm() {
  const { t } = useTranslation(['account', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const form = useSubmitForm({
    defaults: { current: '', password: '' },
    schema: async () => passwords,
    words: { current: t('currentMissing') },
    async submit(given) {
      await call(changeStaffPassword, given);
      form.reset();
      toast({ kind: 'success', text: t('saved') });
      await client.invalidateQueries({ queryKey: sessionsKey });
    },
  });
  const labels = {
    showLabel: t('shell:signIn.showPassword'),
    hideLabel: t('shell:signIn.hidePassword'),
    maxLength: 512,
  };
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <PasswordField
        {...form.field('current')}
        {...labels}
        label={t('current')}
        autoComplete="current-password"
      />
      <PasswordField
        {...form.field('password')}
        {...labels}
        label={t('next')}
        hint={t('hint')}
        autoComplete="new-password"
      />
      <Button type="submit" variant="secondary" loading={form.busy}>
        {t('save')}
      </Button>
    </form>
  );
}

const sessionsKey = ['sessions'];

function Sessions() {
  const { t, i18n } = useTranslation('account');
  const format = useFormat();
  const toast = useToast();
  const client = useQueryClient();
  const query = useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => call(listStaffSessions, {}, { signal }),
  });
  const end = useMutation({
    mutationFn: (sessionId: string) => call(endStaffSession, { sessionId }),
    onSuccess: () => toast({ kind: 'success', text: t('ended') }),
    onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    onSettled: () => client.invalidateQueries({ queryKey: sessionsKey }),
  });
  return (
    <Loaded query={query} skeleton={<SkeletonRows rows={2} />}>
      {({ sessions }) => (
        <ul className="divide-y divide-line">
          {sessions.map(({ id, current, device, ip, createdAt }) => (
            <li key={id} className="flex items-center justify-between gap-x-3 gap-y-1 py-2 max-xs:flex-wrap">
              <span className="min-w-0">
                <span className="block wrap-anywhere">{device || t('unknown')}</span>
                <span className="block text-xs wrap-anywhere text-muted">
                  {[t('since', { at: format.moment(createdAt) }), ip].filter(Boolean).join(' · ')}
                </span>
              </span>
              {current ? (
                <Tag tone="success">{t('here')}</Tag>
              ) : (
                <Button
                  variant="secondary"
                  size="sm"
                  aria-label={t('endOf', { device: device || t('unknown') })}
                  onClick={() => end.mutate(id)}
                >
                  {t('end')}
                </Button>
              )}
            </li>
          ))}
        </ul>
      )}
    </Loaded>
  );
}
