/** What people write to support, and what the brand says to their reviews. */

export const supportTables = [
  // What people call a ticket by. One series for all, so that it says nothing about a brand.
  `create sequence ticket_number as integer start with 10001`,
  `create table ticket (
    brand_id uuid not null references brand,
    id uuid not null,
    number integer not null unique default nextval('ticket_number'),
    -- A member who was signed in. A visitor who was not may have an account with the same address.
    account_id uuid,
    email text not null check (length(email) between 3 and 254),
    language text not null check (length(language) = 2),
    topic text not null check (topic in ('account', 'payment', 'safety', 'privacy', 'other')),
    -- Open: support is to answer. Waiting: the writer is.
    status text not null default 'open' check (status in ('open', 'waiting', 'closed')),
    -- Since when it has been in this state; of an open one, since when the writer has waited.
    since timestamptz not null,
    created_at timestamptz not null,
    updated_at timestamptz not null,
    -- The beginning of what was last written between the two.
    preview text not null check (length(preview) between 1 and 200),
    -- Counts notes too. A reader who names an older number has not read the last of these.
    message_count integer not null check (message_count between 1 and 200),
    assigned_to uuid references staff on delete set null,
    answering_by uuid references staff on delete set null,
    answering_until timestamptz,
    primary key (brand_id, id),
    foreign key (brand_id, account_id) references account (brand_id, id) on delete cascade
  )`,
  `create index ticket_in_state on ticket (brand_id, status, since, id)`,
  `create index ticket_assigned on ticket (assigned_to, since, id) where status <> 'closed'`,
  `create index ticket_of_account on ticket (brand_id, account_id, id) where account_id is not null`,
  `create index ticket_of_address on ticket (brand_id, email)`,
  `create index ticket_closed on ticket (since) where status = 'closed'`,
  `create index ticket_waiting on ticket (since) where status = 'waiting'`,

  `create table ticket_message (
    brand_id uuid not null,
    id uuid not null,
    ticket_id uuid not null,
    number integer not null check (number between 1 and 200),
    -- A note is for the staff alone.
    author text not null check (author in ('writer', 'staff', 'note')),
    staff_id uuid references staff on delete set null,
    text text not null check (length(text) between 1 and 4000),
    created_at timestamptz not null,
    -- Writers choose the ids, so one names a message within its ticket alone.
    primary key (brand_id, ticket_id, id),
    unique (brand_id, ticket_id, number),
    foreign key (brand_id, ticket_id) references ticket (brand_id, id) on delete cascade,
    check (author <> 'writer' or staff_id is null)
  )`,

  `create table review_answer (
    brand_id uuid not null,
    review_id uuid not null,
    text text not null check (length(text) between 1 and 1000),
    -- When the words were written that it answers. Below others it is not shown.
    answers timestamptz not null,
    answered_at timestamptz not null,
    answered_by uuid references staff on delete set null,
    primary key (brand_id, review_id),
    foreign key (brand_id, review_id) references review (brand_id, id) on delete cascade
  )`,
];
