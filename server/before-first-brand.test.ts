import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { endpoints } from '#contract/api.ts';
import { acceptInvitation, staffSignIn } from '#contract/staff/sign-in.ts';
import { makeFolder } from '#testing/database-fixtures.ts';
import { endpointName } from '#testing/endpoint-calls.ts';
import { fittingInput } from '#testing/fitting-input.ts';
import { emptyDatabase, expect, test } from '#testing/harness.ts';
import { sendRequest } from '#testing/http-request.ts';
import { callAt } from '#testing/http.ts';
import { startNode } from '#testing/node.ts';
import { inviteFirstOwner } from './staff/owner-invitation.ts';

test('before the first brand the console is at every hostname that leads here, and nothing else is', async () => {
  const node = await startNode({ DATABASE_URL: await emptyDatabase() });
  const statusOf = async (path: string, host = 'somewhere.example') =>
    (await sendRequest(node.port, { path, host })).status;
  expect(await statusOf('/console/')).toBe(200);
  expect(await statusOf('/console/brands', 'other.example:8443')).toBe(200);
  for (const path of ['/', '/boot.json', '/consoles', '/legal/terms', '/theme.css'])
    expect(await statusOf(path), path).toBe(421);
});

test('the first owner comes in there, and every list of the console answers', async () => {
  const folder = await makeFolder();
  const url = await emptyDatabase();
  const limits = { LIMIT_REQUESTS_ADDRESS: '100000', LIMIT_LOGIN_ADDRESS: '100000' };
  const node = await startNode({ DATABASE_URL: url, DATA_DIR: folder, ...limits });
  const file = await inviteFirstOwner(node.app);
  const address = await readFile(file ?? join(folder, 'absent'), 'utf8');
  const linkToken = address.trim().split('#')[1] ?? '';
  const hostname = 'console.example';
  const email = 'ada@owner.example';
  const password = 'mira-tofu-leka-sopi';
  const accepted = await callAt(
    node.port,
    acceptInvitation,
    { password, email },
    {
      token: linkToken,
      hostname,
    },
  );
  expect(accepted.status).toBe(200);
  const { reply } = await callAt(node.port, staffSignIn, { email, password }, { hostname });
  // The second factor is not what this is about.
  await node.app.db.updateTable('staff_session').set({ missing: null }).execute();
  for (const endpoint of endpoints) {
    if (endpoint.access !== 'staff' || endpoint.method !== 'GET') continue;
    const { status } = await callAt(node.port, endpoint, fittingInput(endpoint) as never, {
      token: reply.token,
      hostname,
    });
    expect(status, endpointName(endpoint)).toBeLessThan(500);
  }
});
