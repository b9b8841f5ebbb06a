import { useTranslation } from 'react-i18next';
import { useFormat } from '#console/shell/format.tsx';
import type { DifferenceLine } from '#contract/staff/brand-editing.ts';
import { Tag } from '#ui/badge.tsx';
import { usePathWords } from './path-words.ts';
import type { DifferentPart } from './publishing-data.ts';

/** More are counted and not shown. */
const MOST_LINES = 60;
/** A text that is longer is cut; what counts is that it changed, and how it begins. */
const MOST_LETTERS = 160;

/** What a publication changes, line by line, in words. */
export function DifferenceLines({ parts }: { parts: readonly DifferentPart[] }) {
  const { t } = useTranslation('publishing');
  if (parts.length === 0) return <p className="text-muted">{t('dialog.nothing')}</p>;
  return (
    <div className="flex flex-col gap-3">
      {parts.map((part) => (
        // Of what is new every field is a line, which few want to read before they publish.
        <details key={part.part} open={!part.isNew} className="flex flex-col gap-1.5">
          <summary className="cursor-pointer py-1 text-sm font-semibold">
            {t(`parts.${part.kind}`, { name: part.name })} ({part.lines.length}){' '}
            {part.isNew && <Tag tone="success">{t('dialog.new')}</Tag>}
          </summary>
          <ul className="divide-y divide-line rounded-field border border-line text-[0.8125rem]">
            {part.lines.slice(0, MOST_LINES).map((line) => (
              <Line key={line.path.join('/')} line={line} />
            ))}
          </ul>
          {part.lines.length > MOST_LINES && (
            <p className="mt-1 text-xs text-muted">
              {t('dialog.hidden', { count: part.lines.length - MOST_LINES })}
            </p>
          )}
        </details>
      ))}
    </div>
  );
}

function Line({ line: { path, kind, before, after } }: { line: DifferenceLine }) {
  const { t } = useTranslation('publishing');
  const pathWords = usePathWords();
  const name = path.findLast((step) => typeof step === 'string') ?? '';
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-3 py-2 sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]">
      <span className="font-medium wrap-anywhere">{pathWords(path)}</span>
      <span className="flex min-w-0 flex-wrap items-baseline gap-x-2">
        {kind !== 'added' && (
          <del className="text-muted decoration-1 wrap-anywhere">
            <Value name={name} value={before} />
          </del>
        )}
        {kind === 'changed' && <span aria-hidden>→</span>}
        {kind === 'removed' ? (
          <span className="text-muted">{t('dialog.removed')}</span>
        ) : (
          <ins className="wrap-anywhere no-underline">
            <Value name={name} value={after} />
          </ins>
        )}
      </span>
    </li>
  );
}

/** A value as a person reads it: colours are shown, money is written as money. */
function Value({ name, value }: { name: string | number; value: unknown }) {
  const { t } = useTranslation('publishing');
  const format = useFormat();
  if (value === null || value === undefined || value === '') return <em>{t('dialog.empty')}</em>;
  if (typeof value === 'boolean') return value ? t('dialog.yes') : t('dialog.no');
  if (typeof value === 'number') return isMoney(name) ? format.money(value) : String(value);
  if (Array.isArray(value)) {
    if (value.length === 0) return <em>{t('dialog.empty')}</em>;
    return value.map((item) => (typeof item === 'object' ? JSON.stringify(item) : String(item))).join(', ');
  }
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  if (text.startsWith('<svg')) return <em>{t('dialog.drawing')}</em>;
  if (/^#[0-9a-f]{6}$/i.test(text)) return <Colour colour={text} />;
  return text.length > MOST_LETTERS ? `${text.slice(0, MOST_LETTERS)}…` : text;
}

const isMoney = (name: string | number) =>
  typeof name === 'string' && (name.endsWith('Cents') || name === 'cents');

function Colour({ colour }: { colour: string }) {
  return (
    <span className="inline-flex items-center gap-1.5 font-mono">
      <span
        aria-hidden
        style={{ backgroundColor: colour }}
        className="inline-block size-3.5 rounded-sm border border-field-line"
      />
      {colour}
    </span>
  );
}
