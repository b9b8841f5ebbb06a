-- Entries of the audit are never rewritten, and are kept for a year at least.
create or replace trigger audit_is_immutable before update on audit
  for each row execute function forbid_change();

create or replace trigger audit_is_kept before delete on audit
  for each row execute function forbid_early_deletion('1 year', 'at');
