import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { UNSUBSCRIBE_REDIRECT_MS } from '../../../../contract/kernel/constants.ts';
import { Button, ButtonLink } from '../../../../packages/ui/button.tsx';
import { useCurrentRoute } from '../../shell/current-route.ts';
import { linkTokenOf } from '../../shell/link-token.ts';
import { NarrowCard } from '../../shell/page-heading.tsx';
import { paths } from '../../shell/paths.ts';
import { useSession } from '../../shell/session.ts';
import { SubmitError } from '../../shell/submit-error.tsx';
import { useAttempt } from '../../shell/use-attempt.ts';

/** The way out of newsletters, by the link of one or while signed in. A mail program that looks at it presses nothing. */
export function UnsubscribeScreen() {
  const { title } = useCurrentRoute();
  const linkToken = linkTokenOf(useLocation());
  const { status } = useSession();
  const [done, setDone] = useState(false);
  if (done) return <Done />;
  // As the server has drawn it, which knows neither the link nor who is there.
  if (status === 'unknown') return <NarrowCard title={title} />;
  if (linkToken || status === 'member')
    return <Ask key={linkToken} linkToken={linkToken} onDone={() => setDone(true)} />;
  return <NoLink />;
}

function Ask({ linkToken, onDone }: { linkToken: string | undefined; onDone: () => void }) {
  const { t } = useTranslation('account');
  const { title } = useCurrentRoute();
  const { busy, refusal, attempt } = useAttempt();
  const send = async () => {
    if (await attempt(() => refuseMails(linkToken))) onDone();
  };
  if (refusal?.code === 'link.invalid') return <NoLink expired />;
  return (
    <NarrowCard title={title} text={t('unsubscribe.text')}>
      <div className="space-y-3">
        <SubmitError refusal={refusal} />
        <Button size="lg" wide loading={busy} onClick={() => void send()}>
          {t('unsubscribe.submit')}
        </Button>
        <ButtonLink to={paths.home} variant="ghost" wide>
          {t('unsubscribe.keep')}
        </ButtonLink>
      </div>
    </NarrowCard>
  );
}

function Done() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  useEffect(() => {
    const timer = setTimeout(() => void navigate(paths.home, { replace: true }), UNSUBSCRIBE_REDIRECT_MS);
    return () => clearTimeout(timer);
  }, [navigate]);
  return (
    <NarrowCard
      title={t('unsubscribe.doneTitle')}
      text={<span role="status">{t('unsubscribe.doneText')}</span>}
    >
      <ButtonLink to={paths.home} size="lg" wide>
        {t('unsubscribe.home')}
      </ButtonLink>
    </NarrowCard>
  );
}

function NoLink({ expired = false }: { expired?: boolean }) {
  const { t } = useTranslation('account');
  const { title } = useCurrentRoute();
  return (
    <NarrowCard
      title={expired ? t('unsubscribe.expiredTitle') : title}
      text={expired ? t('unsubscribe.expiredText') : t('unsubscribe.noLinkText')}
    >
      <ButtonLink to={paths.login} size="lg" wide>
        {t('unsubscribe.signIn')}
      </ButtonLink>
    </NarrowCard>
  );
}

/** By the link of a mail, whoever is signed in; else for the member himself. */
async function refuseMails(linkToken: string | undefined): Promise<void> {
  const [{ refuseMails: endpoint }, { call }] = await Promise.all([
    import('../../../../contract/notification/mail-removal.ts'),
    import('../../shell/api.ts'),
  ]);
  if (linkToken === undefined) await call(endpoint, {});
  else await call(endpoint, { linkToken }, { linkToken });
}
