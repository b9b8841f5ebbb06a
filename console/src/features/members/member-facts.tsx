import { type ReactNode, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import type { MemberPage } from '#contract/staff/members.ts';

/** What is known of a member beside the events: how to reach them, settings, consents, ids. */
export function MemberFacts({ member }: { member: MemberPage }) {
  const { t } = useTranslation('members');
  return (
    <aside aria-label={t('facts')} className="flex flex-col gap-3">
      <Contact member={member} />
      <Credits member={member} />
      <Settings member={member} />
      <Consents member={member} />
      <Ids member={member} />
    </aside>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="rounded-card border border-line bg-surface px-4 py-3">
      <h2 id={id} className="mb-1.5 text-xs font-semibold text-muted">
        {title}
      </h2>
      <dl className="flex flex-col gap-1 text-[0.8125rem]">{children}</dl>
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-muted">{name}</dt>
      <dd className="min-w-0 text-end wrap-anywhere">{children}</dd>
    </div>
  );
}

function Contact({ member: { contact } }: { member: MemberPage }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  if (!contact) return null;
  const { email, emailConfirmedAt, pendingEmail, surname, phone } = contact;
  return (
    <Section title={t('contact.title')}>
      <Fact name={t('contact.email')}>{email}</Fact>
      <Fact name={t('contact.confirmed')}>
        {emailConfirmedAt === null ? t('contact.notConfirmed') : format.moment(emailConfirmedAt)}
      </Fact>
      {pendingEmail && <Fact name={t('contact.pending')}>{pendingEmail}</Fact>}
      {surname && <Fact name={t('contact.surname')}>{surname}</Fact>}
      {phone && <Fact name={t('contact.phone')}>{phone}</Fact>}
    </Section>
  );
}

function Credits({ member: { credits } }: { member: MemberPage }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  if (!credits) return null;
  return (
    <Section title={t('balance')}>
      {(['message', 'icebreaker', 'like'] as const).map((credit) => (
        <Fact key={credit} name={t(`credit.${credit}`)}>
          {format.number(credits[credit])}
        </Fact>
      ))}
    </Section>
  );
}

function Settings({ member: { settings, profileStatus, language } }: { member: MemberPage }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  const said = (on: boolean) => t(on ? 'settings.on' : 'settings.off');
  return (
    <Section title={t('settings.title')}>
      <Fact name={t('settings.profile')}>{t(`profileStatus.${profileStatus}`)}</Fact>
      <Fact name={t('settings.language')}>{format.language(language)}</Fact>
      <Fact name={t('settings.messages')}>{said(settings.messages)}</Fact>
      <Fact name={t('settings.likes')}>{said(settings.likes)}</Fact>
      <Fact name={t('settings.visits')}>{said(settings.visits)}</Fact>
      <Fact name={t('settings.newsletter')}>{said(settings.newsletter)}</Fact>
    </Section>
  );
}

function Consents({ member: { consents } }: { member: MemberPage }) {
  const { t } = useTranslation('members');
  const format = useFormat();
  if (consents.length === 0) return null;
  return (
    <Section title={t('consents.title')}>
      {consents.map(({ id, kind, given, textVersion, at }) => (
        <Fact key={id} name={t(`consents.${kind}`)}>
          {t(given ? 'consents.given' : 'consents.refused')}
          <span className="block text-xs text-muted">
            {t('consents.version', { version: textVersion, date: format.moment(at) })}
          </span>
        </Fact>
      ))}
    </Section>
  );
}

function Ids({ member: { accountId, profileId, trackerId } }: { member: MemberPage }) {
  const { t } = useTranslation('members');
  return (
    <Section title={t('ids.title')}>
      {(
        [
          ['account', accountId],
          ['profile', profileId],
          ['tracker', trackerId],
        ] as const
      ).map(([name, value]) => (
        <Fact key={name} name={t(`ids.${name}`)}>
          <span className="font-mono text-xs select-all">{value}</span>
        </Fact>
      ))}
    </Section>
  );
}
