import type { StaffContext } from '#server/app.ts';
import { newId } from '#server/platform/ids.ts';
import { expect, test } from '#testing/harness.ts';
import { atWork } from '#testing/staff/staff.ts';
import { nextCase } from './queue.ts';
import { giveVerdicts } from './verdicts.ts';

test('three who ask at the same moment, until hundreds are out, never get the same case', async ({
  world,
}) => {
  const brand = world.brand('verbena');
  const only = { brand: brand.key };
  const size = { width: 40, height: 30, widths: [40] };
  for (let count = 0; count < 15; count += 1) {
    const { profileId } = await world.member({ brand });
    const photos = Array.from({ length: 20 }, (_, position) => ({
      ...size,
      brand_id: brand.id,
      id: newId(),
      profile_id: profileId,
      position,
      status: 'pending' as const,
    }));
    await world.app.db.insertInto('photo').values(photos).execute();
  }
  const taken: string[] = [];
  const work = async (moderator: StaffContext) => {
    for (;;) {
      const next = await nextCase(moderator, only);
      if (!next.taken) return;
      const { id, kind, version } = next.taken.case;
      taken.push(id);
      const cases = [{ ...only, id, kind, version }];
      const { outcomes } = await giveVerdicts(moderator, { cases, verdict: 'approve' });
      expect(outcomes).toMatchObject([{ problem: null }]);
    }
  };
  const staff = await Promise.all(Array.from({ length: 3 }, () => atWork(world, { role: 'moderator' })));
  await Promise.all(staff.map(work));
  expect(taken).toHaveLength(300);
  expect(new Set(taken).size).toBe(300);
});
