/** All mails with made-up data, to be looked at while the program is developed. Nowhere else are they served. */

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { LANGUAGES } from '#contract/kernel/constants.ts';
import { fail } from '#contract/kernel/errors.ts';
import { siteContext } from '#server/platform/http/server.ts';
import type { Platform } from '#server/platform/platform.ts';
import { html } from './layout.ts';
import type { Html } from './layout.ts';
import { renderMail } from './render.ts';
import { sampleMail } from './samples.ts';
import { mailTemplates } from './templates.ts';
import type { MailTemplate } from './templates.ts';

const FOLDER = '/dev/mails';
const modes = ['light', 'dark'] as const;

const asked = z.object({
  brand: z.string().max(60),
  language: z.enum(LANGUAGES),
  template: z.custom<MailTemplate>((name) => mailTemplates.includes(name as MailTemplate)),
  form: z.enum([...modes, 'text']),
});

export async function addMailPreviews(app: Platform, server: FastifyInstance): Promise<void> {
  if (app.config.environment !== 'development') return;
  server.get(FOLDER, (_, reply) => reply.type(HTML).send(listPage(app).markup));
  server.get(`${FOLDER}/:brand/:language`, (request, reply) => sendSheet(app, request, reply));
  server.get(`${FOLDER}/:brand/:language/:template/:form`, (request, reply) =>
    sendPreview(app, request, reply),
  );
}

const HTML = 'text/html; charset=utf-8';

function listPage({ brands }: Platform): Html {
  const rows = brands.all().map(
    ({ settings: { key, title } }) =>
      html`<h2>${title}</h2>
        <p>${LANGUAGES.map((language) => html`<a href="${FOLDER}/${key}/${language}">${language}</a> `)}</p>`,
  );
  return page('Mails', rows);
}

/** Every mail of a brand in one language: light, dark, and as plain text. */
function sendSheet({ brands }: Platform, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { brand, language } = read(asked.pick({ brand: true, language: true }), request.params);
  const { settings } = brands.byKey(brand) ?? fail('request.not_found');
  const mails = mailTemplates.map(
    (template) =>
      html`<h2 id="${template}">${template}</h2>
        <div class="row">
          ${asked.shape.form.options.map((form) => html`<iframe loading="lazy" title="${template} ${form}" src="${FOLDER}/${brand}/${language}/${template}/${form}"></iframe>`)}
        </div>`,
  );
  return reply.type(HTML).send(page(`${settings.title} · ${language}`, mails).markup);
}

function sendPreview({ brands }: Platform, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { brand: key, language, template, form } = read(asked, request.params);
  const brand = brands.byKey(key) ?? fail('request.not_found');
  const data = sampleMail(template, language, siteContext(request).origin);
  const mail = renderMail({ brand, language, template, data });
  if (form === 'text') return reply.type('text/plain; charset=utf-8').send(`${mail.subject}\n\n${mail.text}`);
  return reply.type(HTML).send(inMode(mail.html, form));
}

/** As a mail program of that mode shows it, whatever the browser's own mode is. */
export function inMode(markup: string, mode: (typeof modes)[number]): string {
  const condition = mode === 'dark' ? 'all' : 'not all';
  return markup
    .replace('@media (prefers-color-scheme:dark)', `@media ${condition}`)
    .replace('color-scheme:light dark', `color-scheme:${mode}`);
}

function read<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  return schema.safeParse(value).data ?? fail('request.not_found');
}

const style = `body{font:16px/1.5 sans-serif;margin:24px;background:#eee;color:#222}
.row{display:flex;gap:16px;flex-wrap:wrap}iframe{width:390px;height:844px;border:0;background:#fff}`;

function page(title: string, content: readonly Html[]): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <style>
          ${style}
        </style>
      </head>
      <body>
        <h1>${title}</h1>
        <p>Everybody and everything in these mails is made up.</p>
        ${content}
      </body>
    </html>`;
}
