/** What helps hosts to write: snippets, translations, replies for later. */
export const writingTables = [
  `create table snippet (
    brand_id uuid not null references brand,
    id uuid not null,
    -- What a host types after the slash.
    name text not null check (name ~ '^[a-z0-9][a-z0-9-]{0,39}$'),
    language text not null check (language in ('it', 'es', 'en', 'fr')),
    body text not null check (length(body) between 1 and 2000),
    changed_at timestamptz not null,
    primary key (brand_id, id),
    unique (brand_id, language, name)
  )`,

  // A member's message in the language of the host who reads it. It goes with the message.
  `create table message_translation (
    brand_id uuid not null,
    conversation_id uuid not null,
    message_id uuid not null,
    language text not null check (language in ('it', 'es', 'en', 'fr')),
    body text not null check (length(body) <= 8000),
    primary key (brand_id, conversation_id, message_id, language),
    foreign key (brand_id, conversation_id, message_id) references message (brand_id, conversation_id, id)
      on delete cascade
  )`,

  // What a host wrote and the profile says later. The message gets the same id, so that it is sent once.
  `create table scheduled_reply (
    brand_id uuid not null,
    id uuid not null,
    conversation_id uuid not null,
    staff_id uuid not null references staff on delete cascade,
    body text not null check (length(body) between 1 and 2000),
    -- Warnings that the host had seen.
    confirmed text[] not null default '{}',
    send_at timestamptz not null,
    -- The last message when it was written: where another one has come since, it is not sent.
    after_number integer not null,
    -- Since when the member has waited for it; null where they have not.
    waiting_since timestamptz,
    status text not null default 'waiting' check (status in ('waiting', 'sent', 'returned', 'cancelled')),
    -- Why it came back to the host.
    returned_because text check (returned_because in ('member_wrote', 'closed', 'check')),
    created_at timestamptz not null,
    primary key (brand_id, id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade,
    check ((status = 'returned') = (returned_because is not null))
  )`,
  `create index scheduled_reply_of_conversation on scheduled_reply (brand_id, conversation_id)`,
  `create index scheduled_reply_of_staff on scheduled_reply (staff_id, send_at)
    where status in ('waiting', 'returned')`,

  // To whom the same words went lately. Only a digest of them is kept.
  `create table reply_text (
    brand_id uuid not null,
    digest bytea not null,
    conversation_id uuid not null,
    at timestamptz not null,
    primary key (brand_id, digest, conversation_id),
    foreign key (brand_id, conversation_id) references conversation (brand_id, id) on delete cascade
  )`,
  `create index reply_text_of_conversation on reply_text (brand_id, conversation_id)`,
  `create index reply_text_old on reply_text (at)`,
];
