import { useState } from 'react';
import { useLinkedOverlay } from '#client/overlays.ts';
import type { OwnPhoto } from '#contract/account/user.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { useMember } from '#site/shell/session.ts';

const ShownPhoto = lazyPart(async () => (await import('./shown-photo.tsx')).ShownPhoto);

const PREFIX = 'photo-';

/** The photo whose name is in the address, with what can be done with it. */
export function PhotoDialog() {
  const { photos } = useMember();
  const { name, close } = useLinkedOverlay();
  const [shown, setShown] = useState<OwnPhoto | null>(null);
  const named = photos.find((photo) => name === PREFIX + photo.name);
  if (named && named !== shown) setShown(named);
  if (!shown) return null;
  return (
    <ShownPhoto
      key={shown.name}
      photo={shown}
      open={named !== undefined}
      onClose={() => void close()}
      onClosed={() => setShown(null)}
    />
  );
}
