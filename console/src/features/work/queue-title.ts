import { useTranslation } from 'react-i18next';
import { providers } from '#contract/billing/providers.ts';
import { type WorkQueue, readQueueName } from '#contract/staff/work-queues.ts';

const titles = {
  'jobs.urgent': 'jobsUrgent',
  'jobs.money': 'jobsMoney',
  'jobs.providers': 'jobsProviders',
  'jobs.outside': 'jobsOutside',
  'jobs.general': 'jobsGeneral',
  cron: 'cron',
  'mails.urgent': 'mailsUrgent',
  mails: 'mails',
  provider_events: 'providerEvents',
  open_attempts: 'openAttempts',
  unsent_attempts: 'unsentAttempts',
  refunds: 'refunds',
  token_removals: 'tokenRemovals',
  documents: 'documents',
  postbacks: 'postbacks',
  profile_imports: 'profileImports',
  'brands.schedules': 'brandSchedules',
  notifications: 'notifications',
  'notifications.push': 'notificationsPush',
  'notifications.messenger': 'notificationsMessenger',
  'notifications.mail': 'notificationsMail',
} as const satisfies Record<WorkQueue, string>;

/** Titles of queues in words. One that this console does not know yet, as while a newer release starts, keeps its name. */
export function useQueueTitle(): (name: string) => string {
  const { t } = useTranslation('work');
  return (name) => {
    const { queue, provider } = readQueueName(name);
    if (!queue) return name;
    const title = t(`titles.${titles[queue]}`);
    return provider ? `${title} · ${providers[provider].title}` : title;
  };
}
