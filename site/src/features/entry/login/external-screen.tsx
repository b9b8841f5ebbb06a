import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import { Failure } from '../../../../../contract/kernel/errors.ts';
import { decodeReturnPath } from '../../../../../contract/kernel/return-path.ts';
import { ButtonLink } from '../../../../../packages/ui/button.tsx';
import { useShell } from '../../../shell/boot.ts';
import { useCurrentRoute } from '../../../shell/current-route.ts';
import { paths } from '../../../shell/paths.ts';
import { openPopup } from '../../../shell/popups.ts';
import { report } from '../../../shell/report.ts';
import { isMemberVerified } from '../../../shell/session.ts';
import { safeRedirect } from '../signup/safe-redirect.ts';
import { LinkStatus } from './link-status.tsx';
import { registerByLink } from './links.ts';
import { useLinkWork } from './use-link-work.ts';

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
    if (code !== 'link.invalid' && code !== 'account.disabled') return false;
    void report({ subject: 'external_email', message: code });
    await navigate(paths.find, { replace: true });
    openPopup({ name: code === 'link.invalid' ? 'link_expired' : 'account_disabled' });
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
