import { randomInt, randomUUID } from 'node:crypto';
import type { NewMember } from '#contract/account/sign-up.ts';
import type { VisitorContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import type { World } from '../world.ts';

/** A form filled in rightly, from a device of its own. */
export function newcomer(options: Partial<NewMember> = {}): NewMember {
  return {
    email: `luca.${randomUUID()}@test.example`,
    password: 'una sera gentile',
    region: 'Lazio',
    city: 'Roma',
    age: 41,
    gender: 'male',
    seeks: 'female',
    terms: true,
    adult: true,
    trackerId: randomUUID(),
    fingerprint: randomUUID(),
    ...options,
  };
}

/** A visitor from a network of their own, so that no other attempts count against them. */
export function stranger(world: World, brand?: Brand): VisitorContext {
  const ip = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`;
  return { ...world.visitor(brand), ip };
}
