import { workColumns } from '#server/platform/work/columns.ts';

/** Who we are and what we sell, and where people are. */
export const brandTables = [
  `create table brand (
    id uuid primary key,
    key text not null unique check (key ~ '^[a-z][a-z0-9-]{1,31}$'),
    -- Missing until it is first published.
    settings jsonb,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now()
  )`,
  `create table brand_host (
    hostname text primary key check (hostname = lower(hostname) and length(hostname) <= 253),
    brand_id uuid not null references brand on delete cascade
  )`,
  `create index brand_host_brand on brand_host (brand_id)`,
  `create table plan (
    brand_id uuid not null references brand,
    product_id text not null check (length(product_id) between 2 and 64),
    version integer not null check (version >= 1),
    price_cents integer not null check (price_cents >= 0),
    total_cents integer not null check (total_cents >= 0),
    -- What of it is paid for the credits; the rest is for the days.
    credits_price_cents integer not null check (credits_price_cents between 0 and total_cents),
    credits integer not null check (credits >= 0),
    promo_credits integer not null check (promo_credits >= 0),
    level smallint not null check (level between 0 and 2),
    period text check (period in ('day', 'week', 'month', 'quarter', 'year')),
    first_purchase_only boolean not null,
    settings jsonb not null,
    created_at timestamptz not null default now(),
    primary key (brand_id, product_id, version)
  )`,
  `create table flow (
    brand_id uuid not null references brand,
    id text not null check (id ~ '^[A-Za-z0-9_-]{1,32}$'),
    settings jsonb not null,
    -- A draft that a walk goes through: no visitor gets into it, and it goes with the walk.
    walks boolean not null default false,
    -- What a message costs those who pay, where a statement needs it.
    message_value integer not null generated always as ((settings->>'messageValue')::integer) stored,
    -- Whether its members can write to others.
    takes_messages boolean not null generated always as (
      settings->>'messages' is distinct from 'false' or settings->>'invites' is not distinct from 'true') stored,
    -- Whether its members must show their age before they read what is written to them.
    asks_age boolean not null generated always as (
      settings->>'ageVerification' is not distinct from 'true') stored,
    -- Whether reserved profiles are kept from those who have not paid.
    keeps_reserved boolean not null generated always as (
      settings->>'keepsReserved' is not distinct from 'true') stored,
    updated_at timestamptz not null default now(),
    primary key (brand_id, id)
  )`,

  // What was published when. The parts (the settings, each flow, each plan) have versions of their own; the newest of
  // each is live. Content is what was written, from which the tables above are made.
  `create table brand_publication (
    brand_id uuid not null references brand,
    number integer not null check (number >= 1),
    published_at timestamptz not null default now(),
    -- Missing where it was the command line or the clock.
    published_by uuid,
    note text not null check (length(note) <= 500),
    primary key (brand_id, number)
  )`,
  `create table brand_version (
    brand_id uuid not null,
    part text not null check (length(part) between 1 and 100),
    version integer not null check (version >= 1),
    publication integer not null,
    content jsonb not null,
    primary key (brand_id, part, version),
    foreign key (brand_id, publication) references brand_publication
  )`,
  `create index brand_version_of_publication on brand_version (brand_id, publication)`,
  `create table brand_draft (
    brand_id uuid not null references brand,
    part text not null check (length(part) between 1 and 100),
    content jsonb not null,
    revision integer not null check (revision >= 1),
    -- The version that it was made from; missing for a new part.
    based_on integer check (based_on >= 1),
    saved_by uuid,
    saved_at timestamptz not null default now(),
    primary key (brand_id, part)
  )`,
  // Pictures that were uploaded for pages; the files lie in the storage.
  `create table brand_picture (
    brand_id uuid not null references brand,
    picture text not null check (length(picture) <= 200),
    width integer not null check (width > 0),
    height integer not null check (height > 0),
    uploaded_by uuid not null,
    uploaded_at timestamptz not null default now(),
    primary key (brand_id, picture)
  )`,
  // Brands that began as a copy name pictures of the other.
  `create index brand_picture_by_name on brand_picture (picture)`,

  // Publications at a later moment. A row waits for its beginning, and then for its end if it has one.
  `create table brand_schedule (
    brand_id uuid not null references brand,
    id uuid not null,
    -- What is to be published, by parts, and the versions that it was made from.
    parts jsonb not null,
    starts_at timestamptz not null,
    ends_at timestamptz check (ends_at > starts_at),
    note text not null check (length(note) <= 500),
    state text not null check (state in ('waiting', 'running', 'done', 'kept', 'refused', 'cancelled')),
    scheduled_by uuid not null,
    scheduled_at timestamptz not null default now(),
    -- The versions that were published, and those before, which come back at the end.
    published jsonb,
    before jsonb,
    refusal text check (length(refusal) <= 100),${workColumns(false)},
    primary key (brand_id, id)
  )`,
  `create index brand_schedule_due on brand_schedule (work_at) where work_at is not null`,
  `create index brand_schedule_failing on brand_schedule (work_at) where work_error is not null and work_at is not null`,
  `create index brand_schedule_failed on brand_schedule (work_failed_at) where work_failed_at is not null`,

  // Where people are
  `create table region (
    country text not null check (country ~ '^[a-z]{2}$'),
    name text not null check (length(name) between 1 and 120),
    primary key (country, name)
  )`,
  `create table place (
    id integer primary key,
    country text not null,
    region text not null,
    name text not null check (length(name) between 1 and 120),
    population integer not null check (population >= 0),
    latitude real not null check (latitude between -90 and 90),
    longitude real not null check (longitude between -180 and 180),
    unique (country, region, name),
    foreign key (country, region) references region (country, name)
  )`,
  // What a place is found by: its whole name, the parts of a double one, each also without its article.
  `create table place_name (
    place_id integer not null references place on delete cascade,
    country text not null,
    search_name text collate "C" not null check (length(search_name) between 1 and 120),
    -- The place's own, so that the index alone tells which are the largest.
    population integer not null,
    primary key (place_id, search_name)
  )`,
  `create index place_by_prefix on place_name (country, search_name) include (place_id, population)`,
  `create index place_by_size on place (country, population desc, name)`,
];
