import { useQuery } from '@tanstack/react-query';
import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { Failure } from '../../../../contract/kernel/errors.ts';
import { passwordText } from '../../../../contract/kernel/fields.ts';
import { acceptInvitation, readInvitation } from '../../../../contract/staff/sign-in.ts';
import { Button, ButtonLink } from '../../../../packages/ui/button.tsx';
import { EmptyState } from '../../../../packages/ui/empty-state.tsx';
import { PasswordField } from '../../../../packages/ui/password-field.tsx';
import { Skeleton } from '../../../../packages/ui/skeleton.tsx';
import { call } from '../../shell/api.ts';
import { SubmitError, useSubmitForm } from '../../shell/forms.tsx';
import { Loaded } from '../../shell/loaded.tsx';
import { BareHeading, BarePage } from '../../shell/page.tsx';
import { paths } from '../../shell/paths.ts';
import { rolesOf } from '../../shell/roles.ts';

/** Where an invitation leads: whom it is for, and the password that opens the account. */
export function Invitation() {
  const { t } = useTranslation();
  // It stands behind the hash, so that it reaches no log; here it is kept out of the address bar's next page too.
  const { hash } = useLocation();
  const [linkToken] = useState(hash.slice(1));
  const query = useQuery({
    queryKey: ['invitation', linkToken],
    queryFn: ({ signal }) => call(readInvitation, { linkToken }, { signal }),
    retry: (count, error) => !(error instanceof Failure) && count < 3,
    staleTime: Infinity,
  });
  const gone = query.error instanceof Failure && query.error.code === 'link.invalid';
  return (
    <BarePage>
      {gone ? (
        <EmptyState
          compact
          alert
          icon={<Link2Off />}
          title={t('invitation.gone')}
          text={t('invitation.goneText')}
          action={
            <ButtonLink to={paths.signIn()} variant="secondary" size="sm">
              {t('signIn.button')}
            </ButtonLink>
          }
        />
      ) : (
        <Loaded query={query} skeleton={<Skeleton className="h-40" />}>
          {({ email, name, isNew, ...standing }) => (
            <>
              <BareHeading
                title={t(isNew ? 'invitation.title' : 'invitation.again', { name })}
                text={t('invitation.text', {
                  email,
                  role: rolesOf(standing)
                    .map((role) => t(`role.${role}`))
                    .join(', '),
                })}
              />
              <PasswordForm linkToken={linkToken} />
            </>
          )}
        </Loaded>
      )}
    </BarePage>
  );
}

const schema = z.object({ password: passwordText.min(10, { error: 'password.too_short' }) });

function PasswordForm({ linkToken }: { linkToken: string }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const form = useSubmitForm({
    defaults: { password: '' },
    schema: async () => schema,
    async submit({ password }) {
      await call(acceptInvitation, { linkToken, password });
      await navigate(paths.signIn(), { replace: true, state: { passwordSet: true } });
    },
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <PasswordField
        {...form.field('password')}
        label={t('invitation.password')}
        hint={t('invitation.hint')}
        autoComplete="new-password"
        maxLength={512}
        showLabel={t('signIn.showPassword')}
        hideLabel={t('signIn.hidePassword')}
      />
      <Button type="submit" wide loading={form.busy}>
        {t('invitation.button')}
      </Button>
    </form>
  );
}
