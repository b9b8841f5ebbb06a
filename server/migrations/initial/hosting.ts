/** What hosts work with: conversations that were answered and may go quiet, and what hosts have written down. */
export const hostingTables = [
  // Conversations in which a staff profile had the last word, and since when. Rows come and go with those of
  // waiting_reply, so that writing between members costs nothing.
  `create table answered_conversation (
    brand_id uuid not null,
    conversation_id uuid not null,
    profile_id uuid not null,
    since timestamptz not null,
    -- As in waiting_reply: a host who wants to write first takes the conversation too.
    claimed_by uuid references staff on delete set null,
    claimed_until timestamptz,
    handed_by uuid references staff on delete set null,
    note text check (length(note) between 1 and 500),
    primary key (brand_id, conversation_id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade,
    check (claimed_by is null or claimed_until is not null)
  )`,
  `create index answered_conversation_quiet on answered_conversation (brand_id, since, conversation_id)`,
  `create index answered_conversation_claims on answered_conversation (claimed_by) where claimed_by is not null`,
  `create index answered_conversation_handed on answered_conversation (handed_by) where handed_by is not null`,
  // The join leaves out conversations that are being deleted.
  `create function record_answered() returns trigger language plpgsql as $$
  begin
    insert into answered_conversation (brand_id, conversation_id, profile_id, since)
    select i.brand_id, i.conversation_id, i.owner_id, i.last_at from inbox i
    join conversation c on c.brand_id = i.brand_id and c.id = i.conversation_id
    where i.brand_id = old.brand_id and i.conversation_id = old.conversation_id and i.owner_id = old.profile_id
      and i.last_mine
    on conflict (brand_id, conversation_id) do update set since = excluded.since;
    return null;
  end $$`,
  `create trigger waiting_reply_ended after delete on waiting_reply for each row
    when (old.kind = 'staff') execute function record_answered()`,
  // A host who is about to write first keeps the conversation when the member writes meanwhile.
  `create function carry_claim_over() returns trigger language plpgsql as $$
  declare
    held answered_conversation;
  begin
    delete from answered_conversation
    where brand_id = new.brand_id and conversation_id = new.conversation_id returning * into held;
    if held.claimed_by is not null then
      new.claimed_by := held.claimed_by;
      new.claimed_until := held.claimed_until;
      new.handed_by := held.handed_by;
      new.note := held.note;
    end if;
    return new;
  end $$`,
  `create trigger waiting_reply_begun before insert on waiting_reply for each row
    when (new.kind = 'staff') execute function carry_claim_over()`,

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
