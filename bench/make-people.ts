/**
 * Makes the database that `npm run bench -- people` measures, or finds it made:
 * `node bench/make-people.ts --people 1000000 --reactions 5000000 --data-dir DIR`.
 */

import { parseArgs } from 'node:util';
import { scaleOf } from './lib/people-at-scale.ts';
import { defaultFolder, openScaleDatabase } from './lib/scale-folder.ts';

const { values } = parseArgs({
  options: {
    people: { type: 'string', default: '1000000' },
    reactions: { type: 'string' },
    'data-dir': { type: 'string', default: defaultFolder() },
  },
});
const reactions = values.reactions === undefined ? undefined : Number(values.reactions);
const begun = performance.now();
const report = (what: string) =>
  console.log(`${((performance.now() - begun) / 1_000).toFixed(1).padStart(7)} s  ${what}`);
const database = await openScaleDatabase(
  values['data-dir'],
  scaleOf(Number(values.people), reactions),
  report,
);
await database.stop();
report(`ready in ${values['data-dir']}`);
