import { onTestFinished, vi } from 'vitest';
import { LEGAL_VERSIONS } from '#contract/brand/legal.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { trialAccounts } from './demo/accounts.ts';
import { demoBrand } from './demo/brand.ts';
import { makeDemoPassword } from './demo/password.ts';
import { announce, showSteps } from './terminal.ts';

test('the password of the demo is printed for those who try it out, and in no log of production', async ({
  app,
  db,
  world,
}) => {
  const brand = world.brand();
  const [account] = trialAccounts(demoBrand(brand));
  await db
    .insertInto('account')
    .values({
      brand_id: brand.id,
      id: account!.accountId,
      tracker_id: 'demo-1',
      email: account!.email,
      flow_id: account!.flowId,
      seeks: account!.seeks,
      language: 'it',
      accepted_at: app.clock.now(),
      terms_version: LEGAL_VERSIONS.terms,
    })
    .execute();
  const config = { ...app.config, dataDir: await makeFolder() };
  const password = await makeDemoPassword({ config });
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const printedIn = async (environment: 'development' | 'production') => {
    log.mockClear();
    await announce({ app: { ...app, config: { ...config, environment } }, port: 3000 });
    return log.mock.calls.flat().join('\n');
  };
  expect(await printedIn('development')).toContain(`Demo accounts (password ${password}):`);
  const printed = await printedIn('production');
  expect(printed).toContain('Demo accounts: 1, ');
  expect(printed).not.toContain(password);
});

test('an address is printed where something answers, and what was left out is named', async ({ app }) => {
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const printedWith = async (brands: typeof app.brands) => {
    log.mockClear();
    await announce({ app: { ...app, brands }, port: 3000 });
    return log.mock.calls.flat().join('\n');
  };
  expect(await printedWith(app.brands)).toMatch(/Console +http:\/\/localhost:\d+\/console\//);
  const refused = () => [{ name: 'brands/torn.json', reason: 'brands/torn.json is not JSON:\nline 1' }];
  const printed = await printedWith({ ...app.brands, all: () => [], refused });
  expect(printed).toContain('Serenata is running on port 3000.');
  expect(printed).toContain('No brand is published yet');
  expect(printed).toMatch(/Console +http:\/\/localhost:\d+\/console\//);
  expect(printed).toContain('  Left out: brands/torn.json\n    brands/torn.json is not JSON:\n    line 1');
});

test('slow work is shown in a file by its tenths, and on a terminal in one line', () => {
  const printed = (isTTY: boolean) => {
    const written: string[] = [];
    const write = (text: string | Uint8Array) => written.push(String(text)) > 0;
    const { step } = showSteps({ isTTY, write });
    step('Starting the database');
    for (let done = 0; done <= 40; done += 1) step(`Drawing (${done} of 40)`);
    step('Drawing (0 of 0)');
    step('Looking (0 of 2)');
    step('Looking (1 of 2: under the bed)');
    return written;
  };
  const tenths = Array.from({ length: 11 }, (_, tenth) => `  Drawing (${4 * tenth} of 40) …\n`);
  expect(printed(false)).toEqual([
    '  Starting the database …\n',
    ...tenths,
    '  Looking (0 of 2) …\n',
    '  Looking (1 of 2: under the bed) …\n',
  ]);
  expect(printed(true).filter((text) => text.includes('\n'))).toHaveLength(2);
});
