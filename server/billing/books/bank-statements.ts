/** Statements of our own bank: read, kept line by line, and compared with what providers say that they paid out. */

import { createHash } from 'node:crypto';
import { XMLParser } from 'fast-xml-parser';
import { sql } from 'kysely';
import Papa from 'papaparse';
import { z } from 'zod';
import { CURRENCY } from '#contract/kernel/constants.ts';
import type { InputOf, ReplyOf } from '#contract/kernel/endpoint.ts';
import { fail } from '#contract/kernel/errors.ts';
import type {
  closeBankLine as closeBankLineEndpoint,
  importBankStatement as importEndpoint,
  listBankLines as listEndpoint,
} from '#contract/staff/billing.ts';
import type { StaffContext } from '#server/app.ts';
import { recordAudit } from '#server/platform/audit.ts';
import { cursorCodec } from '#server/platform/cursor.ts';
import { transact } from '#server/platform/database/database.ts';
import type { Database } from '#server/platform/database/database.ts';
import { newId } from '#server/platform/ids.ts';
import { matchBankLines } from './bank-matching.ts';

/** A booking of our bank, as its statement says it: what came in is above zero. */
export interface BankLine {
  statement: string;
  bookedOn: string;
  amountCents: number;
  text: string;
  /** The bank's own name for it, where it has one. */
  bankReference: string;
}

const MOST_LINES = 20_000;
const PAGE = 50;

/** Whether this person may bring another statement now, before it is read. */
export async function admitStatement({ app, staffId }: StaffContext): Promise<void> {
  await app.limits.hit('statementStaff', staffId);
}

export async function importBankStatement(
  { app, staffId, ip }: StaffContext,
  { statement }: InputOf<typeof importEndpoint>,
): Promise<ReplyOf<typeof importEndpoint>> {
  const lines = readStatement(await statement.text(), app.clock.now());
  return transact(app.db, async (tx) => {
    const seen = new Map<string, number>();
    const at = app.clock.now();
    const rows = lines.map((line) => {
      const key = JSON.stringify([line.bookedOn, line.amountCents, line.bankReference || line.text]);
      // Two equal bookings of one statement are two; the same ones of the next statement are these again.
      const nth = (seen.get(key) ?? 0) + 1;
      seen.set(key, nth);
      return {
        id: newId(at.getTime()),
        digest: createHash('sha256').update(`${key} ${nth}`).digest(),
        statement: line.statement,
        booked_on: line.bookedOn,
        amount_cents: line.amountCents,
        text: line.text,
        created_at: at,
      };
    });
    let added = 0;
    for (let first = 0; first < rows.length; first += 1_000) {
      const inserted = await tx
        .insertInto('bank_line')
        .values(rows.slice(first, first + 1_000))
        .onConflict((conflict) => conflict.column('digest').doNothing())
        .returning('id')
        .execute();
      added += inserted.length;
    }
    const matched = await matchBankLines(tx);
    const details = { statement: lines[0]?.statement, lines: lines.length, added, matched };
    const actor = { kind: 'staff' as const, id: staffId };
    await recordAudit(tx, { actor, action: 'books.statement_imported', details, ip });
    return { lines: lines.length, added, matched };
  });
}

/** CAMT.053 where it is XML, else CSV. What cannot be read as a whole is refused as a whole. */
export function readStatement(content: string, now: Date): BankLine[] {
  const text = content.replace(/^\uFEFF/, '').trim();
  const lines = text.startsWith('<')
    ? readCamt(text)
    : readCsv(text, `CSV ${now.toISOString().slice(0, 10)}`);
  if (!lines || lines.length === 0 || lines.length > MOST_LINES) return fail('books.statement_unreadable');
  return lines;
}

/** The text of an element, with or without attributes. */
const leaf = z
  .union([z.string(), z.object({ '#text': z.string() }).transform((element) => element['#text'])])
  .transform((value) => value.trim());
const many = <T extends z.ZodType>(item: T) =>
  z.preprocess(
    (value) => (Array.isArray(value) || value === undefined ? (value ?? []) : [value]),
    z.array(item).max(MOST_LINES),
  );
const detail = z.object({
  Refs: z.object({ EndToEndId: leaf.optional() }).optional(),
  RmtInf: z.object({ Ustrd: many(leaf) }).optional(),
  RltdPties: z
    .object({
      Dbtr: z.object({ Nm: leaf.optional(), Pty: z.object({ Nm: leaf.optional() }).optional() }).optional(),
    })
    .optional(),
});
const entry = z.object({
  Amt: z.object({ '#text': z.string(), '@Ccy': z.string() }),
  CdtDbtInd: z.enum(['CRDT', 'DBIT']),
  /** A word in old versions, an element with a code in newer ones. */
  Sts: z.union([leaf, z.object({ Cd: leaf }).transform(({ Cd }) => Cd)]).optional(),
  BookgDt: z.union([
    z.object({ Dt: leaf }),
    z.object({ DtTm: leaf }).transform(({ DtTm }) => ({ Dt: DtTm })),
  ]),
  AcctSvcrRef: leaf.optional(),
  NtryRef: leaf.optional(),
  AddtlNtryInf: leaf.optional(),
  NtryDtls: many(z.object({ TxDtls: many(detail) })),
});
const document = z.object({
  Document: z.object({
    BkToCstmrStmt: z.object({ Stmt: many(z.object({ Id: leaf, Ntry: many(entry) })) }),
  }),
});

const xml = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: '@',
  removeNSPrefix: true,
  // Amounts are read by ourselves, and a reference of digits is no number.
  parseTagValue: false,
  parseAttributeValue: false,
  processEntities: false,
});

function readCamt(text: string): BankLine[] | undefined {
  // No statement of a bank needs one, and it is how XML is made to grow.
  if (/<!(DOCTYPE|ENTITY)/i.test(text)) return undefined;
  let parsed: unknown;
  try {
    parsed = xml.parse(text, true);
  } catch {
    return undefined;
  }
  const read = document.safeParse(parsed);
  if (!read.success) return undefined;
  const lines: BankLine[] = [];
  for (const statement of read.data.Document.BkToCstmrStmt.Stmt)
    for (const booking of statement.Ntry) {
      if (booking.Sts !== undefined && booking.Sts !== 'BOOK') continue;
      if (booking.Amt['@Ccy'] !== CURRENCY) continue;
      const cents = centsOf(booking.Amt['#text']);
      const bookedOn = dayOf(booking.BookgDt.Dt);
      if (cents === undefined || bookedOn === undefined) return undefined;
      if (cents === 0) continue;
      const details = booking.NtryDtls.flatMap(({ TxDtls }) => TxDtls);
      const said = details.flatMap(({ Refs, RmtInf, RltdPties }) => {
        const name = RltdPties?.Dbtr?.Nm ?? RltdPties?.Dbtr?.Pty?.Nm;
        const endToEnd = Refs?.EndToEndId === 'NOTPROVIDED' ? undefined : Refs?.EndToEndId;
        return [name].concat(RmtInf?.Ustrd ?? [], endToEnd);
      });
      lines.push({
        statement: statement.Id.slice(0, 100),
        bookedOn,
        amountCents: booking.CdtDbtInd === 'CRDT' ? cents : -cents,
        text: textOf([booking.AddtlNtryInf, ...said]),
        bankReference: (booking.AcctSvcrRef ?? booking.NtryRef ?? '').slice(0, 100),
      });
    }
  return lines;
}

/** Columns by name: `date`, `amount`, `text`, and `reference` where there is one. Dates are ISO or day first. */
function readCsv(text: string, statement: string): BankLine[] | undefined {
  const { data, errors } = Papa.parse<Record<string, string>>(text, {
    header: true,
    skipEmptyLines: true,
    transformHeader: (name) => name.trim().toLowerCase(),
  });
  if (errors.some(({ type }) => type === 'Quotes' || type === 'FieldMismatch')) return undefined;
  const lines: BankLine[] = [];
  for (const row of data) {
    const size = (row['amount'] ?? '').trim();
    const cents = centsOf(size.replace(/^[+-]/, ''));
    const bookedOn = dayOf((row['date'] ?? '').trim());
    if (cents === undefined || bookedOn === undefined) return undefined;
    if (cents === 0) continue;
    const reference = (row['reference'] ?? '').trim();
    lines.push({
      statement,
      bookedOn,
      amountCents: size.startsWith('-') ? -cents : cents,
      text: textOf([row['text'], reference]),
      bankReference: reference.slice(0, 100),
    });
  }
  return lines;
}

function textOf(parts: readonly (string | undefined)[]): string {
  const said = new Set(parts.map((part) => part?.replaceAll(/\s+/g, ' ').trim()).filter(Boolean));
  return [...said].join(' · ').replaceAll('\0', '').slice(0, 300);
}

/** `1234.5`, `1.234,50` and `1,234.50` as cents. */
function centsOf(text: string): number | undefined {
  const plain = text.replaceAll(/[.,](?=\d{3}(?:[.,]|$))/g, '').replace(',', '.');
  const [, whole, part = ''] = /^(\d{1,7})(?:\.(\d{1,2}))?$/.exec(plain) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(part.padEnd(2, '0'));
}

function dayOf(text: string): string | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  const dayFirst = /^(\d{2})[./-](\d{2})[./-](\d{4})$/.exec(text);
  const day = iso ? iso[0] : dayFirst && `${dayFirst[3]}-${dayFirst[2]}-${dayFirst[1]}`;
  return z.iso.date().safeParse(day).data;
}

const cursor = cursorCodec('before', z.tuple([z.iso.date(), z.uuid()]));
type Line = ReplyOf<typeof listEndpoint>['lines'][number];

export async function listBankLines(
  { app }: StaffContext,
  { before, which }: InputOf<typeof listEndpoint>,
): Promise<ReplyOf<typeof listEndpoint>> {
  const rows = await listRows(app.db, cursor.decode(before), which === 'all');
  const lines = rows.slice(0, PAGE).map(({ closed_at, closed_by, closed_reason, ...line }) =>
    Object.assign(line, {
      closed: closed_at && { at: closed_at.getTime(), by: closed_by, reason: closed_reason },
    }),
  );
  const last = rows.length > PAGE ? lines.at(-1) : undefined;
  return { lines, next: last ? cursor.encode([last.bookedOn, last.id]) : null };
}

interface Row extends Omit<Line, 'closed'> {
  closed_at: Date | null;
  closed_by: string | null;
  closed_reason: string | null;
}

async function listRows(db: Database, before: [string, string] | undefined, all: boolean): Promise<Row[]> {
  const onPage = before ? sql`(b.booked_on, b.id) < (${before[0]}::text, ${before[1]}::uuid)` : sql`true`;
  const wanted = all ? sql`true` : sql`b.closed_at is null and p.id is null`;
  const { rows } = await sql<Row>`
    select b.id, b.statement, b.booked_on as "bookedOn", b.amount_cents as "amountCents", b.text,
      case when p.id is not null then jsonb_build_object('provider', p.provider, 'reference', p.reference) end as payout,
      b.closed_at, s.name as closed_by, b.closed_reason
    from bank_line b left join payout p on p.bank_line_id = b.id left join staff s on s.id = b.closed_by
    where ${onPage} and ${wanted}
    order by b.booked_on desc, b.id desc limit ${PAGE + 1}`.execute(db);
  return rows;
}

export async function closeBankLine(
  { app, staffId, ip }: StaffContext,
  { id, reason }: InputOf<typeof closeBankLineEndpoint>,
): Promise<ReplyOf<typeof closeBankLineEndpoint>> {
  return transact(app.db, async (tx) => {
    const row = await tx
      .updateTable('bank_line')
      .set({ closed_at: app.clock.now(), closed_by: staffId, closed_reason: reason })
      .where('id', '=', id)
      .where('closed_at', 'is', null)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('payout').select('payout.id').whereRef('payout.bank_line_id', '=', 'bank_line.id'),
          ),
        ),
      )
      .returning(['booked_on', 'amount_cents'])
      .executeTakeFirst();
    if (!row) return fail('books.not_found');
    const actor = { kind: 'staff' as const, id: staffId };
    await recordAudit(tx, {
      actor,
      action: 'books.bank_line_closed',
      subject: id,
      details: { ...row, reason },
      ip,
    });
    return { ok: true };
  });
}
