import { z } from 'zod';
import { providerName } from '../billing/payment-checks.ts';
import { pixels } from '../insight/pixels.ts';
import { postbackTargets } from '../insight/postbacks.ts';
import { APPEAL_MONTHS_MIN, DEFAULT_FLOW_ID, LANGUAGES } from '../kernel/constants.ts';
import { country, emailText, flowId, language, localText, photoAddress } from '../kernel/fields.ts';
import { word } from '../kernel/text.ts';
import { profileFields } from '../profile/profile-fields.ts';
import { themeTokens } from '../theme/tokens.ts';
import { paymentMethodKind } from './flow.ts';
import { picture } from './landing.ts';
import { processorPurposes } from './legal.ts';

const hostname = word(253, /^[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/);
/** A drawing and nothing else: it is put into pages as it is. */
const svg = z
  .string()
  .max(20_000)
  .startsWith('<svg')
  .refine(
    (text) =>
      !/<(script|foreignobject|iframe|style|a|image|use)\b|\bon\w+\s*=|javascript:|href\s*=/i.test(text),
    {
      message: 'must draw with shapes alone: no scripts, links, styles or outside pictures',
    },
  );

/** By which providers a payment goes, the next where one has a technical fault. Without flows or methods: all of them. */
const payRule = z.strictObject({
  flows: z.array(flowId).min(1).max(50).optional(),
  methods: z.array(paymentMethodKind).min(1).max(4).optional(),
  providers: z.array(providerName).min(1).max(4),
});

/** A company that works for the brand and gets to see members' data. Those who take payments follow from the rules above. */
const processor = z.strictObject({
  name: z.string().min(1).max(120),
  purpose: z.enum(processorPurposes),
  /** Where the data goes, by its code of two letters. */
  country: word(2, /^[A-Z]{2}$/),
  /** By what the data is protected where it leaves the European Economic Area. */
  guarantee: z.enum(['adequacy', 'clauses']).optional(),
});

const legalFacts = z.strictObject({
  /** Whom authorities and members write to about contents: articles 11 and 12 of the Digital Services Act. */
  contactPoint: z
    .strictObject({ email: z.email().max(254), languages: z.array(language).min(1).max(LANGUAGES.length) })
    .optional(),
  /** `none` where no law asks for one. */
  officer: z
    .union([
      z.literal('none'),
      z.strictObject({ name: z.string().min(1).max(120), email: z.email().max(254) }),
    ])
    .optional(),
  processors: z.array(processor).max(50).default([]),
});

/** Every setting of a brand, as an operator writes it and the database keeps it. */
export const brandSettings = z.strictObject({
  key: word(32, /^[a-z][a-z0-9-]{1,31}$/),
  hostnames: z.array(hostname).min(1).max(20),
  title: z.string().min(1).max(60),
  tagline: localText,
  description: localText,
  year: z.int().min(1990).max(2100),
  country,
  logo: svg,
  company: z.strictObject({
    name: z.string().min(1).max(120),
    address: z.string().min(1).max(300),
    vat: z.string().min(1).max(40),
    legalForm: z.string().min(1).max(120).optional(),
    /** Which register of companies it stands in, and under which number. */
    register: z.string().min(1).max(200).optional(),
    /** Who acts for it. */
    representative: z.string().min(1).max(120).optional(),
  }),
  /** What its legal texts say besides. What is missing is named in the console and left out of the texts. */
  legal: legalFacts.default({ processors: [] }),
  /** How many months a decision of moderation can be appealed against. */
  appealMonths: z.int().min(APPEAL_MONTHS_MIN).max(24).default(APPEAL_MONTHS_MIN),
  support: z.strictObject({ email: z.email().max(254), phone: z.string().min(1).max(40) }),
  domain: hostname,
  theme: themeTokens,
  /** Drawn people for the hero. They are decoration and no profiles. */
  heroPictures: z.array(picture).max(3).default([]),
  /** What the app looks like on a phone and on a desk, for visitors who are offered to install it. */
  appPictures: z.strictObject({ phone: picture.optional(), desk: picture.optional() }).default({}),
  defaultFlow: flowId.default(DEFAULT_FLOW_ID),
  /** What members are asked for, in this order. The usual ones where absent. */
  profileFields: profileFields.optional(),
  /** Campaigns, by the `campid` of their links, whose newcomers are put into a flow of their own. */
  campaigns: z
    .array(z.strictObject({ id: z.string().min(1).max(128), flow: flowId }))
    .max(500)
    .default([]),
  payment: z.strictObject({
    descriptor: z.string().min(1).max(22),
    company: z.string().min(1).max(60),
    /** Who takes the money. The first rule that fits the member's flow and the way of paying counts. */
    rules: z.array(payRule).max(20).default([]),
    /** The merchant account of this brand's at Adyen, where it is not the installation's. */
    merchantAccount: z.string().min(1).max(80).optional(),
    /** Whether the trader declares VAT by the one-stop shop, at the rate of each buyer's country. */
    oneStopShop: z.boolean().default(false),
  }),
  photos: z
    .strictObject({
      /** Where members' own photos are served from; the brand's site at its first hostname where absent. */
      host: z
        .url({ protocol: /^https?$/ })
        .max(200)
        .optional(),
    })
    .default({}),
  cookieConsent: z.strictObject({ policyVersion: z.string().min(1).max(20) }).optional(),
  /** Services that browsers report to, each after the consent that it needs. Without any nothing of them is loaded. */
  pixels: pixels.default([]),
  /** Networks that are notified of what became of the visitors whom they sent. */
  postbacks: postbackTargets.default([]),
  wallet: z
    .strictObject({
      merchantId: z.string().min(1).max(100),
      merchantName: z.string().min(1).max(100),
      /** What Apple wants to find on the brand's hostname. */
      appleDomainAssociation: z.string().max(20_000).optional(),
    })
    .optional(),
  payPal: z.strictObject({ clientId: z.string().min(1).max(200) }).optional(),
  affiliation: z.boolean().default(false),
  /** Who may send us people by links of their own; each has a key made from this name. */
  partners: z
    .array(word(32, /^[a-z0-9][a-z0-9-]{0,31}$/))
    .max(50)
    .default([]),
  /** What the system sender says to newcomers, in harmless HTML; `{title}` is the brand's. Words of ours where absent. */
  welcome: localText.optional(),
  /** Hostnames that a sign-up may be sent on to. */
  redirectHosts: z.array(hostname).max(20).default([]),
  /** Origins elsewhere whose pages a flow may show in a frame. */
  frameOrigins: z
    .array(z.url({ protocol: /^https$/ }).max(200))
    .max(20)
    .default([]),
  /** A made-up company for trying things out. It is said on every page. */
  demo: z.boolean().default(false),
});
export type BrandSettings = z.output<typeof brandSettings>;

/** What a visitor's browser may know of a brand. */
export const publicBrand = z.object({
  key: z.string().max(32),
  title: z.string().max(60),
  tagline: z.string().max(2000),
  description: z.string().max(2000),
  year: z.int(),
  country,
  /** The country inside a sentence: “all of Italy”, “in Italy”. */
  countryWords: z.object({ whole: z.string().max(120), within: z.string().max(120) }),
  logo: svg,
  company: z.object({ name: z.string().max(120), address: z.string().max(300), vat: z.string().max(40) }),
  support: z.object({ email: emailText, phone: z.string().max(40) }),
  domain: hostname,
  theme: z.object({
    color: z.string().max(32),
    portraitShape: themeTokens.shape.portraitShape,
    hero: themeTokens.shape.hero,
  }),
  heroPictures: z.array(z.string().max(200)).max(3),
  defaultFlow: flowId,
  descriptor: z.string().max(22),
  paymentCompany: z.string().max(60),
  /** What the addresses of members' photos begin with. */
  photoHost: photoAddress,
  cookieConsent: z.object({ policyVersion: z.string().max(20) }).nullable(),
  pixels,
  wallet: z.object({ merchantId: z.string().max(100), merchantName: z.string().max(100) }).nullable(),
  payPal: z.object({ clientId: z.string().max(200) }).nullable(),
  affiliation: z.boolean(),
  redirectHosts: z.array(hostname).max(20),
  /** Whether one can sign in with Google here. */
  google: z.boolean(),
  demo: z.boolean(),
});
export type PublicBrand = z.output<typeof publicBrand>;
