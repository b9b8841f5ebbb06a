import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { OPTIONAL_CATEGORIES } from '#contract/insight/consent.ts';
import { paths } from '#site/shell/paths.ts';
import type { PopupBodyProps } from '#site/shell/popups.ts';
import { chooseCookies, chosenBefore, nothing } from '#site/shell/tracking/consent.ts';
import { Button } from '#ui/button.tsx';
import { SettingsList, SwitchRow } from '#ui/settings-row.tsx';

/** A switch for each category. None is on that the visitor has not turned on. */
export function CookieChoices({ close, go }: PopupBodyProps) {
  const { t } = useTranslation('popups');
  const [choice, setChoice] = useState(chosenBefore);
  const save = (chosen: typeof choice) => {
    chooseCookies(chosen, 'sheet');
    close();
  };
  return (
    <div className="space-y-4">
      <SettingsList className="text-left">
        <SwitchRow
          label={t('cookieChoices.necessary')}
          detail={t('cookieChoices.necessaryText')}
          checked
          disabled
          onChange={() => undefined}
        />
        {OPTIONAL_CATEGORIES.map((category) => (
          <SwitchRow
            key={category}
            label={t(`cookieChoices.${category}`)}
            detail={t(`cookieChoices.${category}Text`)}
            checked={choice[category]}
            onChange={(allowed) => setChoice({ ...choice, [category]: allowed })}
          />
        ))}
      </SettingsList>
      <div className="grid grid-cols-2 gap-2.5 max-xs:grid-cols-1">
        <Button variant="secondary" wide onClick={() => save(nothing)}>
          {t('cookieChoices.rejectAll')}
        </Button>
        <Button variant="secondary" wide onClick={() => save(choice)}>
          {t('cookieChoices.save')}
        </Button>
      </div>
      <Button variant="ghost" wide onClick={() => go(paths.legal('cookie'))}>
        {t('cookieChoices.details')}
      </Button>
    </div>
  );
}
