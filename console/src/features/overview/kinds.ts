import type { ReplyOf } from '../../../../contract/kernel/endpoint.ts';
import type { listBrands } from '../../../../contract/staff/staff.ts';

export type BrandRow = ReplyOf<typeof listBrands>['brands'][number];

/** Who stands behind a profile, always in the same order and colour. */
export const kinds = [
  { kind: 'member', word: 'kind.member', colour: 'bg-chart-1' },
  { kind: 'staff', word: 'kind.staff', colour: 'bg-chart-2' },
  { kind: 'ai', word: 'kind.ai', colour: 'bg-chart-3' },
] as const;

export function profileCount({ profiles }: Pick<BrandRow, 'profiles'>): number {
  return profiles.member + profiles.staff + profiles.ai;
}

export function totalOf(brands: readonly BrandRow[]) {
  const sum = (count: (brand: BrandRow) => number) =>
    brands.reduce((total, brand) => total + count(brand), 0);
  return {
    accounts: sum(({ accounts }) => accounts),
    profiles: {
      member: sum(({ profiles }) => profiles.member),
      staff: sum(({ profiles }) => profiles.staff),
      ai: sum(({ profiles }) => profiles.ai),
    },
  };
}
