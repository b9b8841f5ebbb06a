import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import type { readPerson as endpoint } from '../../contract/profile/people.ts';
import type { MemberContext } from '../app.ts';
import { readUuid } from '../platform/ids.ts';
import { readWholePerson } from './read-people.ts';
import { readViewer } from './read-viewer.ts';

/** Looking somebody up is not a visit: the page says so itself when it is opened. */
export async function readPerson(
  context: MemberContext,
  { id }: Pick<InputOf<typeof endpoint>, 'id'>,
): Promise<ReplyOf<typeof endpoint>> {
  const viewer = await readViewer(context);
  const wanted = readUuid(id);
  if (!wanted || wanted === viewer.profileId) return [];
  const person = await readWholePerson(context, viewer.profileId, wanted);
  return person ? [person] : [];
}
