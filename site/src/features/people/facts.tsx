import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { HairColour, Person } from '../../../../contract/profile/people.ts';
import { VisuallyHidden } from '../../../../packages/ui/visually-hidden.tsx';

const hairWords = {
  blond: 'hair.blond',
  brown: 'hair.brown',
  red: 'hair.red',
  'dark blond': 'hair.darkBlond',
  black: 'hair.black',
  dyed: 'hair.dyed',
} as const satisfies Record<HairColour, string>;

/** All that somebody says of themselves. What is not said shows as such. */
export function Facts({ person }: { person: Person }) {
  const { t, i18n } = useTranslation('person');
  const { about, age, gender, hairColour, height, weight, description, lookingFor } = person;
  const measure = (value: number | null, unit: 'centimeter' | 'kilogram') =>
    value === null ? null : new Intl.NumberFormat(i18n.language, { style: 'unit', unit }).format(value);
  return (
    <div className="mt-7 space-y-7">
      <Words title={t('fields.about')}>{about}</Words>
      <section>
        <h2 className="mb-3 text-2xl">{t('fields.facts')}</h2>
        <dl className="grid grid-cols-2 gap-x-6 gap-y-4 rounded-card edge bg-surface p-(--card-padding) shadow-card sm:grid-cols-3">
          <Fact label={t('fields.age')}>{age}</Fact>
          <Fact label={t('fields.gender')}>{t(`gender.${gender}`)}</Fact>
          <Fact label={t('fields.hair')}>{hairColour && t(hairWords[hairColour])}</Fact>
          <Fact label={t('fields.height')}>{measure(height, 'centimeter')}</Fact>
          <Fact label={t('fields.weight')}>{measure(weight, 'kilogram')}</Fact>
          <Fact label={t('fields.place')}>{person.city ?? person.region}</Fact>
        </dl>
      </section>
      <Words title={t('fields.description')}>{description}</Words>
      <Words title={t('fields.lookingFor')}>{lookingFor}</Words>
    </div>
  );
}

function Words({ title, children }: { title: string; children: string }) {
  return (
    <section>
      <h2 className="mb-2 text-2xl">{title}</h2>
      <p className="text-lg leading-relaxed whitespace-pre-line">{children.trim() || <Empty />}</p>
    </section>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt className="text-sm text-muted">{label}</dt>
      <dd className="font-semibold">{children ?? <Empty />}</dd>
    </div>
  );
}

function Empty() {
  const { t } = useTranslation('person');
  return (
    <>
      <span aria-hidden="true">--</span>
      <VisuallyHidden>{t('fields.empty')}</VisuallyHidden>
    </>
  );
}
