import { pageState } from '#client/page-state.ts';
import type { logClient } from '#contract/insight/tracking.ts';
import { MONITORING_SAMPLE_RATE } from '#contract/kernel/constants.ts';
import type { InputOf } from '#contract/kernel/endpoint.ts';
import { whenLoaded } from '#site/lib/when-idle.ts';
import { storage } from './storage.ts';
import { isWalking } from './walk.ts';

const REPORTS_A_PAGE = 5;

type Report = Omit<InputOf<typeof logClient>, 'trackerId' | 'page'>;

const reported = pageState(() => new Set<string>());

/** Tells the server about a fault of the page: each kind once, and a few a page at most. Never throws. */
export async function report({
  subject,
  text,
  failure,
  error,
  message,
  line,
  source,
}: Report): Promise<void> {
  const kind = `${subject} ${message ?? text}`;
  // A walk leaves nothing in the figures of pages either.
  if (isWalking()) return;
  if (reported.has(kind) || reported.size >= REPORTS_A_PAGE) return;
  reported.add(kind);
  try {
    const [{ call }, tracking] = await Promise.all([
      import('./api.ts'),
      import('#contract/insight/tracking.ts'),
    ]);
    const trackerId = storage.get('trackerId');
    await call(
      tracking.logClient,
      {
        subject,
        page: location.pathname.slice(0, 500),
        ...(text && { text: text.slice(0, 2000) }),
        ...(failure && { failure: failure.slice(0, 2000) }),
        ...(error && { error: error.slice(0, 2000) }),
        ...(message && { message: message.slice(0, 2000) }),
        ...(source && { source: source.slice(0, 500) }),
        ...(line !== undefined && { line }),
        ...(trackerId && { trackerId }),
      },
      { keepalive: true },
    );
  } catch {
    // The report itself failed: the fault was already in the console.
  }
}

export function reportWindowErrors(): void {
  window.addEventListener('error', ({ message, filename, lineno, error }) => {
    void report({
      subject: 'window error',
      message,
      source: filename,
      line: lineno,
      error: error instanceof Error ? (error.stack ?? error.message) : '',
    });
  });
  window.addEventListener('unhandledrejection', ({ reason }) => {
    const error = reason instanceof Error ? reason : new Error(String(reason));
    // A lost connection is no fault of the page.
    if (error.name === 'OfflineError' || error.name === 'AbortError') return;
    void report({ subject: 'unhandled rejection', message: error.message, error: error.stack ?? '' });
  });
}

/** One page in a thousand tells how long it took to come. Nothing about the visitor goes along. */
export function watchPageTimes(random: () => number = Math.random): void {
  if (random() >= MONITORING_SAMPLE_RATE) return;
  whenLoaded(() => void sendReport());
}

async function sendReport(): Promise<void> {
  try {
    const [{ call }, { PAGE_TIMES, logClient }] = await Promise.all([
      import('./api.ts'),
      import('#contract/insight/tracking.ts'),
    ]);
    await call(logClient, { subject: PAGE_TIMES, text: describeTimes(performance) }, { keepalive: true });
  } catch {
    // A page that cannot tell is not worth a fault.
  }
}

/** In whole milliseconds from the moment the page was asked for; what a browser does not know is left out. */
export function describeTimes(known: Pick<Performance, 'getEntriesByType'>): string {
  const [page] = known.getEntriesByType('navigation') as Partial<PerformanceNavigationTiming>[];
  const paint = known.getEntriesByType('paint').find(({ name }) => name === 'first-contentful-paint');
  const times = {
    answer: page?.responseStart,
    paint: paint?.startTime,
    ready: page?.domContentLoadedEventEnd,
    loaded: page?.loadEventEnd,
  };
  return Object.entries(times)
    .flatMap(([name, time]) => (time ? [`${name} ${Math.round(time)}`] : []))
    .join(', ');
}
