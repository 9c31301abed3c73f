/** Why the platform's list of active listings could not be read. */

import type { inventoryContract } from '../../../shared/inventory/contract.ts'
import type { OutputOf } from '../../../shared/ipc/define.ts'
import { useReportedMutation } from '../../api/hooks.ts'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'

type ActiveProblemProps = {
  readonly active: NonNullable<OutputOf<(typeof inventoryContract)['items']>['active']>
}

export const ActiveProblem = ({ active: { problem, readAtMs } }: ActiveProblemProps) => {
  const retry = useReportedMutation('inventory', 'retryReading')
  if (problem === null) return null
  return (
    <Banner
      action={{ label: 'Try again', onPress: () => retry.mutate({}) }}
      title="The listings made with other tools couldn’t be read."
      tone="caution"
    >
      {problem.message}{' '}
      {readAtMs === null ? (
        'The items you made here are all shown.'
      ) : (
        <>
          The list shows them as they were <RelativeTime at={readAtMs} />.
        </>
      )}
    </Banner>
  )
}
