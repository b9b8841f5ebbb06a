/** What is looked at before a reply goes out: what is refused, and what a host must have seen. */

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { fail } from '#contract/kernel/errors.ts';
import { placeholdersIn } from '#contract/staff/placeholders.ts';
import { concern, replyWarning } from '#contract/staff/reply-warnings.ts';
import type { Concern, ReplyWarning } from '#contract/staff/reply-warnings.ts';
import type { App } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { DAY } from '#server/platform/clock.ts';
import { asksIfReal } from '#server/safety/asks-if-real.ts';
import { findFaults } from '#server/safety/check-answer.ts';
import { plainText } from '#server/safety/patterns.ts';
import { findSigns, soundsLikeSelfHarm, soundsUnderage } from '#server/safety/signs.ts';
import { helpLines } from '#server/safety/words.ts';
import { deniesStaff, honestAnswer, hostWords, namesStaff } from './real-question.ts';
import type { Thread } from './thread.ts';

interface Reply {
  text: string;
  /** What it is sent under: sent again it is not a repetition. */
  id: string;
}

/** Fails where it must not be sent, or not before the host has seen what was found. Answers with what was confirmed. */
export async function checkReply(
  app: Pick<App, 'db' | 'clock'>,
  { brand, conversationId, thread }: { brand: Brand; conversationId: string; thread: Thread },
  reply: Reply,
  confirmed: readonly ReplyWarning[] = [],
): Promise<ReplyWarning[]> {
  const [open] = placeholdersIn(reply.text);
  if (open !== undefined) fail('reply.placeholder', { placeholder: open.slice(0, 100) });
  if (deniesStaff(reply.text, wasAskedIfReal(thread))) fail('reply.denies_staff');
  const found = findWarnings(thread, reply);
  if (await wentToMany(app, { brandId: brand.id, conversationId }, reply.text)) found.add('same_to_many');
  if (isHonestAnswer(thread, brand, reply.text)) found.delete('same_to_many');
  if (isHelp(thread, brand, reply.text)) found.delete('contact');
  const warnings = replyWarning.options.filter((warning) => found.has(warning));
  if (warnings.some((warning) => !confirmed.includes(warning))) fail('reply.unconfirmed', { warnings });
  return warnings;
}

/** Replies that are withheld from no member: who writes, and who helps. */
export function isFreeReply(thread: Thread, brand: Brand, text: string): boolean {
  return isHonestAnswer(thread, brand, text) || isHelp(thread, brand, text);
}

const isHonestAnswer = ({ language }: Thread, { settings }: Brand, text: string) =>
  text === honestAnswer(language, settings.title);

const isHelp = (thread: Thread, brand: Brand, text: string) =>
  concern.options.some((each) => text === helpFor(thread, brand, each));

export function wasAskedIfReal({ unanswered }: Thread): boolean {
  return unanswered.some(({ text }) => asksIfReal(text));
}

/** Signs of danger in what waits for an answer. */
export function findConcerns({ said, unanswered }: Thread): Concern[] {
  const { minor, selfHarm } = findSigns(said, unanswered);
  return [...(minor ? (['minor'] as const) : []), ...(selfHarm ? (['self_harm'] as const) : [])];
}

/** Whom the member can call, in the member's language. */
export function helpFor({ language }: Thread, brand: Brand, about: Concern): string {
  const lines = helpLines(about, language, brand.settings.country);
  return hostWords[language].help[about].replace('{lines}', lines);
}

/** Shorter ones, like a greeting, may be said again. */
const SHORTEST_REPETITION = 12;

function findWarnings(thread: Thread, { text, id }: Reply): Set<ReplyWarning> {
  const found = new Set<ReplyWarning>(findConcerns(thread));
  for (const fault of findFaults(text)) if (fault !== 'human' && fault !== 'garbage') found.add(fault);
  if (soundsUnderage(text)) found.add('minor');
  if (soundsLikeSelfHarm(text)) found.add('self_harm');
  if (wasAskedIfReal(thread) && !namesStaff(text)) found.add('asked_if_real');
  const plain = plainText(text);
  const isRepeated = thread.said.some((said) => said.own && said.id !== id && plainText(said.text) === plain);
  if (plain.length >= SHORTEST_REPETITION && isRepeated) found.add('same_to_member');
  return found;
}

/** Words that many people get are a mailing, not an answer. */
const SHORTEST_MAILING = 25;
const MANY = 3;
export const REPLY_TEXTS_KEPT = DAY;

interface Place {
  brandId: string;
  conversationId: string;
}

async function wentToMany(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { brandId, conversationId }: Place,
  text: string,
): Promise<boolean> {
  const digest = digestOf(text);
  if (!digest) return false;
  const { total } = await db
    .selectFrom('reply_text')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('brand_id', '=', brandId)
    .where('digest', '=', digest)
    .where('conversation_id', '<>', conversationId)
    .where('at', '>', new Date(clock.now().getTime() - REPLY_TEXTS_KEPT))
    .executeTakeFirstOrThrow();
  return total >= MANY;
}

function digestOf(text: string): Buffer | undefined {
  const plain = plainText(text);
  return plain.length < SHORTEST_MAILING ? undefined : createHash('sha256').update(plain).digest();
}

/** Remembers to whom these words went, without the words. */
export async function recordReplyText(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  { brandId, conversationId }: Place,
  text: string,
): Promise<void> {
  const digest = digestOf(text);
  if (!digest) return;
  await sql`
    insert into reply_text (brand_id, digest, conversation_id, at)
    values (${brandId}::uuid, ${digest}::bytea, ${conversationId}::uuid, ${clock.now()}::timestamptz)
    on conflict (brand_id, digest, conversation_id) do update set at = excluded.at`.execute(db);
}

/** What went to whom longer ago is of no more use. */
export async function deleteOldReplyTexts({ db, clock }: Pick<App, 'db' | 'clock'>): Promise<void> {
  const before = new Date(clock.now().getTime() - REPLY_TEXTS_KEPT);
  await db.deleteFrom('reply_text').where('at', '<=', before).execute();
}
