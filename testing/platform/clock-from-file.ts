/**
 * Loaded before a program of ours, by `--import`: its clock is as many milliseconds beside the machine's as the file
 * says that `CLOCK_FILE` names, as where the clock of a running machine is set.
 */

import { readFileSync } from 'node:fs';

const file = process.env['CLOCK_FILE'];
const RealDate = Date;
const now = () => RealDate.now() + (file === undefined ? 0 : Number(readFileSync(file, 'utf8')));

// What is a date stays one, whatever made it: only the moment changes that is taken where none is given.
globalThis.Date = new Proxy(RealDate, {
  construct: (target, given, made) => Reflect.construct(target, given.length > 0 ? given : [now()], made),
  apply: () => String(new RealDate(now())),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
