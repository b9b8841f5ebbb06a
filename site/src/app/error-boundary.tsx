import { Component, type ErrorInfo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { replayEarlyInput } from '#site/shell/early-input.ts';
import { report } from '#site/shell/report.ts';
import { Button } from '#ui/button.tsx';
import { PageFault } from '#ui/page-states.tsx';

type Props = { children: ReactNode };
type State = { id: string | null };

/** Keeps a fault to the part it came from, under an id the person can quote. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { id: null };

  static getDerivedStateFromError(): State {
    return { id: crypto.randomUUID().slice(0, 8) };
  }

  override componentDidCatch(error: Error, { componentStack }: ErrorInfo): void {
    // What is broken will never answer, and the rest of the page does not wait for it.
    replayEarlyInput();
    void report({
      subject: `page fault ${this.state.id}`,
      message: error.message,
      error: `${error.stack ?? ''}\n${componentStack ?? ''}`,
    });
  }

  override render(): ReactNode {
    if (this.state.id === null) return this.props.children;
    return <Broken id={this.state.id} onRetry={() => this.setState({ id: null })} />;
  }
}

function Broken({ id, onRetry }: { id: string; onRetry: () => void }) {
  const { t } = useTranslation('shell');
  return (
    <PageFault
      words={{
        title: t('state.brokenTitle'),
        text: t('state.brokenText', { id }),
        offlineTitle: t('state.offlineTitle'),
        offlineText: t('state.offlineText'),
      }}
      onOnline={onRetry}
      actions={
        <div className="flex flex-wrap justify-center gap-3">
          <Button onClick={onRetry}>{t('state.retry')}</Button>
          <Button variant="ghost" onClick={() => location.reload()}>
            {t('state.reload')}
          </Button>
        </div>
      }
    />
  );
}
