/** What operators read in the console: mails, the audit, the brands and their sizes. */

import { sql } from 'kysely';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  listMails as listMailsEndpoint,
  readMail as readMailEndpoint,
  listAudit as listAuditEndpoint,
  listBrands as listBrandsEndpoint,
} from '#contract/staff/staff.ts';
import type { StaffContext } from '#server/app.ts';
import { missingFacts } from '#server/brands/legal-text.ts';
import { brandIdsFor, brandsWhere } from '#server/brands/staff-context.ts';
import { renderKept } from '#server/mails/render.ts';
import { staffTemplates } from '#server/mails/templates.ts';
import { listAudit as readAudit } from '#server/platform/audit.ts';
import { decodeIdCursor } from '#server/platform/cursor.ts';
import type { DbOrTx } from '#server/platform/database/database.ts';
import { isUuid } from '#server/platform/ids.ts';
import { managedIds, peopleCalled } from './people.ts';

const PAGE = 50;

/** The outbox, newest first. `next` is the `before` of the following page. */
export async function listMails(
  context: StaffContext,
  { before }: InputOf<typeof listMailsEndpoint>,
): Promise<ReplyOf<typeof listMailsEndpoint>> {
  const rows = await listMailRows(context, decodeIdCursor(before), PAGE + 1);
  const mails = rows.slice(0, PAGE).map(describeMail);
  return { mails, next: rows.length > PAGE ? (mails.at(-1)?.id ?? null) : null };
}

type MailRow = Awaited<ReturnType<typeof listMailRows>>[number];

function describeMail({ id, brand, recipient, subject, template, language, status, created_at }: MailRow) {
  return { id, brand, to: recipient, subject, template, language, status, createdAt: created_at.getTime() };
}

export async function readMail(
  context: StaffContext,
  { id }: InputOf<typeof readMailEndpoint>,
): Promise<ReplyOf<typeof readMailEndpoint>> {
  const row = (await readMailRow(context, id)) ?? fail('request.not_found');
  const brand = context.app.brands.byId(row.brand_id);
  try {
    const { html = null, text = null } = (brand && renderKept(brand, row)) ?? {};
    return { ...describeMail(row), html, text, error: row.error };
  } catch (error) {
    // It was written for a template that has changed since. What else is known of it is shown.
    context.app.log.warn({ err: error, mail: id }, 'a mail cannot be rendered');
    return {
      ...describeMail(row),
      html: null,
      text: null,
      error: row.error ?? 'the mail cannot be rendered any more',
    };
  }
}

/** How much of why a brand is left out the console shows; the log has all of it. */
const MOST_REASON = 4_000;

export async function listAudit(
  context: StaffContext,
  { brand, actor, ...wanted }: InputOf<typeof listAuditEndpoint>,
): Promise<ReplyOf<typeof listAuditEndpoint>> {
  const { db } = context.app;
  // What belongs to no brand is for those who work for all.
  const all = context.isOwner && brand === undefined;
  const brandIds = all ? undefined : brandIdsFor(context, brand);
  const actors = actor ? await findActors(context, actor) : undefined;
  if (actors?.length === 0) return { entries: [], next: null, actorFound: false };
  return {
    ...(await readAudit(db, { ...wanted, brandIds, actors, limit: PAGE })),
    actorFound: true,
  };
}

/** Whom a search means: the one with this id, of the staff or a member, or people of the staff by name or address. */
async function findActors(context: StaffContext, text: string): Promise<string[]> {
  if (isUuid(text)) return [text];
  const rows = await peopleCalled(context, text).execute();
  return rows.map(({ id }) => id);
}

/** Counting touches every row of a brand, so it is done where reading does not slow the members down. */
export async function listBrands(context: StaffContext): Promise<ReplyOf<typeof listBrandsEndpoint>> {
  const { brands, replica } = context.app;
  const [accounts, profiles] = await Promise.all([countAccounts(replica), countProfiles(replica)]);
  const accountsOf = (brandId: string) => accounts.find(({ brand_id }) => brand_id === brandId)?.count ?? 0;
  const profilesOf = (brandId: string, wanted: 'member' | 'staff' | 'ai') =>
    profiles.find(({ brand_id, kind }) => brand_id === brandId && kind === wanted)?.count ?? 0;
  return {
    brands: brands
      .all()
      .filter(({ id }) => context.brandIds.includes(id))
      .map(({ id, key, settings, flows, plans }) => ({
        key,
        title: settings.title,
        hostnames: settings.hostnames,
        country: settings.country,
        flows: flows.size,
        accounts: accountsOf(id),
        profiles: {
          member: profilesOf(id, 'member'),
          staff: profilesOf(id, 'staff'),
          ai: profilesOf(id, 'ai'),
        },
        missingFacts: missingFacts({ settings, flows, plans }),
      })),
    refused: context.isOwner
      ? brands.refused().map(({ name, reason }) => ({ name, reason: reason.slice(0, MOST_REASON) }))
      : [],
  };
}

const mailColumns = [
  'mail.id',
  'brand.key as brand',
  'recipient',
  'subject',
  'template',
  'language',
  'status',
  'mail.created_at',
] as const;

/** Ids are in the order of time, so they are the page's key as well. */
function listMailRows(context: StaffContext, before: string | undefined, limit: number) {
  const query = readableMails(context).select(mailColumns).orderBy('mail.id', 'desc').limit(limit);
  return (before === undefined ? query : query.where('mail.id', '<', before)).execute();
}

function readMailRow(context: StaffContext, id: string) {
  return readableMails(context)
    .select([...mailColumns, 'mail.brand_id', 'data'])
    .select((row) => row.fn.coalesce('mail.error', 'mail.work_error').as('error'))
    .where('mail.id', '=', id)
    .executeTakeFirst();
}

/** A mail to people of the staff is for those alone who may invite them. */
function readableMails(context: StaffContext) {
  const { app, brandIds } = context;
  const managed = brandsWhere(context, brandIds, 'staff.manage');
  const query = app.db
    .selectFrom('mail')
    .innerJoin('brand', 'brand.id', 'mail.brand_id')
    .where('mail.brand_id', 'in', brandIds);
  if (managed.length === 0) return query.where('mail.template', 'not in', staffTemplates);
  return query.where(({ and, eb, or }) =>
    or([
      eb('mail.template', 'not in', staffTemplates),
      and([eb('mail.brand_id', 'in', managed), eb('mail.about_id', 'in', managedIds(app.db, context))]),
    ]),
  );
}

function countAccounts(db: DbOrTx) {
  return db
    .selectFrom('account')
    .select(['brand_id', sql<number>`count(*)::int`.as('count')])
    .where('walks', '=', false)
    .groupBy('brand_id')
    .execute();
}

function countProfiles(db: DbOrTx) {
  return db
    .selectFrom('profile')
    .select(['brand_id', 'kind', sql<number>`count(*)::int`.as('count')])
    .where(
      sql<boolean>`not exists (select from walk w where w.brand_id = profile.brand_id and w.account_id = profile.account_id)`,
    )
    .groupBy(['brand_id', 'kind'])
    .execute();
}
