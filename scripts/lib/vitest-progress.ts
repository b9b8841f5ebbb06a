import type { Reporter } from 'vitest/node';

/** Of fewer files the end is in sight. */
const MANY = 20;

/** Says at each tenth of the files how many there are in all. */
export function reportProgress(print: (line: string) => void): Reporter {
  let total = 0;
  let done = 0;
  let begun = 0;
  return {
    onTestRunStart(files) {
      [total, done, begun] = [files.length, 0, performance.now()];
    },
    onTestModuleEnd() {
      done += 1;
      const isNextTenth = Math.floor((10 * done) / total) > Math.floor((10 * (done - 1)) / total);
      if (total < MANY || !isNextTenth) return;
      print(`${done} of ${total} files after ${Math.round((performance.now() - begun) / 1_000)} s`);
    },
  };
}
