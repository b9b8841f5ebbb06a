import type { InputOf } from '../../../contract/kernel/endpoint.ts';
import type { readDocument as endpoint } from '../../../contract/billing/member-billing.ts';
import { fail } from '../../../contract/kernel/errors.ts';
import type { MemberContext } from '../../app.ts';
import { drawDocument } from './draw-document.ts';
import { documentFacts } from './facts.ts';
import { readOwnDocument } from './queries.ts';

/** A receipt as PDF, drawn anew from the facts that were kept. A stranger's and a missing one must look the same. */
export async function readDocument(
  { db, brand, brandId, accountId }: MemberContext,
  { id }: Pick<InputOf<typeof endpoint>, 'id'>,
): Promise<Blob> {
  const row = (await readOwnDocument(db, brandId, accountId, id)) ?? fail('order.not_found');
  const { language, kind, year, number } = row;
  const facts = documentFacts.parse(row.facts);
  const pdf = await drawDocument(brand.settings, { language, kind, year, number, facts });
  return new Blob([new Uint8Array(pdf)], { type: 'application/pdf' });
}
