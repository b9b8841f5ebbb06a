import { useQuery } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation } from 'react-router';
import { serverNow } from '#client/clock.ts';
import { useDates } from '#client/dates.ts';
import { queryClient } from '#client/query-client.ts';
import { appealByLink, readLinkedSanction } from '#contract/moderation/appeals.ts';
import type { OwnSanctionDecision } from '#contract/moderation/appeals.ts';
import { AppealForm } from '#site/features/account/appeal-form.tsx';
import { AppealOutcome } from '#site/features/account/appeals.tsx';
import { SanctionText } from '#site/features/account/sanction-notices.tsx';
import { useStarted } from '#site/lib/use-started.ts';
import { call } from '#site/shell/api.ts';
import { codeOf } from '#site/shell/explain.ts';
import { linkTokenOf } from '#site/shell/link-token.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { NarrowCard } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';

/** For a member who is kept out: why, until when, and the words against it. The link came by mail. */
export function AppealScreen() {
  const { t } = useTranslation('decisions');
  const linkToken = linkTokenOf(useLocation());
  // The server prepares this page without the query.
  if (!useStarted()) {
    return (
      <NarrowCard title={t('linked.title')}>
        <RowSkeletons />
      </NarrowCard>
    );
  }
  return linkToken === undefined ? <UselessLink /> : <LinkedAppeal key={linkToken} linkToken={linkToken} />;
}

function LinkedAppeal({ linkToken }: { linkToken: string }) {
  const { t } = useTranslation('decisions');
  const queryKey = ['appeal', linkToken];
  // Named, because the pages of members alone have one around them.
  const linked = useQuery(
    {
      queryKey,
      queryFn: ({ signal }) => call(readLinkedSanction, {}, { signal, linkToken }),
      retry: false,
    },
    queryClient,
  );
  if (codeOf(linked.error) === 'link.invalid') return <UselessLink />;
  const send = async (text: string) => {
    await call(appealByLink, { text }, { linkToken });
    await queryClient.invalidateQueries({ queryKey });
  };
  return (
    <NarrowCard title={t('linked.title')}>
      <Loaded query={linked} skeleton={<RowSkeletons />}>
        {({ sanction }) => <Linked sanction={sanction} onSend={send} />}
      </Loaded>
    </NarrowCard>
  );
}

type LinkedProps = { sanction: OwnSanctionDecision; onSend: (text: string) => Promise<void> };

function Linked({ sanction, onSend }: LinkedProps) {
  const { t } = useTranslation('decisions');
  const dates = useDates();
  const formId = useId();
  const [busy, setBusy] = useState(false);
  const { appeal, appealUntil } = sanction;
  const send = async (text: string) => {
    setBusy(true);
    await onSend(text).finally(() => setBusy(false));
  };
  return (
    <div className="space-y-5">
      <Notice tone="danger" title={t('sanctions.title')}>
        <SanctionText sanction={sanction} />
      </Notice>
      {appeal && <AppealOutcome appeal={appeal} />}
      {!appeal && serverNow() > appealUntil && <p>{t('appeal.over')}</p>}
      {!appeal && serverNow() <= appealUntil && (
        <>
          <p className="text-muted">{t('appeal.text', { date: dates.day(appealUntil) })}</p>
          <AppealForm formId={formId} onSend={send} />
          <Button type="submit" form={formId} size="lg" wide loading={busy}>
            {t('appeal.send')}
          </Button>
        </>
      )}
      <ButtonLink to={paths.login} variant="ghost" wide>
        {t('linked.login')}
      </ButtonLink>
    </div>
  );
}

function UselessLink() {
  const { t } = useTranslation('decisions');
  return (
    <NarrowCard title={t('linked.expiredTitle')} text={t('linked.expiredText')}>
      <ButtonLink to={paths.contact} size="lg" wide>
        {t('linked.contact')}
      </ButtonLink>
    </NarrowCard>
  );
}
