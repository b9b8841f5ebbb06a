import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Field, Step } from './sign-up-rules.ts';

export interface Faults {
  /** What to say under a field. Its words are fetched before faults are looked for. */
  wordsFor: (field: Field) => string | undefined;
  /** Tells these, and takes the focus to the first. */
  show: (fields: readonly Field[]) => void;
  /** The field is being put right, so its fault is no longer told. The focus stays. */
  mend: (field: Field) => void;
}

type Told = { fields: readonly Field[]; focus: readonly Field[] };

/** The fields at fault, over all steps. */
export function useFaults(place: RefObject<HTMLElement | null>, step: Step): Faults {
  const { i18n } = useTranslation();
  const [{ fields, focus }, setTold] = useState<Told>({ fields: [], focus: [] });
  const shownStep = useRef(step);

  // A fault takes the focus to its field; a new step to its question, so that a screen reader begins there.
  useEffect(() => {
    const moved = shownStep.current !== step;
    shownStep.current = step;
    const find = (selector: string) => place.current?.querySelector<HTMLElement>(selector);
    const atFault = focus.map((field) => find(`[name=${field}]`)).find((control) => control);
    if (atFault) atFault.focus();
    else if (moved) find('[data-question]')?.focus();
  }, [place, step, focus]);

  return {
    wordsFor: (field) => (fields.includes(field) ? i18n.t(`field.${field}`, { ns: 'errors' }) : undefined),
    show: (found) => setTold({ fields: found, focus: found }),
    mend: (field) => setTold((told) => ({ ...told, fields: told.fields.filter((each) => each !== field) })),
  };
}
