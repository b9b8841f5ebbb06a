import { z } from 'zod';
import { readLegalText } from '#contract/brand/legal.ts';
import { brandChanged } from '#contract/brand/live.ts';
import { BRAND_VERSION_HEADER } from '#contract/kernel/constants.ts';
import { withLiveSession } from '#testing/accounts/live-session.ts';
import { connectBrowser } from '#testing/browser-socket.ts';
import { testWithNode } from '#testing/endpoint-calls.ts';
import { expect } from '#testing/harness.ts';
import { sendRequest } from '#testing/http-request.ts';
import { atWork } from '#testing/staff/staff.ts';
import { World } from '#testing/world.ts';
import { readPart, saveDraft } from './drafts.ts';
import { publishProposal } from './publications.ts';

const MEMBERS = 50;

testWithNode(
  'what is published and taken back reaches every open page of the brand, and no page of another',
  async ({ node, app }) => {
    const world = new World(app);
    const brand = 'lunaria';
    const seen: string[][] = [];
    for (let count = 0; count <= MEMBERS; count += 1) {
      const member = await withLiveSession(
        await world.member(count === MEMBERS ? { brand: world.brand('verbena') } : {}),
      );
      const versions: string[] = [];
      seen.push(versions);
      const hostname = count === MEMBERS ? 'es.localhost' : 'it.localhost';
      const socket = await connectBrowser(node.port, member.token, '', hostname);
      socket.on(brandChanged.name, (payload) =>
        versions.push(z.decode(brandChanged.payload, payload).version),
      );
    }
    const elsewhere = seen.pop();
    const bootVersion = async () => {
      const answer = await sendRequest(node.port, { path: '/boot.json', host: 'it.localhost' });
      return z.object({ version: z.string() }).parse(answer.json()).version;
    };
    const before = await bootVersion();

    const ada = await atWork(world, { role: 'brand_manager' });
    const { liveContent, live } = await readPart(ada, { brand, part: 'brand' });
    const { revision } = await saveDraft(ada, {
      brand,
      part: 'brand',
      content: { ...liveContent, title: 'Lunaria di notte' },
      revision: 0,
      basedOn: live?.version ?? null,
    });
    const proposal = { of: 'drafts' as const, parts: [{ part: 'brand', revision }] };
    await publishProposal(ada, { brand, proposal, note: '' });
    await expect.poll(() => seen.every((versions) => versions.length === 1), { timeout: 20_000 }).toBe(true);
    const after = await bootVersion();
    expect(after).not.toBe(before);
    expect(new Set(seen.flat())).toEqual(new Set([after]));
    // A page without a connection learns it with the next answer.
    const { headers } = await sendRequest(node.port, {
      method: 'POST',
      path: `/api${readLegalText.path}`,
      host: 'it.localhost',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ p: 'terms' }),
    });
    expect(headers[BRAND_VERSION_HEADER]).toBe(after);

    await publishProposal(ada, { brand, proposal: { of: 'version', part: 'brand', version: 1 }, note: '' });
    await expect.poll(() => seen.every((versions) => versions.length === 2), { timeout: 20_000 }).toBe(true);
    // What is the same again has the same name again.
    expect(new Set(seen.map((versions) => versions[1]))).toEqual(new Set([before]));
    expect(elsewhere).toEqual([]);
  },
);
