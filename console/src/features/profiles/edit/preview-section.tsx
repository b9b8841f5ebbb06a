import { useTranslation } from 'react-i18next';
import { PreviewBar, usePreviewChoice } from '#console/shell/preview/preview-bar.tsx';
import { PreviewFrame } from '#console/shell/preview/preview-frame.tsx';
import type { Language } from '#contract/kernel/constants.ts';
import type { Person } from '#contract/profile/people.ts';
import type { HouseProfile } from '#contract/staff/house-profiles.ts';
import { useBasics } from '../profiles-data.ts';
import type { ProfileValues } from './profile-values.ts';
import { Section } from './section.tsx';
import type { ProfileForm } from './use-profile-form.ts';

interface PreviewSectionProps {
  brand: string;
  profile: HouseProfile;
  form: ProfileForm;
}

const screens = ['person', 'card'] as const;
const devices = ['phone', 'desk'] as const;

/** How members see the profile as it stands in the form, drawn by the parts of the site itself. */
export function PreviewSection(props: PreviewSectionProps) {
  const { data: basics } = useBasics(props.brand);
  // The language of the brand's members is the one to begin with.
  return basics ? <Preview {...props} first={basics.language} /> : null;
}

function Preview({ brand, profile, form, first }: PreviewSectionProps & { first: Language }) {
  const { t } = useTranslation('profile');
  const { choice, choose } = usePreviewChoice({ screen: 'person', device: 'phone', language: first });
  // Whichever field changes, the form renders again.
  form.watch('screenName');
  return (
    <Section title={t('preview.title')} className="xl:sticky xl:top-32">
      <PreviewBar choice={choice} choose={choose} screens={screens} devices={devices} />
      <PreviewFrame
        brand={brand}
        {...choice}
        data={{ person: personOf(profile, form.values(), { language: choice.language, first }) }}
      />
    </Section>
  );
}

/** What members get of it. Where there are no words in their language they read those of the brand's. */
function personOf(
  { id, kind, photos }: HouseProfile,
  values: ProfileValues,
  { language, first }: { language: Language; first: Language },
): Partial<Person> {
  const { screenName, age, gender, place, details, words } = values;
  const isEmpty = Object.values(words[language]).every((text) => text.length === 0);
  return {
    id,
    kind,
    screenName,
    age: Number(age) || null,
    gender,
    ...words[isEmpty ? first : language],
    ...details,
    region: place?.region ?? null,
    city: place?.city ?? null,
    // Nothing is known of these here, and nothing is made up.
    activity: 'earlier',
    verified: false,
    photoVerified: false,
    photo: photos[0]?.address ?? null,
    pictures: photos.map((photo) => ({
      id: photo.id,
      sources: [{ width: photo.width, address: photo.address }],
      thumbhash: null,
      width: photo.width,
      height: photo.height,
    })),
  };
}
