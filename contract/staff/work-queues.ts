import { type ProviderName, providers } from '../billing/providers.ts';

/** What background work is there for: a word a queue, or one for a queue of each provider. The console has a title for each. */
export const workQueues = [
  'jobs.urgent',
  'jobs.money',
  'jobs.providers',
  'jobs.outside',
  'jobs.general',
  'cron',
  'mails.urgent',
  'mails',
  'provider_events',
  'open_attempts',
  'unsent_attempts',
  'refunds',
  'token_removals',
  'documents',
  'postbacks',
  'brands.schedules',
  'profile_imports',
  'notifications',
  'notifications.push',
  'notifications.messenger',
  'notifications.mail',
] as const;
export type WorkQueue = (typeof workQueues)[number];

/** What a queue is for and, where each provider has its own, whose it is. */
export function readQueueName(name: string): { queue?: WorkQueue; provider?: ProviderName } {
  const provider = Object.keys(providers).find((one) => name.endsWith(`.${one}`)) as ProviderName | undefined;
  const own = provider ? name.slice(0, -provider.length - 1) : name;
  const queue = workQueues.find((one) => one === own);
  return { ...(queue && { queue }), ...(provider && { provider }) };
}
