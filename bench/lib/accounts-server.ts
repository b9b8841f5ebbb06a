/** The whole server with a member who is signed in, and beside it two calls that differ only in the check of a token. */

import { z } from 'zod';
import { endpoint } from '#contract/kernel/endpoint.ts';
import { bind } from '#server/bind.ts';
import { findDemoPassword } from '#server/demo/password.ts';
import { identify } from '#server/identify.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { mount } from '#server/platform/http/mount.ts';
import { createHttpServer } from '#server/platform/http/server.ts';
import { findSession, openSession } from '#server/platform/security/sessions.ts';
import { startServer } from '#server/start.ts';
import type { AccountsReady } from './accounts.ts';
import { enterConsole } from './console-at-scale.ts';

const CHECKS = 300_000;

const ping = {
  host: 'api',
  method: 'GET',
  summary: 'Answers.',
  reply: z.object({ ok: z.boolean() }),
  errors: [],
} as const;
const visitorPing = endpoint({ ...ping, path: '/bench/visitor', access: 'visitor' });
const memberPing = endpoint({ ...ping, path: '/bench/member', access: 'member' });

const running = await startServer(readConfig(process.env), () => {});
const { app } = running;
const { server } = await createHttpServer(app);
mount(
  app,
  server,
  [bind(visitorPing, () => ({ ok: true })), bind(memberPing, () => ({ ok: true }))],
  identify,
);
await server.listen({ port: 0, host: '127.0.0.1' });
const address = server.server.address();
const pings = typeof address === 'object' && address ? address.port : 0;

const brand = app.brands.byKey('lunaria');
if (!brand) throw new Error('the demo is not there');
const member = await app.db
  .selectFrom('account')
  .select(['id', 'email', 'tracker_id'])
  .where('brand_id', '=', brand.id)
  .where('level', '=', 2)
  .where('status', '=', 'active')
  .where('demo', '=', true)
  .executeTakeFirstOrThrow();
const visitor = {
  app,
  brand,
  brandId: brand.id,
  origin: '',
  ip: '127.0.0.1',
  userAgent: 'bench',
  language: 'it',
} as const;
const token = await openSession(visitor, app.db, member.id, 'password');

/** CPU microseconds of a check whose answer is known. */
async function measureCheck(): Promise<number> {
  const before = process.cpuUsage();
  for (let count = 0; count < CHECKS; count += 1) await findSession(app, visitor.brandId, token);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / CHECKS;
}
await measureCheck();
const microseconds = await measureCheck();

/** Who is in the member's list of conversations, so that there is a thread to open. */
const { other_id: partner } = await app.db
  .selectFrom('inbox as i')
  .innerJoin('profile as p', (join) =>
    join.onRef('p.brand_id', '=', 'i.brand_id').onRef('p.id', '=', 'i.owner_id'),
  )
  .select('i.other_id')
  .where('p.brand_id', '=', brand.id)
  .where('p.account_id', '=', member.id)
  .where('i.last_number', '>', 0)
  .orderBy('i.last_at', 'desc')
  .limit(1)
  .executeTakeFirstOrThrow();

const ready: AccountsReady = {
  pings,
  member: {
    email: member.email,
    password: (await findDemoPassword(app)) ?? '',
    token,
    trackerId: member.tracker_id,
    partner,
  },
  staffToken: await enterConsole(app, 'support'),
  warmCheck: microseconds / 1_000,
};
console.log(`accounts ${running.port} ${JSON.stringify(ready)}`);
process.on('SIGTERM', () => {
  void server.close().then(() => running.stop());
});
