-- A version of a plan is never rewritten: a change of price is a new version.
create or replace trigger plan_is_immutable before update or delete on plan
  for each row execute function forbid_change();
