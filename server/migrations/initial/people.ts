/** How people find, like, visit and avoid one another. */
export const peopleTables = [
  // What one thinks of another. Likes and visits are also what the other one is notified of.
  `create table reaction (
    brand_id uuid not null,
    from_id uuid not null,
    to_id uuid not null,
    kind text not null check (kind in ('like', 'dislike', 'visit')),
    -- The words of an invitation.
    message text not null default '' check (length(message) <= 300),
    -- The same with its telephone numbers covered, where there are any.
    covered_message text check (length(covered_message) <= 300),
    -- What of the other one is liked: a photo of theirs, or the answer to a question. Null: the person.
    liked_photo_id uuid,
    liked_prompt text check (length(liked_prompt) between 1 and 40),
    at timestamptz not null default now(),
    -- When the other one saw it.
    read_at timestamptz,
    primary key (brand_id, from_id, to_id, kind),
    foreign key (brand_id, from_id) references profile (brand_id, id) on delete cascade,
    foreign key (brand_id, to_id) references profile (brand_id, id) on delete cascade,
    check (from_id <> to_id),
    check (message = '' or kind = 'like'),
    check (num_nonnulls(liked_photo_id, liked_prompt) <= case kind when 'like' then 1 else 0 end)
  )`,
  `create index reaction_given on reaction (brand_id, from_id, kind, at desc)`,
  `create index reaction_received on reaction (brand_id, to_id, kind, at desc, from_id)`,
  `create index reaction_unread on reaction (brand_id, to_id, kind, at desc, from_id) where read_at is null and kind <> 'dislike'`,
  // Likes and visits of a member who is not visible yet. They are announced once the member is, or taken back if
  // moderation refuses them.
  `create table held_reaction (
    brand_id uuid not null,
    from_id uuid not null,
    to_id uuid not null,
    kind text not null check (kind in ('like', 'visit')),
    -- The key of the ledger entry that paid for it, where one did.
    charge_key text check (length(charge_key) between 1 and 90),
    primary key (brand_id, from_id, to_id, kind),
    foreign key (brand_id, from_id, to_id, kind) references reaction (brand_id, from_id, to_id, kind) on delete cascade
  )`,

  // Whom a member wants to meet, and what counts for the order in which others are shown to them.
  `create table preference (
    brand_id uuid not null,
    profile_id uuid not null,
    age_from smallint check (age_from between 18 and 98),
    age_to smallint check (age_to between 18 and 98),
    -- In kilometres.
    distance smallint check (distance between 5 and 250),
    intentions text[] not null default '{}' check (cardinality(intentions) <= 8),
    dealbreakers text[] not null default '{}' check (cardinality(dealbreakers) <= 3),
    -- How much each of these counts (contract/discovery/preferences.ts).
    weights jsonb not null default '{}' check (jsonb_typeof(weights) = 'object' and length(weights::text) <= 400),
    profiling boolean not null default true,
    primary key (brand_id, profile_id),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade,
    check (age_from <= age_to)
  )`,
  // How much others want of a person, and what they make of it: counted every hour from what was written.
  `create table standing (
    brand_id uuid not null,
    profile_id uuid not null,
    -- First messages of a week for each that they answer in one, in eighths.
    demand smallint not null check (demand between 0 and 255),
    -- How many of a hundred first messages they answer within a day. Null where there were too few to say so.
    answers smallint check (answers between 0 and 100),
    primary key (brand_id, profile_id),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade
  )`,
  // How often a person was shown to others in one week, by its number (server/discovery/rank/exposure.ts).
  `create table exposure (
    brand_id uuid not null,
    profile_id uuid not null,
    week integer not null,
    shown integer not null check (shown >= 0),
    primary key (brand_id, profile_id),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade
  ) with (fillfactor = 70)`,
  // The last decision, which can be taken back; once taken back, whom it was about comes first.
  `create table last_swipe (
    brand_id uuid not null,
    profile_id uuid not null,
    other_id uuid not null,
    verdict text not null check (verdict in ('like', 'dislike')),
    -- The key of the ledger entry that paid for it, where one did.
    charge_key text check (length(charge_key) between 1 and 90),
    undone boolean not null default false,
    at timestamptz not null default now(),
    primary key (brand_id, profile_id),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade,
    foreign key (brand_id, other_id) references profile (brand_id, id) on delete cascade
  )`,
  `create index last_swipe_other on last_swipe (brand_id, other_id)`,

  // Safety
  `create table block (
    brand_id uuid not null,
    from_id uuid not null,
    to_id uuid not null,
    created_at timestamptz not null default now(),
    primary key (brand_id, from_id, to_id),
    foreign key (brand_id, from_id) references profile (brand_id, id) on delete cascade,
    foreign key (brand_id, to_id) references profile (brand_id, id) on delete cascade,
    check (from_id <> to_id)
  )`,
  `create index block_of on block (brand_id, to_id, from_id)`,

  // Search: the people of a brand and gender in the order of a moment. Pages of one version never shift.
  `create table search_list (
    brand_id uuid not null references brand,
    gender text not null check (gender in ('female', 'male')),
    version integer not null check (version >= 1),
    -- How the chunks are laid out and which columns they have. A node reads only what it knows, so that two releases
    -- can run side by side (server/discovery/search/fields.ts).
    format smallint not null,
    columns text[] not null,
    total integer not null check (total >= 0),
    -- The places that the entries name by number: pairs of region and town.
    places jsonb not null,
    made_at timestamptz not null default now(),
    primary key (brand_id, gender, version)
  )`,
  `create table search_chunk (
    brand_id uuid not null,
    gender text not null,
    version integer not null,
    number integer not null check (number >= 0),
    -- One column of some people who follow each other.
    column_name text not null,
    content bytea not null,
    primary key (brand_id, gender, version, number, column_name),
    foreign key (brand_id, gender, version) references search_list (brand_id, gender, version) on delete cascade
  )`,
  `alter table search_chunk alter column content set storage external`,
  // Lists that are out of date. Rows are only added and taken away, so that no statement waits for another.
  `create table search_change (
    id bigint generated always as identity primary key,
    brand_id uuid not null references brand,
    gender text not null check (gender in ('female', 'male')),
    at timestamptz not null default now()
  )`,
  `create index search_change_of on search_change (brand_id, gender)`,
];
