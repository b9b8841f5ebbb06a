import {
  type ComponentProps,
  type ComponentType,
  type ReactNode,
  Suspense,
  useEffect,
  useEffectEvent,
  useReducer,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { pageState } from '#client/page-state.ts';
import { useToast } from '#ui/toast.tsx';

/** What tries again, of every part that could not be fetched. */
const failed = pageState(() => new Set<() => void>());

function tryAgain(): void {
  for (const load of failed) load();
}

export type LazyPart<P> = ComponentType<
  P & {
    /** Stands in its place until it is there. */
    waiting?: ReactNode;
  }
> & {
  /** Fetches it ahead. */
  preload: () => Promise<unknown>;
};

/**
 * A part of a page that is fetched when it is first shown. Where that fails a toast says so and offers to try again; it
 * is also tried again once there is a connection.
 */
export function lazyPart<P extends object>(load: () => Promise<ComponentType<P>>): LazyPart<P> {
  const known = pageState(() => ({ part: undefined as ComponentType<P> | undefined }));
  const fetchPart = async () => (known.part = await load());
  function LazyPart({ waiting, ...props }: ComponentProps<LazyPart<P>>) {
    const { t } = useTranslation('shell');
    const toast = useToast();
    const [Part, setPart] = useState(() => known.part);
    const [attempt, loadAgain] = useReducer((attempts: number) => attempts + 1, 0);
    const sayFailed = useEffectEvent(() => {
      failed.add(loadAgain);
      toast({
        name: 'part-failed',
        kind: 'danger',
        text: t('state.partFailed'),
        action: { label: t('state.retry'), onClick: tryAgain },
      });
    });
    useEffect(() => {
      let left = false;
      fetchPart().then(
        (loaded) => {
          if (!left) setPart(() => loaded);
        },
        () => !left && sayFailed(),
      );
      window.addEventListener('online', tryAgain);
      return () => {
        left = true;
        failed.delete(loadAgain);
        window.removeEventListener('online', tryAgain);
      };
    }, [attempt]);
    if (!Part) return waiting;
    // It may wait for words of its own.
    return (
      <Suspense fallback={waiting}>
        <Part {...(props as unknown as P)} />
      </Suspense>
    );
  }
  return Object.assign(LazyPart, { preload: fetchPart });
}

/** The same for what opens over the page: it is fetched when it is first opened, and stays until it has closed. */
export function lazyOverlay<P extends { open: boolean }>(
  load: () => Promise<ComponentType<P>>,
): ComponentType<P> {
  const Part = lazyPart<P>(load);
  return function LazyOverlay(props: P) {
    const [opened, setOpened] = useState(props.open);
    if (props.open && !opened) setOpened(true);
    return opened && <Part {...props} />;
  };
}
