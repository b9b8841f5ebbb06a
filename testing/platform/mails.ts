import type { Database } from '../../server/platform/database/database.ts';

/** What was written to an address, oldest first. */
export function mailsTo(db: Database, email: string) {
  return db
    .selectFrom('mail')
    .select(['template', 'language', 'subject', 'text', 'html'])
    .where('recipient', '=', email)
    .orderBy('id')
    .execute();
}

/** The address that the only link of a mail leads to. */
export function linkIn(mail: { text: string | null } | undefined): URL {
  const [link] = /https?:\/\/\S+/.exec(mail?.text ?? '') ?? [];
  if (link === undefined) throw new Error('the mail has no link');
  return new URL(link);
}

export function tokenIn(mail: { text: string | null } | undefined): string {
  return linkIn(mail).searchParams.get('token') ?? '';
}
