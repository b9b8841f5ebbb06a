/**
 * The files of a built app. Another content has another name, so each is read once and sent from memory: that costs a
 * thirtieth of looking it up in its folder and streaming it from there, and a page asks for some dozens.
 */

import { readFile, readdir } from 'node:fs/promises';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#contract/kernel/errors.ts';
import { acceptsEncoding } from '#server/platform/http/accept-encoding.ts';

const types = new Map([
  ['.css', 'text/css; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
]);

/** What the build has compressed, the smallest first. */
const encodings = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const;
const endings = new Set<string>(encodings.map(({ ending }) => ending));

/** Serves all that is in the folder now, and nothing else. */
export async function serveBuiltFiles(
  server: FastifyInstance,
  prefix: string,
  folder: string,
): Promise<void> {
  const names = new Set(await readdir(folder));
  for (const name of names)
    if (!types.has(extname(name)) && !endings.has(extname(name)))
      throw new Error(`Nothing is known of the type of ${join(folder, name)}.`);
  const contents = new Map<string, Buffer>();

  async function read(name: string): Promise<Buffer> {
    const content = contents.get(name) ?? (await readFile(join(folder, name)));
    contents.set(name, content);
    return content;
  }

  async function send(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const { name } = request.params as { name: string };
    const type = types.get(extname(name));
    if (!type || !names.has(name)) return fail('request.not_found');
    const made = encodings.filter(({ ending }) => names.has(`${name}${ending}`));
    const chosen = made.find(({ encoding }) => acceptsEncoding(request, encoding));
    if (made.length > 0) reply.header('vary', 'accept-encoding');
    if (chosen) reply.header('content-encoding', chosen.encoding);
    return reply
      .type(type)
      .header('cache-control', 'public, max-age=31536000, immutable')
      .send(await read(`${name}${chosen?.ending ?? ''}`));
  }

  server.get(`${prefix}:name`, send);
}
