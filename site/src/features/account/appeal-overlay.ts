import { useOverlay } from '#client/overlays.ts';

/** The dialog that asks why a decision is wrong, whatever page shows the decision. */
export const useAppealOverlay = () => useOverlay<{ decisionId: string }>('appeal');
