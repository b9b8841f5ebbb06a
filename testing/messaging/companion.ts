import { onTestFinished } from 'vitest';
import type { Language } from '#contract/kernel/constants.ts';
import { startLanguageModelSandbox } from '#sandbox/language-model.ts';
import type { LanguageModelSandboxOptions } from '#sandbox/language-model.ts';
import type { App } from '#server/app.ts';
import { answerAsCompanion } from '#server/companion/answering.ts';
import { createModelHealth } from '#server/companion/model.ts';
import { sendMessage } from '#server/messaging/sending.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Database } from '#server/platform/database/database.ts';
import type { World } from '../world.ts';

type CompanionConfig = Config['companion'];

/** The same server with another companion. */
export function withCompanion<A extends App>(app: A, options: Partial<CompanionConfig>): A {
  const companion = { ...app.config.companion, ...options };
  return { ...app, config: { ...app.config, companion }, modelHealth: createModelHealth() };
}

/** A server whose companions ask a model, which says what the test wants. */
export async function withModel<A extends App>(
  app: A,
  { answers, key, ...options }: LanguageModelSandboxOptions & Partial<CompanionConfig> = {},
) {
  const sandbox = await startLanguageModelSandbox({ ...(answers && { answers }), ...(key && { key }) });
  onTestFinished(() => sandbox.stop());
  const model = { url: sandbox.url, name: 'moon-1', key };
  return { sandbox, app: withCompanion(app, { model, ...options }) };
}

export type Companionship = Awaited<ReturnType<typeof startCompanionChat>>;

/** A member who talks to a companion. */
export async function startCompanionChat(
  world: World,
  { language, ...options }: Parameters<World['member']>[0] & { language?: Language } = {},
) {
  const member = await world.member({ level: 2, ...options });
  if (language) {
    await member.app.db.updateTable('account').set({ language }).where('id', '=', member.accountId).execute();
  }
  const profileId = await world.profile({ kind: 'ai', brand: member.brand });
  const { db } = member.app;
  const { brandId } = member;
  const write = (text: string) => sendMessage(member, { profileId, text });
  const conversationOf = async () => {
    const { conversation_id: conversationId } = await db
      .selectFrom('inbox')
      .select('conversation_id')
      .where('owner_id', '=', member.profileId)
      .where('other_id', '=', profileId)
      .executeTakeFirstOrThrow();
    return { brandId, conversationId };
  };
  return {
    member,
    profileId,
    write,
    conversationOf,
    /** Runs the job as the queue would. */
    async run(app: App, { attempt = 1, signal = new AbortController().signal } = {}): Promise<void> {
      await answerAsCompanion(app, await conversationOf(), { attempt, last: attempt >= 6, signal });
    },
    answers: () => saidBy(db, profileId),
  };
}

export function saidBy(db: Database, profileId: string) {
  return db
    .selectFrom('message')
    .select(['number', 'body', 'written_by'])
    .where('from_id', '=', profileId)
    .orderBy('number')
    .execute();
}

export async function waitsFor({ db }: Pick<App, 'db'>, profileId: string): Promise<boolean> {
  const rows = await db
    .selectFrom('waiting_reply')
    .select('since')
    .where('profile_id', '=', profileId)
    .execute();
  return rows.length > 0;
}
