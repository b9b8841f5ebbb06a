import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import { fail } from '../../contract/kernel/errors.ts';
import type { readMail as endpoint } from '../../contract/staff/staff.ts';
import type { StaffContext } from '../app.ts';
import { describeMail } from './list-mails.ts';
import { readMailRow } from './queries.ts';
import { requireOperator } from './require-operator.ts';

export async function readMail(
  context: StaffContext,
  { id }: InputOf<typeof endpoint>,
): Promise<ReplyOf<typeof endpoint>> {
  requireOperator(context);
  const row = (await readMailRow(context.db, id)) ?? fail('request.not_found');
  return { ...describeMail(row), html: row.html, text: row.text, error: row.error };
}
