/** What the page of figures is made of. */
export const trustTables = [
  // The minutes in which a process that serves pages was up and reached the database. They are of no brand: all have the
  // same servers.
  `create table uptime_minute (minute timestamptz primary key)`,
  // The figures of a day, as they were computed then. What is too little to be shown is left out when it is read.
  `create table trust_snapshot (
    brand_id uuid not null references brand,
    -- The local day of the brand's country.
    day text not null check (day ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$'),
    computed_at timestamptz not null,
    member_profiles integer not null check (member_profiles >= 0),
    staff_profiles integer not null check (staff_profiles >= 0),
    ai_profiles integer not null check (ai_profiles >= 0),
    host_replies integer not null check (host_replies >= 0),
    host_reply_seconds integer check (host_reply_seconds >= 0),
    member_replies integer not null check (member_replies >= 0),
    member_reply_seconds integer check (member_reply_seconds >= 0),
    reports integer not null check (reports >= 0),
    reports_in_time integer not null check (reports_in_time between 0 and reports),
    refunds integer not null check (refunds >= 0),
    refunded_cents bigint not null check (refunded_cents >= 0),
    minutes integer not null check (minutes >= 0),
    minutes_up integer not null check (minutes_up between 0 and minutes),
    measured_since timestamptz,
    primary key (brand_id, day)
  )`,
];
