/** The contract as pages to read, at `/docs` on a developer's machine. Nothing comes from elsewhere, and no script runs. */

import { clientEvents, endpoints, serverEvents } from '#contract/api.ts';
import { hostPrefixes } from '#contract/kernel/endpoint.ts';
import type { Endpoint, Host } from '#contract/kernel/endpoint.ts';
import { commonErrors, errors } from '#contract/kernel/errors.ts';
import type { ErrorCode } from '#contract/kernel/errors.ts';
import type { ClientEvent, ServerEvent } from '#contract/kernel/event.ts';
import { SEAL_KEY_HEADER } from '#contract/kernel/sealing.ts';
import { html } from '#server/mails/layout.ts';
import type { Html } from '#server/mails/layout.ts';
import { wireSchema } from './open-api.ts';
import type { JsonSchema } from './open-api.ts';

const hosts = Object.keys(hostPrefixes) as Host[];
const sections = ['overview', ...hosts, 'events', 'errors'] as const;
export type Section = (typeof sections)[number];

export function isSection(name: string): name is Section {
  return sections.some((section) => section === name);
}

const style = `
:root { color-scheme: light dark; font: 16px/1.55 system-ui, sans-serif; }
body { margin: 0 auto; max-width: 60rem; padding: 1rem 1.25rem 4rem; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1rem; padding: 0; list-style: none; }
nav a, summary { display: inline-block; padding: .25rem 0; }
a[aria-current] { font-weight: 700; text-decoration: none; color: inherit; }
details { border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent); padding: .5rem 0; }
summary { cursor: pointer; display: block; }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
h3 { font-size: 1rem; margin: 1rem 0 .25rem; }
.fields { padding-left: 1.25rem; margin: .25rem 0; }
.note { opacity: .8; font-size: .9em; }
table { border-collapse: collapse; width: 100%; }
td, th { text-align: left; padding: .25rem .75rem .25rem 0; vertical-align: top; }
`;

/** One page of the reference. */
export function renderReference(section: Section, nonce: string): string {
  const links = sections.map((name) =>
    name === section
      ? html`<li><a href="${addressOf(name)}" aria-current="page">${name}</a></li>`
      : html`<li><a href="${addressOf(name)}">${name}</a></li>`,
  );
  const page = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Serenata API: ${section}</title>
    </head>
    <body>
      <nav aria-label="Sections">
        <ul>
          ${links}
        </ul>
      </nav>
      <main>${contentOf(section)}</main>
    </body>
  </html>`.markup;
  return `<!doctype html>${page.replace('</head>', `<style nonce="${nonce}">${style}</style></head>`)}`;
}

function addressOf(section: Section): string {
  return section === 'overview' ? '/docs' : `/docs/${section}`;
}

function contentOf(section: Section): Html {
  if (section === 'overview') return overview();
  if (section === 'events') return eventPages();
  if (section === 'errors') return errorTable();
  const calls = endpoints.filter(({ host }) => host === section);
  return html`<h1>${section}: ${String(calls.length)} calls below <code>${hostPrefixes[section]}</code></h1>
    ${calls.map(callEntry)}`;
}

function overview(): Html {
  const rows = hosts.map((host) => {
    const count = endpoints.filter((endpoint) => endpoint.host === host).length;
    return html`<tr>
      <td><a href="${addressOf(host)}">${host}</a></td>
      <td><code>${hostPrefixes[host]}</code></td>
      <td>${String(count)}</td>
    </tr>`;
  });
  return html`<h1>Serenata API</h1>
    <p>
      Made from <code>contract/</code> when it is asked for. The same as OpenAPI 3.1:
      <a href="/openapi.json">openapi.json</a>, but for what the staff may call. Names are those of the wire.
    </p>
    <table>
      <thead>
        <tr>
          <th>host</th>
          <th>prefix</th>
          <th>calls</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>
    <p>
      <a href="/docs/events">Events of the socket</a>: ${String(clientEvents.length)} from the browser,
      ${String(serverEvents.length)} from the server. <a href="/docs/errors">Errors</a>:
      ${String(Object.keys(errors).length)}.
    </p>
    <h2>How to call</h2>
    <p>
      A member's calls carry <code>Authorization: Bearer …</code> with the token of sign-in or sign-up. A
      failure has a status that means what it says and a body <code>{ "error": { "code", "message" } }</code>.
      A sealed field is a compact JWE (ECDH-ES, A256GCM) to a key of <code>/boot.json</code>; a sealed answer
      is one to the key in the header <code>${SEAL_KEY_HEADER}</code>.
    </p>`;
}

const accessWords: Record<Endpoint['access'], string> = {
  visitor: 'anybody',
  member: 'a member',
  'visitor-or-member': 'anybody; a member is known by the token',
  link: 'the holder of a link from a mail',
  'member-or-link': 'a member, or the holder of a link from a mail',
  staff: 'the staff',
};

function callEntry(endpoint: Endpoint): Html {
  const {
    method,
    host,
    path,
    summary,
    access,
    params,
    query,
    body,
    sealed,
    upload,
    sealedReply,
    reply,
    file,
  } = endpoint;
  const right = 'right' in endpoint ? ` (${[endpoint.right].flat().join(' or ')})` : '';
  return html`<details id="${method}${path}">
    <summary><code>${method} ${hostPrefixes[host]}${path}</code><br />${summary}</summary>
    <p class="note">For ${accessWords[access]}${right}.</p>
    ${part('In the path', params)} ${part('In the query', query)} ${part('Body', body)}
    ${sealed ? part(`Sealed in ${sealed.wire}, to keys.${sealed.key}`, sealed.content) : ''}
    ${upload ? html`<p>The body is a file, <code>${upload.wire}</code>, of at most ${String(upload.maxBytes)} bytes.</p>` : ''}
    ${
      file
        ? html`<h3>Answer</h3>
            <p>A file: ${file.contentType}.</p>`
        : part(sealedReply ? `Answer (${sealedReply} is sealed)` : 'Answer', reply)
    }
    ${errorList(endpoint.errors)}
  </details>`;
}

function eventPages(): Html {
  const sent = (event: ClientEvent) =>
    html`<details id="client-${event.name}">
      <summary><code>${event.name}</code><br />${event.summary}</summary>
      ${part('Data', event.input)} ${part('Acknowledgement, beside ok', event.acknowledgement)}
      ${errorList(event.errors)}
    </details>`;
  const received = (event: ServerEvent) =>
    html`<details id="server-${event.name}">
      <summary><code>${event.name}</code><br />${event.summary}</summary>
      ${part('Data', event.payload)}
    </details>`;
  return html`<h1>Events of the socket</h1>
    <p>
      Socket.IO at <code>/socket.io</code>, WebSockets alone, <code>auth: { token }</code>. Every event from
      the browser is acknowledged: <code>{ ok: true, … }</code> or
      <code>{ ok: false, error: { code, … } }</code>.
    </p>
    <h2>From the browser</h2>
    ${clientEvents.map(sent)}
    <h2>From the server</h2>
    ${serverEvents.map(received)}`;
}

function errorTable(): Html {
  const common = new Set<ErrorCode>(commonErrors);
  const rows = (Object.keys(errors) as ErrorCode[]).toSorted().map(
    (code) =>
      html`<tr>
        <td><code>${code}</code></td>
        <td>${String(errors[code].status)}</td>
        <td>${common.has(code) ? 'any call' : ''}</td>
      </tr>`,
  );
  return html`<h1>Errors</h1>
    <table>
      <thead>
        <tr>
          <th>code</th>
          <th>status</th>
          <th>may come from</th>
        </tr>
      </thead>
      <tbody>
        ${rows}
      </tbody>
    </table>`;
}

function errorList(codes: readonly ErrorCode[]): Html | '' {
  if (codes.length === 0) return '';
  const listed = codes.map((code) => html`<li><code>${String(errors[code].status)} ${code}</code></li>`);
  return html`<h3>Errors of its own</h3>
    <ul class="fields">
      ${listed}
    </ul>`;
}

function part(title: string, schema: Endpoint['body']): Html | '' {
  if (!schema) return '';
  const described = fieldsOf(wireSchema(schema));
  return html`<h3>${title}</h3>
    ${described}`;
}

const DEEPEST = 6;

/** A schema as a list of its fields, each with what it may be. */
function fieldsOf(schema: JsonSchema, depth = 0): Html {
  const inner = innerObject(schema);
  const properties = (inner?.['properties'] ?? {}) as Record<string, JsonSchema>;
  const required = new Set((inner?.['required'] ?? []) as string[]);
  const entries = Object.entries(properties);
  if (entries.length === 0 || depth >= DEEPEST) return html`<p class="fields">${typeOf(schema)}</p>`;
  const items = entries.map(([name, field]) => {
    const below = innerObject(field)?.['properties'] ? fieldsOf(field, depth + 1) : '';
    const optional = required.has(name) ? '' : ', optional';
    const note = typeof field['description'] === 'string' ? `. ${field['description']}` : '';
    return html`<li>
      <code>${name}</code> <span class="note">${typeOf(field)}${optional}${note}</span>${below}
    </li>`;
  });
  return html`<ul class="fields">
    ${items}
  </ul>`;
}

/** The object inside a list or beside null, whose fields are worth naming. */
function innerObject(schema: JsonSchema): JsonSchema | undefined {
  if (schema['properties']) return schema;
  if (typeof schema['items'] === 'object' && schema['items'] !== null)
    return innerObject(schema['items'] as JsonSchema);
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  return choices?.map(innerObject).find((found) => found !== undefined);
}

function typeOf(schema: JsonSchema): string {
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => JSON.stringify(value)).join(' | ');
  if ('const' in schema) return JSON.stringify(schema['const']);
  const choices = (schema['anyOf'] ?? schema['oneOf']) as JsonSchema[] | undefined;
  if (choices) return [...new Set(choices.map(typeOf))].join(' | ');
  const places = schema['prefixItems'] as JsonSchema[] | undefined;
  if (places) return `list of ${places.map(typeOf).join(', then ')}`;
  if (schema['type'] === 'array')
    return `list of ${typeOf((schema['items'] ?? {}) as JsonSchema)}${limitsOf(schema)}`;
  return `${typeof schema['type'] === 'string' ? schema['type'] : 'anything'}${limitsOf(schema)}`;
}

const limitNames = {
  minLength: 'at least',
  maxLength: 'at most',
  minimum: 'from',
  maximum: 'to',
  minItems: 'at least',
  maxItems: 'at most',
  format: '',
} as const;

function limitsOf(schema: JsonSchema): string {
  const limits = Object.entries(limitNames).flatMap(([name, words]) => {
    const limit = schema[name];
    if (typeof limit === 'string') return [`${words} ${limit}`.trim()];
    // Whole numbers have the largest and the smallest there is as limits, which says nothing.
    if (typeof limit !== 'number' || Math.abs(limit) >= Number.MAX_SAFE_INTEGER) return [];
    return [`${words} ${limit}`];
  });
  return limits.length > 0 ? ` (${limits.join(', ')})` : '';
}
