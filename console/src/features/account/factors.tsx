import { useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { useOverlay } from '#client/overlays.ts';
import { NewTotp, makePasskey } from '#console/features/sign-in/second-factor.tsx';
import { call, setMe } from '#console/shell/api.ts';
import { useFormat } from '#console/shell/format.tsx';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import { passwordText } from '#contract/kernel/fields.ts';
import {
  type StaffMember,
  listStaffPasskeys,
  removeStaffPasskey,
  removeTotp,
  startTotp,
} from '#contract/staff/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { Section } from './section.tsx';

/** What the password is asked for. */
type Change =
  | { what: 'addTotp' }
  | { what: 'addPasskey' }
  | { what: 'removeTotp' }
  | { what: 'removePasskey'; id: string; name: string };

export function Factors({ me }: { me: StaffMember }) {
  const { t } = useTranslation(['account', 'shell']);
  const toast = useToast();
  const client = useQueryClient();
  const [totp, setTotp] = useState<ReplyOf<typeof startTotp>>();
  const change = useOverlay<Change>('change-factor', { endsWithPage: true });
  const changed = (member: StaffMember, text: string) => {
    setMe(member);
    setTotp(undefined);
    toast({ kind: 'success', text });
    void client.invalidateQueries({ queryKey: passkeysKey });
  };
  const work = async (asked: Change, password: string) => {
    switch (asked.what) {
      case 'addTotp':
        return setTotp(await call(startTotp, { password }));
      case 'addPasskey': {
        const member = await makePasskey({ password });
        return member && changed(member, t('passkeyAdded'));
      }
      case 'removeTotp':
        return changed(await call(removeTotp, { password }), t('removed'));
      case 'removePasskey': {
        const { id: passkeyId } = asked;
        return changed(await call(removeStaffPasskey, { passkeyId, password }), t('removed'));
      }
    }
  };
  return (
    <Section title={t('factors')} text={t('factorsText')}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <div>
          <p className="font-medium">{t('app')}</p>
          <p className="text-sm text-muted">{t(me.factors.totp ? 'appOn' : 'appOff')}</p>
        </div>
        {!totp && (
          <Button
            variant="secondary"
            size="sm"
            onClick={() => change.open({ what: me.factors.totp ? 'removeTotp' : 'addTotp' })}
          >
            {t(me.factors.totp ? 'appRemove' : 'appAdd')}
          </Button>
        )}
      </div>
      {totp && <NewTotp totp={totp} onAdded={(member) => changed(member, t('added'))} />}
      <Passkeys onRemove={change.open} />
      <Button
        variant="secondary"
        wide
        icon={<KeyRound aria-hidden className="size-4" />}
        onClick={() => change.open({ what: 'addPasskey' })}
      >
        {t('shell:factor.newPasskey')}
      </Button>
      <ProofDialog change={change.props} onClose={() => void change.close()} work={work} />
    </Section>
  );
}

const passkeysKey = ['passkeys'];

function Passkeys({ onRemove }: { onRemove: (change: Change) => void }) {
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
                <li
                  key={id}
                  className="flex items-center justify-between gap-x-3 gap-y-1 py-2 max-xs:flex-wrap"
                >
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
                    onClick={() => onRemove({ what: 'removePasskey', id, name })}
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

interface ProofDialogProps {
  change: Change | null;
  onClose: () => void;
  work: (change: Change, password: string) => Promise<void>;
}

/** Adding a factor and taking one away ask for the password: an open console on a desk must not be enough. */
function ProofDialog({ change, onClose, work }: ProofDialogProps) {
  const { t } = useTranslation(['account', 'shell']);
  return (
    <Dialog open={change !== null} onClose={onClose} closeLabel={t('shell:close')} title={t('proofTitle')}>
      {change && <ProofForm change={change} onClose={onClose} work={work} />}
    </Dialog>
  );
}

function ProofForm({ change, onClose, work }: ProofDialogProps & { change: Change }) {
  const { t } = useTranslation(['account', 'shell']);
  const removes = change.what === 'removeTotp' || change.what === 'removePasskey';
  const form = useSubmitForm({
    defaults: { password: '' },
    schema: async () => proof,
    words: { password: t('currentMissing') },
    async submit({ password }) {
      await work(change, password);
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
      <Button type="submit" variant={removes ? 'danger' : 'primary'} wide loading={form.busy}>
        {t(removes ? 'remove' : 'shell:factor.continue')}
      </Button>
    </form>
  );
}
