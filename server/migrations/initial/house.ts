/** Profiles that hosts or a companion answer for: what the staff knows and decides about them, and which hosts answer. */

import { workColumns } from '#server/platform/work/columns.ts';

/** The team of what every host of a brand answers. */
const NO_TEAM = '00000000-0000-0000-0000-000000000000';

export const houseTables = [
  `create table host_team (
    brand_id uuid not null references brand,
    id uuid not null check (id <> '${NO_TEAM}'),
    name text not null check (length(name) between 1 and 60),
    created_at timestamptz not null default now(),
    primary key (brand_id, id)
  )`,
  `create unique index host_team_name on host_team (brand_id, lower(name))`,
  `create table host_team_member (
    brand_id uuid not null,
    team_id uuid not null,
    staff_id uuid not null references staff on delete cascade,
    primary key (brand_id, team_id, staff_id),
    foreign key (brand_id, team_id) references host_team (brand_id, id) on delete cascade
  )`,
  `create index host_team_member_of_staff on host_team_member (staff_id, brand_id)`,

  // One row for each profile that has no owner. It is made with the profile.
  `create table house_profile (
    brand_id uuid not null,
    profile_id uuid not null,
    -- For hosts: who the profile is, and what it never says.
    notes text not null default '' check (length(notes) <= 3000),
    -- Whose hosts answer. Null: all hosts of the brand.
    team_id uuid,
    -- From when until when it answers every day, in minutes since midnight where the brand is.
    answers_from smallint check (answers_from between 0 and 1439),
    answers_to smallint check (answers_to between 0 and 1439),
    -- How a companion is, what it does not do, and by which model it answers.
    character text not null default '' check (length(character) <= 3000),
    limits text not null default '' check (length(limits) <= 3000),
    model text check (length(model) between 1 and 200),
    -- Grows with every change, so that of two who edit at once the second one is refused.
    revision integer not null default 1 check (revision >= 1),
    made_by uuid references staff on delete set null,
    changed_by uuid references staff on delete set null,
    changed_at timestamptz not null default now(),
    primary key (brand_id, profile_id),
    foreign key (brand_id, profile_id) references profile (brand_id, id) on delete cascade,
    foreign key (brand_id, team_id) references host_team (brand_id, id) on delete set null (team_id),
    check ((answers_from is null) = (answers_to is null) and answers_from <> answers_to)
  )`,
  `create index house_profile_of_team on house_profile (brand_id, team_id) where team_id is not null`,
  `create index house_profile_made_by on house_profile (made_by) where made_by is not null`,
  `create index house_profile_changed_by on house_profile (changed_by) where changed_by is not null`,
  // Its words in each language. Those in the brand's own stand in the profile as well.
  `create table house_profile_text (
    brand_id uuid not null,
    profile_id uuid not null,
    language text not null check (language ~ '^[a-z]{2}$'),
    about text not null check (length(about) <= 300),
    description text not null check (length(description) <= 2000),
    looking_for text not null check (length(looking_for) <= 2000),
    prompts jsonb not null default '[]' check (jsonb_typeof(prompts) = 'array' and length(prompts::text) <= 4000),
    primary key (brand_id, profile_id, language),
    foreign key (brand_id, profile_id) references house_profile (brand_id, profile_id) on delete cascade
  )`,
  // Where each photo of such a profile comes from.
  `create table photo_origin (
    brand_id uuid not null,
    photo_id uuid not null,
    origin text not null check (origin in ('own_drawing', 'licensed', 'consented')),
    statement text not null default '' check (length(statement) <= 500),
    -- What the stored file is that shows it.
    document_type text check (length(document_type) between 1 and 60),
    added_by uuid references staff on delete set null,
    added_at timestamptz not null,
    primary key (brand_id, photo_id),
    foreign key (brand_id, photo_id) references photo (brand_id, id) on delete cascade,
    check (origin = 'own_drawing' or statement <> '')
  )`,
  `create index photo_origin_by_time on photo_origin (brand_id, added_at desc, photo_id)`,
  `create index photo_origin_added_by on photo_origin (added_by) where added_by is not null`,

  // Many of them at once. A row is a row of a queue, due once the import runs, and again where it is undone.
  `create table profile_import (
    brand_id uuid not null references brand,
    id uuid not null,
    name text not null check (length(name) <= 100),
    state text not null check (state in ('open', 'running', 'undone')),
    -- Null: an operator at the command line.
    made_by uuid references staff on delete cascade,
    made_at timestamptz not null,
    run_at timestamptz,
    primary key (brand_id, id),
    check (state <> 'running' or run_at is not null)
  )`,
  `create index profile_import_by_time on profile_import (brand_id, made_at desc, id)`,
  `create index profile_import_made_by on profile_import (made_by) where made_by is not null`,
  `create table profile_import_row (
    brand_id uuid not null,
    id uuid not null,
    import_id uuid not null,
    number integer not null check (number between 1 and 21000),
    content jsonb not null check (length(content::text) <= 100000),
    -- Why it is left out, or what of it could not be made.
    problem text check (length(problem) <= 200),
    profile_id uuid,${workColumns(false)},
    primary key (brand_id, id),
    unique (brand_id, import_id, number),
    foreign key (brand_id, import_id) references profile_import (brand_id, id) on delete cascade
  )`,
  `create index profile_import_row_due on profile_import_row (work_at) where work_at is not null`,
  `create index profile_import_row_failing on profile_import_row (work_at) where work_error is not null and work_at is not null`,
  `create index profile_import_row_failed on profile_import_row (work_failed_at) where work_failed_at is not null`,
  // The pictures that were given, by the names that rows call them.
  `create table profile_import_picture (
    brand_id uuid not null,
    import_id uuid not null,
    name text not null check (length(name) between 1 and 200),
    primary key (brand_id, import_id, name),
    foreign key (brand_id, import_id) references profile_import (brand_id, id) on delete cascade
  )`,
];
