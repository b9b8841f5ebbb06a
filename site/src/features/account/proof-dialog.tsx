import { useQuery } from '@tanstack/react-query';
import { KeyRound, MailCheck } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PanelProps } from '#client/overlays.ts';
import { type Refusal, reportedRefusalOf } from '#client/refusal.ts';
import { requestReset } from '#contract/account/credentials.ts';
import { type ProofMethods, proofForm, proveByPassword, readProofMethods } from '#contract/account/proof.ts';
import { call } from '#site/shell/api.ts';
import { useShell } from '#site/shell/boot.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { PasswordField } from '#ui/password-field.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';

type ProofDialogProps = PanelProps & { onProven: () => void };

const canShowPasskey = typeof window !== 'undefined' && 'PublicKeyCredential' in window;

/** Asks who is there: by password, passkey or Google, whichever the account has, or by a password that is set by mail. */
export function ProofDialog({ onProven, ...dialog }: ProofDialogProps) {
  const { t } = useTranslation(['account', 'shell', 'errors']);
  const { trackerId } = useMember();
  const methods = useQuery({
    queryKey: [trackerId, 'proof'],
    queryFn: ({ signal }) => call(readProofMethods, { trackerId }, { signal }),
    staleTime: 0,
  });
  return (
    <Dialog {...dialog} closeLabel={t('shell:close')} title={t('proof.title')} text={t('proof.text')}>
      <Loaded query={methods} skeleton={<RowSkeletons />}>
        {(known) => <Methods methods={known} onProven={onProven} />}
      </Loaded>
    </Dialog>
  );
}

function Methods({ methods, onProven }: { methods: ProofMethods; onProven: () => void }) {
  const { brand } = useShell();
  const passkey = methods.passkey && canShowPasskey;
  const google = methods.google && brand.google;
  return (
    <div className="space-y-4">
      {methods.password && <ByPassword onProven={onProven} />}
      {(passkey || google) && (
        <div className="space-y-2.5">
          {passkey && <ByPasskey onProven={onProven} first={!methods.password} />}
          {google && <ByGoogle onProven={onProven} />}
        </div>
      )}
      <ByMail has={methods.password} onProven={onProven} />
    </div>
  );
}

function ByPassword({ onProven }: { onProven: () => void }) {
  const { t } = useTranslation(['account', 'shell']);
  const { trackerId, email } = useMember();
  const formId = useId();
  const form = useSubmitForm({
    defaults: { password: '' },
    schema: async () => proofForm,
    async submit({ password }) {
      await call(proveByPassword, { trackerId, password });
      onProven();
    },
    fieldOf: { 'password.wrong': 'password' },
  });
  return (
    <form id={formId} {...form.formProps} className="space-y-4">
      {/* For password managers, which want to know whose password it is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      <PasswordField
        {...form.field('password')}
        label={t('proof.password')}
        autoComplete="current-password"
        showLabel={t('shell:entry.show')}
        hideLabel={t('shell:entry.hide')}
      />
      <SubmitError refusal={form.refusal} />
      <Button type="submit" size="lg" wide loading={form.busy}>
        {t('proof.confirm')}
      </Button>
    </form>
  );
}

function ByPasskey({ onProven, first }: { onProven: () => void; first: boolean }) {
  const { t } = useTranslation('account');
  const { trackerId } = useMember();
  const { busy, refusal, attempt } = useAttempt();
  const show = () =>
    attempt(async () => {
      const { showPasskey } = await import('#site/features/entry/login/passkeys.ts');
      if (await showPasskey(trackerId)) onProven();
    });
  return (
    <>
      <SubmitError refusal={refusal} />
      <Button
        variant={first ? 'primary' : 'secondary'}
        wide
        loading={busy}
        icon={<KeyRound aria-hidden="true" className="size-5" />}
        onClick={() => void show()}
      >
        {t('proof.passkey')}
      </Button>
    </>
  );
}

/**
 * Google is asked in a window of its own, so that the page keeps what was begun in it. The page does not see when that
 * window is closed, so another click asks again.
 */
function ByGoogle({ onProven }: { onProven: () => void }) {
  const { t } = useTranslation('account');
  const { trackerId } = useMember();
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const waiting = useRef<AbortController>(null);
  useEffect(() => () => waiting.current?.abort(), []);
  const show = async () => {
    waiting.current?.abort();
    const { signal } = (waiting.current = new AbortController());
    // A browser lets a page open a window while a click is handled, and not later.
    const opened = window.open('', '_blank', 'popup,width=480,height=680');
    setRefusal(null);
    try {
      const { showGoogle } = await import('#site/features/entry/login/google-window.ts');
      if (await showGoogle(trackerId, opened, signal)) onProven();
    } catch (error) {
      if (!signal.aborted) setRefusal(reportedRefusalOf(error));
    }
  };
  return (
    <>
      <SubmitError refusal={refusal} />
      <Button variant="secondary" wide onClick={() => void show()}>
        {t('proof.google')}
      </Button>
    </>
  );
}

/** A password by mail, for members who have none or have forgotten it. It is chosen in another tab, and this one goes on. */
function ByMail({ has, onProven }: { has: boolean; onProven: () => void }) {
  const { t } = useTranslation('account');
  const { email } = useMember();
  const { busy, refusal, attempt } = useAttempt();
  const [sent, setSent] = useState(false);
  const send = () =>
    attempt(async () => {
      await call(requestReset, { email });
      setSent(true);
    });
  if (sent) {
    return (
      <div className="space-y-2.5" role="status">
        <Notice tone="success" icon={<MailCheck aria-hidden="true" />} title={t('forgot.sentTitle')}>
          <span className="wrap-anywhere">{t('proof.mailSent', { email })}</span>
        </Notice>
        <Button variant={has ? 'secondary' : 'primary'} wide onClick={onProven}>
          {t('proof.mailDone')}
        </Button>
      </div>
    );
  }
  return (
    <div className="space-y-2.5">
      {!has && <p className="text-sm text-muted">{t('proof.noPassword')}</p>}
      <SubmitError refusal={refusal} />
      <Button variant={has ? 'ghost' : 'secondary'} wide loading={busy} onClick={() => void send()}>
        {t(has ? 'proof.forgotten' : 'proof.mail')}
      </Button>
    </div>
  );
}
