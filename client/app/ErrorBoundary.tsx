import { Component, type ReactNode } from 'react';
import { ChunkLoadError } from '../lib/lazy-screen.ts';
import { ChunkFailure } from './ChunkFailure.tsx';
import { ErrorScreen } from './ErrorScreen.tsx';

type Props = { children: ReactNode; resetKey?: string };
type State = { error: Error | undefined; resetKey: string | undefined };

/** Catches what a screen throws; another `resetKey` (a navigation) or another address gives the screens a new chance. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { error: undefined, resetKey: this.props.resetKey };

  static getDerivedStateFromError(thrown: unknown): Partial<State> {
    return { error: thrown instanceof Error ? thrown : new Error(String(thrown)) };
  }

  static getDerivedStateFromProps({ resetKey }: Props, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { error: undefined, resetKey };
  }

  readonly forget = () => this.setState({ error: undefined });

  // Around the router itself nothing else hears that somebody left for the start.
  override componentDidMount() {
    window.addEventListener('hashchange', this.forget);
  }

  override componentWillUnmount() {
    window.removeEventListener('hashchange', this.forget);
  }

  override render() {
    const { error } = this.state;
    if (error instanceof ChunkLoadError) return <ChunkFailure error={error} onLoaded={this.forget} />;
    return error ? <ErrorScreen error={error} /> : this.props.children;
  }
}
