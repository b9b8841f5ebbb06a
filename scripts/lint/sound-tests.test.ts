import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import plugin from './sound-tests.js';

RuleTester.describe = describe;
RuleTester.it = it;

const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } });
const ours = "import { expect, test } from '../testing/harness.ts';\n";

tester.run('sound-tests', plugin.rules['sound-tests'], {
  valid: [
    `${ours}test('a', () => { expect(1).toBe(1); });`,
    `${ours}test('a', async ({ world }) => { await expectRefused(world); });`,
    `${ours}test.for([1])('%s', (one) => { expect(one).toBe(1); });`,
    `${ours}test('a', () => { fc.assert(fc.property(fc.string(), () => {})); });`,
    `${ours}test.beforeEach(() => { cleanUp(); });`,
    `${ours}const it = test.extend('server', () => start()); it('a', () => { expect(1).toBe(1); });`,
    `test.skip('of another library', () => {});`,
  ],
  invalid: [
    { code: `${ours}test.only('a', () => { expect(1).toBe(1); });`, errors: [{ messageId: 'left' }] },
    { code: `${ours}test.skip('a', () => { expect(1).toBe(1); });`, errors: [{ messageId: 'left' }] },
    { code: `${ours}test.skipIf(slow)('a', () => { expect(1).toBe(1); });`, errors: [{ messageId: 'left' }] },
    {
      code: `${ours}const it = test.extend('server', () => start()); it('a', () => {});`,
      errors: [{ messageId: 'empty' }],
    },
    { code: `${ours}test('a', () => {});`, errors: [{ messageId: 'empty' }] },
    { code: `${ours}test.for([1])('%s', () => { run(); });`, errors: [{ messageId: 'empty' }] },
    {
      code: `${ours}test('a', () => { expect(1); });`,
      errors: [{ messageId: 'bare' }],
    },
  ],
});
