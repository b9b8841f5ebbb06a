import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OwnSettings } from '../../../../contract/profile/own-profile.ts';
import { Dialog } from '../../../../packages/ui/dialog.tsx';
import { SettingsList, SwitchRow } from '../../../../packages/ui/settings-row.tsx';
import { RowSkeletons } from '../../../../packages/ui/skeleton.tsx';
import { useToast } from '../../../../packages/ui/toast.tsx';
import { explain } from '../../shell/explain.ts';
import { Loaded } from '../../shell/loaded.tsx';
import { refreshUser } from '../../shell/member-query.ts';
import type { PanelProps } from '../../shell/overlays.ts';
import { useMember } from '../../shell/session.ts';
import { useSaveSettings, useSettings } from './use-settings.ts';

const about = ['messages', 'likes', 'visits'] as const;
type Choice = keyof OwnSettings['notify'];

export function NotificationsPanel(dialog: PanelProps) {
  const { t, i18n } = useTranslation(['profile', 'shell', 'errors']);
  const toast = useToast();
  const { trackerId } = useMember();
  const settings = useSettings();
  const save = useSaveSettings();
  const failed = (error: unknown) => toast({ kind: 'danger', text: explain(error, i18n) });
  // Whether cards are shown is asked of what the page knows of the member.
  const saved = () => void refreshUser(trackerId).catch(() => undefined);
  const switches = (choices: readonly Choice[], { notify }: OwnSettings) =>
    choices.map((choice) => (
      <SwitchRow
        key={choice}
        label={t(`notifications.${choice}`)}
        checked={notify[choice]}
        onChange={(checked) =>
          save.mutate({ notify: { [choice]: checked } }, { onSuccess: saved, onError: failed })
        }
      />
    ));
  return (
    <Dialog
      {...dialog}
      closeLabel={t('shell:close')}
      title={t('notifications.title')}
      text={t('notifications.text')}
    >
      <Loaded query={settings} skeleton={<RowSkeletons />}>
        {(known) => (
          <div className="space-y-5">
            <Group title={t('notifications.about')}>{switches(about, known)}</Group>
            <SettingsList>
              <SwitchRow
                label={t('notifications.newsletter')}
                detail={t('notifications.newsletterText')}
                checked={known.newsletter}
                onChange={(newsletter) => save.mutate({ newsletter }, { onError: failed })}
              />
            </SettingsList>
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <h3 className="mb-2 text-lg">{title}</h3>
      <SettingsList>{children}</SettingsList>
    </section>
  );
}
