/** The help: how the app is meant, and each rule behind its messages. */
import { lazy, Suspense } from 'react'
import { Dialog } from '../ui/dialog.tsx'
import { LoadingState } from '../ui/states.tsx'
import type { HelpBodyProps } from './help-body.tsx'
import { loaded } from './loaded.ts'

const HelpBody = lazy(async () => ({ default: (await loaded(() => import('./help-body.tsx'))).HelpBody }))

export type HelpProps = Omit<HelpBodyProps, 'first'> & {
  /** The topic to begin with; empty for the first. Undefined: closed. */
  readonly topic: string | undefined
}

export function Help({ topic, ...acts }: HelpProps) {
  return (
    <Dialog isOpen={topic !== undefined} onClose={acts.onClose} size="l" title="Help">
      <Suspense fallback={<LoadingState label="Loading the help" shape="facts" />}>
        <HelpBody first={topic ?? ''} {...acts} />
      </Suspense>
    </Dialog>
  )
}
