import { expect, onTestFinished, test, vi } from 'vitest';
import { MONITORING_SAMPLE_RATE } from '#contract/kernel/constants.ts';
import { describeTimes, watchPageTimes } from './report.ts';

/** How many of these pages would tell, by what each has drawn. */
function countReporting(drawn: readonly number[]): number {
  const addEventListener = vi.fn<(name: string) => void>();
  vi.stubGlobal('window', { addEventListener });
  vi.stubGlobal('document', { readyState: 'loading' });
  onTestFinished(() => void vi.unstubAllGlobals());
  for (const each of drawn) watchPageTimes(() => each);
  return addEventListener.mock.calls.length;
}

test('one page in a thousand tells how long it took', () => {
  const thousand = Array.from({ length: 1_000 }, (_, at) => at / 1_000);
  expect(countReporting(thousand)).toBe(1);
  expect(countReporting([MONITORING_SAMPLE_RATE])).toBe(0);
});

test('times are whole milliseconds, and what is not known is left out', () => {
  const entries: Record<string, object[]> = {
    navigation: [{ responseStart: 81.4, domContentLoadedEventEnd: 312.6, loadEventEnd: 0 }],
    paint: [
      { name: 'first-paint', startTime: 190 },
      { name: 'first-contentful-paint', startTime: 204.5 },
    ],
  };
  const getEntriesByType = (type: string) => (entries[type] ?? []) as PerformanceEntryList;
  expect(describeTimes({ getEntriesByType })).toBe('answer 81, paint 205, ready 313');
  expect(describeTimes({ getEntriesByType: () => [] })).toBe('');
});
