import { expect, test, vi } from 'vitest';
import { runEntries } from './run-entries.ts';

const row = (what: string) => ({ what, figures: { 'a second': 1 } });

/** Fails so many times before it answers. */
function failing(what: string, times: number) {
  let failures = 0;
  return async () => {
    failures += 1;
    if (failures <= times) throw new Error('NO_NAVSTART');
    return [row(what)];
  };
}

test('an entry that fails once is repeated, and one that always fails costs no figures of the others', async () => {
  const said = vi.spyOn(console, 'error').mockReturnValue();
  const begun: string[] = [];
  const saved: string[][] = [];
  const measured = await runEntries(
    {
      first: failing('first', 0),
      shaky: failing('shaky', 1),
      broken: failing('broken', 9),
      last: failing('last', 0),
    },
    {
      onBegin: (name) => void begun.push(name),
      onMeasured: async ({ rows }) => void saved.push(rows.map(({ what }) => what)),
    },
  );
  expect(begun).toEqual(['first', 'shaky', 'broken', 'last']);
  expect(measured.rows).toEqual([row('first'), row('shaky'), row('last')]);
  expect(Object.keys(measured.seconds)).toEqual(['first', 'shaky', 'last']);
  expect(measured.failed).toEqual(['broken']);
  expect(saved).toEqual([['first'], ['first', 'shaky'], ['first', 'shaky', 'last']]);
  expect(said).toHaveBeenCalledTimes(3);
  said.mockRestore();
});
