/** What a member is shown or offered after they came in. */
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDates } from '#client/dates.ts';
import { keepAccount } from '#contract/account/own-account.ts';
import { safePath } from '#contract/kernel/return-path.ts';
import { call } from '#site/shell/api.ts';
import { withUser } from '#site/shell/me.ts';
import type { PopupBodyProps } from '#site/shell/popups.ts';
import { updateMember, useMember } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';

/** When the account will be erased, and the way to keep it. */
export function ClosingBody({ close }: PopupBodyProps) {
  const { t } = useTranslation('popups');
  const toast = useToast();
  const { busy, refusal, attempt } = useAttempt();
  // As it was when the popup opened: on its way out it goes on saying so.
  const [{ trackerId, closesAt }] = useState(useMember());
  const date = useDates().day(closesAt ?? 0);

  async function keep() {
    const { user } = await call(keepAccount, { trackerId });
    updateMember(withUser, user);
    toast({ text: t('closing.kept'), kind: 'success' });
  }

  return (
    <div className="space-y-3">
      <p className="rounded-field bg-soft p-4 text-center font-semibold">{t('closing.date', { date })}</p>
      <SubmitError refusal={refusal} />
      <Button size="lg" wide loading={busy} onClick={() => void attempt(keep)}>
        {t('closing.keep')}
      </Button>
      <Button variant="ghost" wide onClick={close}>
        {t('closing.leave')}
      </Button>
    </div>
  );
}

/** Offers a passkey, once on this device: however the popup is left, it does not come again. */
export function PasskeyBody({ close }: PopupBodyProps) {
  const { t } = useTranslation('popups');
  const { trackerId } = useMember();
  const toast = useToast();
  useEffect(() => storage.set('passkeyOffer', 'shown'), []);
  const { busy, refusal, attempt } = useAttempt();

  async function make() {
    const { makePasskey } = await import('../login/passkeys.ts');
    if (!(await makePasskey(trackerId))) return;
    storage.set('passkeyOffer', 'made');
    toast({ text: t('offerPasskey.made'), kind: 'success' });
    close();
  }

  return (
    <div className="space-y-2.5">
      <SubmitError refusal={refusal} />
      <Button size="lg" wide loading={busy} onClick={() => void attempt(make)}>
        {t('offerPasskey.make')}
      </Button>
      <Button variant="ghost" wide onClick={close}>
        {t('later')}
      </Button>
    </div>
  );
}

/**
 * A page to read inside the popup. Scripts of a page of ours do not run there; a page elsewhere, which the server has let
 * through, runs without an origin: it has neither our origin nor its own.
 */
export function FrameBody({ popup }: PopupBodyProps) {
  const { t } = useTranslation('popups');
  const own = safePath(popup.address);
  const elsewhere = popup.address?.startsWith('https://') ? popup.address : undefined;
  const address = own ?? elsewhere;
  if (!address) return null;
  return (
    <iframe
      src={address}
      sandbox={own ? 'allow-same-origin allow-popups' : 'allow-scripts allow-forms allow-popups'}
      referrerPolicy="no-referrer"
      title={popup.title ?? t('frame.title')}
      className="h-[60dvh] w-full rounded-field edge bg-surface"
    />
  );
}
