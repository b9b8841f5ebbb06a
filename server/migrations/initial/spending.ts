/** The limits and pauses that members set themselves, and the one definition of what a member has spent. */
export const spendingTables = [
  `create table spending_limit (
    brand_id uuid not null,
    account_id uuid not null,
    period text not null check (period in ('day', 'week', 'month')),
    limit_cents integer not null check (limit_cents > 0),
    -- A higher limit, or none where it is null, that holds from then on. By the clock alone: no job has to put it in force.
    next_cents integer check (next_cents > 0),
    next_from timestamptz,
    primary key (brand_id, account_id, period),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    check (next_cents is null or next_from is not null)
  )`,
  `create table spending_pause (
    brand_id uuid not null,
    account_id uuid not null,
    until timestamptz not null,
    created_at timestamptz not null,
    primary key (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
];
