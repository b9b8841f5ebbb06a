import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { passwordText } from '../../../../contract/kernel/fields.ts';
import {
  type StaffMember,
  changeStaffPassword,
  endStaffSession,
  listStaffPasskeys,
  listStaffSessions,
  removeStaffPasskey,
  removeTotp,
} from '../../../../contract/staff/sign-in.ts';
import { useOverlay } from '../../../../packages/client/overlays.ts';
import { Tag } from '../../../../packages/ui/badge.tsx';
import { Button } from '../../../../packages/ui/button.tsx';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { PasswordField } from '../../../../packages/ui/password-field.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { call, explain, setMe, useMe } from '../../shell/api.ts';
import { useFormat } from '../../shell/format.tsx';
import { SubmitError, useSubmitForm } from '../../shell/forms.tsx';
import { Loaded, SkeletonRows } from '../../shell/loaded.tsx';
import { Page } from '../../shell/page.tsx';
import { NewPasskey, TotpSetUp } from '../sign-in/second-factor.tsx';

export function Account() {
  const { t } = useTranslation('account');
  const { data: me } = useMe();
  if (!me) return null;
  return (
    <Page text={t('text')}>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Factors me={me} />
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

function Section({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-4 rounded-card border border-line bg-surface p-5">
      <div>
        <h2 className="text-base">{title}</h2>
        {text && <p className="text-sm text-muted">{text}</p>}
      </div>
      {children}
    </section>
  );
}

type Removal = { what: 'totp' } | { what: 'passkey'; id: string; name: string };

function Factors({ me }: { me: StaffMember }) {
  const { t } = useTranslation('account');
  const toast = useToast();
  const client = useQueryClient();
  const [setsUp, setSetsUp] = useState(false);
  const removal = useOverlay<Removal>('remove-factor', { endsWithPage: true });
  const added = (text: string) => (member: StaffMember) => {
    setMe(member);
    setSetsUp(false);
    toast({ kind: 'success', text });
    void client.invalidateQueries({ queryKey: passkeysKey });
  };
  return (
    <Section title={t('factors')} text={t('factorsText')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="font-medium">{t('app')}</p>
          <p className="text-sm text-muted">{t(me.factors.totp ? 'appOn' : 'appOff')}</p>
        </div>
        {me.factors.totp ? (
          <Button variant="secondary" size="sm" onClick={() => removal.open({ what: 'totp' })}>
            {t('appRemove')}
          </Button>
        ) : (
          !setsUp && (
            <Button variant="secondary" size="sm" onClick={() => setSetsUp(true)}>
              {t('appAdd')}
            </Button>
          )
        )}
      </div>
      {setsUp && <TotpSetUp onAdded={added(t('added'))} />}
      <Passkeys onRemove={removal.open} />
      <NewPasskey onAdded={added(t('passkeyAdded'))} />
      <RemoveDialog removal={removal.props} onClose={() => void removal.close()} />
    </Section>
  );
}

const passkeysKey = ['passkeys'];

function Passkeys({ onRemove }: { onRemove: (removal: Removal) => void }) {
  const { t } = useTranslation('account');
  const format = useFormat();
  const query = useQuery({
    queryKey: passkeysKey,
    queryFn: ({ signal }) => call(listStaffPasskeys, {}, { signal }),
  });
  return (
    <div>
      <p className="font-medium">{t('passkeys')}</p>
      <Loaded query={query} skeleton={<SkeletonRows rows={1} />}>
        {({ passkeys }) =>
          passkeys.length === 0 ? (
            <p className="text-sm text-muted">{t('noPasskeys')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {passkeys.map(({ id, name, lastUsedAt }) => (
                <li key={id} className="flex items-center justify-between gap-3 py-2">
                  <span className="min-w-0">
                    <span className="block wrap-anywhere">{name}</span>
                    <span className="block text-xs text-muted">
                      {lastUsedAt === null ? t('unused') : t('used', { at: format.moment(lastUsedAt) })}
                    </span>
                  </span>
                  <Button
                    variant="secondary"
                    size="sm"
                    aria-label={t('removeOf', { name })}
                    onClick={() => onRemove({ what: 'passkey', id, name })}
                  >
                    {t('remove')}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </div>
  );
}

const proof = z.object({ password: passwordText });

/** Taking a factor away asks for the password: an open console on a desk must not be enough. */
function RemoveDialog({ removal, onClose }: { removal: Removal | null; onClose: () => void }) {
  const { t } = useTranslation(['account', 'shell']);
  return (
    <Dialog open={removal !== null} onClose={onClose} closeLabel={t('shell:close')} title={t('removeTitle')}>
      {removal && <RemoveForm removal={removal} onClose={onClose} />}
    </Dialog>
  );
}

function RemoveForm({ removal, onClose }: { removal: Removal; onClose: () => void }) {
  const { t } = useTranslation(['account', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const form = useSubmitForm({
    defaults: { password: '' },
    schema: async () => proof,
    words: { password: t('currentMissing') },
    async submit({ password }) {
      setMe(
        await (removal.what === 'totp'
          ? call(removeTotp, { password })
          : call(removeStaffPasskey, { passkeyId: removal.id, password })),
      );
      await client.invalidateQueries({ queryKey: passkeysKey });
      toast({ kind: 'success', text: t('removed') });
      onClose();
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <PasswordField
        {...form.field('password')}
        label={t('current')}
        autoComplete="current-password"
        maxLength={512}
        showLabel={t('shell:signIn.showPassword')}
        hideLabel={t('shell:signIn.hidePassword')}
      />
      <Button type="submit" variant="danger" wide loading={form.busy}>
        {t('remove')}
      </Button>
    </form>
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
            <li key={id} className="flex items-center justify-between gap-3 py-2">
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
