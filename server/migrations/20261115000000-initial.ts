import { sql } from 'kysely';
import type { Kysely } from 'kysely';

/** Statements run in order. Text with a check stands in for enums; every brand's row begins its key with the brand. */
const statements = [
  // Who we are
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
    credits integer not null check (credits >= 0),
    promo_credits integer not null check (promo_credits >= 0),
    level smallint not null check (level between 0 and 2),
    period text check (period in ('day', 'week', 'month', 'quarter', 'year')),
    first_purchase_only boolean not null,
    settings jsonb not null,
    created_at timestamptz not null default now(),
    primary key (brand_id, product_id, version)
  )`,
  `create function forbid_change() returns trigger language plpgsql as $$
  begin
    raise exception '% rows never change', tg_table_name using errcode = 'restrict_violation';
  end $$`,
  `create trigger plan_is_immutable before update or delete on plan
    for each row execute function forbid_change()`,
  `create table flow (
    brand_id uuid not null references brand,
    id text not null check (id ~ '^[A-Za-z0-9_-]{1,32}$'),
    settings jsonb not null,
    updated_at timestamptz not null default now(),
    primary key (brand_id, id)
  )`,
  // Every node keeps brands, flows and plans in memory and reads them again when told.
  `create function tell_brand_changed() returns trigger language plpgsql as $$
  begin
    perform pg_notify('brand_changed', '');
    return null;
  end $$`,
  ...['brand', 'brand_host', 'plan', 'flow'].map(
    (table) =>
      `create trigger ${table}_changed after insert or update or delete on ${table}
        for each statement execute function tell_brand_changed()`,
  ),

  // Where people are
  `create table region (
    country text not null check (country in ('it', 'es')),
    name text not null check (length(name) between 1 and 120),
    primary key (country, name)
  )`,
  `create table place (
    id integer primary key,
    country text not null,
    region text not null,
    name text not null check (length(name) between 1 and 120),
    search_name text collate "C" not null check (length(search_name) between 1 and 120),
    population integer not null check (population >= 0),
    latitude real not null check (latitude between -90 and 90),
    longitude real not null check (longitude between -180 and 180),
    unique (country, region, name),
    foreign key (country, region) references region (country, name)
  )`,
  `create index place_by_prefix on place (country, search_name)`,
  `create index place_by_size on place (country, population desc, name)`,

  // Members
  `create table account (
    brand_id uuid not null references brand,
    id uuid not null,
    tracker_id text not null check (tracker_id ~ '^[A-Za-z0-9._~-]{1,128}$'),
    email text not null check (email = lower(email) and length(email) between 3 and 254),
    email_confirmed_at timestamptz,
    password_hash text check (length(password_hash) <= 300),
    status text not null default 'active' check (status in ('active', 'disabled', 'closing')),
    flow_id text not null,
    level smallint not null default 0 check (level between 0 and 2),
    seeks text not null check (seeks in ('female', 'male')),
    language text not null check (language in ('it', 'es', 'en', 'fr')),
    demo boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, email),
    unique (brand_id, tracker_id),
    foreign key (brand_id, flow_id) references flow (brand_id, id)
  )`,
  `create table session (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    token_hash bytea not null unique check (length(token_hash) = 32),
    ip inet,
    user_agent text check (length(user_agent) <= 400),
    created_at timestamptz not null default now(),
    last_seen_at timestamptz not null default now(),
    expires_at timestamptz not null,
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index session_of_account on session (brand_id, account_id)`,
  `create index session_by_expiry on session (expires_at)`,

  // What others see
  `create table profile (
    brand_id uuid not null references brand,
    id uuid not null,
    kind text not null check (kind in ('member', 'staff', 'ai')),
    account_id uuid,
    status text not null check (status in ('pending', 'visible', 'hidden', 'rejected')),
    gender text not null check (gender in ('female', 'male')),
    screen_name text not null check (length(screen_name) between 1 and 60),
    birth_year smallint check (birth_year between 1900 and 2100),
    country text not null check (country in ('it', 'es')),
    region text,
    city text check (length(city) <= 120),
    about text not null default '' check (length(about) <= 300),
    description text not null default '' check (length(description) <= 2000),
    looking_for text not null default '' check (length(looking_for) <= 2000),
    hair_colour text check (hair_colour in ('blond', 'brown', 'red', 'dark blond', 'black', 'dyed')),
    height smallint check (height between 120 and 230),
    weight smallint check (weight between 35 and 250),
    demo boolean not null default false,
    last_active_at timestamptz not null default now(),
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade,
    foreign key (country, region) references region (country, name),
    -- Who answers for a profile is never in doubt: a member's has an owner, the others have none.
    check ((kind = 'member') = (account_id is not null))
  )`,
  `create index profile_in_region on profile (brand_id, gender, region) where status = 'visible'`,
  `create table photo (
    brand_id uuid not null,
    id uuid not null,
    profile_id uuid not null,
    position smallint not null check (position between 0 and 19),
    status text not null check (status in ('drawing', 'pending', 'approved', 'rejected')),
    width integer not null check (width between 1 and 4000),
    height integer not null check (height between 1 and 4000),
    widths integer[] not null,
    thumbhash text check (length(thumbhash) <= 60),
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, profile_id, position),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade
  )`,

  // Credits
  `create table ledger_entry (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    credit text not null check (credit in ('message', 'icebreaker', 'like')),
    amount integer not null check (amount <> 0),
    reason text not null check (length(reason) between 1 and 60),
    idempotency_key text not null check (length(idempotency_key) between 1 and 100),
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, account_id, credit, idempotency_key),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create table balance (
    brand_id uuid not null,
    account_id uuid not null,
    message_credits integer not null default 0 check (message_credits >= 0),
    icebreaker_credits integer not null default 0 check (icebreaker_credits >= 0),
    like_credits integer not null default 0 check (like_credits >= 0),
    primary key (brand_id, account_id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,

  // What members say of us
  `create table review (
    brand_id uuid not null references brand,
    id uuid not null,
    account_id uuid,
    name text not null check (length(name) between 1 and 60),
    gender text not null check (gender in ('female', 'male')),
    age smallint not null check (age between 18 and 98),
    text text not null check (length(text) between 1 and 1000),
    stars smallint not null check (stars between 1 and 5),
    status text not null check (status in ('pending', 'approved', 'rejected')),
    demo boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index review_shown on review (brand_id) where status = 'approved'`,

  // The people who run it
  `create table staff (
    id uuid primary key,
    email text not null unique check (email = lower(email) and length(email) between 3 and 254),
    name text not null check (length(name) between 1 and 100),
    role text not null check (role in ('host', 'moderator', 'operator')),
    password_hash text not null check (length(password_hash) <= 300),
    status text not null default 'active' check (status in ('active', 'disabled')),
    created_at timestamptz not null default now()
  )`,
  `create table staff_session (
    id uuid primary key,
    staff_id uuid not null references staff on delete cascade,
    token_hash bytea not null unique check (length(token_hash) = 32),
    ip inet,
    user_agent text check (length(user_agent) <= 400),
    created_at timestamptz not null default now(),
    expires_at timestamptz not null
  )`,
  `create index staff_session_of_staff on staff_session (staff_id)`,
  `create table audit (
    id uuid primary key,
    brand_id uuid references brand,
    at timestamptz not null default now(),
    actor_kind text not null check (actor_kind in ('member', 'staff', 'system', 'visitor')),
    actor_id uuid,
    action text not null check (length(action) between 1 and 100),
    subject text check (length(subject) <= 300),
    details jsonb not null default '{}',
    ip inet
  )`,
  `create trigger audit_is_immutable before update or delete on audit
    for each row execute function forbid_change()`,

  // Mail
  `create table mail (
    id uuid primary key,
    brand_id uuid not null references brand,
    recipient text not null check (length(recipient) between 3 and 254),
    template text not null check (length(template) between 1 and 60),
    language text not null check (language in ('it', 'es', 'en', 'fr')),
    subject text not null check (length(subject) between 1 and 300),
    html text,
    text text,
    status text not null default 'queued' check (status in ('queued', 'kept', 'sent', 'failed')),
    error text check (length(error) <= 2000),
    created_at timestamptz not null default now(),
    sent_at timestamptz
  )`,

  // Keys that browsers seal to. The private half is wrapped with a key that only the role concerned holds.
  `create table sealing_key (
    kid text primary key check (length(kid) between 1 and 64),
    purpose text not null check (purpose in ('api', 'payment')),
    public_jwk jsonb not null,
    wrapped_private_jwk text not null,
    created_at timestamptz not null default now()
  )`,
  `create index sealing_key_newest on sealing_key (purpose, created_at desc)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db);
}
