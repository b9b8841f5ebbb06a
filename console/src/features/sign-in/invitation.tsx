import { useQuery } from '@tanstack/react-query';
import type { TFunction } from 'i18next';
import { Link2Off } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { call } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { Loaded } from '#console/shell/loaded.tsx';
import { BareHeading, BarePage } from '#console/shell/page.tsx';
import { paths } from '#console/shell/paths.ts';
import { rolesOf } from '#console/shell/roles.ts';
import { Failure } from '#contract/kernel/errors.ts';
import { passwordText, typedEmail } from '#contract/kernel/fields.ts';
import { acceptInvitation, readInvitation } from '#contract/staff/sign-in.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { Skeleton } from '#ui/skeleton.tsx';

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
          {({ email, name, isNew, fromMachine, ...invited }) => (
            <>
              <BareHeading
                title={t(isNew ? 'invitation.title' : 'invitation.again', { name })}
                text={t(fromMachine ? 'invitation.ownerText' : 'invitation.text', {
                  email,
                  role: rolesOf(invited)
                    .map((role) => t(`role.${role}`))
                    .join(', '),
                })}
              />
              {fromMachine ? (
                <OwnerForm linkToken={linkToken} email={isNew ? '' : email} />
              ) : (
                <PasswordForm linkToken={linkToken} />
              )}
            </>
          )}
        </Loaded>
      )}
    </BarePage>
  );
}

const schema = z.object({ password: passwordText.min(10, { error: 'password.too_short' }) });
const ownerSchema = schema.extend({ email: typedEmail });

function useAccept(linkToken: string) {
  const navigate = useNavigate();
  return async (given: { password: string; email?: string }) => {
    await call(acceptInvitation, { linkToken, ...given });
    await navigate(paths.signIn(), { replace: true, state: { passwordSet: true } });
  };
}

function PasswordForm({ linkToken }: { linkToken: string }) {
  const { t } = useTranslation();
  const submit = useAccept(linkToken);
  const form = useSubmitForm({ defaults: { password: '' }, schema: async () => schema, submit });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <PasswordField {...form.field('password')} {...passwordWords(t)} />
      <Button type="submit" wide loading={form.busy}>
        {t('invitation.button')}
      </Button>
    </form>
  );
}

/** With an invitation from the machine, the owner chooses the address too. */
function OwnerForm({ linkToken, email }: { linkToken: string; email: string }) {
  const { t } = useTranslation();
  const submit = useAccept(linkToken);
  const form = useSubmitForm({
    defaults: { email, password: '' },
    schema: async () => ownerSchema,
    words: { email: t('signIn.emailMissing') },
    fieldOf: { 'field.email': 'email', 'staff.email_taken': 'email' },
    submit,
  });
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <EmailField {...form.field('email')} label={t('signIn.email')} autoComplete="username" />
      <PasswordField {...form.field('password')} {...passwordWords(t)} />
      <Button type="submit" wide loading={form.busy}>
        {t('invitation.button')}
      </Button>
    </form>
  );
}

const passwordWords = (t: TFunction) => ({
  label: t('invitation.password'),
  hint: t('invitation.hint'),
  autoComplete: 'new-password' as const,
  maxLength: 512,
  showLabel: t('signIn.showPassword'),
  hideLabel: t('signIn.hidePassword'),
});
