-- What is no longer refused, or no longer there, needs no second look.
create or replace function withdraw_appeal() returns trigger language plpgsql as $$
begin
  update appeal set status = 'withdrawn', answered_at = now()
  where brand_id = old.brand_id and subject_id = old.id and status = 'open';
  return null;
end $$;

create or replace trigger photo_refusal_over after update of status on photo for each row
  when (old.status = 'rejected' and new.status <> 'rejected') execute function withdraw_appeal();

create or replace trigger photo_refused_gone after delete on photo for each row
  when (old.status = 'rejected') execute function withdraw_appeal();

create or replace trigger chat_photo_refusal_over after update of status on chat_photo for each row
  when (old.status = 'rejected' and new.status <> 'rejected') execute function withdraw_appeal();

create or replace trigger chat_photo_refused_gone after delete on chat_photo for each row
  when (old.status = 'rejected') execute function withdraw_appeal();

create or replace trigger review_refusal_over after update of status on review for each row
  when (old.status = 'rejected' and new.status <> 'rejected') execute function withdraw_appeal();

create or replace trigger review_refused_gone after delete on review for each row
  when (old.status = 'rejected') execute function withdraw_appeal();

create or replace trigger profile_refusal_over after update of status on profile for each row
  when (old.status = 'rejected' and new.status <> 'rejected') execute function withdraw_appeal();

create or replace trigger profile_refused_gone after delete on profile for each row
  when (old.status = 'rejected') execute function withdraw_appeal();

create or replace function withdraw_appeal_of_change() returns trigger language plpgsql as $$
begin
  update appeal set status = 'withdrawn', answered_at = now()
  where brand_id = old.brand_id and subject_id = old.profile_id and what = 'change' and status = 'open';
  return null;
end $$;

create or replace trigger profile_change_refusal_over after update of status on profile_change for each row
  when (old.status = 'rejected' and new.status <> 'rejected') execute function withdraw_appeal_of_change();

create or replace trigger profile_change_refused_gone after delete on profile_change for each row
  when (old.status = 'rejected') execute function withdraw_appeal_of_change();
