import { inLanguages } from './recipe.ts';
import type { Recipe } from './recipe.ts';

const contract = `import { z } from 'zod';
import { endpoint } from '../kernel/endpoint.ts';

export const countNewcomers = endpoint({
  host: 'staff',
  access: 'staff',
  method: 'GET',
  path: '/newcomers',
  right: 'brands.figures',
  summary: 'How many members signed up today.',
  reply: z.object({ today: z.int().min(0) }),
  errors: [],
});
`;

const useCase = `import type { countNewcomers as endpoint } from '#contract/staff/newcomers.ts';
import type { ReplyOf } from '#contract/kernel/endpoint.ts';
import type { StaffContext } from '#server/app.ts';
import { DAY } from '#server/platform/clock.ts';

/** Members who signed up at the caller's brands within a day. */
export async function countNewcomers({ app, brandIds }: StaffContext): Promise<ReplyOf<typeof endpoint>> {
  const { count } = await app.db
    .selectFrom('account')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('brand_id', 'in', [...brandIds])
    .where('created_at', '>', new Date(app.clock.now().getTime() - DAY))
    .executeTakeFirstOrThrow();
  return { today: Number(count) };
}
`;

const screen = `import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { call } from '#console/shell/api.ts';
import { Loaded, SkeletonRows } from '#console/shell/loaded.tsx';
import { Page } from '#console/shell/page.tsx';
import { countNewcomers } from '#contract/staff/newcomers.ts';

export function Newcomers() {
  const { t } = useTranslation('newcomers');
  const query = useQuery({
    queryKey: ['newcomers'],
    queryFn: ({ signal }) => call(countNewcomers, {}, { signal }),
  });
  return (
    <Page>
      <Loaded query={query} skeleton={<SkeletonRows rows={1} className="h-12" />}>
        {({ today }) => <p>{t('today', { today })}</p>}
      </Loaded>
    </Page>
  );
}
`;

const wordsOf = (title: string, today: string) =>
  `${JSON.stringify({ page: { newcomers: title }, today }, null, 2)}\n`;

/** How many have signed up today, for those who read figures. */
export const staffPage: Recipe = {
  heading: 'Add a staff page with its call',
  atMost: 12,
  files: {
    'contract/staff/newcomers.ts': contract,
    'server/support/newcomers.ts': useCase,
    'console/src/features/newcomers/newcomers.tsx': screen,
    ...inLanguages((language) => `console/src/locales/${language}/newcomers.json`, {
      it: wordsOf('Nuovi iscritti', 'Iscritti di oggi: {{today, number}}'),
      es: wordsOf('Nuevos', 'Altas de hoy: {{today, number}}'),
      en: wordsOf('Newcomers', 'Signed up today: {{today, number}}'),
      fr: wordsOf('Nouveaux', 'Inscriptions du jour\u00a0: {{today, number}}'),
    }),
  },
  changes: {
    'server/support/module.ts': [
      {
        after: "import * as contract from '#contract/staff/members.ts';\n",
        add: "import { countNewcomers as countNewcomersEndpoint } from '#contract/staff/newcomers.ts';\n",
      },
      {
        after: "import { readMember } from './member-page.ts';\n",
        add: "import { countNewcomers } from './newcomers.ts';\n",
      },
      {
        after: '    bind(contract.readMember, readMember),\n',
        add: '    bind(countNewcomersEndpoint, countNewcomers),\n',
      },
    ],
    'console/src/shell/paths.ts': [
      { after: "  members: '/members',\n", add: "  newcomers: '/newcomers',\n" },
    ],
    'console/src/app/routes.ts': [
      {
        before: '  members: {\n',
        add: `  newcomers: {
    title: 'newcomers:page.newcomers',
    screen: async () => (await import('#console/features/newcomers/newcomers.tsx')).Newcomers,
    right: 'brands.figures',
    menu: { icon: Users },
  },
`,
      },
    ],
    'console/src/shell/i18next.d.ts': [
      {
        before: "import type outbox from '#console/locales/it/outbox.json';\n",
        add: "import type newcomers from '#console/locales/it/newcomers.json';\n",
      },
      { before: '  outbox: typeof outbox;\n', add: '  newcomers: typeof newcomers;\n' },
    ],
  },
};
