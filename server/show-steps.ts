const CLEAR_LINE = '\r\u001B[K';

/** Tells on the terminal what is being done. Progress of one step stays on one line. */
export function showSteps() {
  const { stderr } = process;
  const startedAt = performance.now();
  let current = '';
  return {
    step(what: string): void {
      const name = what.replace(/ \(\d+ of \d+\)$/, '');
      if (stderr.isTTY) stderr.write(`${CLEAR_LINE}${name === current ? '' : current && '\n'}  ${what} …`);
      else if (name !== current) stderr.write(`  ${name} …\n`);
      current = name;
    },
    end(): void {
      const seconds = ((performance.now() - startedAt) / 1_000).toFixed(1);
      stderr.write(`${stderr.isTTY ? CLEAR_LINE : ''}  Ready after ${seconds} s.\n`);
    },
  };
}
