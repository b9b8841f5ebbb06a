import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  listScheduled as listScheduledEndpoint,
  readWritingAids as endpoint,
} from '#contract/staff/writing.ts';
import type { StaffContext } from '#server/app.ts';
import { atBrand, atBrandOf } from '#server/brands/staff-context.ts';
import { ageFrom } from '#server/profiles/profile-summary.ts';
import { findConcerns, helpFor, wasAskedIfReal } from './check-reply.ts';
import { honestAnswer } from './real-question.ts';
import { readScheduledIn, readScheduledOf } from './scheduled-replies.sql.ts';
import { readThread } from './thread.ts';

/** What a host who answers there has at hand, from what was said last. */
export async function readWritingAids(
  context: StaffContext,
  { brand: key, id }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  const { db, clock, config } = context.app;
  const { brand, brandId, staffId } = atBrand(context, key);
  const thread = (await readThread(db, { brandId, id })) ?? fail('request.not_found');
  const { member, profile, language } = thread;
  const age = ageFrom(member.birthYear, clock);
  return {
    language,
    values: {
      name: member.screenName,
      city: member.city,
      age: age === null ? null : String(age),
      profile: profile.screenName,
    },
    model: config.companion.model !== undefined,
    askedIfReal: wasAskedIfReal(thread),
    honestAnswer: honestAnswer(language, brand.settings.title),
    concerns: findConcerns(thread).map((concern) => ({ concern, help: helpFor(thread, brand, concern) })),
    scheduled: await readScheduledIn(db, { brandId, id }, staffId),
    liked: thread.liked,
    visitedAt: thread.visitedAt?.getTime() ?? null,
  };
}

/** What the host has written for later, in all brands. */
export async function listScheduled(context: StaffContext): Promise<ReplyOf<typeof listScheduledEndpoint>> {
  const rows = await readScheduledOf(context.app.db, context.staffId, context.brandIds);
  return {
    replies: rows.map(({ brandId, reply, ...place }) =>
      Object.assign(reply, place, { brand: atBrandOf(context, brandId).brand.key }),
    ),
  };
}
