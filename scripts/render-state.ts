/**
 * A server renders the pages of all brands in one process. Fails on whatever one render could leave there for the next: state
 * at the top of a module that the renderer may load. `packages/client/page-state.ts` is where a page keeps things.
 */

import { join } from 'node:path';
import { readGraph } from './lib/module-graph.ts';
import { findState } from './lib/module-state.ts';

/** Of members' pages a server renders a frame without content, so it loads none of these screens. */
const MEMBER_SCREENS = 'site/src/app/member-screens.ts';

const modules = readGraph(join(import.meta.dirname, '..'), 'site/src/entry-server.tsx', [MEMBER_SCREENS]);
for (const { file, line, what } of findState(modules)) {
  console.error(`${file}:${line}: ${what}, and every brand's pages are rendered beside it.`);
  process.exitCode = 1;
}
