/** Who we are and what we sell, and where people are. */
export const brandTables = [
  `create table brand (
    id uuid primary key,
    key text not null unique check (key ~ '^[a-z][a-z0-9-]{1,31}$'),
    settings jsonb not null,
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
