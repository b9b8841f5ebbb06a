import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { readPerson as endpoint } from '#contract/profile/people.ts';
import type { MemberContext } from '#server/app.ts';
import { readUuid } from '#server/platform/ids.ts';
import { readWholePerson } from '#server/profiles/people.ts';
import { checkReach, reachOf } from './reach.ts';

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
  return [person];
}
