import { workColumns } from '#server/platform/work/columns.ts';

/** The people who run it, mail, and the keys that browsers seal to. */
export const systemTables = [
  // In which form each migration was applied here (server/platform/database/schema-fingerprint.ts).
  `create table schema_fingerprint (
    migration text primary key,
    fingerprint text not null check (length(fingerprint) = 64)
  )`,
  // Which rule of the database was applied here last, in which form (server/platform/database/rules.ts).
  `create table database_rule (
    name text primary key,
    -- Where the rule stands among the others: those after it may need it.
    position integer not null,
    checksum text not null check (length(checksum) = 64),
    -- Of what cannot be changed in place, as the arguments of a function.
    signature text not null check (length(signature) = 64)
  )`,
  `create table staff (
    id uuid primary key,
    email text not null unique check (email = lower(email) and length(email) between 3 and 254),
    name text not null check (length(name) between 1 and 100),
    -- Of the whole platform, with every right at every brand. All others are what they are at named brands.
    is_owner boolean not null default false,
    -- Of the invitation, or that of the first sign-in where there was none.
    language text check (language ~ '^[a-z]{2}$'),
    -- Null before the invitation was accepted.
    password_hash text check (length(password_hash) <= 300),
    -- An invitation names it, so that each is good once.
    password_version integer not null default 0,
    status text not null default 'active' check (status in ('invited', 'active', 'left')),
    -- The secret of the authenticator app is derived from this and from ours, so that the row alone opens nothing.
    totp_nonce bytea check (length(totp_nonce) = 16),
    -- The half minute of the last code that was taken. None is taken twice.
    totp_step bigint not null default 0,
    created_at timestamptz not null default now(),
    check (status <> 'active' or password_hash is not null)
  )`,
  `create index staff_by_name on staff (name, id)`,
  `create table staff_passkey (
    id text primary key check (length(id) between 1 and 1400),
    staff_id uuid not null references staff on delete cascade,
    public_key bytea not null check (length(public_key) <= 2000),
    counter bigint not null,
    transports text[] not null,
    name text not null check (length(name) between 1 and 60),
    created_at timestamptz not null,
    last_used_at timestamptz
  )`,
  `create index staff_passkey_of_staff on staff_passkey (staff_id)`,
  // The brands that a person works for, and as what. An owner works for all and has no rows here.
  `create table staff_brand (
    staff_id uuid not null references staff on delete cascade,
    brand_id uuid not null references brand,
    role text not null check (role in ('brand_manager', 'host', 'moderator', 'support', 'finance', 'analyst')),
    primary key (staff_id, brand_id)
  )`,
  `create table staff_session (
    id uuid primary key,
    staff_id uuid not null references staff on delete cascade,
    token_hash bytea not null unique check (length(token_hash) = 32),
    ip inet,
    user_agent text check (length(user_agent) <= 400),
    -- The second factor that was not shown yet, or that the role asks for and is not set up.
    missing text check (missing in ('factor', 'enrol')),
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
  // One for each way in which the console looks for entries. Ids are in the order of time.
  `create index audit_of_brand on audit (brand_id, id)`,
  `create index audit_of_actor on audit (actor_id, id) where actor_id is not null`,
  `create index audit_of_subject on audit (subject, id) where subject is not null`,
  `create index audit_of_action on audit (action, id)`,
  `create index audit_of_sort on audit (split_part(action, '.', 1), id)`,
  `create index audit_by_time on audit (at)`,

  // How often something was tried, where there is no Redis. Worth nothing after a crash of the database.
  `create unlogged table rate_limit (
    key bytea primary key check (length(key) = 32),
    -- Moments and how often in each, in turn, the newest first.
    log bigint[] not null,
    expires_at timestamptz not null
  )`,
  `create index rate_limit_by_expiry on rate_limit (expires_at)`,

  // Mail
  `create table mail (
    id uuid primary key,
    brand_id uuid not null references brand,
    -- Whose it is, where it is a member's: it is erased with them.
    account_id uuid,
    -- What it is about, where that can be erased without an account.
    about_id uuid,
    recipient text not null check (length(recipient) between 3 and 254),
    template text not null check (length(template) between 1 and 60),
    language text not null check (language ~ '^[a-z]{2}$'),
    subject text not null check (length(subject) between 1 and 300),
    -- What its template is filled with when it is sent, or read in the outbox. Of a link with a token it holds what that
    -- is made of when the mail is sent, and no token. It is erased once the mail is sent.
    data jsonb,
    status text not null generated always as (case when sent_at is not null then 'sent' when work_at is not null then 'queued'
      when work_failed_at is not null or error is not null then 'failed' else 'kept' end) stored
      check (status in ('queued', 'kept', 'sent', 'failed')),
    -- Why it was not sent, where another try would not help.
    error text check (length(error) <= 2000),
    -- Of the queue: what is urgent first. While a sender holds it, nothing that it is about is erased.
    priority smallint not null default 2 check (priority between 0 and 2),${workColumns(false)},
    created_at timestamptz not null default now(),
    sent_at timestamptz,
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index mail_due on mail (priority, work_at) where work_at is not null`,
  `create index mail_failing on mail (work_at) where work_error is not null and work_at is not null`,
  `create index mail_failed on mail (work_failed_at) where work_failed_at is not null`,
  `create index mail_of_account on mail (brand_id, account_id, id) where account_id is not null`,
  `create index mail_about on mail (brand_id, about_id) where about_id is not null`,
  // Addresses that the mail service says do not exist, as hashes.
  `create table undeliverable_address (
    brand_id uuid not null references brand,
    address_hash bytea not null check (length(address_hash) = 32),
    created_at timestamptz not null,
    primary key (brand_id, address_hash)
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
