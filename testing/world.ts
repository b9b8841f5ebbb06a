import { LEGAL_VERSIONS } from '#contract/brand/legal.ts';
import { countries } from '#contract/countries/list.ts';
import type { Country } from '#contract/countries/list.ts';
import type { App, MemberContext, VisitorContext } from '#server/app.ts';
import type { Brand } from '#server/brands/directory.ts';
import { regionsOf } from '#server/countries/seed-places.ts';
import { DAY } from '#server/platform/clock.ts';
import { siteOrigin } from '#server/platform/http/origins.ts';
import { newId } from '#server/platform/ids.ts';
import { openSession } from '#server/platform/security/sessions.ts';
import type { TestApp } from './app.ts';

interface MemberOptions {
  brand?: Brand;
  email?: string;
  password?: string;
  level?: 0 | 1 | 2;
  status?: 'active' | 'disabled' | 'closing';
  flowId?: string;
  gender?: 'female' | 'male';
  seeks?: 'female' | 'male';
  region?: string | null;
  city?: string | null;
  emailConfirmed?: boolean;
  /** The terms, which all members have accepted unless the test says otherwise. */
  accepted?: boolean;
  profileStatus?: 'visible' | 'hidden' | 'pending' | 'rejected';
}

interface ProfileOptions {
  brand?: Brand;
  kind?: 'staff' | 'ai';
  gender?: 'female' | 'male';
  region?: string;
  status?: 'visible' | 'hidden' | 'pending' | 'rejected';
}

export interface Member extends MemberContext {
  token: string;
  email: string;
  password: string;
  profileId: string;
}

/** The same caller, with some services of the app replaced. */
export function withServices<C extends VisitorContext>(context: C, services: Partial<App>): C {
  return { ...context, app: { ...context.app, ...services } };
}

/** Makes people and things for a test, with whatever they need around them. */
export class World {
  readonly app: TestApp;
  #count = 0;

  constructor(app: TestApp) {
    this.app = app;
  }

  brand(key = 'lunaria'): Brand {
    const brand = this.app.brands.byKey(key);
    if (!brand) throw new Error(`no brand ${key}`);
    return brand;
  }

  visitor(brand: Brand = this.brand()): VisitorContext {
    return Object.freeze({
      app: this.app,
      brand,
      brandId: brand.id,
      origin: siteOrigin(this.app, brand),
      ip: '127.0.0.1',
      userAgent: 'test',
      language: countries[brand.settings.country].language,
    });
  }

  /** A member who is signed in. */
  async member(options: MemberOptions = {}): Promise<Member> {
    const brand = options.brand ?? this.brand();
    const { db, clock } = this.app;
    const accountId = newId();
    this.#count += 1;
    const email = options.email ?? `member-${this.#count}-${accountId.slice(-12)}@test.example`;
    const password = options.password ?? 'una sera gentile';
    const trackerId = `click-${accountId}`;
    const gender = options.gender ?? 'male';
    await db
      .insertInto('account')
      .values({
        brand_id: brand.id,
        id: accountId,
        tracker_id: trackerId,
        email,
        email_confirmed_at: options.emailConfirmed === false ? null : clock.now(),
        password_hash: await this.app.passwords.hash(password, accountId),
        status: options.status ?? 'active',
        flow_id: options.flowId ?? brand.settings.defaultFlow,
        level: options.level ?? 0,
        seeks: options.seeks ?? (gender === 'male' ? 'female' : 'male'),
        language: countries[brand.settings.country].language,
        accepted_at: options.accepted === false ? null : clock.now(),
        terms_version: options.accepted === false ? null : LEGAL_VERSIONS.terms,
        closes_at: options.status === 'closing' ? new Date(clock.now().getTime() + 30 * DAY) : null,
      })
      .execute();
    const region = options.region === undefined ? regionOf(brand) : options.region;
    const profileId = newId();
    await db
      .insertInto('profile')
      .values({
        brand_id: brand.id,
        id: profileId,
        kind: 'member',
        account_id: accountId,
        status: options.profileStatus ?? 'visible',
        moderated_at: options.profileStatus === 'pending' ? null : clock.now(),
        hidden_by_owner: options.profileStatus === 'hidden',
        gender,
        screen_name: `Test ${this.#count}`,
        birth_year: 1985,
        country: brand.settings.country,
        region,
        city: options.city ?? null,
      })
      .execute();
    const visitor = this.visitor(brand);
    const token = await openSession(visitor, db, accountId, 'password');
    const { id: sessionId } = await db
      .selectFrom('session')
      .select('id')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    return {
      ...visitor,
      accountId,
      trackerId,
      sessionId,
      walks: false,
      proven: true,
      token,
      email,
      password,
      profileId,
    };
  }

  /** A profile that the staff or an AI companion answers for. */
  async profile(options: ProfileOptions = {}): Promise<string> {
    const brand = options.brand ?? this.brand();
    const id = newId();
    await this.app.db
      .insertInto('profile')
      .values({
        brand_id: brand.id,
        id,
        kind: options.kind ?? 'staff',
        status: options.status ?? 'visible',
        moderated_at: options.status === 'pending' ? null : this.app.clock.now(),
        gender: options.gender ?? 'female',
        screen_name: `Profile ${id.slice(-4)}`,
        birth_year: 1988,
        country: brand.settings.country,
        region: options.region ?? regionOf(brand),
      })
      .execute();
    return id;
  }
}

const regions: Partial<Record<Country, string>> = { it: 'Lazio', es: 'Andalucía', pt: 'Lisboa' };

function regionOf({ settings }: Brand): string {
  return regions[settings.country] ?? regionsOf(settings.country)[0] ?? '';
}
