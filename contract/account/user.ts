import { z } from 'zod';
import { optIn } from '../brand/flow.ts';
import { legalEdition } from '../brand/legal.ts';
import { claim, claimed, ignored } from '../kernel/claims.ts';
import {
  credits,
  emailText,
  epochMilliseconds,
  flowId,
  gender,
  language,
  photoAddress,
  placeName,
  premiumLevel,
  token,
  trackerId,
} from '../kernel/fields.ts';
import { as, spelled, spelledWords } from '../kernel/spelling.ts';
import { line } from '../kernel/text.ts';
import { refusal } from '../moderation/refusals.ts';
import { entitlements } from './entitlements.ts';

/** What moderation says of a photo or a profile. */
const moderation = { pending: 'in_attesa', rejected: 'rifiutata' } as const;

export const ownPhoto = spelled({
  /** Empty where it was refused and can no longer be appealed for: then it is not kept. */
  path: as('path', photoAddress.or(z.literal(''))),
  isDefault: as('predefinita', z.boolean()),
  /** It stands for the member: the one that others see first. */
  isShown: as('in_vista', z.boolean()),
  /** Its id. */
  name: as('name', z.string().max(200)),
  status: as('stato', spelledWords({ ...moderation, approved: 'approvata' })),
  /** Why it was refused. */
  refusal: as('motivo', refusal.nullable()),
});
export type OwnPhoto = z.output<typeof ownPhoto>;

/** The signed-in member as the browser knows them. */
export const user = spelled({
  trackerId: as('clickid', trackerId),
  email: as('email', emailText),
  emailConfirmed: as('confirmed_email', z.boolean()),
  screenName: as('username', z.string().max(60)),
  region: as('region', placeName.nullable()),
  city: as('city', placeName.nullable()),
  flowId: as('fluxId', flowId),
  /** With `double` an unconfirmed address is asked for. */
  optIn: as('optin', optIn),
  premiumLevel: as('premiumLevel', premiumLevel),
  photos: as('imageName', z.array(ownPhoto).max(20)),
  verified: as('verifiedUser', z.boolean()),
  messageCredits: as('creditiMessaggi', credits),
  iceBreakerCredits: as('creditiIcebreaker', credits),
  likeCredits: as('creditiLike', credits),
  messageValue: as('valoreMessaggio', z.int()),
  entitlements: as('diritti', entitlements),
  about: as('user_info', spelled({ gender: as('sono', gender), seeks: as('cerco', gender) })),
  language: as('language', language),
  /** Message credits given for coming back, announced once. */
  gift: as('regalo_messaggi', credits.nullable()),
  /** Has confirmed to be an adult and accepted the terms. Until then nothing can be done. */
  accepted: as('termini', z.boolean()),
  /** Is through with the questions that come after the sign-up, or wanted no more of them. */
  introduced: as('presentato', z.boolean()),
  /** The version of the terms they accepted last, where newer ones are to be accepted again. */
  agreedTerms: as('termini_accettati', legalEdition.nullable()),
  hasPassword: as('ha_password', z.boolean()),
  /** An address that was never confirmed may be changed once. */
  mayChangeEmail: as('puo_cambiare_email', z.boolean()),
  /** A new address that waits for its confirmation. */
  pendingEmail: as('email_in_attesa', emailText.nullable()),
  /** A sanction keeps them from writing and liking until then. */
  mutedUntil: as('silenziato_fino_a', epochMilliseconds.nullable()),
  /** They take a break and can be neither found nor written to. Without an end until they say that they are back. */
  pause: as(
    'pausa',
    spelled({
      since: as('dal', epochMilliseconds),
      until: as('al', epochMilliseconds.nullable()),
    }).nullable(),
  ),
  /** When the account will be erased, if its owner has asked for that. */
  closesAt: as('chiusura', epochMilliseconds.nullable()),
  /** What payment providers know the member by. */
  customerId: as('customerId', z.string().max(64)),
  /** The card that a click charges, by a name of ours: the plan's own, else the one kept for packs. */
  cards: as('cardTokens', z.array(spelled({ id: as('cardToken', z.uuid()) })).max(1)),
  cardOnFile: as('actonfile', z.boolean()),
  /** What the last link carried that they followed, by which a campaign knows them again. */
  remarketingId: as('remarketing_clickid', z.string().max(200).nullable()),
  /** The device that was last registered for push messages. */
  pushToken: as('pushToken', z.string().max(4096).nullable()),
  /** No messenger can be linked yet. */
  telegramId: as('telegramId', z.string().max(64).nullable()),
  moreInfo: as(
    'additionalInfo',
    spelled({
      /** A payment page of a partner's own: there is none, since what is paid elsewhere is held to none of our rules. */
      affiliatePaymentUrl: as('aff_payment_url', z.null()),
    }),
  ),
  /** Wants to be notified of messages that come while a page is open. */
  messageNews: as('avvisi_messaggi', z.boolean()),
  /** The same of likes and of visits. */
  likeNews: as('avvisi_like', z.boolean()),
  visitNews: as('avvisi_visite', z.boolean()),
  ageVerified: as('eta_verificata', z.boolean()),
  /** Has bought something before, so that offers for a first purchase are no longer for them. */
  hasBought: as('ha_acquistato', z.boolean()),
  profileStatus: as(
    'stato_profilo',
    spelledWords({ ...moderation, visible: 'visibile', hidden: 'nascosto' }),
  ),
  /** What moderation says of their words. */
  review: as(
    'moderazione',
    spelled({
      /** Why the profile was refused. */
      refusal: as('motivo', refusal.nullable()),
      /** What has become of new words of an approved profile. Others read the old ones until they are approved. */
      change: as('modifica', spelledWords({ ...moderation, none: 'nessuna' })),
      changeRefusal: as('motivo_modifica', refusal.nullable()),
      /** Profiles and photos are not reviewed here: they are approved by themselves. */
      automatic: as('automatica', z.boolean()),
    }),
  ),
});
export type User = z.output<typeof user>;

/** What a browser keeps of having been let in, so that guesses of strangers never keep it out. It opens nothing. */
export const deviceToken = line(128).optional();

/** A session that has just been opened. */
export const signedIn = spelled({
  token: as('token', token),
  trackerId: as('clickid', trackerId),
  user: as('user', user),
  deviceToken: as('deviceToken', deviceToken),
});
export type SignedIn = z.output<typeof signedIn>;

/** What a landing knows of the visitor. All of it is claimed, nothing of it is trusted. */
export const trackingFields = {
  country: as('country', ignored()),
  city: as('city', claimed(placeName)),
  region: as('region', claimed(placeName)),
  ip: as('ip', claim(64)),
  fingerprint: as('fingerprint', claim(128)),
  flowId: as('fluxId', claim(64)),
  host: as('servizio', claim(255)),
};

/** Where a new member came from, besides that. */
export const arrivalFields = {
  trackerId: as('clickid', claim(200)),
  source: as('source', claim(200)),
  campaignId: as('campid', claim(200)),
  clickCampaign: as('kcampaign', claim(200)),
  userAgent: as('ua', claim(1000)),
  /** The choice about cookies that was made in this browser, by its id in the log of consent. */
  cookieConsentId: as('consenso', claim(64)),
};
