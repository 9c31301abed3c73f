/** Keeps a screen's error from breaking the whole window. */
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorState } from '../ui/feedback/states.tsx'

type ErrorBoundaryProps = { readonly screen: string; readonly children: ReactNode }

export class ErrorBoundary extends Component<ErrorBoundaryProps, { readonly hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError() {
    return { hasFailed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // The problem report and the tests read the console.
    console.error('A screen failed', error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children
    return (
      <ErrorState
        what={`Couldn’t show ${this.props.screen}`}
        why="This screen has failed. Everything you wrote is saved."
        whatToDo="Open it again. If it fails again, report a problem under Settings, About."
        onRetry={() => this.setState({ hasFailed: false })}
        retryLabel="Open again"
      />
    )
  }
}
