import type { FunnelEventName } from '#contract/insight/tracking.ts';
import { landingName } from '../landing.ts';
import { paths } from '../paths.ts';
import { storage } from '../storage.ts';
import { isAllowed } from './consent.ts';

/** What an event is about. */
interface About {
  profileId?: string;
  /** Which step, plan list or landing. */
  detail?: string;
}

/** Reports an event of the funnel, for visitors who allow it. Never throws, and no caller waits for it. */
export function measure(type: FunnelEventName, about: About = {}): void {
  if (!isAllowed('measurement')) return;
  const at = Date.now();
  void import('./event-queue.ts').then(
    ({ addEvent }) => addEvent({ type, at, ...about }),
    () => undefined,
  );
}

/** Where a mail leads. That a link which signs in was clicked, the server knows by itself. */
const mailPages: ReadonlySet<string> = new Set([
  paths.resetPassword,
  paths.confirmEmail,
  paths.externalSignUp,
  paths.unsubscribe,
]);

/** What the visitor's first page says of them: once, at once or as soon as it is allowed. */
export function measureArrival({ pathname, search }: Pick<Location, 'pathname' | 'search'>): void {
  const isVisitor = storage.get('token') === undefined;
  const fromMail = mailPages.has(pathname) && new URLSearchParams(search).has('token');
  if (!isVisitor && !fromMail) return;
  const apply = () => {
    if (!isAllowed('measurement')) return;
    stop();
    measure(fromMail ? 'mail_clicked' : 'landing_seen', { detail: landingName(pathname) });
  };
  const stop = storage.watch('cookieChoice', apply);
  apply();
}
