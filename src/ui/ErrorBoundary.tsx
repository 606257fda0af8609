import { Component, type ComponentType, type ErrorInfo, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { slotsOf } from './slots.ts';

interface Props {
  children: ReactNode;
}
interface State {
  failed: boolean;
}

/** Shows 'Unexpected Application Error!' in the place of an island that threw (specification, section 8). */
class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  override componentDidCatch(error: unknown, info: ErrorInfo) {
    console.error(error, info.componentStack);
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    return (
      <div
        role="alert"
        className="flex flex-col items-start gap-4 rounded-card border-2 border-danger bg-paper-2 p-6"
      >
        <h2 className="font-display text-2xl">Unexpected Application Error!</h2>
        <p>What you sent before is safe.</p>
        <Button onClick={() => location.reload()}>Reload the Page</Button>
      </div>
    );
  }
}

/** The component with a boundary around it: every island's default export goes through this. */
export function withBoundary<P extends object>(Inner: ComponentType<P>): ComponentType<P> {
  const Guarded = (props: P) => (
    <ErrorBoundary>
      <Inner {...props} />
    </ErrorBoundary>
  );
  Guarded.displayName = `withBoundary(${Inner.displayName ?? Inner.name})`;
  return Object.assign(Guarded, { slotsOf });
}
