/** Keeps a fault in one room from taking the window with it: says what happened and offers the room again. */
import { Component, type ErrorInfo, type ReactNode } from 'react'
import { ErrorState } from '../ui/states.tsx'

export type ErrorBoundaryProps = {
  /** The room's name, as the rail shows it. */
  readonly room: string
  readonly children: ReactNode
}

type State = { readonly failed: boolean }

export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false }

  static getDerivedStateFromError(): State {
    return { failed: true }
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    // The window has no log of its own; the console is what "report a problem" and the tests read.
    console.error('A screen failed', error, info.componentStack)
  }

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children
    return (
      <ErrorState
        what={`${this.props.room} cannot be shown`}
        why="This screen met a fault of its own. What you wrote was saved before it was shown."
        whatToDo="Open it again. If it fails again, go to another room and back."
        onRetry={() => this.setState({ failed: false })}
        retryLabel="Open again"
      />
    )
  }
}
