import { StartupFault } from '#server/platform/config/startup-fault.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { expect, test } from '#testing/harness.ts';
import { sendRequest } from '#testing/http-request.ts';
import { startNode } from '#testing/node.ts';
import { readBrandFiles } from '../brand-files.ts';
import { builtPages } from './page-source.ts';

const files = await readBrandFiles();
const paths = ['/', '/login', '/find?tid=abc', '/chats', '/nowhere/at/all', '/console/', '/console/work'];

test.for(files)(
  'nothing that $settings.title serves can run anything but our own',
  async ({ settings }, { databaseUrl }) => {
    const { port } = await startNode({ DATABASE_URL: databaseUrl, ROLES: 'web,payment' });
    const host = settings.hostnames.at(-1) ?? '';
    const assets = new Set<string>();
    for (const path of paths) {
      const page = await sendRequest(port, { path, host });
      const status = path.startsWith('/nowhere') ? 404 : 200;
      expect([page.status, page.headers['content-type']], path).toEqual([status, 'text/html; charset=utf-8']);
      const policy = String(page.headers['content-security-policy']);
      const nonce = /script-src 'nonce-([\w-]{22})' 'strict-dynamic'/.exec(policy)?.[1] ?? 'none';
      expect(policy).not.toMatch(/script-src[^;]*unsafe|default-src (?!'none')/);
      expect(page.text).not.toContain('__NONCE__');
      const tags = page.text.match(/<[a-z][^>]*>/gi) ?? [];
      const running = tags.filter(
        (tag) => /^<(script|style)\b/i.test(tag) && !tag.includes('application/json'),
      );
      expect(running.length, path).toBeGreaterThan(0);
      for (const tag of running) expect(tag, path).toContain(`nonce="${nonce}"`);
      // The files of a member's page wait until a token says that a member is here.
      if (path === '/chats')
        expect(page.text).toMatch(/<template id="members"><link nonce="[\w-]{22}" rel="modulepreload"/);
      // Attributes that run something, and addresses that do.
      expect(tags.filter((tag) => /\son\w+\s*=|javascript:|srcdoc=/i.test(tag))).toEqual([]);
      for (const [, address = ''] of page.text.matchAll(/(?:src|href)="(\/[^"]*assets\/[^"]+)"/g))
        assets.add(address);
      if (!path.startsWith('/console')) expect(page.text).toContain(`data-brand="${settings.key}"`);
    }
    expect(assets.size).toBeGreaterThan(2);
    for (const path of assets) {
      const file = await sendRequest(port, { path, host });
      expect(
        [file.status, file.headers['cache-control'], file.headers['x-content-type-options']],
        path,
      ).toEqual([200, 'public, max-age=31536000, immutable', 'nosniff']);
    }
  },
);

test('without the built apps there is no start, and what to do is said', async () => {
  await expect(builtPages(await makeFolder())).rejects.toThrow(
    new StartupFault('The web apps are not built yet: run `npm run build`.'),
  );
});
