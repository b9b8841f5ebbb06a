import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ButtonLink } from '../../../../../packages/ui/button.tsx';
import { useToast } from '../../../../../packages/ui/toast.tsx';
import { useCurrentRoute } from '../../../shell/current-route.ts';
import { paths } from '../../../shell/paths.ts';
import { useMember, useSession } from '../../../shell/session.ts';
import { ResendButton } from '../welcome/resend-button.tsx';
import { LinkStatus } from './link-status.tsx';
import { confirmByLink } from './links.ts';
import { NarrowCard } from './narrow-card.tsx';
import { useLinkWork } from './use-link-work.ts';

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
  if (refusal?.code === 'link.invalid') return <UselessLink />;
  return <LinkStatus title={title} refusal={refusal} onAgain={again} />;
}

/** The link was used or is too old, which is no harm where the address is confirmed already. */
function UselessLink() {
  const { t } = useTranslation('account');
  const { status } = useSession();
  if (status !== 'member') {
    return (
      <NarrowCard title={t('confirm.expiredTitle')} text={t('confirm.expiredVisitor')}>
        <ButtonLink to={paths.login} size="lg" wide>
          {t('confirm.signIn')}
        </ButtonLink>
      </NarrowCard>
    );
  }
  return <UselessLinkOfMember />;
}

function UselessLinkOfMember() {
  const { t } = useTranslation('account');
  const confirmed = useMember(({ emailConfirmed }) => emailConfirmed);
  if (confirmed) {
    return (
      <NarrowCard title={t('confirm.alreadyTitle')} text={t('confirm.alreadyText')}>
        <ButtonLink to={paths.home} size="lg" wide>
          {t('confirm.goOn')}
        </ButtonLink>
      </NarrowCard>
    );
  }
  return (
    <NarrowCard title={t('confirm.expiredTitle')} text={t('confirm.expiredMember')}>
      <div className="space-y-2.5">
        <ResendButton />
        <ButtonLink to={paths.home} variant="ghost" wide>
          {t('confirm.goOn')}
        </ButtonLink>
      </div>
    </NarrowCard>
  );
}
