import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import plugin from './bounded-caches.js';

RuleTester.describe = describe;
RuleTester.it = it;

const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'ts' } } });
const errors = [{ messageId: 'bound' }];

tester.run('bounded-caches', plugin.rules['bounded-caches'], {
  valid: [
    'const kept = new LRUCache({ max: 10 }); kept.set(key, value);',
    'if (kept.size > 0) answer([...kept.keys()]);',
    'for (const key of kept.keys()) visit(key);',
    'function stop() { kept.clear(); }',
  ],
  invalid: [
    { code: 'if (kept.size >= MOST) kept.clear();', errors },
    { code: 'if (kept.size > 500) { kept.clear(); }', errors },
    { code: 'const [oldest] = kept.keys(); if (kept.size > MOST) kept.delete(oldest);', errors },
    { code: 'for (const oldest of kept.keys().take(1)) kept.delete(oldest);', errors },
    { code: 'kept.delete(kept.keys().next().value);', errors },
  ],
});
