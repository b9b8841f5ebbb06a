-- Nodes remember live sessions, and forget those of an account when its state, its tracker or its consent changes.
create or replace function notify_account_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('session_changed', old.id::text);
  return null;
end $$;

create or replace trigger account_changed after update on account for each row
  when (old.status <> new.status or old.tracker_id <> new.tracker_id
    or (old.accepted_at is null) <> (new.accepted_at is null)
    or old.terms_version is distinct from new.terms_version)
  execute function notify_account_changed();
