/** What every panel gets. */
export type PanelProps = { open: boolean; onClose: () => void; onClosed: () => void };
