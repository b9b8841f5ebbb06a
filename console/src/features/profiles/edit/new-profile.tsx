import { useQueryClient } from '@tanstack/react-query';
import { Bot, UsersRound } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { z } from 'zod';
import { call } from '#console/shell/api.ts';
import { inBrand } from '#console/shell/brand-scope.ts';
import { DetailPage } from '#console/shell/detail-page.tsx';
import { SubmitError, useSubmitForm } from '#console/shell/forms.tsx';
import { paths } from '#console/shell/paths.ts';
import { GENDERS } from '#contract/kernel/fields.ts';
import type { Gender } from '#contract/kernel/fields.ts';
import { noDetails } from '#contract/profile/details.ts';
import { type HouseKind, houseKinds, makeHouseProfile } from '#contract/staff/house-profiles.ts';
import { Button } from '#ui/button.tsx';
import { RadioCards } from '#ui/radio-cards.tsx';
import { SelectField } from '#ui/select-field.tsx';
import { TextField } from '#ui/text-field.tsx';
import { OwnKindBadge } from '../profile-tags.tsx';
import { profilesKey } from '../profiles-data.ts';
import { PlaceField } from './place-field.tsx';
import { type Place, age, place, screenName } from './profile-values.ts';

const schema = z.object({
  kind: z.enum(houseKinds, 'kind'),
  screenName,
  age,
  gender: z.enum(GENDERS),
  place,
});

interface Values {
  kind: HouseKind | '';
  screenName: string;
  age: string;
  gender: Gender;
  place: Place | null;
}

const icons = { staff: UsersRound, ai: Bot } as const;

/** The beginning of a profile: what it is for good, and who. Everything else follows on its own page; members do not see it yet. */
export function NewProfile() {
  const { t } = useTranslation(['profile', 'profiles']);
  const { brand = '' } = useParams();
  const navigate = useNavigate();
  const client = useQueryClient();
  // The same form sent again, because the answer got lost, is one profile.
  const id = useRef(crypto.randomUUID());
  const defaults: Values = { kind: '', screenName: '', age: '', gender: 'female', place: null };
  const form = useSubmitForm({
    defaults,
    schema: async () => schema,
    words: { kind: t('new.kindMissing') },
    async submit({ place: chosen, ...typed }) {
      await call(makeHouseProfile, {
        brand,
        id: id.current,
        ...typed,
        region: chosen?.region ?? null,
        city: chosen?.city ?? null,
        ...emptySettings,
      });
      await client.invalidateQueries({ queryKey: profilesKey });
      void navigate(paths.profile(brand, id.current), { replace: true });
    },
  });
  const kind = form.watch('kind');
  return (
    <DetailPage list={inBrand(paths.profiles, brand)} width="max-w-2xl">
      <header className="flex flex-col gap-1">
        <h1 tabIndex={-1} className="text-xl outline-none lg:text-2xl">
          {t('page.newProfile')}
        </h1>
        <p className="text-sm text-muted">{t('new.text')}</p>
      </header>
      <form
        {...form.formProps}
        className="flex flex-col gap-5 rounded-card border border-line bg-surface p-4 sm:p-6"
      >
        <SubmitError refusal={form.refusal} />
        <RadioCards
          name="kind"
          label={t('new.kind')}
          hint={t('new.kindHint')}
          error={form.field('kind').error}
          options={houseKinds.map((value) => {
            const Icon = icons[value];
            return {
              value,
              label: t(`profiles:kind.${value}`),
              detail: t(`new.${value}`),
              picture: <Icon aria-hidden className="pointer-events-none relative size-6 shrink-0" />,
            };
          })}
          value={kind === '' ? null : kind}
          onChange={(next) => form.change('kind', next)}
        />
        {kind !== '' && (
          <p className="flex flex-wrap items-center gap-2 text-sm text-muted">
            {t('new.badge')} <OwnKindBadge kind={kind} />
          </p>
        )}
        <div className="grid grid-cols-2 items-start gap-4 max-xs:grid-cols-1">
          <TextField
            {...form.field('screenName')}
            label={t('screenName')}
            maxLength={60}
            autoComplete="off"
            required
          />
          <TextField
            {...form.field('age')}
            label={t('age')}
            inputMode="numeric"
            maxLength={2}
            autoComplete="off"
            required
          />
          <SelectField
            {...form.field('gender')}
            label={t('gender')}
            options={GENDERS.map((value) => ({ value, label: t(`genders.${value}`) }))}
          />
          <PlaceField
            brand={brand}
            value={form.watch('place')}
            error={form.field('place').error}
            onChange={(next) => form.change('place', next)}
          />
        </div>
        <Button type="submit" wide loading={form.busy}>
          {t('new.action')}
        </Button>
      </form>
    </DetailPage>
  );
}

const emptySettings = {
  details: noDetails,
  words: [],
  notes: '',
  teamId: null,
  hours: null,
  character: '',
  limits: '',
  model: null,
};
