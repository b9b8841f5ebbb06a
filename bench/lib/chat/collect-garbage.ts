/** Loaded into a server whose memory is measured: on SIGUSR2 it drops what is not needed any more. */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as (options: object) => void;
process.on('SIGUSR2', () => {
  for (let turn = 0; turn < 3; turn += 1)
    collect({ type: 'major', execution: 'sync', flavor: 'last-resort' });
});
