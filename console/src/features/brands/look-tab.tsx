import { useTranslation } from 'react-i18next';
import { fontFamilies, themeTokens } from '#contract/theme/tokens.ts';
import { Slider } from '#ui/slider.tsx';
import { DraftSelect, FormSection, useBrandForm } from './brand-form.tsx';
import { ColourField } from './colour-field.tsx';
import { colourFigures } from './contrast-figures.ts';
import { LogoField } from './logo-field.tsx';
import { PictureList, PictureField } from './picture-fields.tsx';

const LARGEST_RADIUS = 32;
const MOST_HERO_PICTURES = 3;

/** Colours, letters, shapes and pictures: everything else about the look follows from them. */
export function LookTab() {
  const { t } = useTranslation('brands');
  const { read } = useBrandForm();
  const figures = colourFigures(read(['theme']));
  return (
    <div className="flex flex-col gap-6">
      <FormSection title={t('look.colours')} text={t('look.coloursText')}>
        <div className="grid gap-3 sm:grid-cols-2">
          <ColourField path={['theme', 'primary']} label={t('look.primary')} figure={figures?.primary} />
          <ColourField path={['theme', 'accent']} label={t('look.accent')} figure={figures?.accent} />
          <ColourField path={['theme', 'ink']} label={t('look.ink')} figure={figures?.ink} />
          <ColourField path={['theme', 'paper']} label={t('look.paper')} figure={figures?.paper} />
          <ColourField
            path={['theme', 'highlight']}
            label={t('look.highlight')}
            figure={figures?.highlight}
            optional
          />
          <ColourField
            path={['theme', 'neutralTint']}
            label={t('look.neutralTint')}
            figure={figures?.neutralTint}
            optional
          />
        </div>
        <Choice name="action" />
      </FormSection>
      <FormSection title={t('look.letters')}>
        <div className="grid gap-3 sm:grid-cols-2">
          {(['headingFont', 'textFont'] as const).map((font) => (
            <DraftSelect
              key={font}
              path={['theme', font]}
              label={t(`look.${font}`)}
              fallback={fontFamilies[0]}
              options={fontFamilies.map((family) => ({ value: family, label: family }))}
            />
          ))}
        </div>
      </FormSection>
      <FormSection title={t('look.shapes')}>
        <Radius />
        <div className="grid gap-3 sm:grid-cols-2">
          <Choice name="buttons" />
          <Choice name="surfaces" />
          <Choice name="portraitShape" />
          <Choice name="bubbles" />
        </div>
      </FormSection>
      <FormSection title={t('look.logo')} text={t('look.logoText')}>
        <LogoField />
      </FormSection>
      <FormSection title={t('look.hero')} text={t('look.heroText')}>
        <Choice name="hero" />
        <HeroColours />
        <PictureList path={['heroPictures']} most={MOST_HERO_PICTURES} label={t('look.heroPicture')} />
      </FormSection>
      <FormSection title={t('look.app')} text={t('look.appText')}>
        <div className="grid gap-3 sm:grid-cols-2">
          <PictureField path={['appPictures', 'phone']} label={t('look.appPhone')} />
          <PictureField path={['appPictures', 'desk']} label={t('look.appDesk')} />
        </div>
      </FormSection>
    </div>
  );
}

const choices = {
  action: {
    label: 'look.choice.action',
    options: themeTokens.shape.action.unwrap().options,
    fallback: 'primary',
  },
  buttons: {
    label: 'look.choice.buttons',
    options: themeTokens.shape.buttons.unwrap().options,
    fallback: 'pill',
  },
  surfaces: {
    label: 'look.choice.surfaces',
    options: themeTokens.shape.surfaces.unwrap().options,
    fallback: 'glow',
  },
  portraitShape: {
    label: 'look.choice.portraitShape',
    options: themeTokens.shape.portraitShape.options,
    fallback: 'tile',
  },
  bubbles: {
    label: 'look.choice.bubbles',
    options: themeTokens.shape.bubbles.unwrap().options,
    fallback: 'tail',
  },
  hero: { label: 'look.choice.hero', options: themeTokens.shape.hero.options, fallback: 'dusk' },
} as const;

function Choice({ name }: { name: keyof typeof choices }) {
  const { t } = useTranslation('brands');
  const { label, options, fallback } = choices[name];
  return (
    <DraftSelect
      path={['theme', name]}
      label={t(label)}
      fallback={fallback}
      options={options.map((value) => ({ value, label: t(`look.option.${value}`) }))}
    />
  );
}

function Radius() {
  const { t } = useTranslation('brands');
  const { read, write } = useBrandForm();
  const value = read(['theme', 'radius']);
  const radius = typeof value === 'number' ? value : 0;
  return (
    <div className="flex flex-col gap-1">
      <span className="text-sm font-medium">{t('look.radius')}</span>
      <Slider
        label={t('look.radius')}
        min={0}
        max={LARGEST_RADIUS}
        step={1}
        value={radius}
        onChange={(next) => write(['theme', 'radius'], next)}
        end={<span className="w-8 text-end text-sm tabular-nums">{radius}</span>}
      />
    </div>
  );
}

const BANDS = [0, 1, 2, 3] as const;

/** Four colours from the brightest to the deepest, all or none. */
function HeroColours() {
  const { t } = useTranslation('brands');
  const { read, write } = useBrandForm();
  const value = read(['theme', 'heroColours']);
  const own = Array.isArray(value);
  const begin = () => {
    const [accent, ink] = [read(['theme', 'accent']), read(['theme', 'ink'])];
    write(['theme', 'heroColours'], [accent, accent, ink, ink]);
  };
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="text-sm font-medium">{t('look.heroColours')}</legend>
      <label className="flex min-h-9 items-center gap-2 text-sm">
        <input
          type="checkbox"
          checked={own}
          onChange={() => (own ? write(['theme', 'heroColours'], undefined) : begin())}
          className="size-4"
        />
        {t('look.heroColoursOwn')}
      </label>
      {own && (
        <div className="grid gap-3 sm:grid-cols-2">
          {BANDS.map((band) => (
            <ColourField
              key={band}
              path={['theme', 'heroColours', band]}
              label={t('look.band', { number: band + 1 })}
            />
          ))}
        </div>
      )}
    </fieldset>
  );
}
