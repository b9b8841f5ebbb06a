/** How hosts work: what they answered, when they are expected, and what supervisors thought of it. */
export const supervisionTables = [
  // Every answer of a host. It stays when the conversation is erased: whom it was for is not in it then.
  `create table host_reply (
    brand_id uuid not null references brand,
    message_id uuid not null,
    staff_id uuid not null references staff on delete cascade,
    conversation_id uuid,
    at timestamptz not null,
    -- How long the member had waited for it.
    waited_seconds integer not null check (waited_seconds >= 0),
    primary key (brand_id, message_id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id)
      on delete set null (conversation_id)
  )`,
  `create index host_reply_by_time on host_reply (brand_id, at)`,
  `create index host_reply_of_staff on host_reply (staff_id, at desc, message_id)`,
  `create index host_reply_of_conversation on host_reply (brand_id, conversation_id)
    where conversation_id is not null`,
  `create table quality_mark (
    brand_id uuid not null,
    message_id uuid not null,
    marked_by uuid not null references staff on delete cascade,
    stars smallint not null check (stars between 1 and 5),
    note text not null default '' check (length(note) <= 500),
    at timestamptz not null,
    -- One for each answer: a second one takes its place.
    primary key (brand_id, message_id),
    foreign key (brand_id, message_id) references host_reply (brand_id, message_id) on delete cascade
  )`,
  `create index quality_mark_of_supervisor on quality_mark (marked_by)`,
  `create table shift (
    brand_id uuid not null references brand,
    id uuid primary key,
    staff_id uuid not null references staff on delete cascade,
    starts_at timestamptz not null,
    ends_at timestamptz not null,
    note text not null default '' check (length(note) <= 200),
    check (ends_at > starts_at and ends_at <= starts_at + interval '16 hours')
  )`,
  `create index shift_of_staff on shift (staff_id, ends_at)`,
  `create index shift_of_brand on shift (brand_id, ends_at, id)`,
  `create index shift_by_end on shift (ends_at, id)`,
];
