import { workColumns } from '#server/platform/work/columns.ts';
import { methodKind, provider } from './payments.ts';

/** What members are charged by again, and the plans that renew by it. */
export const subscriptionTables = [
  // What a member can be charged by without typing it again. The token is the provider's own, and of use to us alone.
  `create table payment_method (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    provider text not null check (${provider}),
    token text not null check (length(token) between 1 and 500),
    kind text not null check (${methodKind}),
    network text check (length(network) <= 20),
    last_four text check (last_four ~ '^[0-9]{4}$'),
    expiry_month smallint check (expiry_month between 1 and 12),
    expiry_year smallint check (expiry_year between 2000 and 2200),
    -- Recognises a card without being one.
    fingerprint bytea check (length(fingerprint) = 32),
    -- Its owner agreed to keeping it for what they buy once. One that was kept for a plan goes when the plan ends.
    for_packs boolean not null default false,
    status text not null default 'active' check (status in ('active', 'removed', 'revoked')),
    retired_at timestamptz,
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, account_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    check ((status = 'active') = (retired_at is null))
  )`,
  `create unique index payment_method_for_packs on payment_method (brand_id, account_id)
    where for_packs and status = 'active'`,

  // Tokens that providers shall forget. A row lives until they have, longer than the account where it must: so it
  // points at nothing, and holds the name that the provider knows the member by and nothing else of them.
  `create table token_removal (
    brand_id uuid not null,
    id uuid not null,
    provider text not null check (${provider}),
    token text not null check (length(token) between 1 and 500),
    customer_id uuid not null,
    created_at timestamptz not null default now(),${workColumns()},
    primary key (brand_id, id),
    unique (brand_id, customer_id, provider, token)
  )`,
  `create index token_removal_due on token_removal (provider, work_at) where work_at is not null`,
  `create index token_removal_failing on token_removal (work_at) where work_error is not null and work_at is not null`,
  `create index token_removal_failed on token_removal (work_failed_at) where work_failed_at is not null`,

  // A plan that renews. The one that lives is one to an account.
  `create table subscription (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    product_id text not null,
    version integer not null,
    payment_method_id uuid,
    state text not null check (state in ('active', 'past_due', 'canceled', 'expired')),
    -- The period that is paid for: its number, from when to when, and the message credits that came with it.
    period integer not null default 1 check (period >= 1),
    period_start timestamptz not null,
    period_end timestamptz not null,
    period_credits integer not null default 0 check (period_credits >= 0),
    -- When the next charge is due; null where none is. A renewal is never charged before the notice of it was due.
    next_charge_at timestamptz,
    -- How often the charge of the next period was tried in vain.
    tries smallint not null default 0 check (tries between 0 and 10),
    -- The plan of the next period, where it is another one.
    next_product_id text,
    next_version integer,
    ended_at timestamptz,
    end_reason text check (end_reason in ('left', 'left_now', 'unpaid', 'withdrawn', 'charged_back', 'replaced', 'closed', 'no_card')),
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    foreign key (brand_id, product_id, version) references plan (brand_id, product_id, version),
    foreign key (brand_id, next_product_id, next_version) references plan (brand_id, product_id, version),
    -- One of the same account. The subscription outlives the account, the method does not.
    foreign key (brand_id, account_id, payment_method_id) references payment_method (brand_id, account_id, id)
      on delete set null (payment_method_id),
    check (period_start < period_end),
    check ((next_product_id is null) = (next_version is null)),
    check ((state in ('canceled', 'expired')) = (ended_at is not null)),
    check (state in ('active', 'past_due') or next_charge_at is null)
  ) with (fillfactor = 80)`,
  `create unique index subscription_live on subscription (brand_id, account_id) where state in ('active', 'past_due')`,
  `create index subscription_of_account on subscription (brand_id, account_id)`,
  `create index subscription_due on subscription (next_charge_at) where next_charge_at is not null`,
  // How many renew on each version of a plan.
  `create index subscription_renewing
    on subscription (brand_id, (coalesce(next_product_id, product_id)), (coalesce(next_version, version)))
    where next_charge_at is not null`,
  `create index subscription_ending on subscription (period_end)
    where next_charge_at is null and state in ('active', 'past_due')`,

  // That a renewal was announced, and when. None is charged without.
  `create table renewal_notice (
    brand_id uuid not null,
    subscription_id uuid not null,
    -- The period that is going to be charged.
    period integer not null check (period >= 2),
    kind text not null check (kind in ('at_purchase', 'before')),
    amount_cents integer not null check (amount_cents >= 0),
    charge_at timestamptz not null,
    sent_at timestamptz not null default now(),
    primary key (brand_id, subscription_id, period, kind),
    foreign key (brand_id, subscription_id) references subscription (brand_id, id)
  )`,
];
