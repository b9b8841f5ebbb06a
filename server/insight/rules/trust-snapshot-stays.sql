-- Published figures are never rewritten.
create or replace trigger trust_snapshot_is_immutable before update or delete on trust_snapshot
  for each row execute function forbid_change();

create or replace trigger trust_snapshot_is_never_emptied before truncate on trust_snapshot
  for each statement execute function forbid_change();
