-- All that is open about a member is one case.
create or replace function report_case_changed() returns trigger language plpgsql as $$
declare
  changed report := coalesce(new, old);
  waiting record;
begin
  select min(created_at) as since, max(updated_at) as version into waiting from report
  where brand_id = changed.brand_id and about_id = changed.about_id and status = 'open';
  if waiting.since is not null then
    perform open_moderation_case(changed.brand_id, 'report', changed.about_id, changed.about_id, null,
      waiting.since, waiting.version);
  else
    perform close_moderation_case(changed.brand_id, 'report', changed.about_id);
  end if;
  return null;
end $$;

create or replace trigger report_case after insert or delete or update of status, reason, text, updated_at on report
  for each row execute function report_case_changed();
