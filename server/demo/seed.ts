import { countries } from '#contract/countries/list.ts';
import type { App, MemberContext } from '#server/app.ts';
import { createToken } from '#server/billing/orders/orders.ts';
import { tryCharge } from '#server/billing/payments/pay-by-card.ts';
import { cancelOrder } from '#server/billing/reversals/withdraw.ts';
import type { BrandFile } from '#server/brands/brand-file.ts';
import { brandsFolder, readBrandFolder } from '#server/brands/brand-files.ts';
import type { Brand } from '#server/brands/directory.ts';
import { explainRefusal } from '#server/brands/rules/check-brand.ts';
import { saveBrand } from '#server/brands/save-brand.ts';
import { seedPlaces } from '#server/countries/seed-places.ts';
import { transact } from '#server/platform/database/database.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { trialAccounts } from './accounts.ts';
import { demoBrand, checksum } from './brand.ts';
import { findDemoPassword, makeDemoPassword } from './password.ts';
import {
  enqueueDrawing,
  FEW_WIDTHS,
  FIRST_WIDTHS,
  FIRST_PEOPLE,
  drawFirstPictures,
  forgetLostPictures,
  sittersWithoutPicture,
} from './photos.ts';
import type { drawStandIn } from './photos.ts';
import {
  createCompletedStepTable,
  readCompletedSteps,
  readOpenOrders,
  recordCompletedStep,
  hasPlan,
} from './queries.ts';
import type { CompletedStep } from './queries.ts';
import { seedConversations } from './seed-conversations.ts';
import { seedPeople, seedReviews, seedTrialAccounts } from './seed-people.ts';

type Progress = (done: number, total: number, what: string) => void;

interface Options {
  /** Sizes in which the first pictures are drawn; the job adds the others. */
  widths?: readonly number[];
  /** Who draws them, where it is no member's own portrait. */
  draw?: typeof drawStandIn;
  /** Asked for by a person: looks after lost pictures. */
  again?: boolean;
  /** Makes another password for the accounts, where the old one was lost. */
  newPassword?: boolean;
  /** Where the brands lie. */
  folder?: string;
}

const steps = ['brand', 'people', 'accounts', 'plans', 'reviews', 'conversations', 'pictures'] as const;
type Step = (typeof steps)[number];

/**
 * Fills an installation with the demo's brands, people and accounts. Every step is recorded when it is complete:
 * a later start finds them all recorded and does nothing, and one after a kill goes on where that one ended.
 */
export async function seedDemo(
  app: App,
  progress: Progress,
  {
    widths = app.config.demoPictures === 'few' ? FEW_WIDTHS : FIRST_WIDTHS,
    draw,
    again = false,
    newPassword = false,
    folder = brandsFolder,
  }: Options = {},
): Promise<void> {
  const { files: named, refused } = await readBrandFolder(folder);
  const leaveOut = (name: string, reason: string) => {
    app.log.error({ file: name, reason }, 'a brand is left out');
    app.brands.refuse({ name, reason });
  };
  for (const { name, reason } of refused) leaveOut(name, reason);
  const files = named.map(({ file }) => file);
  const completedSteps = await readCompletedSteps(app.db);
  const completedStepOf = (file: BrandFile, step: Step) => ({
    name: `${file.settings.key} ${step}`,
    value: valuesOf(app, file)[step],
  });
  /** Those who share a few pictures wait for no drawing, and a person who asks for pictures waits for them. */
  const waitsForAll = again || app.config.demoPictures === 'few';
  /** Steps that leave files behind, which may be gone. */
  const repeated = new Set<Step>(again ? ['conversations', 'pictures'] : []);
  if (newPassword) repeated.add('accounts');
  const isMissing = (file: BrandFile, step: Step) => {
    const { name, value } = completedStepOf(file, step);
    return (
      (step === 'brand' || file.settings.demo) && (repeated.has(step) || completedSteps.get(name) !== value)
    );
  };
  if (!files.some((file) => steps.some((step) => isMissing(file, step)))) return;

  let made: string | undefined;
  await transact(app.db, createCompletedStepTable);
  await seedPlaces(app.db);
  const brands = await saveChangedBrands();
  for (const [index, { file, brand }] of brands.entries()) {
    progress(index, brands.length, 'Inventing the demo people');
    const completed = (step: Step) => completedStepOf(file, step);
    if (isMissing(file, 'people')) await seedPeople(app, brand, completed('people'));
    if (isMissing(file, 'accounts'))
      await seedTrialAccounts(app, brand, await password(), completed('accounts'));
    if (isMissing(file, 'plans')) await seedPlans(app, knownBrand(app, file), completed('plans'));
    if (isMissing(file, 'reviews')) await seedReviews(app, brand, completed('reviews'));
    if (isMissing(file, 'conversations')) await seedConversations(app, brand, completed('conversations'));
  }
  await drawPortraits();

  /** Made no sooner than accounts are: a file with another password than theirs would be a lie. */
  async function password() {
    made ??= (newPassword ? undefined : await findDemoPassword(app)) ?? (await makeDemoPassword(app));
    return made;
  }

  async function saveChangedBrands() {
    const unpublished = new Set<BrandFile>();
    for (const [index, { name, file, written }] of named.entries()) {
      if (!isMissing(file, 'brand')) continue;
      progress(index, files.length, 'Making the demo brands');
      try {
        await saveBrand(app.db, written);
        await recordCompletedStep(app.db, completedStepOf(file, 'brand'));
      } catch (error) {
        unpublished.add(file);
        leaveOut(name, explainRefusal(error));
      }
    }
    await app.brands.reload();
    return files
      .filter((file) => file.settings.demo && !unpublished.has(file))
      .map((file) => ({ file, brand: demoBrand(knownBrand(app, file)) }));
  }

  async function drawPortraits() {
    const missing = brands.filter(({ file }) => isMissing(file, 'pictures'));
    for (const { brand } of missing) await forgetLostPictures(app, brand.id);
    const undrawn = await Promise.all(
      missing.map(async ({ file, brand }) => {
        const sitters = await sittersWithoutPicture(app.db, brand.id);
        return { file, brand, sitters: waitsForAll ? sitters : sitters.slice(0, FIRST_PEOPLE) };
      }),
    );
    const total = undrawn.reduce((sum, { sitters }) => sum + sitters.length, 0);
    let done = 0;
    const report = () => {
      // All may be there already, where more of them were wanted before.
      if (total > 0) progress(done, total, 'Drawing the demo portraits');
    };
    for (const { file, brand, sitters } of undrawn) {
      report();
      await drawFirstPictures(app, brand, { sitters, widths, ...(draw && { draw }) }, () => {
        done += 1;
        report();
      });
      await transact(app.db, async (tx) => {
        if (app.config.demoPictures === 'all') await enqueueDrawing(tx, brand.id);
        await recordCompletedStep(tx, completedStepOf(file, 'pictures'));
      });
    }
  }
}

/** What is recorded of each step while nothing that it depends on has changed. */
function valuesOf({ config }: App, file: BrandFile): Record<Step, string> {
  const storageSign = config.s3 ? checksum(`${config.s3.endpoint} ${config.s3.bucket}`) : 'folder';
  return {
    brand: checksum(JSON.stringify(file)),
    people: '1',
    accounts: '1',
    plans: '1',
    reviews: '1',
    // A photo of theirs lies where the others do.
    conversations: `${storageSign} 1`,
    // Raised when there is more to draw than there was; what is missing of a picture is then drawn with it.
    pictures: `${storageSign} ${config.demoPictures === 'few' ? 'few' : 2}`,
  };
}

function knownBrand({ brands }: App, { settings }: BrandFile): Brand {
  const brand = brands.byKey(settings.key);
  if (!brand) throw new Error(`brand ${settings.key} was saved and is not there`);
  return brand;
}

const DEMO_CARD = {
  firstName: 'Demo',
  lastName: 'Demo',
  number: '4111111111111111',
  month: '03',
  year: '2035',
  securityCode: '737',
};

/**
 * The accounts that have a plan buy it as a member would, where nothing is real money. An order that a killed start has left
 * is called off first: what became of its payment is unknown, and while it is open there is no other.
 */
async function seedPlans(app: App, brand: Brand, completed: CompletedStep): Promise<void> {
  for (const { accountId, profileId, plan } of trialAccounts(demoBrand(brand))) {
    if (plan === null || !app.providers.sandbox || (await hasPlan(app.db, brand.id, accountId))) continue;
    const buyer: MemberContext = {
      app,
      brand,
      brandId: brand.id,
      origin: siteOrigin(app, brand),
      ip: '127.0.0.1',
      userAgent: 'demo',
      language: countries[brand.settings.country].language,
      accountId,
      profileId,
      trackerId: '',
      sessionId: '',
      walks: false,
      proven: true,
    };
    for (const orderId of await readOpenOrders(app.db, brand.id, accountId))
      await cancelOrder(buyer, { trackerId: '', orderId });
    const { token } = await createToken(buyer, { trackerId: '', productId: plan });
    const { outcome } = await tryCharge(buyer, { trackerId: '', card: { ...DEMO_CARD, token } });
    if (outcome !== 'success') app.log.warn({ outcome }, 'a demo account could not buy its plan');
  }
  await transact(app.db, (tx) => recordCompletedStep(tx, completed));
}
