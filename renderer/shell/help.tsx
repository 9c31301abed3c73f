/** The help: guides, and the rule behind every message. */
import { lazy, Suspense } from 'react'
import { LoadingState } from '../ui/feedback/states.tsx'
import { Dialog } from '../ui/overlays/dialog.tsx'
import type { HelpBodyProps } from './help-body.tsx'
import { loaded } from './loaded.ts'

const HelpBody = lazy(async () => ({ default: (await loaded(() => import('./help-body.tsx'))).HelpBody }))

type HelpProps = Omit<HelpBodyProps, 'first'> & {
  /** The topic to open; empty for the first, undefined while the help is closed. */
  readonly topic: string | undefined
}

export const Help = ({ topic, ...props }: HelpProps) => (
  <Dialog isOpen={topic !== undefined} onClose={props.onClose} size="l" title="Help">
    <Suspense fallback={<LoadingState label="Loading the help" shape="facts" />}>
      <HelpBody first={topic ?? ''} {...props} />
    </Suspense>
  </Dialog>
)
