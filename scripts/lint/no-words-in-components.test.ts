import { RuleTester } from 'oxlint/plugins-dev';
import { describe, it } from 'vitest';
import plugin from './no-words-in-components.js';

RuleTester.describe = describe;
RuleTester.it = it;

const tester = new RuleTester({ languageOptions: { parserOptions: { lang: 'tsx' } } });
const word = { messageId: 'word' };

tester.run('no-words-in-components', plugin.rules['no-words-in-components'], {
  valid: [
    '<p>{t("home.title")}</p>',
    '<p>{" "}·{" "}</p>',
    '<img alt="" src="/photo.webp" />',
    '<input name="email" type="email" autoComplete="username" />',
    '<p className={active ? "bold" : "plain"}>{count}</p>',
    '<p>{status === "member" && count}</p>',
    '<Card as="section">{children}</Card>',
    'const name = "Words outside of JSX are data";',
  ],
  invalid: [
    { code: '<p>Ciao</p>', errors: [word] },
    { code: '<>Ciao</>', errors: [word] },
    { code: '<p>{"Ciao"}</p>', errors: [word] },
    { code: '<p>{`Ciao ${name}`}</p>', errors: [word] },
    { code: '<p>{open ? "Chiudi" : "Apri"}</p>', errors: [word, word] },
    { code: '<p>{open && "Chiudi"}</p>', errors: [word] },
    { code: '<button aria-label="Chiudi" />', errors: [word] },
    { code: '<img alt={"Una luna"} />', errors: [word] },
    { code: '<input placeholder="Città" />', errors: [word] },
    { code: '<abbr title={`Fine ${day}`} />', errors: [word] },
    { code: '<TextField label="E-mail" error={wrong ? "No" : undefined} />', errors: [word, word] },
  ],
});
