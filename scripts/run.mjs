// Run by `npm run …`, perhaps before anything is installed: Node 20 alone must be enough.

import { isNodeTooOld } from './lib/is-node-too-old.mjs';

// The rest is loaded only then, because an older Node could not even read it.
if (!isNodeTooOld()) {
  void import('./lib/prepare-and-run.mjs').then(({ runWithPackages }) =>
    runWithPackages(process.argv.slice(2)),
  );
}
