import { workColumns } from '#server/platform/work/columns.ts';

export const insightTables = [
  // The log of consent: what was chosen, and on which version of the policy. Nothing in it leads to a visitor's address.
  `create table cookie_consent (
    brand_id uuid not null references brand (id),
    -- Made by the browser for each choice, which is how the browser's owner can point at it.
    id uuid not null,
    -- Of a member who was signed in, or signed in later in the same browser.
    account_id uuid,
    measurement boolean not null,
    advertising boolean not null,
    policy_version text not null check (length(policy_version) between 1 and 20),
    language text not null check (language ~ '^[a-z]{2}$'),
    way text not null check (way in ('notice', 'sheet')),
    -- Such as “Firefox, Android”, and nothing finer.
    device text not null check (length(device) <= 60),
    created_at timestamptz not null,
    -- The choice before it in the same browser, which no longer allows anything.
    replaces uuid,
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete set null (account_id)
  )`,
  `create index cookie_consent_replaced on cookie_consent (brand_id, replaces) where replaces is not null`,
  `create index cookie_consent_of_account on cookie_consent (brand_id, account_id, created_at desc)
    where account_id is not null`,
  `create index cookie_consent_by_age on cookie_consent (created_at)`,

  // What became of a visitor: signed up, paid, paid again, got it back. Each fact once, with the origin.
  `create table conversion (
    brand_id uuid not null references brand (id),
    id uuid not null,
    fact text not null check (fact in ('lead', 'sale', 'renewal', 'refund', 'chargeback')),
    -- The account, the payment, the refund or the dispute that it is about.
    subject_id uuid not null,
    account_id uuid,
    purchase_id uuid,
    amount_cents integer not null check (amount_cents >= 0),
    source text not null check (length(source) <= 200),
    campaign_id text check (length(campaign_id) <= 200),
    click_campaign text check (length(click_campaign) <= 200),
    at timestamptz not null,
    primary key (brand_id, id),
    unique (brand_id, fact, subject_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete set null (account_id)
  )`,
  `create index conversion_of_account on conversion (brand_id, account_id) where account_id is not null`,
  `create index conversion_by_time on conversion (brand_id, at)`,

  // The outbox of what networks get. The address is made when it is sent, so that none is stored.
  `create table postback (
    brand_id uuid not null,
    id uuid not null,
    conversion_id uuid not null,
    target text not null check (length(target) between 1 and 32),
    -- withheld: there was no consent for it. failed: the network does not take it, or it was given up.
    outcome text check (outcome in ('sent', 'withheld', 'failed')),
    state text not null generated always as (case when work_at is not null then 'waiting' else coalesce(outcome, 'failed') end) stored
      check (state in ('waiting', 'sent', 'withheld', 'failed')),
    -- How often it was tried until it was done, and why it was not sent.
    attempts smallint check (attempts >= 0),
    problem text check (length(problem) <= 300),
    done_at timestamptz,
    created_at timestamptz not null,${workColumns(false)},
    primary key (brand_id, id),
    unique (brand_id, conversion_id, target),
    foreign key (brand_id, conversion_id) references conversion (brand_id, id) on delete cascade
  )`,
  `create index postback_due on postback (work_at) where work_at is not null`,
  `create index postback_failing on postback (work_at) where work_error is not null and work_at is not null`,
  `create index postback_failed on postback (work_failed_at) where work_failed_at is not null`,
];
