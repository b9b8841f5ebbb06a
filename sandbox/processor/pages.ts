import { createHash } from 'node:crypto';
import { escapeHtml } from '#contract/kernel/text.ts';
import type { Reply } from './http.ts';

const style = `
:root { color-scheme: light dark; font: 1rem/1.5 system-ui, sans-serif; }
body { margin: 0; padding: 1rem; }
main { max-width: 24rem; margin: 0 auto; }
.note { border: 2px dashed; border-radius: .5rem; padding: .5rem .75rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: .25rem 1rem; margin: 1rem 0; }
dt { font-weight: 600; }
dd { margin: 0; overflow-wrap: anywhere; }
label { display: block; margin-top: 1rem; }
input, select { box-sizing: border-box; width: 100%; }
input, select, button { font: inherit; min-height: 44px; padding: .5rem .75rem; }
.answers { display: flex; gap: .75rem; margin-top: 1.5rem; }
button { flex: 1; }
`;
/** A form that a browser sends on by itself; with a button, should it not. */
const script = 'document.forms[0].submit();';
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

// A bank's page stands in a frame of any site, and sends the browser to wherever it came from.
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': `default-src 'none'; style-src ${hashOf(style)}; script-src ${hashOf(script)}; base-uri 'none'; frame-ancestors *`,
};

export interface Question {
  amount: string;
  merchant: string;
  card: string;
  /** Goes along with the answer. */
  hidden: Readonly<Record<string, string>>;
}

/** The bank asks the holder whether they are paying. */
export function bankPage(id: string, { amount, merchant, card, hidden }: Question): Reply {
  return page(
    'Confirm your payment',
    `<dl><dt>Amount</dt><dd>${escapeHtml(amount)}</dd><dt>Merchant</dt><dd>${escapeHtml(merchant)}</dd><dt>Card</dt><dd>${escapeHtml(card)}</dd></dl>
<form method="post" action="/3ds/${escapeHtml(id)}/answer">
${hiddenFields(hidden)}
<label for="password">Password</label>
<input id="password" name="password" type="password" autocomplete="off" aria-describedby="hint">
<p id="hint">Here the password is “password”. Anything else fails.</p>
<div class="answers">
<button name="answer" value="confirm">Confirm</button>
<button name="answer" value="cancel">Cancel</button>
</div>
</form>`,
  );
}

/** PayPal asks its customer. */
export function approvalPage(
  id: string,
  approval: { amount: string; merchant: string; stores: boolean; accounts: readonly string[] },
): Reply {
  const { amount, merchant, stores, accounts } = approval;
  const options = accounts.map((name) => `<option>${escapeHtml(name)}</option>`).join('');
  return page(
    'Pay with PayPal',
    `<dl><dt>Amount</dt><dd>${escapeHtml(amount)}</dd><dt>Merchant</dt><dd>${escapeHtml(merchant)}</dd></dl>
${stores ? '<p>You also allow the merchant to charge this account later.</p>' : ''}
<form method="post" action="/paypal/checkoutnow/${escapeHtml(id)}">
<label for="account">Account</label>
<select id="account" name="account">${options}</select>
<div class="answers">
<button name="answer" value="approve">Pay now</button>
<button name="answer" value="cancel">Cancel</button>
</div>
</form>`,
  );
}

export function troublePage(status: number, sentence: string): Reply {
  return { ...page('That did not work', `<p role="alert">${escapeHtml(sentence)}</p>`), status };
}

/** Sends the browser somewhere by POST. */
export function postTo(address: string, fields: Readonly<Record<string, string>>): Reply {
  return page(
    'One moment',
    `<form method="post" action="${escapeHtml(address)}">
${hiddenFields(fields)}
<button>Continue</button>
</form>
<script>${script}</script>`,
  );
}

function hiddenFields(fields: Readonly<Record<string, string>>): string {
  return Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('\n');
}

function page(title: string, content: string): Reply {
  const body = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${style}</style>
</head>
<body>
<main>
<p class="note">Sandbox: no bank, and no real money.</p>
<h1>${title}</h1>
${content}
</main>
</body>
</html>
`;
  return { status: 200, headers, body };
}
