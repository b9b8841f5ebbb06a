/** The columns of a table that is a queue, as a migration writes them (see `queue.ts`). */
export const workColumns = (dueByDefault = true) => `
    work_at timestamptz${dueByDefault ? ' default now()' : ''},
    work_lease uuid,
    work_tries smallint not null default 0 check (work_tries >= 0),
    work_error text check (length(work_error) <= 4000),
    work_failed_at timestamptz`;
