import { Menu as BaseMenu } from '@base-ui/react/menu';
import { Check, Columns3 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button.tsx';

interface ColumnMenuProps {
  columns: readonly { id: string; title: string; heading?: boolean }[];
  hidden: readonly string[];
  onChange: (hidden: readonly string[]) => void;
}

/** Which columns a list shows. What a row is called stays. */
export function ColumnMenu({ columns, hidden, onChange }: ColumnMenuProps) {
  const { t } = useTranslation();
  const optional = columns.filter(({ heading }) => !heading);
  if (optional.length < 2) return null;
  return (
    <BaseMenu.Root modal={false}>
      <BaseMenu.Trigger
        render={
          <Button size="sm" variant="ghost" icon={<Columns3 aria-hidden className="size-4" />}>
            {t('list.columns')}
          </Button>
        }
      />
      <BaseMenu.Portal>
        <BaseMenu.Positioner align="end" sideOffset={6} className="z-40 outline-none">
          <BaseMenu.Popup className="max-h-(--available-height) min-w-48 overflow-y-auto rounded-card border border-line bg-raised p-1.5 text-ink shadow-raised outline-none">
            {optional.map(({ id, title }) => (
              <BaseMenu.CheckboxItem
                key={id}
                checked={!hidden.includes(id)}
                closeOnClick={false}
                onCheckedChange={(shown) =>
                  onChange(shown ? hidden.filter((one) => one !== id) : [...hidden, id])
                }
                className="flex min-h-8 cursor-default items-center gap-2 rounded-field px-2.5 text-[0.8125rem] outline-none select-none data-highlighted:bg-soft pointer-coarse:min-h-11"
              >
                <span className="grid size-4 place-items-center">
                  <BaseMenu.CheckboxItemIndicator>
                    <Check aria-hidden className="size-4 text-primary-text" />
                  </BaseMenu.CheckboxItemIndicator>
                </span>
                {title}
              </BaseMenu.CheckboxItem>
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  );
}
