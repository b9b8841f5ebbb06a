import { Plus, Trash2 } from 'lucide-react';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';
import { IconButton } from '#ui/icon-button.tsx';
import { TextField } from '#ui/text-field.tsx';
import { useBrandForm, useFieldError } from './brand-form.tsx';
import { type Path, isText, listAt } from './content.ts';

interface TextListProps {
  path: Path;
  /** Of one item, with its number. */
  labelOf: (number: number) => string;
  add: string;
  most: number;
  /** Stands below an item. */
  After?: ComponentType<{ text: string }>;
}

/** A list of short texts: one field each, with what adds and removes one. */
export function TextList({ path, labelOf, add, most, After }: TextListProps) {
  const { t } = useTranslation('brands');
  const { content, write } = useBrandForm();
  const errorAt = useFieldError();
  const items = listAt(content, path, isText);
  return (
    <div className="flex flex-col gap-3">
      {items.map((text, index) => (
        // oxlint-disable-next-line react/no-array-index-key
        <div key={index} className="flex flex-col gap-1">
          <div className="flex items-end gap-2">
            <TextField
              dense="labelled"
              className="flex-1"
              label={labelOf(index + 1)}
              value={text}
              maxLength={253}
              error={errorAt([...path, index])}
              onChange={({ target }) => write([...path, index], target.value.trim().toLowerCase())}
            />
            <IconButton
              label={t('remove', { name: text || labelOf(index + 1) })}
              icon={<Trash2 aria-hidden className="size-4.5" />}
              onClick={() =>
                write(
                  path,
                  items.filter((_, at) => at !== index),
                )
              }
            />
          </div>
          {text !== '' && After && <After key={text} text={text} />}
        </div>
      ))}
      {items.length < most && (
        <Button
          size="sm"
          variant="secondary"
          className="self-start"
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => write(path, [...items, ''])}
        >
          {add}
        </Button>
      )}
    </div>
  );
}
