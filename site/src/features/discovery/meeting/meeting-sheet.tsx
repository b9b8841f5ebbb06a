import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { dealbreakerNames } from '#contract/discovery/dealbreakers.ts';
import type { Preferences } from '#contract/discovery/preferences.ts';
import {
  AGE_MAX,
  AGE_MIN,
  DEALBREAKERS_MOST,
  DISTANCE_MAX,
  DISTANCE_MIN,
} from '#contract/kernel/constants.ts';
import { details } from '#contract/profile/details.ts';
import { usePreferences, useSavePreferences } from '#site/features/people/preferences-data.ts';
import type { OwnFilters } from '#site/features/people/preferences-data.ts';
import { useDetailWords } from '#site/shell/detail-words.ts';
import { explain } from '#site/shell/explain.ts';
import { Loaded } from '#site/shell/loaded.tsx';
import { useMember } from '#site/shell/session.ts';
import { Checkbox } from '#ui/checkbox.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { RangeSlider } from '#ui/range-slider.tsx';
import { RowSkeletons } from '#ui/skeleton.tsx';
import { Slider } from '#ui/slider.tsx';
import { useToast } from '#ui/toast.tsx';
import { PeopleLeft } from './people-left.tsx';

const STEP = 5;
/** The end of the scale: any distance. */
const ANY_DISTANCE = DISTANCE_MAX + STEP;

const noFilters: OwnFilters = {
  ageFrom: null,
  ageTo: null,
  distance: null,
  intentions: [],
  dealbreakers: [],
};

type MeetingSheetProps = {
  /** Where people are counted. Null: anywhere. */
  region: string | null;
  open: boolean;
  onClose: () => void;
  onSaved: () => void;
};

/** Whom a member wants to meet. Nothing changes before it is confirmed, and the number left is said all along. */
export function MeetingSheet({ region, open, onClose, onSaved }: MeetingSheetProps) {
  const { t, i18n } = useTranslation(['meeting', 'shell', 'errors']);
  const preferences = usePreferences();
  const save = useSavePreferences();
  const toast = useToast();
  const [draft, setDraft] = useState<OwnFilters | null>(null);
  const ownFilters = draft ?? filtersOf(preferences.data);
  const submit = () =>
    save.mutate(ownFilters, {
      onSuccess() {
        toast({ kind: 'success', text: t('saved') });
        onSaved();
        onClose();
      },
      onError: (error) => toast({ kind: 'danger', text: explain(error, i18n) }),
    });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      onClosed={() => setDraft(null)}
      closeLabel={t('shell:close')}
      title={t('title')}
      text={t('text')}
      actions={[
        {
          label: t('show'),
          onClick: submit,
          staysOpen: true,
          loading: save.isPending,
          disabled: !preferences.data,
        },
        { label: t('reset'), kind: 'ghost', onClick: () => setDraft(noFilters), staysOpen: true },
      ]}
    >
      <Loaded query={preferences} skeleton={<RowSkeletons />}>
        {() => (
          <div className="space-y-6">
            <PeopleLeft ownFilters={ownFilters} region={region} onChange={setDraft} />
            <Ages ownFilters={ownFilters} onChange={setDraft} />
            <Distance ownFilters={ownFilters} onChange={setDraft} />
            <Intentions ownFilters={ownFilters} onChange={setDraft} />
            <Dealbreakers ownFilters={ownFilters} onChange={setDraft} />
          </div>
        )}
      </Loaded>
    </Dialog>
  );
}

function filtersOf(known: Preferences | undefined): OwnFilters {
  if (!known) return noFilters;
  const { ageFrom, ageTo, distance, intentions, dealbreakers } = known;
  return { ageFrom, ageTo, distance, intentions, dealbreakers };
}

type PartProps = { ownFilters: OwnFilters; onChange: (ownFilters: OwnFilters) => void };

function Ages({ ownFilters, onChange }: PartProps) {
  const { t } = useTranslation('meeting');
  const [from, to] = [ownFilters.ageFrom ?? AGE_MIN, ownFilters.ageTo ?? AGE_MAX];
  return (
    <fieldset>
      <legend className="font-semibold">{t('age')}</legend>
      <p aria-hidden="true" className="text-muted">
        {t('ageRange', { from, to })}
      </p>
      <RangeSlider
        value={[from, to]}
        min={AGE_MIN}
        max={AGE_MAX}
        labels={{ from: t('ageFrom'), to: t('ageTo') }}
        onChange={([first, last]) =>
          onChange({
            ...ownFilters,
            ageFrom: first === AGE_MIN ? null : first,
            ageTo: last === AGE_MAX ? null : last,
          })
        }
      />
    </fieldset>
  );
}

function Distance({ ownFilters, onChange }: PartProps) {
  const { t } = useTranslation('meeting');
  const hasTown = useMember((me) => me.city) !== null;
  const { distance } = ownFilters;
  const words = distance === null ? t('distanceAny') : t('distanceUpTo', { count: distance });
  return (
    <fieldset>
      <legend className="font-semibold">{t('distance')}</legend>
      <p aria-hidden="true" className="text-muted">
        {words}
      </p>
      {hasTown ? (
        <Slider
          label={t('distanceLabel')}
          value={distance ?? ANY_DISTANCE}
          valueText={words}
          min={DISTANCE_MIN}
          max={ANY_DISTANCE}
          step={STEP}
          onChange={(value) => onChange({ ...ownFilters, distance: value > DISTANCE_MAX ? null : value })}
        />
      ) : (
        <p className="text-sm text-muted">{t('noTown')}</p>
      )}
    </fieldset>
  );
}

function Intentions({ ownFilters, onChange }: PartProps) {
  const { t } = useTranslation('meeting');
  const { answerOf } = useDetailWords();
  const { intentions } = ownFilters;
  return (
    <fieldset>
      <legend className="font-semibold">{t('intentions')}</legend>
      <p className="mb-1 text-sm text-muted">{t('intentionsText')}</p>
      {details.intention.options.map((option) => (
        <Checkbox
          key={option}
          label={answerOf('intention', option)}
          checked={intentions.includes(option)}
          onChange={({ target }) =>
            onChange({ ...ownFilters, intentions: toggled(intentions, option, target.checked) })
          }
        />
      ))}
    </fieldset>
  );
}

function Dealbreakers({ ownFilters, onChange }: PartProps) {
  const { t } = useTranslation('meeting');
  const { dealbreakers } = ownFilters;
  return (
    <fieldset>
      <legend className="font-semibold">{t('dealbreakers')}</legend>
      <p className="mb-1 text-sm text-muted">{t('dealbreakersText')}</p>
      {dealbreakerNames.map((name) => {
        const checked = dealbreakers.includes(name);
        return (
          <Checkbox
            key={name}
            label={t(`dealbreaker.${name}`)}
            checked={checked}
            disabled={!checked && dealbreakers.length === DEALBREAKERS_MOST}
            onChange={({ target }) =>
              onChange({ ...ownFilters, dealbreakers: toggled(dealbreakers, name, target.checked) })
            }
          />
        );
      })}
    </fieldset>
  );
}

function toggled<T>(all: readonly T[], one: T, isOn: boolean): T[] {
  const others = all.filter((other) => other !== one);
  return isOn ? [...others, one] : others;
}
