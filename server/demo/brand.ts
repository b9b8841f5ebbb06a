import { createHash } from 'node:crypto';
import type { FlowSettings } from '#contract/brand/flow.ts';
import type { Brand } from '#server/brands/directory.ts';

/** Where the demo's brands are at home: those that it has words and names for. */
const demoCountries = ['it', 'es'] as const;
export type DemoCountry = (typeof demoCountries)[number];

/** What the demo's people, accounts and pictures depend on. */
export interface DemoBrand {
  id: string;
  key: string;
  title: string;
  country: DemoCountry;
  domain: string;
  style: 'garden' | 'terrace';
  defaultFlow: string;
  flows: ReadonlyMap<string, FlowSettings>;
}

export function demoBrand({ id, settings, flows }: Brand): DemoBrand {
  const { key, title, domain, theme, defaultFlow } = settings;
  const country = demoCountries.find((each) => each === settings.country);
  if (!country) throw new Error(`the demo knows nobody in ${settings.country}`);
  return {
    id,
    key,
    title,
    country,
    domain,
    style: theme.hero === 'dusk' ? 'garden' : 'terrace',
    defaultFlow,
    flows,
  };
}

const FIRST_MOMENT = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

/** The same seed gives the same id on every machine. It looks like any other of ours, a uuid v7. */
export function demoId(seed: string, order = 0): string {
  const bytes = digest(seed).subarray(0, 16);
  bytes.writeUIntBE(FIRST_MOMENT + order * MINUTE, 0, 6);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

/** Looks like what a tracker hands out. */
export function demoTrackerId(seed: string): string {
  return digest(`tracker ${seed}`).toString('base64url').slice(0, 22);
}

export function checksum(text: string): string {
  return digest(text).toString('hex').slice(0, 32);
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
