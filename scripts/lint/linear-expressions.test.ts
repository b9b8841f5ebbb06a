import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import plugin from './linear-expressions.js';

RuleTester.describe = describe;
RuleTester.it = it;

const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });
const backtracks = [{ messageId: 'backtracks' }];
const unknown = [{ messageId: 'unknown' }];

tester.run('linear-expressions', plugin.rules['linear-expressions'], {
  valid: [
    '/^[a-z0-9-]{1,40}$/.test(text)',
    String.raw`text.replace(/(?<!\/)\/+$/, "")`,
    String.raw`text.match(/\{\{([^{}]*)\}\}/g)`,
    // From any number of beginnings the first one is found at once.
    '/a.*/.test(text)',
    // Nothing but the beginning of a word is a beginning.
    String.raw`/\bon\w+\s*=/.test(text)`,
    String.raw`/(?<![\w.-])www\.[\w.-]+\w/.test(text)`,
    'new RegExp("^[a-z]+$")',
    'const part = "[a-z]+"; export const whole = new RegExp(`^${part}$`);',
    'new RegExp(String.raw`^(?:${words.map((word) => RegExp.escape(word)).join("|")})$`, "u")',
    'const few = { it: "uno|due" }; const said = pattern`\\b(?:${few.it})\\b`;',
    'const made = (texts, ...parts) => new RegExp(String.raw(texts, ...parts));',
    '<input pattern="[0-9a-f\\-]{36}" />',
  ],
  invalid: [
    // One letter again and again.
    { code: String.raw`text.replace(/[^\S\n]+$/gm, "")`, errors: backtracks },
    { code: String.raw`text.match(/\{\{\s*([^{}]*?)\s*\}\}/g)`, errors: backtracks },
    { code: String.raw`text.replace(/\/+$/, "")`, errors: backtracks },
    { code: '/^(?:a+)+$/.test(text)', errors: backtracks },
    // A word again and again.
    { code: String.raw`/\bVersion\/\S+ Safari\//.test(text)`, errors: backtracks },
    { code: 'text.replaceAll(/<a[^>]*>/g, "")', errors: backtracks },
    { code: '/^(?:ab)*(?:aba?b)*$/.test(text)', errors: backtracks },
    { code: '/<a(?![^>]*nonce)/.test(text)', errors: backtracks },
    { code: String.raw`/(?<=\s*)a/.test(text)`, errors: backtracks },
    // However it is made.
    { code: String.raw`new RegExp("\\s+$")`, errors: backtracks },
    { code: 'const end = "a+$"; const all = RegExp(`b?${end}`);', errors: backtracks },
    { code: 'const end = "a+$"; const all = pattern`b?${end}`;', errors: backtracks },
    { code: '<input pattern="(?:a+)+" />', errors: backtracks },
    { code: '<input pattern="[a-z\\\\-]+" />', errors: [{ messageId: 'unread' }] },
    // Its value is unknown.
    { code: 'new RegExp(words.join("|"))', errors: unknown },
    { code: 'const all = pattern`${words}`;', errors: unknown },
  ],
});
