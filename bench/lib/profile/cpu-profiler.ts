/** Loaded into a server that is profiled: SIGUSR2 begins, and the next one writes the profile to `PROFILE_FILE`. */

import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';

const session = new Session();
session.connect();
session.post('Profiler.enable');
let isRunning = false;
process.on('SIGUSR2', () => {
  if (!isRunning) session.post('Profiler.start');
  else
    session.post('Profiler.stop', (error, result) => {
      if (!error) writeFileSync(String(process.env['PROFILE_FILE']), JSON.stringify(result.profile));
    });
  isRunning = !isRunning;
});
