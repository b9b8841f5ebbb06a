import { useNavigate, useSearchParams } from 'react-router';
import { Failure } from '../../../../../contract/kernel/errors.ts';
import { decodeReturnPath } from '../../../../../contract/kernel/return-path.ts';
import { useCurrentRoute } from '../../../shell/current-route.ts';
import { paths } from '../../../shell/paths.ts';
import { openPopup } from '../../../shell/popups.ts';
import { report } from '../../../shell/report.ts';
import { storage } from '../../../shell/storage.ts';
import { LinkStatus } from './link-status.tsx';
import { enterByLink } from './links.ts';
import { useLinkWork } from './use-link-work.ts';

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
      if (code !== 'link.invalid' && code !== 'account.disabled') throw error;
      void report({ subject: 'autologin', message: code });
      // Who is still signed in has no need of the link.
      const stillIn = code === 'link.invalid' && storage.get('token') !== undefined;
      await navigate((stillIn && goOn) || paths.home, { replace: true });
      if (!stillIn) openPopup({ name: code === 'link.invalid' ? 'link_expired' : 'account_disabled' });
    }
  });
  return <LinkStatus title={title} refusal={refusal} onAgain={again} />;
}
