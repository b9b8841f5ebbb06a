import { PanelLeftClose, PanelLeftOpen, Search } from 'lucide-react';
import { type ReactElement, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { NavLink } from 'react-router';
import { useBrandScope } from '#console/shell/brand-scope.ts';
import { Keys } from '#console/shell/keys.tsx';
import { usePageTitles } from '#console/shell/page.tsx';
import { type PageName, pages } from '#console/shell/paths.ts';
import { narrowMenu } from '#console/shell/storage.ts';
import type { StaffMember } from '#contract/staff/sign-in.ts';
import { classNames } from '#ui/class-names.ts';
import { Skeleton } from '#ui/skeleton.tsx';
import { Tooltip } from '#ui/tooltip.tsx';
import { BrandSwitcher } from './brand-switcher.tsx';
import { PersonMenu } from './person-menu.tsx';
import { type MenuGroup, mayOpen, menuGroups, pageNames, routes } from './routes.ts';

interface MenuProps {
  me: StaffMember | undefined;
  onSearch: () => void;
}

/** Beside every page at a desk; narrow, it is a bar of icons. */
export function DeskMenu({ me, onSearch }: MenuProps) {
  const narrow = narrowMenu.use();
  return (
    <aside
      className={classNames(
        'sticky top-0 z-10 hidden h-dvh shrink-0 flex-col gap-4 border-e border-line bg-surface py-4 lg:flex',
        narrow ? 'w-16 px-2' : 'w-60 px-3',
      )}
    >
      {me ? <BrandSwitcher me={me} narrow={narrow} /> : <Skeleton className="h-11" />}
      <SearchButton narrow={narrow} onClick={onSearch} />
      <div className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        {me ? <Sections me={me} narrow={narrow} /> : <SectionsSkeleton narrow={narrow} />}
      </div>
      <div className="flex flex-col gap-1">
        <NarrowButton narrow={narrow} />
        {me ? <PersonMenu me={me} narrow={narrow} /> : <Skeleton className="h-12" />}
      </div>
    </aside>
  );
}

/** The same over the page on a phone; where it leads takes its place in the history. */
export function SheetMenu({ me }: { me: StaffMember | undefined }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-4 overflow-y-auto px-3 pb-3">
      {me ? <Sections me={me} replace /> : <SectionsSkeleton />}
      <div className="mt-auto">{me && <PersonMenu me={me} narrow={false} />}</div>
    </div>
  );
}

function SearchButton({ narrow, onClick }: { narrow: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  const button = (
    <button
      type="button"
      onClick={onClick}
      aria-keyshortcuts="Control+K Meta+K"
      className={classNames(
        'flex min-h-9 items-center gap-2.5 rounded-field text-[0.8125rem] text-muted transition-colors hover:bg-soft hover:text-ink',
        narrow ? 'justify-center' : 'border border-line px-2.5',
      )}
    >
      <Search aria-hidden className="size-4.5 shrink-0" />
      <span className={narrow ? 'sr-only' : 'flex-1 truncate text-start'}>{t('search.button')}</span>
      {!narrow && <Keys keys={[isApple ? '⌘' : 'Ctrl', 'K']} />}
    </button>
  );
  return <Named name={t('search.button')} narrow={narrow} control={button} />;
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

interface SectionsProps {
  me: StaffMember;
  narrow?: boolean;
  replace?: boolean;
}

function Sections({ me, narrow = false, replace = false }: SectionsProps) {
  const { t } = usePageTitles();
  const scope = useBrandScope();
  const id = useId();
  const shown = menuGroups.flatMap((group) => {
    const names = pagesIn(group).filter((name) => mayOpen(routes[name], me, scope));
    return names.length === 0 ? [] : [{ group, names }];
  });
  return (
    <nav aria-label={t('sections')} className={classNames('flex flex-col', narrow ? 'gap-2' : 'gap-4')}>
      {shown.map(({ group, names }, index) => (
        <div key={group} className={narrow && index > 0 ? 'border-t border-line pt-2' : undefined}>
          <h2
            id={`${id}-${group}`}
            className={
              narrow
                ? 'sr-only'
                : 'px-2.5 pb-1 text-[0.6875rem] font-medium tracking-wide text-muted uppercase'
            }
          >
            {t(`menuGroups.${group}`)}
          </h2>
          <ul aria-labelledby={`${id}-${group}`} className="flex flex-col gap-0.5">
            {names.map((name) => (
              <li key={name}>
                <Section name={name} narrow={narrow} replace={replace} />
              </li>
            ))}
          </ul>
        </div>
      ))}
    </nav>
  );
}

const pagesIn = (group: MenuGroup) => pageNames.filter((name) => routes[name].menu?.group === group);

function Section({ name, narrow, replace }: { name: PageName; narrow: boolean; replace: boolean }) {
  const { t } = usePageTitles();
  const { menu, title } = routes[name];
  if (!menu) return null;
  const { icon: Icon, Badge } = menu;
  const link = (
    <NavLink
      to={pages[name]}
      end={name === 'overview'}
      replace={replace}
      className={classNames(
        'group relative flex min-h-8 items-center gap-2.5 rounded-field py-1 text-[0.8125rem] font-medium text-muted transition-colors hover:bg-soft hover:text-ink aria-[current=page]:bg-primary-soft aria-[current=page]:text-on-primary-soft pointer-coarse:min-h-11',
        narrow ? 'min-h-9 justify-center' : 'px-2.5',
      )}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span className={narrow ? 'sr-only' : 'truncate'}>{t(title)}</span>
      {Badge && (
        <span className={narrow ? 'absolute -top-1 right-0 flex' : 'ms-auto flex'}>
          <Badge />
        </span>
      )}
    </NavLink>
  );
  return <Named name={t(title)} narrow={narrow} control={link} />;
}

/** In the narrow menu the name of a control stands beside it while it is pointed at or has the focus. */
function Named({ name, narrow, control }: { name: string; narrow: boolean; control: ReactElement }) {
  if (!narrow) return control;
  return (
    <Tooltip text={name} side="right">
      {control}
    </Tooltip>
  );
}

function NarrowButton({ narrow }: { narrow: boolean }) {
  const { t } = useTranslation();
  const Icon = narrow ? PanelLeftOpen : PanelLeftClose;
  const name = t(narrow ? 'widenMenu' : 'narrowMenu');
  const button = (
    <button
      type="button"
      onClick={() => narrowMenu.set(!narrow)}
      className={classNames(
        'flex min-h-9 items-center gap-2.5 rounded-field text-[0.8125rem] text-muted transition-colors hover:bg-soft hover:text-ink',
        narrow ? 'justify-center' : 'px-2.5',
      )}
    >
      <Icon aria-hidden className="size-4.5 shrink-0" />
      <span className={narrow ? 'sr-only' : 'truncate'}>{name}</span>
    </button>
  );
  return <Named name={name} narrow={narrow} control={button} />;
}

function SectionsSkeleton({ narrow = false }: { narrow?: boolean }) {
  return (
    <div className="flex flex-col gap-2 px-2">
      {['w-24', 'w-20', 'w-16', 'w-22'].map((width) => (
        <Skeleton key={width} className={classNames('my-1.5 h-4', narrow ? 'w-6' : width)} />
      ))}
    </div>
  );
}
