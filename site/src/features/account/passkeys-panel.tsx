import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OfflineError } from '#client/call.ts';
import { useDates } from '#client/dates.ts';
import type { PanelProps } from '#client/overlays.ts';
import { type Passkey, listPasskeys, removePasskey } from '#contract/account/passkeys.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { call } from '#site/shell/api.ts';
import { codeOf, explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { FormErrors } from '#ui/form-errors.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toast.tsx';

const possible = typeof window !== 'undefined' && 'PublicKeyCredential' in window;

export const passkeysKey = (trackerId: string) => [trackerId, 'passkeys'];

function usePasskeys() {
  const { t } = useTranslation('profile');
  const toast = useToast();
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = passkeysKey(trackerId);
  const again = () => client.invalidateQueries({ queryKey });
  const list = useQuery({
    queryKey,
    queryFn: async ({ signal }) => (await call(listPasskeys, { trackerId }, { signal })).passkeys,
  });
  const add = useMutation({
    mutationFn: async () => {
      const { makePasskey } = await import('#site/features/entry/login/passkeys.ts');
      return makePasskey(trackerId).catch((error: unknown) => {
        // The browser's own reasons mean nothing to a member.
        if (codeOf(error) || error instanceof OfflineError) throw error;
        throw new Failure('passkey.refused', undefined);
      });
    },
    onSuccess: (added) => {
      if (added) toast({ kind: 'success', text: t('passkeys.added') });
      return again();
    },
  });
  const remove = useMutation({
    mutationFn: (passkeyId: string) => call(removePasskey, { trackerId, passkeyId }),
    onSuccess: () => {
      toast({ kind: 'success', text: t('passkeys.removed') });
      return again();
    },
  });
  return { list, add, remove };
}

export function PasskeysPanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const { list, add, remove } = usePasskeys();
  const error = add.error ?? remove.error;
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('passkeys.title')}
      text={t('passkeys.text')}
      actions={
        possible
          ? [
              {
                label: t('passkeys.add'),
                staysOpen: true,
                loading: add.isPending,
                onClick: () => add.mutate(),
              },
            ]
          : []
      }
    >
      {error && <FormErrors title={explain(error, i18n)} />}
      {!possible && <p className="mb-3 text-muted">{t('passkeys.impossible')}</p>}
      <Loaded query={list} skeleton={<RowSkeletons />}>
        {(passkeys) =>
          passkeys.length === 0 ? (
            <p className="rounded-field bg-soft p-4 text-muted">{t('passkeys.none')}</p>
          ) : (
            <ul className="divide-y divide-line">
              {passkeys.map((passkey) => (
                <PasskeyRow
                  key={passkey.id}
                  passkey={passkey}
                  busy={remove.isPending && remove.variables === passkey.id}
                  onRemove={() => remove.mutate(passkey.id)}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      <p className="mt-4 text-sm text-muted">{t('passkeys.reset')}</p>
    </Dialog>
  );
}

type PasskeyRowProps = { passkey: Passkey; busy: boolean; onRemove: () => void };

function PasskeyRow({ passkey, busy, onRemove }: PasskeyRowProps) {
  const { t } = useTranslation('profile');
  const dates = useDates();
  const [sure, setSure] = useState(false);
  const { name, createdAt, lastUsedAt } = passkey;
  const label = name || t('passkeys.unnamed');
  return (
    <li className="flex items-center gap-3 py-3">
      <KeyRound aria-hidden="true" className="size-6 shrink-0 text-muted" strokeWidth={1.5} />
      <div className="min-w-0 flex-1">
        <p className="font-medium">{label}</p>
        <p className="text-sm text-muted">
          {lastUsedAt
            ? t('passkeys.used', { date: dates.time(lastUsedAt) })
            : t('passkeys.made', { date: dates.time(createdAt) })}
        </p>
      </div>
      <Button
        variant={sure ? 'danger' : 'secondary'}
        size="sm"
        loading={busy}
        aria-label={sure ? undefined : t('passkeys.removeOne', { name: label })}
        onBlur={() => setSure(false)}
        onClick={sure ? onRemove : () => setSure(true)}
      >
        {sure ? t('passkeys.sure') : t('passkeys.remove')}
      </Button>
    </li>
  );
}
