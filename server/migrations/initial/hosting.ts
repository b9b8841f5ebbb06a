/** What hosts work with: conversations that were answered and may go quiet, and what hosts have written down. */

export const hostingTables = [
  // Conversations in which a staff profile had the last word, and since when. Rows come and go with those of
  // waiting_reply, so that writing between members costs nothing.
  `create table answered_conversation (
    brand_id uuid not null,
    conversation_id uuid not null,
    profile_id uuid not null,
    since timestamptz not null,
    -- As in waiting_reply.
    answerable boolean not null default true,
    -- As in waiting_reply.
    team_id uuid not null default '00000000-0000-0000-0000-000000000000',
    -- As in waiting_reply: a host who wants to write first takes the conversation too.
    claimed_by uuid references staff on delete set null,
    claimed_until timestamptz,
    -- As in waiting_reply.
    replying uuid,
    replying_until timestamptz,
    handed_by uuid references staff on delete set null,
    note text check (length(note) between 1 and 500),
    primary key (brand_id, conversation_id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade,
    check (claimed_by is null or claimed_until is not null)
  )`,
  `create index answered_conversation_quiet on answered_conversation (brand_id, team_id, since, conversation_id)
    where answerable and claimed_by is null`,
  `create index answered_conversation_claim_ends on answered_conversation (brand_id, claimed_until)
    where claimed_by is not null`,
  `create index answered_conversation_claims on answered_conversation (claimed_by) where claimed_by is not null`,
  `create index answered_conversation_handed on answered_conversation (handed_by) where handed_by is not null`,

  // What hosts have written down for one another.
  `create table host_note (
    brand_id uuid not null,
    id uuid not null,
    -- The staff profile as which hosts write.
    profile_id uuid not null,
    -- The conversation whose member it is about. Null: it is a fact about the profile itself.
    conversation_id uuid,
    author_id uuid references staff on delete set null,
    body text not null check (length(body) between 1 and 500),
    created_at timestamptz not null,
    edited_at timestamptz,
    primary key (brand_id, id),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade,
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade
  )`,
  `create index host_note_of_conversation on host_note (brand_id, conversation_id, id)`,
  `create index host_note_of_profile on host_note (brand_id, profile_id, id) where conversation_id is null`,
  `create index host_note_author on host_note (author_id)`,
];
