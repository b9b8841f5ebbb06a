/** The yardstick of signing in: nothing but the check of a password, by as many at once. */

import { readConfig } from '#server/platform/config/config.ts';
import { createPasswords } from '#server/platform/security/passwords.ts';

const passwords = createPasswords(readConfig({}).passwordCost);
const seconds = Number(process.env['SECONDS']);
const callers = Number(process.env['CALLERS']);
const hash = await passwords.hash('mobi-rasu-teno-vela', 'bench');
await passwords.verify(hash, 'mobi-rasu-teno-vela', 'bench');

const took: number[] = [];
for (let count = 0; count < 5; count += 1) {
  const before = performance.now();
  await passwords.verify(hash, 'mobi-rasu-teno-vela', 'bench');
  took.push(performance.now() - before);
}
const alone = took.toSorted((a, b) => a - b)[2] ?? Number.NaN;

const cpuBefore = process.cpuUsage();
const begun = performance.now();
let checks = 0;
async function keepChecking(_: unknown, caller: number): Promise<void> {
  while (performance.now() - begun < seconds * 1_000) {
    await passwords.verify(hash, 'mobi-rasu-teno-vela', `caller ${caller}`);
    checks += 1;
  }
}
await Promise.all(Array.from({ length: callers }, keepChecking));
const perSecond = checks / ((performance.now() - begun) / 1_000);
const { user, system } = process.cpuUsage(cpuBefore);
console.log(`checks ${perSecond} ${(user + system) / 1_000 / checks} ${alone}`);
// Waits to be stopped, as every child does.
setInterval(() => {}, 60_000);
