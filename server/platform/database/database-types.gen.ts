/** Generated from the migrated schema by `npm run generate`. Not to be edited. */
import type { ColumnType } from 'kysely';
import type { Country } from '#contract/countries/list.ts';
import type { Language } from '#contract/kernel/constants.ts';

type Generated<T> = T extends ColumnType<infer Read, infer Insert, infer Update>
  ? ColumnType<Read, Insert | undefined, Update>
  : ColumnType<T, T | undefined, T>;
type Json = ColumnType<unknown, string, string>;
type Timestamp = ColumnType<Date, Date | string, Date | string>;

export interface Account {
  brand_id: string;
  id: string;
  tracker_id: string;
  email: string;
  email_confirmed_at: Timestamp | null;
  password_hash: string | null;
  status: Generated<'active' | 'disabled' | 'closing'>;
  flow_id: string;
  level: Generated<number>;
  seeks: 'female' | 'male';
  language: Language;
  surname: Generated<string>;
  phone: Generated<string>;
  credentials_version: Generated<number>;
  pending_email: string | null;
  email_changes: Generated<number>;
  accepted_at: Timestamp | null;
  terms_version: string | null;
  newsletter: Generated<boolean>;
  notify_messages: Generated<boolean>;
  notify_likes: Generated<boolean>;
  notify_visits: Generated<boolean>;
  closes_at: Timestamp | null;
  disabled_at: Timestamp | null;
  disabled_reason: string | null;
  disabled_by: 'support' | 'sanction' | null;
  disabled_until: Timestamp | null;
  demo: Generated<boolean>;
  walks: Generated<boolean>;
  age_verified_at: Timestamp | null;
  age_check_due: Generated<boolean>;
  replies_blurred: Generated<boolean>;
  remarketing_id: string | null;
  muted_until: Timestamp | null;
  messages_from: Generated<'everybody' | 'known' | 'verified'>;
  staff_messages: Generated<boolean>;
  chooses_senders: Generated<boolean>;
  paused_at: Timestamp | null;
  paused_until: Timestamp | null;
  first_bought_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface AccountMoney {
  brand_id: string;
  account_id: string;
  version: Generated<number>;
}

export interface AnsweredConversation {
  brand_id: string;
  conversation_id: string;
  profile_id: string;
  since: Timestamp;
  answerable: Generated<boolean>;
  team_id: Generated<string>;
  claimed_by: string | null;
  claimed_until: Timestamp | null;
  replying: string | null;
  replying_until: Timestamp | null;
  handed_by: string | null;
  note: string | null;
}

export interface Appeal {
  brand_id: string;
  id: string;
  account_id: string;
  decision_id: string;
  what: 'profile' | 'change' | 'photo' | 'chat_photo' | 'review' | 'sanction';
  subject_id: string;
  decided_by: string | null;
  reason: string;
  text: string;
  status: Generated<'open' | 'allowed' | 'upheld' | 'withdrawn'>;
  answer: Generated<string>;
  created_at: Timestamp;
  answered_at: Timestamp | null;
  answered_by: string | null;
}

export interface Arrival {
  brand_id: string;
  account_id: string;
  way: 'form' | 'auto' | 'external' | 'google';
  source: string;
  campaign_id: string | null;
  click_campaign: string | null;
  click_id: string | null;
  cookie_consent_id: string | null;
  host: string | null;
  claimed_ip: string | null;
  ip: string | null;
  device_hash: Buffer | null;
  network_hash: Buffer | null;
  origin_hash: Buffer | null;
  user_agent: string | null;
  link_id: string | null;
  attempt_id: string | null;
  created_at: Generated<Timestamp>;
}

export interface Audit {
  id: string;
  brand_id: string | null;
  at: Generated<Timestamp>;
  actor_kind: 'member' | 'staff' | 'system' | 'visitor';
  actor_id: string | null;
  action: string;
  subject: string | null;
  details: Generated<Json>;
  ip: string | null;
}

export interface Balance {
  brand_id: string;
  account_id: string;
  message_credits: Generated<number>;
  icebreaker_credits: Generated<number>;
  like_credits: Generated<number>;
}

export interface BankLine {
  id: string;
  digest: Buffer;
  statement: string;
  booked_on: string;
  amount_cents: number;
  text: string;
  closed_at: Timestamp | null;
  closed_by: string | null;
  closed_reason: string | null;
  created_at: Generated<Timestamp>;
}

export interface BannedPicture {
  brand_id: string;
  hash: number;
  reason: string;
  banned_by: string | null;
  created_at: Timestamp;
}

export interface Block {
  brand_id: string;
  from_id: string;
  to_id: string;
  created_at: Generated<Timestamp>;
}

export interface Brand {
  id: string;
  key: string;
  settings: Json | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface BrandDraft {
  brand_id: string;
  part: string;
  content: Json;
  revision: number;
  based_on: number | null;
  saved_by: string | null;
  saved_at: Generated<Timestamp>;
}

export interface BrandHost {
  hostname: string;
  brand_id: string;
}

export interface BrandPicture {
  brand_id: string;
  picture: string;
  width: number;
  height: number;
  uploaded_by: string;
  uploaded_at: Generated<Timestamp>;
}

export interface BrandPublication {
  brand_id: string;
  number: number;
  published_at: Generated<Timestamp>;
  published_by: string | null;
  note: string;
}

export interface BrandSchedule {
  brand_id: string;
  id: string;
  parts: Json;
  starts_at: Timestamp;
  ends_at: Timestamp | null;
  note: string;
  state: 'waiting' | 'running' | 'done' | 'kept' | 'refused' | 'cancelled';
  scheduled_by: string;
  scheduled_at: Generated<Timestamp>;
  published: Json | null;
  before: Json | null;
  refusal: string | null;
  work_at: Timestamp | null;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface BrandVersion {
  brand_id: string;
  part: string;
  version: number;
  publication: number;
  content: Json;
}

export interface ChatPhoto {
  brand_id: string;
  id: string;
  from_id: string;
  to_id: string;
  status: Generated<'pending' | 'approved' | 'rejected'>;
  refusal: string | null;
  width: number;
  height: number;
  thumbhash: string | null;
  hash: number | null;
  resembles_banned: Generated<boolean>;
  sent: Generated<boolean>;
  created_at: Generated<Timestamp>;
}

export interface CompanionStop {
  brand_id: string;
  conversation_id: string;
  reason: 'minor' | 'self_harm';
  at: Timestamp;
  helped_at: Timestamp | null;
}

export interface CompanionUse {
  brand_id: string;
  day: number;
  conversation_id: string;
  answers: Generated<number>;
  tokens: Generated<number>;
  notified: Generated<boolean>;
}

export interface CompanionUseOfBrand {
  brand_id: string;
  day: number;
  answers: Generated<number>;
  tokens: Generated<number>;
}

export interface Consent {
  brand_id: string;
  id: string;
  account_id: string;
  kind: 'terms' | 'adult' | 'newsletter' | 'delicate';
  given: boolean;
  text_version: string;
  language: Language;
  ip: string | null;
  user_agent: string | null;
  created_at: Generated<Timestamp>;
}

export interface Conversation {
  brand_id: string;
  id: string;
  low_id: string;
  high_id: string;
  created_at: Generated<Timestamp>;
}

export interface Conversion {
  brand_id: string;
  id: string;
  fact: 'lead' | 'sale' | 'renewal' | 'refund' | 'chargeback';
  subject_id: string;
  account_id: string | null;
  purchase_id: string | null;
  amount_cents: number;
  source: string;
  campaign_id: string | null;
  click_campaign: string | null;
  at: Timestamp;
}

export interface CookieConsent {
  brand_id: string;
  id: string;
  account_id: string | null;
  measurement: boolean;
  advertising: boolean;
  policy_version: string;
  language: Language;
  way: 'notice' | 'sheet';
  device: string;
  created_at: Timestamp;
  replaces: string | null;
}

export interface DataExport {
  brand_id: string;
  id: string;
  account_id: string;
  status: Generated<'making' | 'ready' | 'failed' | 'expired'>;
  bytes: number | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp | null;
}

export interface DatabaseRule {
  name: string;
  position: number;
  checksum: string;
  signature: string;
}

export interface Dispute {
  brand_id: string;
  id: string;
  attempt_id: string;
  reference: string;
  amount_cents: number;
  state: 'announced' | 'lost' | 'reversed' | 'lost_again';
  reported_on: string | null;
  created_at: Generated<Timestamp>;
  changed_at: Generated<Timestamp>;
}

export interface Document {
  brand_id: string;
  id: string;
  account_id: string;
  purchase_id: string;
  refund_id: string | null;
  transaction_id: string | null;
  trader: string;
  kind: 'receipt' | 'credit_note';
  year: number;
  number: number;
  language: Language;
  facts: Json;
  created_at: Generated<Timestamp>;
}

export interface DocumentCounter {
  trader: string;
  kind: 'receipt' | 'credit_note';
  year: number;
  last_number: number;
  last_at: Timestamp | null;
}

export interface ErasedAccount {
  brand_id: string;
  account_id: string;
  erased_at: Timestamp;
}

export interface Event {
  brand_id: string;
  id: string;
  at: Generated<Timestamp>;
  type: string;
  tracker_id: string | null;
  account_id: string | null;
  profile_id: string | null;
  details: Generated<Json>;
}

export interface Exposure {
  brand_id: string;
  profile_id: string;
  week: number;
  shown: number;
}

export interface Flow {
  brand_id: string;
  id: string;
  settings: Json;
  walks: Generated<boolean>;
  message_value: Generated<number>;
  takes_messages: Generated<boolean>;
  asks_age: Generated<boolean>;
  keeps_reserved: Generated<boolean>;
  updated_at: Generated<Timestamp>;
}

export interface HeldReaction {
  brand_id: string;
  from_id: string;
  to_id: string;
  kind: 'like' | 'visit';
  charge_key: string | null;
}

export interface HostNote {
  brand_id: string;
  id: string;
  profile_id: string;
  conversation_id: string | null;
  author_id: string | null;
  body: string;
  created_at: Timestamp;
  edited_at: Timestamp | null;
}

export interface HostReply {
  brand_id: string;
  message_id: string;
  staff_id: string;
  conversation_id: string | null;
  at: Timestamp;
  waited_seconds: number;
}

export interface HostTeam {
  brand_id: string;
  id: string;
  name: string;
  created_at: Generated<Timestamp>;
}

export interface HostTeamMember {
  brand_id: string;
  team_id: string;
  staff_id: string;
}

export interface HouseProfile {
  brand_id: string;
  profile_id: string;
  notes: Generated<string>;
  team_id: string | null;
  answers_from: number | null;
  answers_to: number | null;
  character: Generated<string>;
  limits: Generated<string>;
  model: string | null;
  revision: Generated<number>;
  made_by: string | null;
  changed_by: string | null;
  changed_at: Generated<Timestamp>;
}

export interface HouseProfileText {
  brand_id: string;
  profile_id: string;
  language: Language;
  about: string;
  description: string;
  looking_for: string;
  prompts: Generated<Json>;
}

export interface Identity {
  brand_id: string;
  provider: string;
  subject: string;
  account_id: string;
  email: string;
  created_at: Generated<Timestamp>;
  last_used_at: Generated<Timestamp>;
}

export interface Inbox {
  brand_id: string;
  owner_id: string;
  other_id: string;
  conversation_id: string;
  pays: boolean;
  last_number: Generated<number>;
  last_at: Generated<Timestamp>;
  last_minute: Generated<number>;
  last_mine: Generated<boolean>;
  last_photo: Generated<boolean>;
  last_free: Generated<boolean>;
  preview: Generated<string>;
  covered_preview: string | null;
  unread: Generated<number>;
  declined: Generated<boolean>;
  delivered_to: Generated<number>;
  read_to: Generated<number>;
  cleared_to: Generated<number>;
}

export interface Job {
  id: number;
  task: string;
  payload: Json;
  pool: Generated<'urgent' | 'money' | 'providers' | 'outside' | 'general'>;
  priority: Generated<number>;
  max_tries: Generated<number>;
  key: string | null;
  line: string | null;
  created_at: Generated<Timestamp>;
  work_at: Generated<Timestamp | null>;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface LastSwipe {
  brand_id: string;
  profile_id: string;
  other_id: string;
  verdict: 'like' | 'dislike';
  charge_key: string | null;
  undone: Generated<boolean>;
  at: Generated<Timestamp>;
}

export interface LedgerEntry {
  brand_id: string;
  id: string;
  account_id: string;
  credit: 'message' | 'icebreaker' | 'like';
  amount: number;
  reason: string;
  idempotency_key: string;
  created_at: Generated<Timestamp>;
}

export interface LinkUse {
  brand_id: string;
  id: string;
  used_at: Generated<Timestamp>;
  expires_at: Timestamp;
}

export interface Mail {
  id: string;
  brand_id: string;
  account_id: string | null;
  about_id: string | null;
  recipient: string;
  template: string;
  language: Language;
  subject: string;
  data: Json | null;
  status: Generated<'queued' | 'kept' | 'sent' | 'failed'>;
  error: string | null;
  priority: Generated<number>;
  work_at: Timestamp | null;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  sent_at: Timestamp | null;
}

export interface Message {
  brand_id: string;
  conversation_id: string;
  id: string;
  number: number;
  from_id: string;
  body: string;
  at: Timestamp;
  photo_id: string | null;
  reply_to: number | null;
  ready_made: Generated<boolean>;
  invitation: Generated<boolean>;
  free: Generated<boolean>;
  has_phone: Generated<boolean>;
  warning: 'money' | 'contact' | null;
  hidden_from_sender: Generated<boolean>;
  hidden_from_receiver: Generated<boolean>;
  written_by: string | null;
}

export interface MessageReaction {
  brand_id: string;
  conversation_id: string;
  number: number;
  from_id: string;
  reaction: 'heart' | 'laugh' | 'wow' | 'fond' | 'agree' | 'thanks';
  at: Timestamp;
}

export interface MessageTranslation {
  brand_id: string;
  conversation_id: string;
  message_id: string;
  language: Language;
  body: string;
}

export interface MessengerChat {
  brand_id: string;
  account_id: string;
  chat_id: number;
  created_at: Timestamp;
}

export interface MessengerCode {
  brand_id: string;
  account_id: string;
  code_hash: Buffer;
  expires_at: Timestamp;
}

export interface ModerationCase {
  brand_id: string;
  kind: 'profile' | 'photo' | 'chat_photo' | 'review' | 'report' | 'appeal' | 'verification';
  id: string;
  profile_id: string;
  account_id: string | null;
  ready: boolean;
  since: Timestamp;
  version: Timestamp;
  risk: Generated<number>;
  signals: Generated<string[]>;
  claimed_by: string | null;
  claimed_until: Timestamp | null;
  verdict_id: string | null;
}

export interface ModerationVerdict {
  brand_id: string;
  id: string;
  kind: string;
  subject_id: string;
  profile_id: string;
  verdict: string;
  reason: string | null;
  staff_id: string | null;
  version: Timestamp | null;
  since: Timestamp | null;
  given_at: Timestamp;
  state: 'held' | 'done' | 'undone' | 'void';
}

export interface MoneyEntry {
  brand_id: string;
  transaction_id: string;
  line: number;
  kind: Generated<'charge' | 'refund' | 'refund_returned' | 'chargeback'>;
  account: 'processor' | 'sales' | 'vat' | 'refunds' | 'refunded_vat' | 'chargebacks' | 'charged_back_vat' | 'customer_liability';
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal' | null;
  amount_cents: number;
  attempt_id: string;
  refund_id: string | null;
  at: Generated<Timestamp>;
}

export interface Notification {
  brand_id: string;
  id: string;
  account_id: string;
  kind: 'message' | 'like' | 'visit' | 'gift';
  subject_id: string;
  state: Generated<'due' | 'ready' | 'sent' | 'unknown' | 'unsent'>;
  channel: 'push' | 'messenger' | 'mail' | null;
  topic: string | null;
  attempts: Generated<number>;
  abandoned: Generated<boolean>;
  in_page: Generated<boolean>;
  unsent_reason: 'muted' | 'no_channel' | 'expired' | null;
  created_at: Timestamp;
  sent_at: Timestamp | null;
  unsent_at: Timestamp | null;
  work_at: Timestamp | null;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface NotificationSettings {
  brand_id: string;
  account_id: string;
  pace: Generated<Json>;
  mail: Generated<Json>;
  quiet_from: Generated<number>;
  quiet_to: Generated<number>;
  mail_chosen_at: Timestamp | null;
}

export interface Passkey {
  brand_id: string;
  id: string;
  account_id: string;
  public_key: Buffer;
  counter: number;
  transports: Generated<string[]>;
  name: string;
  created_at: Generated<Timestamp>;
  last_used_at: Timestamp | null;
}

export interface PaymentAttempt {
  brand_id: string;
  id: string;
  purchase_id: string;
  account_id: string;
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal';
  method: 'on_file' | 'card' | 'paypal' | 'applepay' | 'googlepay';
  initiated_by: 'member' | 'merchant';
  amount_cents: number;
  state: Generated<'created' | 'requires_action' | 'processing' | 'unknown' | 'declined' | 'error' | 'authorised' | 'captured' | 'partially_refunded' | 'refunded' | 'charged_back'>;
  outcome: 'success' | 'pending' | 'check_failed' | 'generic' | 'try_again' | 'authentication_required' | 'invalid_cvc' | 'insufficient_funds' | 'lost_or_stolen' | 'invalid_expiry_month' | 'invalid_expiry_year' | 'expired_card' | 'already_declined' | 'processing_error' | 'card_declined' | 'invalid_number' | 'address_blocked' | null;
  advice: string | null;
  reference: string | null;
  step: Json | null;
  payment_method_id: string | null;
  keeps_for: 'renewals' | 'clicks' | null;
  network: string | null;
  last_four: string | null;
  fingerprint: Buffer | null;
  payer_country: string | null;
  captured_cents: Generated<number>;
  refunded_cents: Generated<number>;
  charged_back_cents: Generated<number>;
  captured_at: Timestamp | null;
  reported_on: string | null;
  sent_at: Timestamp | null;
  resent_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  work_at: Timestamp | null;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface PaymentBlock {
  brand_id: string;
  id: string;
  kind: 'email' | 'address' | 'card' | 'account';
  stops: 'sales' | 'charges';
  value_hash: Buffer;
  label: string;
  reason: string;
  created_at: Generated<Timestamp>;
}

export interface PaymentEvent {
  brand_id: string;
  purchase_id: string;
  id: string;
  attempt_id: string | null;
  at: Timestamp;
  kind: 'state' | 'asked' | 'held' | 'refund';
  details: Json;
}

export interface PaymentMethod {
  brand_id: string;
  id: string;
  account_id: string;
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal';
  token: string;
  kind: 'card' | 'paypal' | 'applepay' | 'googlepay';
  network: string | null;
  last_four: string | null;
  expiry_month: number | null;
  expiry_year: number | null;
  fingerprint: Buffer | null;
  for_packs: Generated<boolean>;
  status: Generated<'active' | 'removed' | 'revoked'>;
  retired_at: Timestamp | null;
  created_at: Generated<Timestamp>;
}

export interface Payout {
  id: string;
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal';
  merchant_account: Generated<string>;
  reference: string;
  paid_on: string;
  amount_cents: number;
  bank_line_id: string | null;
  created_at: Generated<Timestamp>;
}

export interface PendingDocument {
  brand_id: string;
  id: string;
  cause: 'payment' | 'refund' | 'taken_back' | 'returned';
  attempt_id: string;
  work_at: Generated<Timestamp | null>;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface Photo {
  brand_id: string;
  id: string;
  profile_id: string;
  position: number;
  status: 'drawing' | 'pending' | 'approved' | 'rejected';
  width: number;
  height: number;
  widths: number[];
  thumbhash: string | null;
  blur_id: Generated<string>;
  refusal: string | null;
  kept_until: Timestamp | null;
  hash: number | null;
  resembles_banned: Generated<boolean>;
  created_at: Generated<Timestamp>;
}

export interface PhotoOrigin {
  brand_id: string;
  photo_id: string;
  origin: 'own_drawing' | 'licensed' | 'consented';
  statement: Generated<string>;
  document_type: string | null;
  added_by: string | null;
  added_at: Timestamp;
}

export interface PhotoVerification {
  brand_id: string;
  id: string;
  account_id: string;
  gesture: string;
  status: Generated<'asked' | 'waiting' | 'approved' | 'refused'>;
  reason: string | null;
  photo_id: string | null;
  width: number | null;
  height: number | null;
  created_at: Timestamp;
  expires_at: Timestamp;
  submitted_at: Timestamp | null;
  decided_at: Timestamp | null;
  decided_by: string | null;
}

export interface Place {
  id: number;
  country: Country;
  region: string;
  name: string;
  population: number;
  latitude: number;
  longitude: number;
}

export interface PlaceName {
  place_id: number;
  country: Country;
  search_name: string;
  population: number;
}

export interface Plan {
  brand_id: string;
  product_id: string;
  version: number;
  price_cents: number;
  total_cents: number;
  credits_price_cents: number;
  credits: number;
  promo_credits: number;
  level: number;
  period: 'day' | 'week' | 'month' | 'quarter' | 'year' | null;
  first_purchase_only: boolean;
  settings: Json;
  created_at: Generated<Timestamp>;
}

export interface Postback {
  brand_id: string;
  id: string;
  conversion_id: string;
  target: string;
  outcome: 'sent' | 'withheld' | 'failed' | null;
  state: Generated<'waiting' | 'sent' | 'withheld' | 'failed'>;
  attempts: number | null;
  problem: string | null;
  done_at: Timestamp | null;
  created_at: Timestamp;
  work_at: Timestamp | null;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface Preference {
  brand_id: string;
  profile_id: string;
  age_from: number | null;
  age_to: number | null;
  distance: number | null;
  intentions: Generated<string[]>;
  dealbreakers: Generated<string[]>;
  weights: Generated<Json>;
  profiling: Generated<boolean>;
}

export interface Profile {
  brand_id: string;
  id: string;
  kind: 'member' | 'staff' | 'ai';
  account_id: string | null;
  status: 'pending' | 'visible' | 'hidden' | 'rejected' | 'retired';
  gender: 'female' | 'male';
  screen_name: string;
  birth_year: number | null;
  country: Country;
  region: string | null;
  city: string | null;
  about: Generated<string>;
  description: Generated<string>;
  looking_for: Generated<string>;
  details: Generated<Json>;
  delicate_details: Generated<Json>;
  delicate_consent_at: Timestamp | null;
  prompts: Generated<Json>;
  passed_steps: Generated<string[]>;
  introduced_at: Timestamp | null;
  moderated_at: Timestamp | null;
  submitted_at: Generated<Timestamp>;
  refusal: string | null;
  hidden_by_owner: Generated<boolean>;
  paying: Generated<boolean>;
  withheld: Generated<boolean>;
  verified_photo_id: string | null;
  reserved: Generated<boolean>;
  demo: Generated<boolean>;
  last_active_at: Generated<Timestamp>;
  last_active_hour: Generated<Timestamp>;
  created_at: Generated<Timestamp>;
}

export interface ProfileChange {
  brand_id: string;
  profile_id: string;
  status: 'pending' | 'rejected';
  screen_name: string;
  gender: 'female' | 'male';
  description: string;
  looking_for: string;
  prompts: Json;
  submitted_at: Timestamp;
  refusal: string | null;
}

export interface ProfileImport {
  brand_id: string;
  id: string;
  name: string;
  state: 'open' | 'running' | 'undone';
  made_by: string | null;
  made_at: Timestamp;
  run_at: Timestamp | null;
}

export interface ProfileImportPicture {
  brand_id: string;
  import_id: string;
  name: string;
}

export interface ProfileImportRow {
  brand_id: string;
  id: string;
  import_id: string;
  number: number;
  content: Json;
  problem: string | null;
  profile_id: string | null;
  work_at: Timestamp | null;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface ProviderEvent {
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal';
  dedupe_key: string;
  event: Json;
  known_in: Generated<string[]>;
  state: Generated<'new' | 'done' | 'parked' | 'ignored' | 'unmatched'>;
  received_at: Generated<Timestamp>;
  done_at: Timestamp | null;
  work_at: Generated<Timestamp | null>;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface ProviderSwitch {
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal';
  brand_id: string | null;
  stops: 'nothing' | 'charges' | 'everything';
  reason: string;
  staff_id: string | null;
  changed_at: Timestamp;
}

export interface Purchase {
  brand_id: string;
  id: string;
  account_id: string;
  kind: 'plan' | 'upgrade' | 'verification' | 'card' | 'renewal';
  product_id: string | null;
  version: number | null;
  flow_id: string;
  language: Language;
  country: Country;
  vat_country: string | null;
  vat_basis_points: number | null;
  vat_evidence: Json | null;
  amount_cents: number;
  credit_cents: Generated<number>;
  credits: Generated<number>;
  first_offer: Generated<boolean>;
  offer_card: Buffer | null;
  state: Generated<'created' | 'awaiting_payment' | 'paid' | 'fulfilled' | 'failed' | 'expired'>;
  token_hash: Buffer | null;
  token_used_at: Timestamp | null;
  expires_at: Timestamp | null;
  subscription_id: string | null;
  period: number | null;
  added_to: string | null;
  fulfilled_at: Timestamp | null;
  unfinished: Generated<boolean>;
  created_at: Generated<Timestamp>;
}

export interface PurchaseConsent {
  brand_id: string;
  purchase_id: string;
  account_id: string;
  button: string;
  terms: string;
  text_hash: Buffer;
  amount_cents: number;
  renewal_cents: number | null;
  period: 'day' | 'week' | 'month' | 'quarter' | 'year' | null;
  immediate: boolean;
  keeps_for: 'renewals' | 'clicks' | null;
  language: Language;
  ip: string | null;
  user_agent: string | null;
  created_at: Generated<Timestamp>;
}

export interface PushKey {
  brand_id: string;
  public_key: string;
  wrapped_private_key: string;
  created_at: Generated<Timestamp>;
}

export interface PushToken {
  brand_id: string;
  token_hash: Buffer;
  account_id: string;
  session_id: string;
  token: string;
  created_at: Timestamp;
}

export interface QualityMark {
  brand_id: string;
  message_id: string;
  marked_by: string;
  stars: number;
  note: Generated<string>;
  at: Timestamp;
}

export interface RateLimit {
  key: Buffer;
  log: number[];
  expires_at: Timestamp;
}

export interface Reaction {
  brand_id: string;
  from_id: string;
  to_id: string;
  kind: 'like' | 'dislike' | 'visit';
  message: Generated<string>;
  covered_message: string | null;
  liked_photo_id: string | null;
  liked_prompt: string | null;
  at: Generated<Timestamp>;
  read_at: Timestamp | null;
}

export interface Reconciliation {
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal';
  merchant_account: Generated<string>;
  day: string;
  state: Generated<'open' | 'compared'>;
  compared: number;
  unanswered: Generated<number>;
  tries: Generated<number>;
  next_try_at: Timestamp | null;
  at: Generated<Timestamp>;
  closed_at: Timestamp | null;
  closed_by: string | null;
  closed_reason: string | null;
}

export interface ReconciliationDifference {
  id: string;
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal';
  merchant_account: Generated<string>;
  day: string;
  subject: 'charge' | 'refund' | 'chargeback';
  kind: 'missing_here' | 'missing_there' | 'amount';
  reference: string;
  attempt_id: string | null;
  ours_cents: number | null;
  theirs_cents: number | null;
  found_at: Generated<Timestamp>;
  closed_at: Timestamp | null;
  closed_by: string | null;
  closed_reason: string | null;
}

export interface Refund {
  brand_id: string;
  id: string;
  attempt_id: string;
  purchase_id: string;
  account_id: string;
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal';
  amount_cents: number;
  reason: 'withdrawal' | 'left' | 'support' | 'cancelled' | 'late' | 'duplicate' | 'replaced';
  state: Generated<'created' | 'sent' | 'unknown' | 'done' | 'failed'>;
  reference: string | null;
  credits_taken: Generated<number>;
  credits_written_off: Generated<number>;
  done_at: Timestamp | null;
  reported_on: string | null;
  created_at: Generated<Timestamp>;
  work_at: Generated<Timestamp | null>;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface Region {
  country: Country;
  name: string;
}

export interface RenewalNotice {
  brand_id: string;
  subscription_id: string;
  period: number;
  kind: 'at_purchase' | 'before';
  amount_cents: number;
  charge_at: Timestamp;
  sent_at: Generated<Timestamp>;
}

export interface ReplyText {
  brand_id: string;
  digest: Buffer;
  conversation_id: string;
  at: Timestamp;
}

export interface Report {
  brand_id: string;
  id: string;
  from_id: string | null;
  about_id: string;
  reason: 'fake' | 'rude' | 'money' | 'underage' | 'photo' | 'other';
  text: Generated<string>;
  status: Generated<'open' | 'closed'>;
  outcome: 'dismissed' | 'upheld' | null;
  decided_at: Timestamp | null;
  created_at: Generated<Timestamp>;
  updated_at: Generated<Timestamp>;
}

export interface ReportMessage {
  brand_id: string;
  report_id: string;
  id: string;
  from_id: string;
  body: string;
  at: Timestamp;
  photo_id: string | null;
}

export interface Review {
  brand_id: string;
  id: string;
  account_id: string | null;
  name: string;
  gender: 'female' | 'male';
  age: number;
  text: string;
  stars: number;
  status: 'pending' | 'approved' | 'rejected';
  demo: Generated<boolean>;
  created_at: Generated<Timestamp>;
  written_at: Generated<Timestamp>;
  refusal: string | null;
  public_name: string | null;
  public_gender: 'female' | 'male' | null;
  public_age: number | null;
  public_text: string | null;
  public_stars: number | null;
  public_written_at: Timestamp | null;
}

export interface ReviewAnswer {
  brand_id: string;
  review_id: string;
  text: string;
  answers: Timestamp;
  answered_at: Timestamp;
  answered_by: string | null;
}

export interface Sanction {
  brand_id: string;
  id: string;
  account_id: string;
  kind: 'warning' | 'hide' | 'mute' | 'suspend' | 'close';
  reason: string;
  note: Generated<string>;
  imposed_by: string | null;
  starts_at: Timestamp;
  ends_at: Timestamp | null;
  ended_at: Timestamp | null;
  lifted_by: string | null;
  strike_until: Timestamp;
  strike_revoked: Generated<boolean>;
}

export interface Schedule {
  name: string;
  match: string;
  work_at: Timestamp | null;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface ScheduledReply {
  brand_id: string;
  id: string;
  conversation_id: string;
  staff_id: string;
  body: string;
  confirmed: Generated<string[]>;
  send_at: Timestamp;
  after_number: number;
  waiting_since: Timestamp | null;
  status: Generated<'waiting' | 'sent' | 'returned' | 'cancelled'>;
  returned_because: 'member_wrote' | 'closed' | 'check' | null;
  created_at: Timestamp;
}

export interface SchemaFingerprint {
  migration: string;
  fingerprint: string;
}

export interface SealingKey {
  kid: string;
  purpose: 'api' | 'payment';
  public_jwk: Json;
  wrapped_private_jwk: string;
  created_at: Generated<Timestamp>;
}

export interface SearchChange {
  id: number;
  brand_id: string;
  gender: 'female' | 'male';
  at: Generated<Timestamp>;
}

export interface SearchChunk {
  brand_id: string;
  gender: string;
  version: number;
  number: number;
  column_name: string;
  content: Buffer;
}

export interface SearchList {
  brand_id: string;
  gender: 'female' | 'male';
  version: number;
  format: number;
  columns: string[];
  total: number;
  places: Json;
  made_at: Generated<Timestamp>;
}

export interface Session {
  brand_id: string;
  id: string;
  account_id: string;
  token_hash: Buffer;
  method: 'password' | 'signup' | 'google' | 'passkey' | 'link';
  proved_at: Timestamp | null;
  ip: string | null;
  user_agent: string | null;
  created_at: Generated<Timestamp>;
  last_seen_at: Generated<Timestamp>;
  expires_at: Timestamp;
}

export interface SettlementEntry {
  transaction_id: string;
  line: number;
  kind: 'fee' | 'payout';
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal';
  merchant_account: Generated<string>;
  day: string;
  account: 'processor' | 'fees' | 'bank';
  amount_cents: number;
  at: Generated<Timestamp>;
}

export interface Shift {
  brand_id: string;
  id: string;
  staff_id: string;
  starts_at: Timestamp;
  ends_at: Timestamp;
  note: Generated<string>;
}

export interface Snippet {
  brand_id: string;
  id: string;
  name: string;
  language: Language;
  body: string;
  changed_at: Timestamp;
}

export interface SpendingLimit {
  brand_id: string;
  account_id: string;
  period: 'day' | 'week' | 'month';
  limit_cents: number;
  next_cents: number | null;
  next_from: Timestamp | null;
}

export interface SpendingPause {
  brand_id: string;
  account_id: string;
  until: Timestamp;
  created_at: Timestamp;
}

export interface Staff {
  id: string;
  email: string;
  name: string;
  is_owner: Generated<boolean>;
  language: Language | null;
  password_hash: string | null;
  password_version: Generated<number>;
  status: Generated<'invited' | 'active' | 'left'>;
  totp_nonce: Buffer | null;
  totp_step: Generated<number>;
  created_at: Generated<Timestamp>;
}

export interface StaffBrand {
  staff_id: string;
  brand_id: string;
  role: 'brand_manager' | 'host' | 'moderator' | 'support' | 'finance' | 'analyst';
}

export interface StaffPasskey {
  id: string;
  staff_id: string;
  public_key: Buffer;
  counter: number;
  transports: string[];
  name: string;
  created_at: Timestamp;
  last_used_at: Timestamp | null;
}

export interface StaffSession {
  id: string;
  staff_id: string;
  token_hash: Buffer;
  ip: string | null;
  user_agent: string | null;
  missing: 'factor' | 'enrol' | null;
  created_at: Generated<Timestamp>;
  expires_at: Timestamp;
}

export interface Standing {
  brand_id: string;
  profile_id: string;
  demand: number;
  answers: number | null;
}

export interface Subscription {
  brand_id: string;
  id: string;
  account_id: string;
  product_id: string;
  version: number;
  payment_method_id: string | null;
  state: 'active' | 'past_due' | 'canceled' | 'expired';
  period: Generated<number>;
  period_start: Timestamp;
  period_end: Timestamp;
  period_credits: Generated<number>;
  next_charge_at: Timestamp | null;
  tries: Generated<number>;
  next_product_id: string | null;
  next_version: number | null;
  ended_at: Timestamp | null;
  end_reason: 'left' | 'left_now' | 'unpaid' | 'withdrawn' | 'charged_back' | 'replaced' | 'closed' | 'no_card' | null;
  created_at: Generated<Timestamp>;
}

export interface SystemMessage {
  brand_id: string;
  id: string;
  account_id: string;
  sender: '000000' | '111111' | 'admin';
  notice: string | null;
  html: string;
  at: Timestamp;
  read_at: Timestamp | null;
  hidden: Generated<boolean>;
}

export interface Ticket {
  brand_id: string;
  id: string;
  number: Generated<number>;
  account_id: string | null;
  email: string;
  language: Language;
  topic: 'account' | 'payment' | 'safety' | 'privacy' | 'other';
  status: Generated<'open' | 'waiting' | 'closed'>;
  since: Timestamp;
  created_at: Timestamp;
  updated_at: Timestamp;
  preview: string;
  message_count: number;
  assigned_to: string | null;
  answering_by: string | null;
  answering_until: Timestamp | null;
}

export interface TicketMessage {
  brand_id: string;
  id: string;
  ticket_id: string;
  number: number;
  author: 'writer' | 'staff' | 'note';
  staff_id: string | null;
  text: string;
  created_at: Timestamp;
}

export interface TokenRemoval {
  brand_id: string;
  id: string;
  provider: 'adyen' | 'trustpay' | 'maxpay' | 'paypal';
  token: string;
  customer_id: string;
  created_at: Generated<Timestamp>;
  work_at: Generated<Timestamp | null>;
  work_lease: string | null;
  work_tries: Generated<number>;
  work_error: string | null;
  work_failed_at: Timestamp | null;
}

export interface TrustSnapshot {
  brand_id: string;
  day: string;
  computed_at: Timestamp;
  member_profiles: number;
  staff_profiles: number;
  ai_profiles: number;
  host_replies: number;
  host_reply_seconds: number | null;
  member_replies: number;
  member_reply_seconds: number | null;
  reports: number;
  reports_in_time: number;
  refunds: number;
  refunded_cents: number;
  minutes: number;
  minutes_up: number;
  measured_since: Timestamp | null;
}

export interface UndeliverableAddress {
  brand_id: string;
  address_hash: Buffer;
  created_at: Timestamp;
}

export interface UptimeMinute {
  minute: Timestamp;
}

export interface WaitingReply {
  brand_id: string;
  conversation_id: string;
  profile_id: string;
  kind: 'staff' | 'ai';
  since: Timestamp;
  is_first: Generated<boolean>;
  answerable: Generated<boolean>;
  team_id: Generated<string>;
  claimed_by: string | null;
  claimed_until: Timestamp | null;
  replying: string | null;
  replying_until: Timestamp | null;
  handed_by: string | null;
  note: string | null;
}

export interface Walk {
  brand_id: string;
  account_id: string;
  ends_at: Timestamp;
  plans: Json;
}

export interface WithdrawalOrigin {
  brand_id: string;
  purchase_id: string;
  origin_hash: Buffer;
  created_at: Timestamp;
}

export interface WorkRate {
  queue: string;
  minute: Timestamp;
  done: Generated<number>;
  failed: Generated<number>;
}

export interface DB {
  account: Account;
  account_money: AccountMoney;
  answered_conversation: AnsweredConversation;
  appeal: Appeal;
  arrival: Arrival;
  audit: Audit;
  balance: Balance;
  bank_line: BankLine;
  banned_picture: BannedPicture;
  block: Block;
  brand: Brand;
  brand_draft: BrandDraft;
  brand_host: BrandHost;
  brand_picture: BrandPicture;
  brand_publication: BrandPublication;
  brand_schedule: BrandSchedule;
  brand_version: BrandVersion;
  chat_photo: ChatPhoto;
  companion_stop: CompanionStop;
  companion_use: CompanionUse;
  companion_use_of_brand: CompanionUseOfBrand;
  consent: Consent;
  conversation: Conversation;
  conversion: Conversion;
  cookie_consent: CookieConsent;
  data_export: DataExport;
  database_rule: DatabaseRule;
  dispute: Dispute;
  document: Document;
  document_counter: DocumentCounter;
  erased_account: ErasedAccount;
  event: Event;
  exposure: Exposure;
  flow: Flow;
  held_reaction: HeldReaction;
  host_note: HostNote;
  host_reply: HostReply;
  host_team: HostTeam;
  host_team_member: HostTeamMember;
  house_profile: HouseProfile;
  house_profile_text: HouseProfileText;
  identity: Identity;
  inbox: Inbox;
  job: Job;
  last_swipe: LastSwipe;
  ledger_entry: LedgerEntry;
  link_use: LinkUse;
  mail: Mail;
  message: Message;
  message_reaction: MessageReaction;
  message_translation: MessageTranslation;
  messenger_chat: MessengerChat;
  messenger_code: MessengerCode;
  moderation_case: ModerationCase;
  moderation_verdict: ModerationVerdict;
  money_entry: MoneyEntry;
  notification: Notification;
  notification_settings: NotificationSettings;
  passkey: Passkey;
  payment_attempt: PaymentAttempt;
  payment_block: PaymentBlock;
  payment_event: PaymentEvent;
  payment_method: PaymentMethod;
  payout: Payout;
  pending_document: PendingDocument;
  photo: Photo;
  photo_origin: PhotoOrigin;
  photo_verification: PhotoVerification;
  place: Place;
  place_name: PlaceName;
  plan: Plan;
  postback: Postback;
  preference: Preference;
  profile: Profile;
  profile_change: ProfileChange;
  profile_import: ProfileImport;
  profile_import_picture: ProfileImportPicture;
  profile_import_row: ProfileImportRow;
  provider_event: ProviderEvent;
  provider_switch: ProviderSwitch;
  purchase: Purchase;
  purchase_consent: PurchaseConsent;
  push_key: PushKey;
  push_token: PushToken;
  quality_mark: QualityMark;
  rate_limit: RateLimit;
  reaction: Reaction;
  reconciliation: Reconciliation;
  reconciliation_difference: ReconciliationDifference;
  refund: Refund;
  region: Region;
  renewal_notice: RenewalNotice;
  reply_text: ReplyText;
  report: Report;
  report_message: ReportMessage;
  review: Review;
  review_answer: ReviewAnswer;
  sanction: Sanction;
  schedule: Schedule;
  scheduled_reply: ScheduledReply;
  schema_fingerprint: SchemaFingerprint;
  sealing_key: SealingKey;
  search_change: SearchChange;
  search_chunk: SearchChunk;
  search_list: SearchList;
  session: Session;
  settlement_entry: SettlementEntry;
  shift: Shift;
  snippet: Snippet;
  spending_limit: SpendingLimit;
  spending_pause: SpendingPause;
  staff: Staff;
  staff_brand: StaffBrand;
  staff_passkey: StaffPasskey;
  staff_session: StaffSession;
  standing: Standing;
  subscription: Subscription;
  system_message: SystemMessage;
  ticket: Ticket;
  ticket_message: TicketMessage;
  token_removal: TokenRemoval;
  trust_snapshot: TrustSnapshot;
  undeliverable_address: UndeliverableAddress;
  uptime_minute: UptimeMinute;
  waiting_reply: WaitingReply;
  walk: Walk;
  withdrawal_origin: WithdrawalOrigin;
  work_rate: WorkRate;
}
