/** What people write to one another, and who of ours answers. */
export const chatTables = [
  // Between two profiles, the smaller id first.
  `create table conversation (
    brand_id uuid not null,
    id uuid not null,
    low_id uuid not null,
    high_id uuid not null,
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    unique (brand_id, low_id, high_id),
    foreign key (brand_id, low_id) references profile (brand_id, id) on delete cascade,
    foreign key (brand_id, high_id) references profile (brand_id, id) on delete cascade,
    check (low_id < high_id)
  )`,
  `create index conversation_of_high on conversation (brand_id, high_id)`,

  // A participant's row: one for each of the two, with all that a list of conversations shows. Both count the messages; the
  // row of the smaller id is written first, which puts those who write in line.
  `create table inbox (
    brand_id uuid not null,
    owner_id uuid not null,
    other_id uuid not null,
    conversation_id uuid not null,
    -- The one who began the conversation pays for what they write; the one who answers does not. Profiles of ours never
    -- pay.
    pays boolean not null,
    last_number integer not null default 0 check (last_number >= 0),
    last_at timestamptz not null default now(),
    -- Lists go by the minute first: a row that is written to again within it moves in no index.
    last_minute integer not null generated always as
      (floor(date_part('epoch', last_at - timestamptz '1970-01-01 00:00:00+00') / 60)::integer) stored,
    last_mine boolean not null default false,
    last_photo boolean not null default false,
    -- Whether the last message is free.
    last_free boolean not null default false,
    preview text not null default '' check (length(preview) <= 60),
    -- The same with its telephone numbers covered, where the other one wrote any.
    covered_preview text check (length(covered_preview) <= 60),
    unread integer not null default 0 check (unread >= 0),
    -- The owner has kindly left the other one's last words without an answer, and has not written since.
    declined boolean not null default false,
    -- How far the owner's devices have received, and the owner has read, what the other one wrote.
    delivered_to integer not null default 0,
    read_to integer not null default 0,
    -- The owner no longer wants to see what came up to here.
    cleared_to integer not null default 0,
    primary key (brand_id, owner_id, other_id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade,
    check (owner_id <> other_id),
    check (read_to <= delivered_to and delivered_to <= last_number and cleared_to <= last_number)
  ) with (fillfactor = 70)`,
  // Whatever the average: some have thousands of conversations, and some conversations thousands of messages.
  `alter table inbox alter column owner_id set (n_distinct = -0.05)`,
  // No column that most messages change may stand here, not even in a condition.
  `create index inbox_list on inbox (brand_id, owner_id, last_minute desc)`,
  `create index inbox_of_conversation on inbox (brand_id, conversation_id)`,

  `create table chat_photo (
    brand_id uuid not null,
    id uuid not null,
    -- Who sent it, and to whom.
    from_id uuid not null,
    to_id uuid not null,
    status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
    -- Why it was refused.
    refusal text check (length(refusal) between 1 and 40),
    width integer not null check (width between 1 and 4000),
    height integer not null check (height between 1 and 4000),
    thumbhash text check (length(thumbhash) <= 60),
    -- How it looks, in 64 bits, and whether it looked like a banned picture when it came.
    hash bigint,
    resembles_banned boolean not null default false,
    -- Whether a message shows it. What was uploaded and never sent is removed.
    sent boolean not null default false,
    created_at timestamptz not null default now(),
    primary key (brand_id, id),
    foreign key (brand_id, from_id) references profile (brand_id, id) on delete cascade,
    foreign key (brand_id, to_id) references profile (brand_id, id) on delete cascade,
    check (refusal is null or status = 'rejected')
  )`,
  `create index chat_photo_from on chat_photo (brand_id, from_id)`,
  `create index chat_photo_to on chat_photo (brand_id, to_id)`,
  `create index chat_photo_pending on chat_photo (created_at, id) where status = 'pending' and sent`,
  `create index chat_photo_refused on chat_photo (brand_id, from_id, created_at desc) where status = 'rejected'`,
  `create index chat_photo_unsent on chat_photo (created_at) where not sent`,

  // The sender chooses the id, so that what is sent twice is stored once. The number is its place.
  `create table message (
    brand_id uuid not null,
    conversation_id uuid not null,
    id uuid not null,
    number integer not null check (number >= 1),
    from_id uuid not null,
    body text not null check (length(body) <= 2000),
    at timestamptz not null,
    photo_id uuid,
    -- The number of the message that it answers.
    reply_to integer check (reply_to between 1 and number - 1),
    ready_made boolean not null default false,
    invitation boolean not null default false,
    -- It cost nothing and its words are withheld from no reader: the question whether a person answers, the honest
    -- answer to it, and help for a member in danger.
    free boolean not null default false,
    -- A telephone number is in it, which is covered from the receiver as phone_covered says.
    has_phone boolean not null default false,
    -- It asks for money, or leads off the site. Its receiver is warned.
    warning text check (warning in ('money', 'contact')),
    hidden_from_sender boolean not null default false,
    hidden_from_receiver boolean not null default false,
    -- The host or machine that wrote for a profile of ours.
    written_by text check (length(written_by) <= 60),
    primary key (brand_id, conversation_id, id),
    unique (brand_id, conversation_id, number),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade,
    foreign key (brand_id, photo_id) references chat_photo (brand_id, id) on delete set null (photo_id),
    check (body <> '' or photo_id is not null or hidden_from_receiver)
  )`,
  `alter table message alter column conversation_id set (n_distinct = -0.05)`,
  `create index message_photo on message (brand_id, photo_id) where photo_id is not null`,

  // A sign on a message: one of each participant.
  `create table message_reaction (
    brand_id uuid not null,
    conversation_id uuid not null,
    number integer not null check (number >= 1),
    from_id uuid not null,
    reaction text not null check (reaction in ('heart', 'laugh', 'wow', 'fond', 'agree', 'thanks')),
    at timestamptz not null,
    primary key (brand_id, conversation_id, number, from_id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade
  )`,

  // What the brand itself writes to a member: the welcome, and notices of support. It cannot be answered.
  `create table system_message (
    brand_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    sender text not null check (sender in ('000000', '111111', 'admin')),
    notice text check (length(notice) between 1 and 40),
    html text not null check (length(html) between 1 and 20000),
    at timestamptz not null,
    read_at timestamptz,
    hidden boolean not null default false,
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index system_message_of_account on system_message (brand_id, account_id, at desc)`,
  `create unique index system_message_once on system_message (brand_id, account_id, notice) where notice is not null`,

  // Members who wait for an answer of a profile of ours.
  `create table waiting_reply (
    brand_id uuid not null,
    conversation_id uuid not null,
    profile_id uuid not null,
    kind text not null check (kind in ('staff', 'ai')),
    since timestamptz not null,
    -- The profile has never written there. Set when the row is stored.
    is_first boolean not null default false,
    -- As is_answerable says. Kept by triggers, for 'staff' alone: a host never has to pass over what cannot be
    -- answered.
    answerable boolean not null default true,
    -- Whose hosts answer; nil for those of the whole brand. Set when the row is stored.
    team_id uuid not null default '00000000-0000-0000-0000-000000000000',
    claimed_by uuid references staff on delete set null,
    claimed_until timestamptz,
    -- The reply that its host is just sending, which keeps the host's others from going out beside it, for as long as
    -- that may take.
    replying uuid,
    replying_until timestamptz,
    -- The host who transferred it to another, and what they wrote to them.
    handed_by uuid references staff on delete set null,
    note text check (length(note) between 1 and 500),
    primary key (brand_id, conversation_id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade,
    check (claimed_by is null or claimed_until is not null)
  )`,
  // A queue reads the head of each team's list, never a list of all brands, and passes over no claimed row.
  `create index waiting_reply_queue on waiting_reply (brand_id, team_id, is_first, since, conversation_id)
    where kind = 'staff' and answerable and claimed_by is null`,
  // Claims that are over, until a job takes them away: what they were about is free again.
  `create index waiting_reply_claim_ends on waiting_reply (brand_id, claimed_until) where claimed_by is not null`,
  `create index waiting_reply_ai on waiting_reply (since) where kind = 'ai'`,
  `create index waiting_reply_claims on waiting_reply (claimed_by) where claimed_by is not null`,
  `create index waiting_reply_handed on waiting_reply (handed_by) where handed_by is not null`,

  // Conversations in which the companion says nothing more, and what its answers have cost.
  `create table companion_stop (
    brand_id uuid not null,
    conversation_id uuid not null,
    reason text not null check (reason in ('minor', 'self_harm')),
    at timestamptz not null,
    -- When the help lines were last shown.
    helped_at timestamptz,
    primary key (brand_id, conversation_id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade
  )`,
  `create table companion_use (
    brand_id uuid not null,
    -- Days since 1970.
    day integer not null,
    conversation_id uuid not null,
    answers integer not null default 0 check (answers >= 0),
    tokens integer not null default 0 check (tokens >= 0),
    -- The member knows that the day's words are used up.
    notified boolean not null default false,
    primary key (brand_id, day, conversation_id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade
  )`,
  `create index companion_use_of on companion_use (brand_id, conversation_id)`,
  // The same for all of a brand's conversations, so that a budget is one row to look at.
  `create table companion_use_of_brand (
    brand_id uuid not null references brand,
    day integer not null,
    answers integer not null default 0 check (answers >= 0),
    tokens integer not null default 0 check (tokens >= 0),
    primary key (brand_id, day)
  )`,
];
