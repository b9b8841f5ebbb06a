-- What was published is never rewritten: taking it back is a new version.
create or replace trigger brand_version_is_immutable before update or delete on brand_version
  for each row execute function forbid_change();

create or replace trigger brand_publication_is_immutable before update or delete on brand_publication
  for each row execute function forbid_change();
