import { type ReactNode, useSyncExternalStore } from 'react';
import { classNames } from '../../../packages/ui/class-names.ts';
import { storage } from './storage.ts';

/** The member's own picture in a bar, also before it is known who he is; else what stands for it. */
export function OwnPicture({ className, fallback }: { className?: string; fallback?: ReactNode }) {
  const picture = useSyncExternalStore(
    (listener) => storage.watch('avatar', listener),
    () => storage.get('avatar'),
    () => undefined,
  );
  if (!picture) return fallback;
  return <img src={picture} alt="" className={classNames('rounded-avatar object-cover', className)} />;
}
