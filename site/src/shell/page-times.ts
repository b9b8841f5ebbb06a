import { MONITORING_SAMPLE_RATE } from '../../../contract/kernel/constants.ts';
import { whenIdle } from '../lib/when-idle.ts';

/** One page in a thousand tells how long it took to come. Nothing of whoever looks at it goes along. */
export function watchPageTimes(random: () => number = Math.random): void {
  if (random() >= MONITORING_SAMPLE_RATE) return;
  window.addEventListener('load', () => whenIdle(() => void tell()), { once: true });
}

async function tell(): Promise<void> {
  try {
    const [{ call }, { PAGE_TIMES, logClient }] = await Promise.all([
      import('./api.ts'),
      import('../../../contract/insight/tracking.ts'),
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
