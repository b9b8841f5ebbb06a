import { useTranslation } from 'react-i18next';
import { useShell } from '#site/shell/boot.ts';
import { paths } from '#site/shell/paths.ts';
import { openPopup } from '#site/shell/popups.ts';
import { useMember } from '#site/shell/session.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';

/** For a member who is signed in already, or has something left to settle before they are. */
export function MemberCard() {
  const { t } = useTranslation('shell');
  const { flow } = useShell();
  const { screenName: name, accepted, region } = useMember();
  const unsettled = !accepted ? 'accept_terms' : region === null ? 'set_region' : null;
  if (unsettled) {
    return (
      <Card as="section" className="shadow-raised">
        <h2 className="text-2xl">{t('entry.unfinishedTitle')}</h2>
        <p className="mt-2 mb-5 text-muted">{t('entry.unfinishedText', { name })}</p>
        <div className="grid gap-2.5">
          <Button size="lg" wide onClick={() => openPopup({ name: unsettled })}>
            {t('entry.memberGoOn')}
          </Button>
          <Button variant="ghost" wide onClick={() => openPopup({ name: 'sign_out' })}>
            {t('nav.signOut')}
          </Button>
        </div>
      </Card>
    );
  }
  return (
    <Card as="section" className="shadow-raised">
      <h2 className="text-2xl">{t('entry.memberTitle', { name })}</h2>
      <p className="mt-2 mb-5 text-muted">{t('entry.memberText')}</p>
      <ButtonLink to={paths.memberHome(flow)} size="lg" wide>
        {t('entry.memberGoOn')}
      </ButtonLink>
    </Card>
  );
}
