import { type ReactNode, useEffect, useEffectEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { type Refusal, refusalOf } from '#client/refusal.ts';
import { type ErrorCode, Failure } from '#contract/kernel/errors.ts';
import { decodeReturnPath } from '#contract/kernel/return-path.ts';
import { useShell } from '#site/shell/boot.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { linkTokenOf } from '#site/shell/link-token.ts';
import { NarrowCard } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { openPopup, openShutOut } from '#site/shell/popups.ts';
import { report } from '#site/shell/report.ts';
import { isMemberVerified, memberStore, useSession } from '#site/shell/session.ts';
import { storage } from '#site/shell/storage.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useToast } from '#ui/toast.tsx';
import { safeRedirect } from '../signup/safe-redirect.ts';
import { confirmByLink, enterByLink, registerByLink } from './links.ts';

const isShutOut = (code: ErrorCode | undefined) =>
  code === 'account.disabled' || code === 'account.suspended';

/** Says why a link does not sign in. */
function explainShutOut(error: unknown): void {
  const { code, suspension } = refusalOf(error);
  if (code === 'link.invalid') openPopup({ name: 'link_expired' });
  else openShutOut(suspension ?? null);
}

/** Signs in with a link from a mail and goes on to where it points. */
export function AutologinScreen() {
  const { title } = useCurrentRoute();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const goOn = decodeReturnPath(query.get('red'));
  const { refusal, again } = useLinkWork(async (linkToken) => {
    try {
      await enterByLink(linkToken, query.get('clickid'));
      await navigate(goOn ?? paths.home, { replace: true });
    } catch (error) {
      const code = error instanceof Failure ? error.code : undefined;
      if (code !== 'link.invalid' && !isShutOut(code)) throw error;
      void report({ subject: 'autologin', message: code });
      // Who is still signed in has no need of the link.
      const stillIn = code === 'link.invalid' && storage.get('token') !== undefined;
      await navigate((stillIn && goOn) || paths.home, { replace: true });
      if (!stillIn) explainShutOut(error);
    }
  });
  return <LinkStatus title={title} refusal={refusal} onAgain={again} />;
}

/** Confirms an address with the link that was sent to it. */
export function ConfirmScreen() {
  const { t } = useTranslation('account');
  const { title } = useCurrentRoute();
  const navigate = useNavigate();
  const toast = useToast();
  const { refusal, again } = useLinkWork(async (linkToken) => {
    await confirmByLink(linkToken);
    toast({ text: t('confirm.done'), kind: 'success' });
    await navigate(paths.match, { replace: true });
  });
  const isUseless = refusal?.code === 'link.invalid';
  useLeaving(isUseless);
  if (isUseless) return <LinkStatus title={title} refusal={null} onAgain={again} />;
  return <LinkStatus title={title} refusal={refusal} onAgain={again} />;
}

/**
 * Away from a link that confirms nothing, as soon as it is known who is here. It was used or is too old, which is no harm
 * where the address is confirmed already.
 */
function useLeaving(isUseless: boolean): void {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const toast = useToast();
  const session = useSession();
  const isKnown = session.status !== 'unknown' || session.problem !== null;
  const leave = useEffectEvent(() => {
    void report({ subject: 'confirm_email', message: 'link.invalid' });
    const member = memberStore.get();
    void navigate(member ? paths.find : paths.home, { replace: true });
    if (!member) openPopup({ name: 'link_expired' });
    else if (member.emailConfirmed) toast({ kind: 'success', text: t('confirm.already') });
    else toast({ kind: 'danger', text: t('confirm.expired') });
  });
  useEffect(() => {
    if (isUseless && isKnown) leave();
  }, [isUseless, isKnown]);
}

/** Makes an account from a partner's mail; the terms are asked for before it goes on to where the mail points. */
export function ExternalScreen() {
  const { t } = useTranslation('account');
  const { title } = useCurrentRoute();
  const { brand } = useShell();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const goOn = decodeReturnPath(query.get('red')) ?? paths.home;

  /** Says whether the failure has a way on of its own. */
  async function settle(failure: Failure): Promise<boolean> {
    const { code } = failure;
    if (code === 'signup.email_taken' || code === 'signup.known_device') {
      if (isMemberVerified()) await navigate(goOn, { replace: true });
      else await navigate(paths.login, { replace: true, state: { from: goOn, notice: code } });
      return true;
    }
    if (code === 'signup.elsewhere') {
      const { url } = (failure as Failure<'signup.elsewhere'>).details;
      const target = safeRedirect(url, { origin: location.origin, redirectHosts: brand.redirectHosts });
      if (target) location.assign(target);
      return target !== undefined;
    }
    if (code !== 'link.invalid' && !isShutOut(code)) return false;
    void report({ subject: 'external_email', message: code });
    await navigate(paths.find, { replace: true });
    explainShutOut(failure);
    return true;
  }

  const { refusal, again } = useLinkWork(async (linkToken) => {
    try {
      await registerByLink(linkToken);
      await navigate(goOn, { replace: true });
    } catch (error) {
      if (!(error instanceof Failure) || !(await settle(error))) throw error;
    }
  });
  return (
    <LinkStatus
      title={title}
      refusal={refusal}
      onAgain={again}
      otherWay={
        <ButtonLink to={paths.signUp} variant="ghost" wide>
          {t('link.signUp')}
        </ButtonLink>
      }
    />
  );
}

type LinkStatusProps = {
  title: string;
  refusal: Refusal | null;
  onAgain: () => void;
  /** Another way on, beside trying again. */
  otherWay?: ReactNode;
};

/** What a link's page shows: that it is at work, or that it could not be done. */
function LinkStatus({ title, refusal, onAgain, otherWay }: LinkStatusProps) {
  const { t } = useTranslation('account');
  if (!refusal) {
    return (
      <NarrowCard title={title}>
        <p role="status" className="flex items-center gap-3 text-muted">
          <Spinner />
          {t('link.working')}
        </p>
      </NarrowCard>
    );
  }
  return (
    <NarrowCard title={title}>
      <div className="space-y-3">
        <SubmitError refusal={refusal} />
        <Button size="lg" wide onClick={onAgain}>
          {t('link.again')}
        </Button>
        {otherWay}
      </div>
    </NarrowCard>
  );
}

interface LinkWork {
  /** Why it could not be done, once that is known. */
  refusal: Refusal | null;
  again: () => void;
}

/** Does what a link from a mail is for, once, as soon as its page is there. */
function useLinkWork(work: (linkToken: string) => Promise<void>): LinkWork {
  const linkToken = linkTokenOf(useLocation());
  const { refusal, attempt } = useAttempt();
  const begun = useRef(false);
  const begin = useEffectEvent((token: string) => void attempt(() => work(token)));
  useEffect(() => {
    if (begun.current || !linkToken) return;
    begun.current = true;
    begin(linkToken);
  }, [linkToken]);
  return { refusal, again: () => linkToken && void attempt(() => work(linkToken)) };
}
