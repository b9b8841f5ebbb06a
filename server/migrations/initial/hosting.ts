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
  // Records that a staff profile had the last word, if it had. The join leaves out conversations that are being deleted.
  `create function record_answered(of_brand uuid, of_conversation uuid) returns void language sql as $$
    insert into answered_conversation (brand_id, conversation_id, profile_id, since)
    select i.brand_id, i.conversation_id, i.owner_id, i.last_at from inbox i
    join conversation c on c.brand_id = i.brand_id and c.id = i.conversation_id
    join profile p on p.brand_id = i.brand_id and p.id = i.owner_id and p.kind = 'staff'
    where i.brand_id = of_brand and i.conversation_id = of_conversation and i.last_mine
    on conflict (brand_id, conversation_id) do update
      set since = excluded.since, claimed_by = null, claimed_until = null, handed_by = null, note = null
  $$`,
  `create function end_waiting() returns trigger language plpgsql as $$
  begin
    perform record_answered(old.brand_id, old.conversation_id);
    return null;
  end $$`,
  `create trigger waiting_reply_ended after delete on waiting_reply for each row
    when (old.kind = 'staff') execute function end_waiting()`,
  // A host who is about to write first keeps the conversation when the member writes meanwhile.
  `create function begin_waiting() returns trigger language plpgsql as $$
  declare
    held answered_conversation;
  begin
    new.is_first := not exists (select from message x where x.brand_id = new.brand_id
      and x.conversation_id = new.conversation_id and x.from_id = new.profile_id);
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
    when (new.kind = 'staff') execute function begin_waiting()`,

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
