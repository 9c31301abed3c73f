/** What a search shows in place of results. */
import type { ReactNode } from 'react'
import { Text } from '../layout/layout.tsx'

type NoneFoundProps = {
  /** Whether the answer is that of a former search. */
  readonly isFormer: boolean
  /** That nothing was found for what is typed. */
  readonly children: ReactNode
}

/** Says that nothing was found only once the answer is of what is typed. */
export const NoneFound = ({ isFormer, children }: NoneFoundProps): ReactNode =>
  isFormer ? (
    <Text role="status" tone="faint">
      Searching…
    </Text>
  ) : (
    children
  )
