import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import type { readPerson as endpoint } from '#contract/profile/people.ts';
import type { MemberContext } from '#server/app.ts';
import { readUuid } from '#server/platform/ids.ts';
import { readWholePerson } from '#server/profiles/people.ts';
import { checkReach, readReach } from './reach.ts';

/** Reading a person is not a visit: the page says so itself when it is opened. */
export async function readPerson(
  context: MemberContext,
  { id }: Pick<InputOf<typeof endpoint>, 'id'>,
): Promise<ReplyOf<typeof endpoint>> {
  const { app, brandId } = context;
  const reach = await readReach(context);
  const { profileId: ownId } = reach.viewer;
  const wanted = readUuid(id);
  if (!wanted || wanted === ownId) return [];
  const person = await readWholePerson(context, ownId, wanted);
  if (!person) return [];
  await checkReach(app.db, brandId, reach, person);
  return [person];
}
