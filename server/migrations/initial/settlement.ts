import { provider } from './payments.ts';

const day = (column: string) => `${column} ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'`;
/** A note on something that does not agree says why it may stay so. */
const closing = `closed_at timestamptz,
    -- Null where a later report has settled it.
    closed_by uuid,
    closed_reason text check (length(closed_reason) between 1 and 500),
    check (closed_by is null or closed_at is not null and closed_reason is not null)`;
/** Brands that share a merchant account at a provider share its reports; the common one of the installation has no name. */
const merchantAccount = `merchant_account text not null default '' check (length(merchant_account) <= 80)`;

/** What providers report and pay out, and what of it reached the bank. None of it belongs to one brand. */
export const settlementTables = [
  // A day of a merchant account stays open until its report was there, and all of ours was found or asked for.
  `create table reconciliation (
    provider text not null check (${provider}),
    ${merchantAccount},
    day text not null check (${day('day')}),
    state text not null default 'compared' check (state in ('open', 'compared')),
    compared integer not null check (compared >= 0),
    -- Ours whose outcome no provider could say.
    unanswered integer not null default 0 check (unanswered >= 0),
    tries smallint not null default 1 check (tries >= 1),
    next_try_at timestamptz,
    at timestamptz not null default now(),
    ${closing},
    primary key (provider, merchant_account, day)
  )`,
  `create table reconciliation_difference (
    id uuid primary key,
    provider text not null check (${provider}),
    ${merchantAccount},
    day text not null check (${day('day')}),
    subject text not null check (subject in ('charge', 'refund', 'chargeback')),
    kind text not null check (kind in ('missing_here', 'missing_there', 'amount')),
    reference text not null check (length(reference) between 1 and 200),
    attempt_id uuid,
    ours_cents integer,
    theirs_cents integer,
    found_at timestamptz not null default now(),
    ${closing},
    unique (provider, merchant_account, day, subject, kind, reference),
    foreign key (provider, merchant_account, day) references reconciliation
  )`,
  `create index reconciliation_difference_open on reconciliation_difference (provider, reference)
    where closed_at is null`,

  // What a provider keeps of the money that it owes us, and what it pays out. With the books of the payments it says what
  // the provider still owes.
  `create table settlement_entry (
    transaction_id uuid not null,
    line smallint not null check (line between 1 and 10),
    kind text not null check (kind in ('fee', 'payout')),
    provider text not null check (${provider}),
    ${merchantAccount},
    -- The day of the report that named it.
    day text not null check (${day('day')}),
    account text not null check (account in ('processor', 'fees', 'bank')),
    amount_cents integer not null check (amount_cents <> 0),
    at timestamptz not null default now(),
    primary key (transaction_id, line)
  )`,
  `create index settlement_entry_of_report on settlement_entry (provider, merchant_account, day)`,

  // Lines of bank statements. The digest keeps a line of two statements that overlap from counting twice.
  `create table bank_line (
    id uuid primary key,
    digest bytea not null unique check (length(digest) = 32),
    statement text not null check (length(statement) between 1 and 100),
    booked_on text not null check (${day('booked_on')}),
    amount_cents integer not null check (amount_cents <> 0),
    text text not null check (length(text) <= 300),
    ${closing},
    created_at timestamptz not null default now()
  )`,
  `create index bank_line_newest on bank_line (booked_on desc, id desc)`,
  `create table payout (
    id uuid primary key,
    provider text not null check (${provider}),
    ${merchantAccount},
    reference text not null check (length(reference) between 1 and 200),
    paid_on text not null check (${day('paid_on')}),
    amount_cents integer not null check (amount_cents <> 0),
    bank_line_id uuid unique references bank_line,
    created_at timestamptz not null default now(),
    unique (provider, merchant_account, reference)
  )`,
  `create index payout_not_in_bank on payout (amount_cents) where bank_line_id is null`,
];
