import { z } from 'zod';
import type { InputOf, ReplyOf } from '../../contract/kernel/endpoint.ts';
import type {
  listReserved as listEndpoint,
  reserveProfile as reserveEndpoint,
} from '../../contract/staff/profiles.ts';
import type { StaffContext } from '../app.ts';
import { readReserved, setReserved } from '../profiles/reserved-profiles.ts';
import { requireOperator, atBrand } from '../brands/staff-context.ts';

const PAGE = 50;

export async function reserveProfile(
  context: StaffContext,
  { brand, id: profileId, reserved }: InputOf<typeof reserveEndpoint>,
): Promise<ReplyOf<typeof reserveEndpoint>> {
  requireOperator(context);
  const { brandId } = atBrand(context, brand);
  const { staffId, ip } = context;
  await setReserved(context, { brandId, profileId, reserved }, { actor: { kind: 'staff', id: staffId }, ip });
  return { ok: true };
}

export async function listReserved(
  context: StaffContext,
  { brand, after }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  requireOperator(context);
  const { brandId } = atBrand(context, brand);
  // A cursor that we did not make begins at the beginning.
  const cursor = z.uuid().safeParse(after).data;
  const rows = await readReserved(context.db, brandId, cursor, PAGE + 1);
  const profiles = rows.slice(0, PAGE);
  return { profiles, next: rows.length > PAGE ? (profiles.at(-1)?.id ?? null) : null };
}
