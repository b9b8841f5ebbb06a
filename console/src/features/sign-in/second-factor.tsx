import { useMutation, useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { encode } from 'uqr';
import { z } from 'zod';
import { refusalOf } from '#client/refusal.ts';
import { call, setMe, useSignOut } from '#console/shell/api.ts';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { Loaded } from '#console/shell/loaded.tsx';
import { BareHeading, BarePage } from '#console/shell/page.tsx';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import {
  addStaffPasskey,
  addTotp,
  showPasskey,
  showTotp,
  startShowingPasskey,
  startStaffPasskey,
  startTotp,
} from '#contract/staff/sign-in.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { Button } from '#ui/button.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { TextField } from '#ui/text-field.tsx';

/** Between the password and the console: the second factor is shown, or set up where the role asks for one. */
export function SecondFactor({ member }: { member: StaffMember }) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const enrols = member.missing === 'enrol';
  return (
    <BarePage>
      <BareHeading
        title={t(enrols ? 'factor.setUp' : 'factor.show')}
        text={t(enrols ? 'factor.setUpText' : 'factor.showText')}
      />
      {enrols ? (
        <>
          <TotpSetUp />
          <Or />
          <NewPasskey />
        </>
      ) : (
        <>
          {member.factors.totp && <ShowCode />}
          {member.factors.totp && member.factors.passkeys > 0 && <Or />}
          {member.factors.passkeys > 0 && <ShowPasskey />}
        </>
      )}
      <Button variant="ghost" onClick={() => signOut.mutate()}>
        {t('signOut')}
      </Button>
    </BarePage>
  );
}

function Or() {
  const { t } = useTranslation();
  return (
    <p className="flex items-center gap-3 text-sm text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
      {t('factor.or')}
    </p>
  );
}

/** Six digits, typed with or without a space. */
const codeSchema = z.object({
  code: z
    .string()
    .transform((typed) => typed.replaceAll(/\s/g, ''))
    .pipe(z.string().regex(/^\d{6}$/)),
});

interface CodeFormProps {
  submit: (code: string) => Promise<void>;
  button: string;
}

function CodeForm({ submit, button }: CodeFormProps) {
  const { t } = useTranslation();
  const id = useId();
  const form = useSubmitForm({
    defaults: { code: '' },
    schema: async () => codeSchema,
    words: { code: t('factor.codeWrong') },
    fieldOf: { 'factor.wrong': 'code' },
    submit: ({ code }) => submit(code),
  });
  useEffect(() => document.getElementById(id)?.focus(), [id]);
  return (
    <form {...form.formProps} className="flex flex-col gap-4">
      <SubmitError refusal={form.refusal} />
      <TextField
        {...form.field('code')}
        id={id}
        label={t('factor.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={20}
      />
      <Button type="submit" wide loading={form.busy}>
        {button}
      </Button>
    </form>
  );
}

function ShowCode() {
  const { t } = useTranslation();
  return (
    <CodeForm button={t('factor.continue')} submit={async (code) => setMe(await call(showTotp, { code }))} />
  );
}

function ShowPasskey() {
  const { t } = useTranslation();
  const work = async () => {
    const { startAuthentication } = await import('@simplewebauthn/browser');
    const { options, ticket } = await call(startShowingPasskey, {});
    const response = await startAuthentication({ optionsJSON: options as never });
    setMe(await call(showPasskey, { ticket, response: response as never }));
  };
  return <PasskeyButton work={work}>{t('factor.usePasskey')}</PasskeyButton>;
}

/** Makes a passkey on this device, as second factor. Undefined where it was called off. */
export async function makePasskey(proof: { password?: string }): Promise<StaffMember | undefined> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const { options, ticket } = await call(startStaffPasskey, proof);
  const response = await startRegistration({ optionsJSON: options as never }).catch(unlessCancelled);
  return response && call(addStaffPasskey, { ticket, response: response as never });
}

function NewPasskey() {
  const { t } = useTranslation();
  const work = async () => {
    const member = await makePasskey({});
    if (member) setMe(member);
  };
  return <PasskeyButton work={work}>{t('factor.newPasskey')}</PasskeyButton>;
}

function PasskeyButton({ work, children }: { work: () => Promise<void>; children: ReactNode }) {
  const attempt = useMutation({
    // A user who closes the browser's own window has changed their mind: that is no failure.
    mutationFn: () => work().catch(unlessCancelled),
  });
  return (
    <div className="flex flex-col gap-4">
      <SubmitError refusal={attempt.error && refusalOf(attempt.error)} />
      <Button
        variant="secondary"
        wide
        loading={attempt.isPending}
        icon={<KeyRound aria-hidden className="size-4" />}
        onClick={() => attempt.mutate()}
      >
        {children}
      </Button>
    </div>
  );
}

function unlessCancelled(error: unknown): undefined {
  if (!(error instanceof Error && error.name === 'NotAllowedError')) throw error;
}

/** Right after the password, where the role asks for a factor and there is none yet. */
function TotpSetUp() {
  const query = useQuery({
    queryKey: ['totp'],
    queryFn: ({ signal }) => call(startTotp, {}, { signal }),
    staleTime: Infinity,
    gcTime: 0,
  });
  return (
    <Loaded query={query} skeleton={<Skeleton className="mx-auto size-44" />}>
      {(totp) => <NewTotp totp={totp} onAdded={setMe} />}
    </Loaded>
  );
}

interface NewTotpProps {
  totp: ReplyOf<typeof startTotp>;
  onAdded: (member: StaffMember) => void;
}

/** The secret for an authenticator app, to be photographed or typed, and the first code made with it. */
export function NewTotp({ totp: { secret, address, ticket }, onAdded }: NewTotpProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-col gap-4">
      <QrCode text={address} label={t('factor.qr')} />
      <p className="text-center text-sm text-muted">
        {t('factor.secret')} <code className="font-mono font-semibold break-all text-ink">{secret}</code>
      </p>
      <CodeForm
        button={t('factor.setUpButton')}
        submit={async (code) => onAdded(await call(addTotp, { ticket, code }))}
      />
    </div>
  );
}

/** Dark on light whatever the theme: cameras read nothing else. */
function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: 3 });
  const dots = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])));
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="mx-auto size-44 rounded-field bg-white"
    >
      <path d={dots.join('')} className="fill-black" />
    </svg>
  );
}
