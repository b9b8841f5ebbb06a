import { ChevronDown, ChevronUp, GripVertical, X } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { classNames } from '#ui/class-names.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { VisuallyHidden } from '#ui/visually-hidden.tsx';

export interface OrderItem {
  id: string;
  title: string;
  detail?: ReactNode;
}

interface OrderListProps {
  name: string;
  items: readonly OrderItem[];
  onChange: (ids: string[]) => void;
  /** With it an item can be taken out. */
  removable?: boolean;
}

/**
 * A list that is put in order: dragged by its handle, moved by the arrow keys while the handle has the focus, or by two
 * buttons, which is how a finger does it. Each move is said to those who cannot see it.
 */
export function OrderList({ name, items, onChange, removable = false }: OrderListProps) {
  const { t } = useTranslation('flows');
  const id = useId();
  const list = useRef<HTMLOListElement>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const focusNext = useRef<string | null>(null);
  const ids = items.map((item) => item.id);

  // The item that was moved keeps the focus, wherever it stands now.
  useEffect(() => {
    const handle = focusNext.current;
    if (handle === null) return;
    focusNext.current = null;
    [...(list.current?.querySelectorAll<HTMLElement>('[data-handle]') ?? [])]
      .find((element) => element.dataset['handle'] === handle)
      ?.focus();
  });

  function move(itemId: string, to: number) {
    const place = Math.max(0, Math.min(to, ids.length - 1));
    const others = ids.filter((each) => each !== itemId);
    if (ids.indexOf(itemId) === place) return;
    onChange([...others.slice(0, place), itemId, ...others.slice(place)]);
    const item = items.find((each) => each.id === itemId);
    setSaid(t('order.moved', { item: item?.title ?? itemId, place: place + 1, count: ids.length }));
  }

  function handleKey(event: KeyboardEvent, itemId: string) {
    const at = ids.indexOf(itemId);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: ids.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    focusNext.current = itemId;
    move(itemId, to);
  }

  return (
    <>
      <VisuallyHidden>
        <span id={`${id}-how`}>{t('order.how')}</span>
      </VisuallyHidden>
      <ol ref={list} aria-label={name} className="flex flex-col gap-1.5">
        {items.map(({ id: itemId, title, detail }, index) => (
          <li key={itemId}>
            <div
              role="presentation"
              onDragOver={(event) => {
                if (dragged === null) return;
                event.preventDefault();
                if (dragged !== itemId) move(dragged, index);
              }}
              onDrop={(event) => event.preventDefault()}
              className={classNames(
                'flex flex-wrap items-center justify-end gap-1 rounded-field border border-line bg-surface pe-1 transition-colors',
                dragged === itemId && 'border-primary-line bg-primary-soft',
              )}
            >
              <button
                type="button"
                draggable
                data-handle={itemId}
                aria-label={t('order.handle', { item: title })}
                aria-describedby={`${id}-how`}
                onKeyDown={(event) => handleKey(event, itemId)}
                onDragStart={(event) => {
                  event.dataTransfer.effectAllowed = 'move';
                  event.dataTransfer.setData('text/plain', itemId);
                  setDragged(itemId);
                }}
                onDragEnd={() => setDragged(null)}
                className="grid size-11 shrink-0 cursor-grab place-items-center rounded-field text-muted hover:text-ink active:cursor-grabbing"
              >
                <GripVertical aria-hidden className="size-5" />
              </button>
              <div className="min-w-0 grow basis-[min(100%-3rem,9rem)] py-1.5">
                <span className="block text-sm font-medium wrap-anywhere">{title}</span>
                {detail && <span className="block text-xs text-muted">{detail}</span>}
              </div>
              <IconButton
                label={t('order.up', { item: title })}
                icon={<ChevronUp aria-hidden className="size-5" />}
                disabled={index === 0}
                onClick={() => move(itemId, index - 1)}
              />
              <IconButton
                label={t('order.down', { item: title })}
                icon={<ChevronDown aria-hidden className="size-5" />}
                disabled={index === items.length - 1}
                onClick={() => move(itemId, index + 1)}
              />
              {removable && (
                <IconButton
                  label={t('order.remove', { item: title })}
                  icon={<X aria-hidden className="size-5" />}
                  onClick={() => {
                    setSaid(t('order.removed', { item: title }));
                    onChange(ids.filter((each) => each !== itemId));
                  }}
                />
              )}
            </div>
          </li>
        ))}
      </ol>
      <div role="status" className="sr-only">
        {said}
      </div>
    </>
  );
}
