import { useEffect, useState } from 'react';
import { useOverlayEntry } from '#client/overlays.ts';
import { useStore } from '#client/store.ts';
import { lazyPart } from '#site/shell/lazy-part.tsx';
import { type ProofQuestion, proofStore } from '#site/shell/proof.ts';
import { useIsMember } from '#site/shell/session.ts';

const ProofDialog = lazyPart(
  async () => (await import('#site/features/account/proof-dialog.tsx')).ProofDialog,
);

/** Asks who is there, over whatever is open: what was begun there waits, and stays as it is. */
export function ProofHost() {
  const question = useStore(proofStore, null);
  const [shown, setShown] = useState<ProofQuestion | null>(null);
  const { isOpen } = useOverlayEntry('proof', question !== null, { onLeft: () => question?.settle(false) });
  const isMember = useIsMember();
  useEffect(() => {
    // After the end of the session there is nothing to go on with.
    if (!isMember) question?.settle(false);
  }, [isMember, question]);
  if (question && question !== shown) setShown(question);
  if (!shown) return null;
  return (
    <ProofDialog
      open={isOpen}
      onProven={() => question?.settle(true)}
      onClose={() => question?.settle(false)}
      onClosed={() => setShown(null)}
    />
  );
}
