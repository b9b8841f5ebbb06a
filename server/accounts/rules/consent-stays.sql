-- What was consented to is never rewritten.
create or replace trigger consent_is_immutable before update on consent
  for each row execute function forbid_change();
