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

  // How far a viewer has come in the deck of a place: round the ring from where they started, and among newcomers.
  `create table deck (
    brand_id uuid not null,
    profile_id uuid not null,
    -- Gender, region and town, the last two empty where any will do.
    gender text not null check (gender in ('female', 'male')),
    region text not null check (length(region) <= 120),
    city text not null check (length(city) <= 120),
    started_at bigint not null,
    reached bigint not null,
    went_round boolean not null default false,
    -- Newcomers up to here have been decided on; the id tells those apart who came at the same moment.
    newcomers_until timestamptz not null,
    newcomers_id uuid not null default '00000000-0000-0000-0000-000000000000',
    -- When the ring last moved.
    updated_at timestamptz not null default now(),
    primary key (brand_id, profile_id, gender, region, city),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade
  )`,
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
