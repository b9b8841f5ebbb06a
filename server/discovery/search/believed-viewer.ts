import type { Person } from '#contract/profile/people.ts';
import type { MemberContext } from '#server/app.ts';
import { readPeopleAndViewer } from '#server/profiles/people.ts';
import { readViewer } from '#server/profiles/viewer.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import { isSameViewer } from './lists.ts';

const MOST_TRIES = 3;

interface Search<F> {
  /** Whether this viewer may look there at all. One who was not allowed a moment ago is read again. */
  isOpenTo: (viewer: Viewer) => boolean;
  /** Finds by a viewer who may not be up to date, so it changes nothing. */
  find: (viewer: Viewer) => Promise<F>;
}

/**
 * People for a viewer. One who looked a moment ago is believed to be as they were then, and the one statement that reads
 * the people says whether they are. If not, the search runs once more with the viewer as they are now.
 */
export async function findAsViewer<F extends { ids: readonly string[] }>(
  context: MemberContext,
  { isOpenTo, find }: Search<F>,
): Promise<{ found: Omit<F, 'ids'>; people: Person[]; decided: readonly string[] }> {
  const { viewers } = context.app.searchLists;
  const believed = viewers.get(context.accountId);
  let viewer = believed && isOpenTo(believed) ? believed : await readViewer(context);
  for (let tries = 1; ; tries += 1) {
    const { ids, ...found } = await find(viewer);
    const looked = await readPeopleAndViewer(context, viewer.profileId, ids);
    viewers.set(context.accountId, looked.viewer);
    // A viewer who changes all the time gets what there is.
    const { people, decided } = looked;
    if (isSameViewer(looked.viewer, viewer) || tries === MOST_TRIES) return { people, decided, found };
    viewer = looked.viewer;
  }
}
