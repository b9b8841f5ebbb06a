import { join } from 'node:path';
import type { Rolldown } from 'vite';

type Group = Rolldown.CodeSplittingGroup;
type GetModuleInfo = (id: string) => Rolldown.ModuleInfo | null;

/** What runs on every page, also on one that rests until it is touched. */
const visit = join(import.meta.dirname, 'index.html');
/** The landing's own parts, all of which its first view shows. */
const ofLanding = /\/features\/entry\/(?:hero-|landing\/(?:landing-screens|brand-hero|below-fold-content))/;
/** Where one comes in who has been here before: its form alone, without what sends it. */
const ofWayIn = /\/features\/entry\/login\/login-screen\.tsx$/;
const ofVisitors = /\/features\/(?:entry|public)\//;
/** What every member's page fetches, whatever its address. */
const ofEveryMember =
  /\/(?:app\/member-(?:bars|services)\.tsx|shell\/member-session\.ts|brand\/boot\.ts|kernel\/sealing\.ts)$/;
const memberScreens = /\/app\/member-screens\.ts$/;

/** What so many members' screens need is fetched with every member's page, since the next one will need it. */
const MANY_SCREENS = 4;
/** In letters of source: what is smaller costs less than a file of its own. */
const SMALL = 900;

/** Every module that these lead to without a later import, with themselves. */
function reachOf(getModuleInfo: GetModuleInfo, doors: Iterable<string>): ReadonlySet<string> {
  const found = new Set<string>();
  const waiting = [...doors];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (found.has(id)) continue;
    found.add(id);
    waiting.push(...(getModuleInfo(id)?.importedIds ?? []));
  }
  return found;
}

/** All modules of the site, found from any of them. */
function allModules(getModuleInfo: GetModuleInfo, anyModule: string): Rolldown.ModuleInfo[] {
  const found = new Map<string, Rolldown.ModuleInfo>();
  const waiting = [anyModule];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    const info = found.has(id) ? null : getModuleInfo(id);
    if (!info) continue;
    found.set(id, info);
    waiting.push(...info.importedIds, ...info.dynamicallyImportedIds);
    waiting.push(...info.importers, ...info.dynamicImporters);
  }
  return [...found.values()];
}

/** Names the file of each module that several parts of the site share; the others go where they are imported. */
function divide(getModuleInfo: GetModuleInfo, anyModule: string): (id: string) => string | null {
  const modules = allModules(getModuleInfo, anyModule);
  const first = reachOf(
    getModuleInfo,
    modules.filter(({ isEntry }) => isEntry).map(({ id }) => id),
  );
  const sizes = new Map(modules.map(({ id, code }) => [id, code?.length ?? 0]));
  const doors = modules
    .filter(({ dynamicImporters }) => dynamicImporters.length > 0)
    .map(({ id, dynamicImporters }) => ({
      id,
      isScreen: dynamicImporters.some((importer) => memberScreens.test(importer)),
      reach: reachOf(getModuleInfo, [id]),
    }));
  return (id) => {
    const users = doors.filter(({ reach }) => reach.has(id));
    if (users.length < 2) return null;
    const has = (kind: RegExp) => users.some((door) => kind.test(door.id));
    const screens = users.filter(({ isScreen }) => isScreen).map((door) => nameOf(door.id));
    const always = has(ofEveryMember);
    // Of this library the first page needs another part.
    if (first.has(id)) return always ? 'common' : null;
    if (has(ofLanding)) return always || screens.length > 0 ? 'everybody' : 'landing';
    // A large library is for those who need it.
    if (id.includes('/node_modules/') && !id.includes('/icons/') && !always) return null;
    const isSmall = (sizes.get(id) ?? 0) < SMALL;
    const many = always || screens.length >= MANY_SCREENS || (isSmall && screens.length > 1);
    if (many && has(ofWayIn)) return 'entry';
    if (many) return has(ofVisitors) ? 'common' : 'members';
    if (has(ofVisitors)) return null;
    // What a screen shares with its own dialogs is fetched with the screen.
    return screens.length > 0 ? screens.toSorted().join('-') : null;
  };
}

/** A screen's name, by its file. */
function nameOf(id: string): string {
  return id.slice(id.lastIndexOf('/') + 1, id.lastIndexOf('.')).replace('-screen', '');
}

/**
 * Which modules go into one file. A page fetches a few files instead of a hundred, and nothing that only another kind of
 * page needs. What no rule names follows from who imports it.
 */
export function pageFiles(): Group[] {
  let fileOf: ((id: string) => string | null) | undefined;
  let ofVisit: ReadonlySet<string> | undefined;
  return [
    {
      debugName: 'visit',
      priority: 4,
      tags: ['$initial'],
      name(id, context) {
        ofVisit ??= reachOf((other) => context.getModuleInfo(other), [visit]);
        return ofVisit.has(id) ? 'visit' : null;
      },
    },
    { name: 'vendor', priority: 3, tags: ['$initial'], test: /node_modules/ },
    { name: 'start', priority: 2, tags: ['$initial'] },
    {
      debugName: 'shared',
      priority: 1,
      includeDependenciesRecursively: false,
      name(id, context) {
        fileOf ??= divide((other) => context.getModuleInfo(other), id);
        return fileOf(id);
      },
    },
    // Parts of a library that opens things over the page: small ones lie with those that are needed beside them.
    {
      name: 'overlays',
      test: /node_modules\/@(?:base-ui|floating-ui)\//,
      minShareCount: 2,
      entriesAware: true,
      entriesAwareMergeThreshold: 2_500,
    },
  ];
}
