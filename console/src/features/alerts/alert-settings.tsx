import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { storage } from '#console/shell/storage.ts';
import { hasRightSomewhere } from '#contract/kernel/staff-rights.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { workQueueNames, workQueues } from '#contract/staff/waiting.ts';
import { SettingsList, SwitchRow } from '#ui/settings-row.tsx';
import { useToast } from '#ui/toast.tsx';
import { notificationPermission, showNotification } from './notification.ts';
import { playSound } from './sound.ts';

/** Whether work can come to this user: to others nothing is announced. */
export function hasQueues(me: StaffMember): boolean {
  return workQueueNames.some((queue) => hasRightSomewhere(me, workQueues[queue]));
}

/** How a person wants to be called to work that comes while they look elsewhere. Each device has its own. */
export function AlertSettings() {
  const { t } = useTranslation(['account', 'shell']);
  const toast = useToast();
  const [sounds, setSounds] = useChoice('alertSound');
  const [notifies, setNotifies] = useChoice('alertNotification');
  const permission = notificationPermission();
  const isRefused = permission === 'unknown' || permission === 'denied';

  const askToNotify = async () => {
    await Notification.requestPermission();
    const isShown = showNotification(t('shell:alert.title'), t('alerts.sample'));
    if (isShown) setNotifies(true);
    else toast({ name: 'alerts', kind: 'danger', text: t('alerts.refused') });
  };
  return (
    <SettingsList className="shadow-none!">
      <SwitchRow
        label={t('alerts.sound')}
        detail={t('alerts.soundText')}
        checked={sounds}
        onChange={(isOn) => {
          setSounds(isOn);
          if (isOn) playSound();
        }}
      />
      <SwitchRow
        label={t('alerts.notification')}
        detail={t(isRefused ? 'alerts.refused' : 'alerts.notificationText')}
        disabled={isRefused}
        checked={notifies && permission === 'granted'}
        onChange={(isOn) => {
          if (isOn) void askToNotify();
          else setNotifies(false);
        }}
      />
    </SettingsList>
  );
}

/** Whether the user has switched something on, on this device. */
function useChoice(key: 'alertSound' | 'alertNotification'): [boolean, (isOn: boolean) => void] {
  const isOn = useSyncExternalStore(
    (listener) => storage.watch(key, listener),
    () => storage.get(key) === 'yes',
  );
  return [isOn, (next) => (next ? storage.set(key, 'yes') : storage.remove(key))];
}
