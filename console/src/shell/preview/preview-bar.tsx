import { Moon, Sun } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, type Language } from '#contract/kernel/constants.ts';
import type { PreviewMode } from '#contract/staff/brand-preview.ts';
import { classNames } from '#ui/class-names.ts';
import { useFormat } from '../format.tsx';
import type { PreviewDevice, PreviewScreen } from './preview-frame.tsx';

export interface PreviewChoice {
  screen: PreviewScreen;
  device: PreviewDevice;
  mode: PreviewMode;
  language: Language;
}

/** What a preview shows until another choice is made: the props of `<PreviewFrame>`, and of `<PreviewBar>`. */
export function usePreviewChoice(first: Partial<PreviewChoice> = {}) {
  const { i18n } = useTranslation();
  const [choice, setChoice] = useState<PreviewChoice>(() => ({
    screen: 'landing',
    device: 'phone',
    mode: 'light',
    language: LANGUAGES.find((language) => language === i18n.language) ?? 'en',
    ...first,
  }));
  return { choice, choose: (change: Partial<PreviewChoice>) => setChoice({ ...choice, ...change }) };
}

interface PreviewBarProps {
  choice: PreviewChoice;
  choose: (change: Partial<PreviewChoice>) => void;
  /** Those that can be chosen; one needs no choice. */
  screens: readonly PreviewScreen[];
  devices?: readonly PreviewDevice[];
}

const allDevices: readonly PreviewDevice[] = ['phone', 'desk', 'both'];

/** Which screen, on what, in light or dark, in which language. */
export function PreviewBar({ choice, choose, screens, devices = allDevices }: PreviewBarProps) {
  const { t } = useTranslation('preview');
  const format = useFormat();
  const { screen, device, mode, language } = choice;
  const other = mode === 'dark' ? 'light' : 'dark';
  return (
    <div role="group" aria-label={t('bar')} className="flex flex-wrap items-center gap-x-4 gap-y-2">
      {screens.length > 1 && (
        <div role="group" aria-label={t('screen')} className="flex flex-wrap gap-1">
          {screens.map((each) => (
            <Chip key={each} pressed={each === screen} onPress={() => choose({ screen: each })}>
              {t(`screens.${each}`)}
            </Chip>
          ))}
        </div>
      )}
      <div className="ms-auto flex flex-wrap items-center gap-1">
        {devices.length > 1 && (
          <label className="contents">
            <span className="sr-only">{t('device')}</span>
            <select
              value={device}
              onChange={(event) => choose({ device: event.target.value as PreviewDevice })}
              className={select}
            >
              {devices.map((each) => (
                <option key={each} value={each}>
                  {t(`devices.${each}`)}
                </option>
              ))}
            </select>
          </label>
        )}
        <Chip pressed={mode === 'dark'} onPress={() => choose({ mode: other })}>
          {mode === 'dark' ? (
            <Moon aria-hidden className="size-3.5" />
          ) : (
            <Sun aria-hidden className="size-3.5" />
          )}
          {t('dark')}
        </Chip>
        <label className="contents">
          <span className="sr-only">{t('language')}</span>
          <select
            value={language}
            onChange={(event) => choose({ language: event.target.value as Language })}
            className={select}
          >
            {LANGUAGES.map((each) => (
              <option key={each} value={each}>
                {format.language(each)}
              </option>
            ))}
          </select>
        </label>
      </div>
    </div>
  );
}

const select =
  'min-h-8 rounded-full border border-line bg-surface px-2.5 text-xs font-medium pointer-coarse:min-h-11';

interface ChipProps {
  pressed: boolean;
  onPress: () => void;
  children: React.ReactNode;
}

function Chip({ pressed, onPress, children }: ChipProps) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        'flex min-h-8 items-center gap-1.5 rounded-full px-3 text-xs font-medium transition-colors pointer-coarse:min-h-11',
        pressed ? 'bg-primary-soft text-on-primary-soft' : 'bg-soft text-ink hover:bg-line',
      )}
    >
      {children}
    </button>
  );
}
