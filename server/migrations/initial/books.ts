import { provider } from './payments.ts';

/** What the law wants kept of money: double-entry books, and numbered receipts and credit notes. */
export const bookTables = [
  // Money in two places at once: what comes from one comes to another, to the cent.
  `create table money_entry (
    brand_id uuid not null,
    transaction_id uuid not null,
    line smallint not null check (line between 1 and 10),
    kind text not null default 'charge' check (kind in ('charge', 'refund', 'refund_returned', 'chargeback')),
    account text not null check (account in ('processor', 'sales', 'vat', 'refunds', 'refunded_vat', 'chargebacks',
      'charged_back_vat', 'customer_liability')),
    provider text check (${provider}),
    amount_cents integer not null check (amount_cents <> 0),
    attempt_id uuid not null,
    refund_id uuid,
    at timestamptz not null default now(),
    primary key (brand_id, transaction_id, line),
    foreign key (brand_id, attempt_id) references payment_attempt (brand_id, id),
    foreign key (brand_id, refund_id) references refund (brand_id, id)
  )`,
  `create index money_entry_of_attempt on money_entry (brand_id, attempt_id)`,
  // A charge is booked once an attempt, a refund once, and its coming back once.
  `create unique index money_entry_of_charge on money_entry (brand_id, attempt_id)
    where kind = 'charge' and account = 'processor'`,
  `create unique index money_entry_of_refund on money_entry (brand_id, refund_id, kind)
    where account = 'processor'`,

  // Receipts and credit notes, numbered without gaps a trader and a series (its kind and year). A trader is a company by
  // its tax number, so that brands of one company share the numbers and never one of them.
  `create table document_counter (
    trader text not null check (length(trader) between 1 and 100),
    kind text not null check (kind in ('receipt', 'credit_note')),
    year smallint not null,
    last_number integer not null,
    -- The date of that one: none is dated before it, whatever the clocks of nodes say.
    last_at timestamptz,
    primary key (trader, kind, year)
  )`,
  `create table document (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    purchase_id uuid not null,
    refund_id uuid,
    -- What it was booked by, where a bank or a refund that did not arrive moved the money without us.
    transaction_id uuid,
    trader text not null check (length(trader) between 1 and 100),
    kind text not null check (kind in ('receipt', 'credit_note')),
    year smallint not null,
    number integer not null check (number >= 1),
    language text not null check (language ~ '^[a-z]{2}$'),
    -- All that stands on it, as it was that day.
    facts jsonb not null,
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (trader, kind, year, number),
    foreign key (brand_id, purchase_id) references purchase (brand_id, id),
    foreign key (brand_id, refund_id) references refund (brand_id, id)
  )`,
  `create index document_by_number on document (year, number)`,
  `create index document_by_purchase on document (brand_id, purchase_id)`,
  `create unique index document_of_purchase on document (brand_id, purchase_id)
    where kind = 'receipt' and transaction_id is null`,
  `create unique index document_of_transaction on document (brand_id, transaction_id) where transaction_id is not null`,
  `create unique index document_of_refund on document (brand_id, refund_id) where kind = 'credit_note'`,
];
