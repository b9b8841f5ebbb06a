import type { Reason } from '#contract/discovery/reasons.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { Person, readPerson as endpoint } from '#contract/profile/people.ts';
import type { MemberContext } from '#server/app.ts';
import { readUuid } from '#server/platform/ids.ts';
import { readWholePerson } from '#server/profiles/people.ts';
import type { Viewer } from '#server/profiles/viewer.ts';
import { checkReach, reachOf } from './reach.ts';
import { positionOf } from './search/columns.ts';
import { reasonsFor, sayableTo } from './search/ranking.ts';
import { momentOf, seekerOf } from './search/seeker.ts';
import { knownLikers } from './search/verdicts.ts';

/** Reading a person is not a visit: the page says so itself when it is opened. */
export async function readPerson(
  context: MemberContext,
  { id }: Pick<InputOf<typeof endpoint>, 'id'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { app, brandId } = context;
  const wanted = readUuid(id);
  if (!wanted || wanted === context.profileId) return [];
  const { viewer, person } = await readWholePerson(context, wanted);
  if (!person) return [];
  await checkReach(app.db, brandId, await reachOf(context, viewer), person);
  const reasons = await reasonsOf(context, viewer, person);
  return [{ ...person, reasons }];
}

/** Why the viewer is shown this person, as the newest list knows both. */
async function reasonsOf(
  context: MemberContext,
  viewer: Viewer,
  { id, gender }: Pick<Person, 'id' | 'gender'>,
): Promise<Reason[]> {
  const { app, brandId } = context;
  const list = await app.searchLists.find({ brandId, gender });
  if (!list) return [];
  const position = positionOf(list, id);
  if (position === undefined) return [];
  const likers = knownLikers(app.searchLists.verdicts, { brandId, profileId: viewer.profileId }, list);
  return reasonsFor(list, seekerOf(viewer, momentOf(context)), likers, sayableTo(viewer))(position);
}
