import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { BellRing } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { PanelProps } from '#client/overlays.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { allKinds, pace, pacedKinds } from '#contract/notification/kinds.ts';
import type { NotificationKind, Pace } from '#contract/notification/kinds.ts';
import {
  defaultNotificationSettings,
  readNotificationSettings,
  saveNotificationSettings,
} from '#contract/notification/settings.ts';
import type { NotificationSettings } from '#contract/notification/settings.ts';
import type { OwnSettings } from '#contract/profile/own-profile.ts';
import { call } from '#site/shell/api.ts';
import { explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { refreshUser } from '#site/shell/member-query.ts';
import { paths } from '#site/shell/paths.ts';
import { useMember } from '#site/shell/session.ts';
import { Dialog } from '#ui/dialog.tsx';
import { Notice } from '#ui/notice.tsx';
import { SelectRow, SettingsList, SettingsRow, SwitchRow } from '#ui/settings-row.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { useToast } from '#ui/toast.tsx';
import { useSaveSettings, useSettings } from './settings-data.ts';

const inPage = ['messages', 'likes', 'visits'] as const;
const hours = Array.from({ length: 24 }, (_, hour) => hour);

/** What a member is notified of: in the page, while they are away, and by mail. */
export function NotificationsPanel(dialog: PanelProps) {
  const { t } = useTranslation(['profile', 'shell', 'errors']);
  const own = useSettings();
  const whileAway = useNotificationSettings();
  const saveOwn = useSaveSettings();
  const saveAway = useSaveNotificationSettings();
  const outcome = useOutcomeToasts();
  const { trackerId } = useMember();
  const refresh = () => {
    outcome.onSuccess();
    // Whether cards are shown is asked of what the page knows of the member.
    void refreshUser(trackerId).catch(() => undefined);
  };
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('notifications.title')}
      text={t('notifications.text')}
    >
      <Loaded query={own} skeleton={<RowSkeletons />}>
        {(known) => (
          <Loaded query={whileAway} skeleton={<RowSkeletons />}>
            {(settings) => (
              <div className="space-y-6">
                {(saveOwn.isPaused || saveAway.isPaused) && (
                  <Notice tone="warning">{t('notifications.offline')}</Notice>
                )}
                <InPage
                  settings={known}
                  save={(notify) => saveOwn.mutate({ notify }, { ...outcome, onSuccess: refresh })}
                />
                <WhileAway settings={settings} save={(change) => saveAway.mutate(change, outcome)} />
                <Group title={t('notifications.byMail')}>
                  <MailSwitches settings={settings} save={(change) => saveAway.mutate(change, outcome)} />
                </Group>
              </div>
            )}
          </Loaded>
        )}
      </Loaded>
    </Dialog>
  );
}

function InPage({
  settings,
  save,
}: {
  settings: OwnSettings;
  save: (change: Partial<OwnSettings['notify']>) => void;
}) {
  const { t } = useTranslation('profile');
  return (
    <Group title={t('notifications.inPage')}>
      {inPage.map((kind) => (
        <SwitchRow
          key={kind}
          label={t(`notifications.${kind}`)}
          checked={settings.notify[kind]}
          onChange={(checked) => save({ [kind]: checked })}
        />
      ))}
    </Group>
  );
}

type Change = Omit<InputOf<typeof saveNotificationSettings>, 'trackerId'>;
type PartProps = { settings: NotificationSettings; save: (change: Change) => void };

/** The most talkative first. */
const PACES = ['at_once', 'hourly', 'daily', 'never'] as const satisfies readonly Pace[];

function WhileAway({ settings, save }: PartProps) {
  const { t } = useTranslation(['profile', 'notificationKinds']);
  const paces = PACES.map((value) => ({ value, label: t(`notifications.paces.${value}`) }));
  return (
    <Group title={t('notifications.away')} text={t('notifications.awayText')}>
      {pacedKinds.map((kind) => (
        <SelectRow
          key={kind}
          label={t(`notificationKinds:${kind}.name`)}
          options={paces}
          value={settings.pace[kind]}
          onChange={(value) => save({ pace: { [kind]: pace.parse(value) } })}
        />
      ))}
      <QuietHours settings={settings} save={save} />
      <SettingsRow
        icon={<BellRing aria-hidden="true" />}
        label={t('notifications.devices')}
        detail={t('notifications.devicesText')}
        to={paths.activeNotifications}
      />
    </Group>
  );
}

/** The same hour twice means that there are none. */
function QuietHours({ settings: { quiet }, save }: PartProps) {
  const { t, i18n } = useTranslation('profile');
  const isOn = quiet.from !== quiet.to;
  const clock = new Intl.DateTimeFormat(i18n.language, {
    hour: 'numeric',
    minute: '2-digit',
    timeZone: 'UTC',
  });
  const optionsWithout = (other: number) =>
    hours.map((hour) => ({
      value: String(hour),
      label: clock.format(new Date(Date.UTC(2026, 0, 1, hour))),
      disabled: hour === other,
    }));
  return (
    <>
      <SwitchRow
        label={t('notifications.quiet')}
        detail={t('notifications.quietText')}
        checked={isOn}
        onChange={(on) => save({ quiet: on ? defaultNotificationSettings.quiet : { from: 0, to: 0 } })}
      />
      {isOn && (
        <>
          <SelectRow
            label={t('notifications.quietFrom')}
            options={optionsWithout(quiet.to)}
            value={String(quiet.from)}
            onChange={(from) => save({ quiet: { ...quiet, from: Number(from) } })}
          />
          <SelectRow
            label={t('notifications.quietTo')}
            options={optionsWithout(quiet.from)}
            value={String(quiet.to)}
            onChange={(to) => save({ quiet: { ...quiet, to: Number(to) } })}
          />
        </>
      )}
    </>
  );
}

function MailSwitches({ settings, save }: PartProps) {
  const { t } = useTranslation(['profile', 'notificationKinds']);
  const paces: Partial<Record<NotificationKind, Pace>> = settings.pace;
  return allKinds.map((kind) => {
    const isNever = paces[kind] === 'never';
    return (
      <SwitchRow
        key={kind}
        label={t(`notificationKinds:${kind}.mail`)}
        detail={isNever ? t('notifications.never') : undefined}
        checked={settings.mail[kind] && !isNever}
        disabled={isNever}
        onChange={(checked) => save({ mail: { [kind]: checked } })}
      />
    );
  });
}

function Group({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="text-lg">{title}</h3>
      {text && <p className="text-sm text-muted">{text}</p>}
      <SettingsList className="mt-2">{children}</SettingsList>
    </section>
  );
}

/** Says that a choice was saved, or why it was not. */
function useOutcomeToasts() {
  const { t, i18n } = useTranslation(['profile', 'errors']);
  const toast = useToast();
  return {
    onSuccess: () => void toast({ kind: 'success', text: t('notifications.saved') }),
    onError: (error: unknown) => void toast({ kind: 'danger', text: explain(error, i18n) }),
  };
}

const keyOf = (trackerId: string) => [trackerId, 'notification settings'];

function useNotificationSettings() {
  const { trackerId } = useMember();
  return useQuery({
    queryKey: keyOf(trackerId),
    queryFn: ({ signal }) => call(readNotificationSettings, { trackerId }, { signal }),
  });
}

/** A choice shows at once and goes back where the server does not agree. */
function useSaveNotificationSettings() {
  const { trackerId } = useMember();
  const client = useQueryClient();
  const queryKey = keyOf(trackerId);
  return useMutation({
    // One after another: two quick choices must end as the second one says.
    scope: { id: queryKey.join() },
    mutationFn: (change: Change) => call(saveNotificationSettings, { trackerId, ...change }),
    onMutate: async (change) => {
      await client.cancelQueries({ queryKey });
      const before = client.getQueryData<NotificationSettings>(queryKey);
      client.setQueryData<NotificationSettings>(queryKey, (known) => known && withChange(known, change));
      return { before };
    },
    onError: (_error, _change, kept) => client.setQueryData(queryKey, kept?.before),
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}

function withChange(
  settings: NotificationSettings,
  { pace: paces, mail, quiet }: Change,
): NotificationSettings {
  return {
    pace: { ...settings.pace, ...given(paces) },
    mail: { ...settings.mail, ...given(mail) },
    quiet: quiet ?? settings.quiet,
  };
}

function given<T extends object>(change: T | undefined): { [K in keyof T]?: Exclude<T[K], undefined> } {
  return Object.fromEntries(Object.entries(change ?? {}).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>;
  };
}
