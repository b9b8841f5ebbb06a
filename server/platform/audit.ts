import { isIP } from 'node:net';
import { sql } from 'kysely';
import { decodeIdCursor } from './cursor.ts';
import type { DbOrTx } from './database/database.ts';
import { newId } from './ids.ts';
import { redact } from './telemetry/log.ts';

export interface AuditEntry {
  brandId?: string | undefined;
  actor: { kind: 'member' | 'staff' | 'system' | 'visitor'; id?: string | undefined };
  /** The action, as domain and verb: `review.approved`. */
  action: string;
  /** What it was done to. */
  subject?: string | undefined;
  details?: Record<string, unknown> | undefined;
  ip?: string | undefined;
}

const LONGEST_SUBJECT = 300;

/** Writes down who did what. In the caller's transaction, so that nothing is done without a trace. */
export async function recordAudit(db: DbOrTx, entry: AuditEntry): Promise<void> {
  const { brandId, actor, action, subject, details = {}, ip } = entry;
  await db
    .insertInto('audit')
    .values({
      id: newId(),
      brand_id: brandId ?? null,
      actor_kind: actor.kind,
      actor_id: actor.id ?? null,
      action,
      subject: subject === undefined ? null : cleanText(subject).slice(0, LONGEST_SUBJECT).toWellFormed(),
      details: JSON.stringify(clean(details)),
      ip: ip !== undefined && isIP(ip) > 0 ? withoutZone(ip) : null,
    })
    .execute();
}

export interface AuditFilter {
  /** Only entries of these brands; without it, entries of no brand as well. */
  brandIds?: readonly string[] | undefined;
  /** Only acts of these people. */
  actors?: readonly string[] | undefined;
  /** One action, `photo.refused`, or all of a domain, `photo`. */
  action?: string | undefined;
  subject?: string | undefined;
}

interface AuditPage extends AuditFilter {
  before?: string | undefined;
  limit: number;
}

/** Newest first. `next` is the `before` of the following page. */
export async function listAudit(db: DbOrTx, { brandIds, actors, action, subject, before, limit }: AuditPage) {
  const last = decodeIdCursor(before);
  let query = db
    .selectFrom('audit')
    .leftJoin('brand', 'brand.id', 'audit.brand_id')
    .leftJoin('staff', (join) =>
      join.onRef('staff.id', '=', 'audit.actor_id').on('audit.actor_kind', '=', 'staff'),
    )
    .select(['audit.id', 'at', 'brand.key as brand', 'actor_kind', 'actor_id', 'staff.name as staff_name'])
    .select(['action', 'subject', 'details'])
    .orderBy('audit.id', 'desc')
    .limit(limit + 1);
  if (brandIds !== undefined) query = query.where('audit.brand_id', 'in', brandIds);
  if (actors !== undefined) query = query.where('audit.actor_id', 'in', actors);
  if (subject !== undefined) query = query.where('audit.subject', '=', subject);
  if (action?.includes('.')) query = query.where('audit.action', '=', action);
  else if (action !== undefined)
    query = query.where(sql<boolean>`split_part(audit.action, '.', 1) = ${action}`);
  if (last !== undefined) query = query.where('audit.id', '<', last);
  const rows = await query.execute();
  const entries = rows.slice(0, limit).map((row) => ({
    id: row.id,
    at: row.at.getTime(),
    brand: row.brand,
    actorId: row.actor_id,
    actor: row.staff_name ?? [row.actor_kind, row.actor_id].filter((part) => part !== null).join(' '),
    action: row.action,
    subject: row.subject,
    details: row.details as Record<string, unknown>,
  }));
  return { entries, next: rows.length > limit ? (entries.at(-1)?.id ?? null) : null };
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [cleanText(key), clean(part)]));
}

/** Nothing secret, and nothing that PostgreSQL refuses to store. */
function cleanText(text: string): string {
  return redact(text).replaceAll('\0', '').toWellFormed();
}

function withoutZone(ip: string): string {
  return ip.split('%', 1)[0] ?? ip;
}
