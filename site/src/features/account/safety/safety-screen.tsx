import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { messagesFrom } from '#contract/account/safety.ts';
import type { MessagesFrom, SafetySettings } from '#contract/account/safety.ts';
import { explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { Card } from '#ui/card.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SettingsList, SwitchRow } from '#ui/settings-row.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toast.tsx';
import { BlockedList } from '../blocked-panel.tsx';
import { ProfileSubpage } from '../profile-subpage.tsx';
import { HideRow, VerificationRow } from '../settings.tsx';
import { Advice } from './advice.tsx';
import { PauseCard } from './pause-card.tsx';
import { ReportHistory } from './report-history.tsx';
import { useSafety, useSaveSafety } from './safety-data.ts';

const choices = {
  everybody: 'writing.everybody',
  known: 'writing.known',
  verified: 'writing.verified',
} as const satisfies Record<MessagesFrom, string>;

/** All that protects a member, on one page: who may write, who sees them, what they have reported, and advice. */
export function SafetyScreen() {
  // The sentences for failures must be there before there is something to explain.
  const { t } = useTranslation(['safety', 'profile', 'people', 'errors']);
  const safety = useSafety();
  return (
    <ProfileSubpage back={t('toProfile')} lead={t('lead')}>
      <div className="mt-8 space-y-10">
        <Part id="writing" title={t('writing.title')}>
          <Loaded query={safety} skeleton={<RowSkeletons />}>
            {(settings) => <WhoMayWrite settings={settings} />}
          </Loaded>
        </Part>
        <Part id="visibility" title={t('visibility.title')}>
          <SettingsList>
            <HideRow />
            <VerificationRow />
          </SettingsList>
        </Part>
        <Part id="pause" title={t('pause.title')}>
          <PauseCard />
        </Part>
        <Part id="reports" title={t('reports.title')}>
          <ReportHistory />
        </Part>
        <Part id="blocked" title={t('blocked.title')}>
          <Card>
            <BlockedList />
          </Card>
        </Part>
        <Part id="advice" title={t('advice.title')}>
          <Advice />
        </Part>
      </div>
    </ProfileSubpage>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-20">
      <h2 id={`${id}-title`} className="mb-3 text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

function WhoMayWrite({ settings }: { settings: SafetySettings }) {
  const { t, i18n } = useTranslation(['safety', 'errors']);
  const toast = useToast();
  const save = useSaveSafety();
  const change = (next: Partial<SafetySettings>) =>
    save.mutate(next, {
      onSuccess: () => toast({ kind: 'success', text: t('writing.saved') }),
      onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    });
  const details = {
    everybody: undefined,
    known: t('writing.knownText'),
    verified: t('writing.verifiedText'),
  };
  return (
    <div className="space-y-4">
      <RadioCards
        name="messagesFrom"
        label={t('writing.label')}
        columns={1}
        value={settings.messagesFrom}
        onChange={(chosen) => change({ messagesFrom: chosen })}
        options={messagesFrom.options.map((value) => ({
          value,
          label: t(choices[value]),
          detail: details[value],
        }))}
      />
      <p className="text-sm text-muted">{t('writing.free')}</p>
      <SettingsList>
        <SwitchRow
          label={t('writing.staff')}
          detail={t('writing.staffText')}
          checked={settings.staffMessages}
          onChange={(staffMessages) => change({ staffMessages })}
        />
      </SettingsList>
    </div>
  );
}
