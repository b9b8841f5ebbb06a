/** Markup that is safe to send. Only `html` and `trusted` make it. */
export interface Html {
  readonly markup: string;
}

type Value = string | number | Html | readonly Html[] | undefined;

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => escapes[letter] ?? letter);
}

/** Every value is escaped unless it is markup itself, so it may stand in text and in quoted attributes. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const markup = parts.reduce((done, part, index) => done + markupOf(values[index - 1]) + part);
  return { markup };
}

/** For style sheets, whose colours were checked when they were derived. Never for anything a person typed. */
export function trusted(markup: string): Html {
  return { markup };
}

function markupOf(value: Value): string {
  if (value === undefined) return '';
  if (typeof value === 'string' || typeof value === 'number') return escapeHtml(String(value));
  return 'markup' in value ? value.markup : value.map(({ markup }) => markup).join('');
}
