import { createHash } from 'node:crypto';
import { escapeHtml } from '#contract/kernel/text.ts';

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1.5rem; }
main { max-width: 24rem; margin: 2rem auto; }
.note { border: 2px dashed; border-radius: .5rem; padding: .75rem 1rem; }
label { display: block; margin-top: 1rem; }
input:not([type=checkbox]) { box-sizing: border-box; width: 100%; }
input, button { font: inherit; min-height: 44px; padding: .5rem .75rem; }
.tick { display: flex; gap: .75rem; align-items: center; min-height: 44px; }
input[type=checkbox] { width: 1.5rem; min-height: 1.5rem; }
.answers { display: flex; gap: .75rem; margin-top: 1.5rem; }
button { flex: 1; }
`;
const styleHash = createHash('sha256').update(style).digest('base64');

export const pageHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; frame-ancestors 'none'; base-uri 'none'`,
};

interface Question {
  /** Who wants to know. */
  client: string;
  email?: string;
  name?: string;
  trouble?: string;
}

/** Asks the visitor to say who they are. */
export function renderQuestion({ client, email = '', name = '', trouble }: Question): string {
  return page(
    'Who are you?',
    `<p>${escapeHtml(client)} will learn this name and this address.</p>
${trouble ? `<p role="alert" id="trouble">${escapeHtml(trouble)}</p>` : ''}
<form method="post">
<label for="email">E-mail</label>
<input id="email" name="email" type="email" required maxlength="254" autocomplete="email" value="${escapeHtml(email)}"${trouble ? ' aria-invalid="true" aria-describedby="trouble"' : ''}>
<label for="name">Name</label>
<input id="name" name="name" maxlength="100" autocomplete="name" value="${escapeHtml(name)}">
<label class="tick"><input type="checkbox" name="verified" checked> Address verified</label>
<div class="answers">
<button name="answer" value="continue">Continue</button>
<button name="answer" value="cancel" formnovalidate>Cancel</button>
</div>
</form>`,
  );
}

export function renderTrouble(sentence: string): string {
  return page('That did not work', `<p role="alert">${escapeHtml(sentence)}</p>`);
}

function page(title: string, content: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="note">Sandbox identity provider: nobody is checked here.</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
}
