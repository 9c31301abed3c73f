/** What a search within a form or a picker shows in place of results. A whole list shows its skeleton meanwhile. */
import type { ReactNode } from 'react'
import { Text } from '../layout/layout.tsx'

type NoneFoundProps = {
  /** Whether the answer belongs to an earlier search. */
  readonly isFormer: boolean
  /** Says that nothing was found. */
  readonly children: ReactNode
}

/** Says that nothing was found only once the answer is for what is typed. */
export const NoneFound = ({ isFormer, children }: NoneFoundProps): ReactNode =>
  isFormer ? (
    <Text role="status" tone="faint">
      Searching…
    </Text>
  ) : (
    children
  )
