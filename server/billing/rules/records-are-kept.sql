-- Records of money are kept for ten years and never rewritten.

-- Of a consent, only where it was given may be forgotten, with the account.
create or replace trigger purchase_consent_is_immutable before update of purchase_id, button, terms, text_hash, amount_cents,
  renewal_cents, period, immediate, keeps_for, language, created_at on purchase_consent
  for each row execute function forbid_change();

create or replace trigger payment_attempt_is_kept before delete on payment_attempt
  for each row execute function forbid_early_deletion('10 years', 'created_at');

create or replace trigger refund_is_kept before delete on refund
  for each row execute function forbid_early_deletion('10 years', 'created_at');

create or replace trigger dispute_is_kept before delete on dispute
  for each row execute function forbid_early_deletion('10 years', 'created_at');

create or replace trigger money_entry_is_immutable before update on money_entry
  for each row execute function forbid_change();

create or replace trigger money_entry_is_kept before delete on money_entry
  for each row execute function forbid_early_deletion('10 years', 'at');

create or replace trigger document_is_immutable before update on document
  for each row execute function forbid_change();

create or replace trigger document_is_kept before delete on document
  for each row execute function forbid_early_deletion('10 years', 'created_at');

create or replace trigger payment_event_is_immutable before update on payment_event
  for each row execute function forbid_change();

create or replace trigger payment_event_is_kept before delete on payment_event
  for each row execute function forbid_early_deletion('10 years', 'at');

create or replace trigger settlement_entry_is_immutable before update on settlement_entry
  for each row execute function forbid_change();

create or replace trigger settlement_entry_is_kept before delete on settlement_entry
  for each row execute function forbid_early_deletion('10 years', 'at');
