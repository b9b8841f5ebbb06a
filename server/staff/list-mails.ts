import { z } from 'zod';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { listMails as endpoint } from '../../contract/staff/staff.ts';
import type { StaffContext } from '../app.ts';
import { listMailRows } from './queries.ts';
import { requireOperator } from './require-operator.ts';

const PAGE = 50;

/** The outbox, newest first. `next` is the `before` of the following page. */
export async function listMails(
  context: StaffContext,
  { before }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireOperator(context);
  if (before !== undefined && !z.uuid().safeParse(before).success) {
    return fail('request.malformed', {
      issues: [{ path: 'before', problem: 'must come from the last page' }],
    });
  }
  const rows = await listMailRows(context.db, before, PAGE + 1);
  const mails = rows.slice(0, PAGE).map(describeMail);
  return { mails, next: rows.length > PAGE ? (mails.at(-1)?.id ?? null) : null };
}

type MailRow = Awaited<ReturnType<typeof listMailRows>>[number];

export function describeMail({
  id,
  brand,
  recipient,
  subject,
  template,
  language,
  status,
  created_at,
}: MailRow) {
  return { id, brand, to: recipient, subject, template, language, status, createdAt: created_at.getTime() };
}
