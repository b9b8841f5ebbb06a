import { useQuery } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { z } from 'zod';
import { queryClient } from '#client/query-client.ts';
import { UNSUBSCRIBE_REDIRECT_MS } from '#contract/kernel/constants.ts';
import { typedEmail } from '#contract/kernel/fields.ts';
import {
  MAIL_KINDS,
  readMailChoices,
  refuseMails,
  requestUnsubscribeLink,
} from '#contract/notification/mail-removal.ts';
import type { MailChoices, MailKind } from '#contract/notification/mail-removal.ts';
import { call } from '#site/shell/api.ts';
import { useCurrentRoute } from '#site/shell/current-route.ts';
import { codeOf } from '#site/shell/explain.ts';
import { useSubmitForm } from '#site/shell/forms.ts';
import { linkTokenOf } from '#site/shell/link-token.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { NarrowCard } from '#site/shell/page-heading.tsx';
import { paths } from '#site/shell/paths.ts';
import { useSession } from '#site/shell/session.ts';
import { SubmitError } from '#site/shell/submit-error.tsx';
import { useAttempt } from '#site/shell/use-attempt.ts';
import { Button, ButtonLink } from '#ui/button.tsx';
import { Checkbox } from '#ui/checkbox.tsx';
import { EmailField } from '#ui/email-field.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';

/** The way out of mails, by the link of one or while signed in. A mail program that looks at it presses nothing. */
export function UnsubscribeScreen() {
  const { title } = useCurrentRoute();
  const linkToken = linkTokenOf(useLocation());
  const { status } = useSession();
  const [done, setDone] = useState(false);
  if (done) return <Done />;
  // As the server has drawn it, which knows neither the link nor who is there.
  if (status === 'unknown') return <NarrowCard title={title} />;
  if (linkToken || status === 'member')
    return <Choices key={linkToken} linkToken={linkToken} onDone={() => setDone(true)} />;
  return <AskForLink />;
}

interface ChoicesProps {
  linkToken: string | undefined;
  onDone: () => void;
}

function Choices({ linkToken, onDone }: ChoicesProps) {
  const { title } = useCurrentRoute();
  const link = linkToken === undefined ? {} : { linkToken };
  const choices = useQuery(
    {
      queryKey: ['mail choices', linkToken],
      queryFn: ({ signal }) => call(readMailChoices, link, { signal, ...link }),
      retry: false,
      gcTime: 0,
    },
    // A visitor with the link of a mail need not be signed in.
    queryClient,
  );
  if (codeOf(choices.error) === 'link.invalid') return <AskForLink expired />;
  const refuse = async (kinds: MailKind[]) => {
    await call(refuseMails, { kinds, ...link }, link);
  };
  return (
    <NarrowCard title={title}>
      <Loaded query={choices} skeleton={<RowSkeletons />}>
        {(known) =>
          known.wanted.some(isSent) ? (
            <ChoiceForm known={known} refuse={refuse} onDone={onDone} />
          ) : (
            <NothingComes email={known.email} />
          )
        }
      </Loaded>
    </NarrowCard>
  );
}

/** There is no newsletter yet: it is asked for nowhere, and not spoken of here. */
const isSent = (kind: MailKind) => kind !== 'newsletter';

interface ChoiceFormProps {
  known: MailChoices;
  refuse: (kinds: MailKind[]) => Promise<void>;
  onDone: () => void;
}

function ChoiceForm({ known: { email, ofLink, wanted }, refuse, onDone }: ChoiceFormProps) {
  const { t } = useTranslation(['account', 'notificationKinds']);
  const { busy, refusal, attempt } = useAttempt();
  // The mail's own sort is chosen already; a link that is for all leaves the choice open.
  const ownKinds = ofLink.length < MAIL_KINDS.length ? ofLink : [];
  const [chosen, setChosen] = useState(wanted.filter((kind) => ownKinds.includes(kind)));
  const stop = async (kinds: MailKind[]) => {
    if (await attempt(() => refuse(kinds))) onDone();
  };
  const toggle = (kind: MailKind, checked: boolean) =>
    setChosen((before) => (checked ? [...before, kind] : before.filter((other) => other !== kind)));
  return (
    <form
      className="space-y-5"
      onSubmit={(event) => {
        event.preventDefault();
        void stop(chosen);
      }}
    >
      <fieldset>
        <legend className="mb-1">{t('unsubscribe.text', { email })}</legend>
        {wanted.filter(isSent).map((kind) => (
          <Checkbox
            key={kind}
            label={t(`notificationKinds:${kind}.name`)}
            checked={chosen.includes(kind)}
            onChange={(event) => toggle(kind, event.target.checked)}
          />
        ))}
      </fieldset>
      <p className="text-sm text-muted">{t('unsubscribe.still')}</p>
      <SubmitError refusal={refusal} />
      <div className="space-y-2.5">
        <Button type="submit" size="lg" wide loading={busy} disabled={chosen.length === 0}>
          {t('unsubscribe.submit')}
        </Button>
        <Button variant="secondary" wide disabled={busy} onClick={() => void stop(wanted)}>
          {t('unsubscribe.all')}
        </Button>
        <ButtonLink to={paths.home} variant="ghost" wide>
          {t('unsubscribe.keep')}
        </ButtonLink>
      </div>
    </form>
  );
}

function NothingComes({ email }: { email: string }) {
  const { t } = useTranslation('account');
  return (
    <div className="space-y-5">
      <p>{t('unsubscribe.none', { email })}</p>
      <ButtonLink to={paths.home} size="lg" wide>
        {t('unsubscribe.home')}
      </ButtonLink>
    </div>
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

const emailForm = z.object({ email: typedEmail });

/** A visitor without a valid link is mailed one. */
function AskForLink({ expired = false }: { expired?: boolean }) {
  const { t } = useTranslation(['account', 'shell']);
  const { title } = useCurrentRoute();
  const [sentTo, setSentTo] = useState<string | null>(null);
  const form = useSubmitForm({
    defaults: { email: '' },
    schema: async () => emailForm,
    async submit({ email }) {
      await call(requestUnsubscribeLink, { email });
      setSentTo(email);
    },
    fieldOf: { 'field.email': 'email' },
  });
  if (sentTo !== null)
    return (
      <NarrowCard title={t('unsubscribe.sentTitle')}>
        <div role="status" className="flex gap-3 rounded-field bg-soft p-4">
          <MailCheck aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-primary-text" />
          <p className="wrap-anywhere">{t('unsubscribe.sentText', { email: sentTo })}</p>
        </div>
      </NarrowCard>
    );
  return (
    <NarrowCard
      title={expired ? t('unsubscribe.expiredTitle') : title}
      text={expired ? t('unsubscribe.expiredText') : t('unsubscribe.noLinkText')}
    >
      <form {...form.formProps} className="space-y-5">
        <EmailField {...form.field('email')} label={t('shell:entry.email')} required />
        <SubmitError refusal={form.refusal} />
        <Button type="submit" size="lg" wide loading={form.busy}>
          {t('unsubscribe.send')}
        </Button>
        <ButtonLink to={paths.login} variant="ghost" wide>
          {t('unsubscribe.signIn')}
        </ButtonLink>
      </form>
    </NarrowCard>
  );
}
