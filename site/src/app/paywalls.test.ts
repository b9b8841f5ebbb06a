import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { queryClient } from '#client/query-client.ts';
import { sampleBoot } from '#client/testing/sample-boot.ts';
import { flowSettings } from '#contract/brand/flow.ts';
import { type PaywallName, paywallPaths } from '#contract/brand/paywalls.ts';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { shellOf, shellStore } from '#site/shell/boot.ts';
import { isSelling, openPaywall, paywalls, announcePlan } from '#site/shell/paywalls.ts';
import { type PopupName, closePopup, popupStore } from '#site/shell/popups.ts';
import { popupCatalogue } from './popup-catalogue.ts';

const names = flowSettings.shape.paywalls.unwrap().keyType.options as readonly PaywallName[];
const pushing = names.filter((name) => !name.startsWith('premium_member'));
const navigate = vi.fn(async () => undefined);

function enter(flow: Parameters<typeof sampleBoot>[1] = {}): void {
  const boot = sampleBoot('http://localhost', flow);
  shellStore.set(shellOf(boot));
  queryClient.setQueryData(['flow', boot.flow.id], boot.flow);
}

beforeEach(() => enter());
afterEach(() => {
  closePopup();
  queryClient.clear();
  shellStore.set(null);
  navigate.mockClear();
});

describe('a paywall', () => {
  test.each(names)('%s opens its popup', async (name) => {
    await openPaywall(name, navigate);
    expect(popupStore.get()).toMatchObject({ name });
    expect(navigate).not.toHaveBeenCalled();
  });

  test('says what the flow has it say', async () => {
    enter({ paywalls: { blurred: { title: 'Giulia ti ha risposto', button: 'Leggi' } } });
    await openPaywall('blurred', navigate);
    expect(popupStore.get()).toMatchObject({ title: 'Giulia ti ha risposto', button: 'Leggi' });
  });

  test.each(pushing)('%s leads to the plans where the flow asks for the age', async (name) => {
    enter({ ageVerification: true });
    await openPaywall(name, navigate);
    expect(navigate).toHaveBeenCalledExactlyOnceWith('/vip_plan/cred');
    expect(popupStore.get()).toBeNull();
  });
});

const credits = { it: /crediti/, es: /créditos/, fr: /crédits/, en: /credits/ };

test.each(LANGUAGES)(
  'the button of a paywall names credits exactly where a pack opens it (%s)',
  (language) => {
    const texts = files[`../../../contract/brand/popups/locales/${language}.json`];
    const named = names.filter(isSelling).filter((name) => {
      const words = popupCatalogue[name].buttons[0]?.words;
      return words !== undefined && credits[language].test(JSON.stringify(texts?.[words]));
    });
    expect(named).toEqual(names.filter((name) => isSelling(name) && 'offersPacks' in paywalls[name]));
  },
);

describe('who has a plan now', () => {
  test.each(['premium_member', 'premium_member_compliant'] as const)(
    'learns it as the flow has it: %s',
    async (name) => {
      enter({ ageVerification: true, paywalls: { [name]: {} } });
      await announcePlan(navigate);
      expect(popupStore.get()).toMatchObject({ name });
      expect(navigate).not.toHaveBeenCalled();
    },
  );

  test('learns nothing where the flow has nothing', async () => {
    await announcePlan(navigate);
    expect(popupStore.get()).toBeNull();
  });
});

type Words = Record<string, string | { title: string; text: string }>;
const files = import.meta.glob<Words>('../../../contract/brand/popups/locales/*.json', {
  eager: true,
  import: 'default',
});

/** The popups of the specification that are no paywalls, by our names. */
const generic = ['frame', 'account_disabled', 'confirm_email', 'set_region', 'choose_place'];
const opened = new Set<PopupName>([
  ...names,
  ...Object.values(paywallPaths),
  ...(generic as PopupName[]),
  'blocked',
  'notice',
]);

describe.each(LANGUAGES)('in %s', (language) => {
  const words = files[`../../../contract/brand/popups/locales/${language}.json`] ?? {};

  test.each([...opened])('%s has a title, a text, and words on each button', (name) => {
    const entry = popupCatalogue[name];
    expect(words[entry.words]).toMatchObject({ title: expect.any(String), text: expect.any(String) });
    for (const button of entry.buttons) expect(words[button.words]).toEqual(expect.any(String));
  });
});

test.each(pushing)('%s has one way to the plans, and one out', (name) => {
  const [first, last, ...others] = popupCatalogue[name].buttons;
  expect(first?.to).toMatch(/^\/vip_plan\/\w+$/);
  expect(last?.to).toBeUndefined();
  expect(others).toEqual([]);
});
