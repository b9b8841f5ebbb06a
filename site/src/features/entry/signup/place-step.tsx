import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { AGE_MAX, AGE_MIN } from '../../../../../contract/kernel/constants.ts';
import { Button } from '../../../../../packages/ui/button.tsx';
import { TextField } from '../../../../../packages/ui/text-field.tsx';
import { TownField } from '../../../shell/town-field.tsx';
import { changeDraft, useDraft } from './draft.ts';
import { Question } from './question.tsx';
import { faultsOf } from './sign-up-rules.ts';
import type { Faults } from './use-faults.ts';

/** Where, and how old. */
export function PlaceStep({ faults, onDone }: { faults: Faults; onDone: () => void }) {
  const { t } = useTranslation('signup');
  const draft = useDraft();

  function submit(event: FormEvent) {
    event.preventDefault();
    const found = faultsOf(draft, 2);
    faults.show(found);
    if (found.length === 0) onDone();
  }

  return (
    <form method="post" noValidate onSubmit={submit}>
      <Question text={t('place.text')}>{t('place.title')}</Question>
      <div className="mt-4 space-y-4">
        <TownField
          value={draft.town}
          onChange={(town) => {
            changeDraft({ town });
            faults.mend('place');
          }}
          error={faults.wordsFor('place')}
        />
        <TextField
          name="age"
          label={t('place.age')}
          hint={t('place.ageHint', { from: AGE_MIN, to: AGE_MAX })}
          inputMode="numeric"
          autoComplete="off"
          maxLength={2}
          value={draft.age}
          onChange={({ target }) => {
            changeDraft({ age: target.value.replace(/\D/g, '') });
            faults.mend('age');
          }}
          error={faults.wordsFor('age')}
        />
        <Button type="submit" size="lg" wide>
          {t('next')}
        </Button>
      </div>
    </form>
  );
}
