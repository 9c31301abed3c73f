/** The last run of listing changes: its progress and the outcome of each item (LST-07). */
import { useState } from 'react'
import {
  type ListingRun,
  type ListingRunRowState,
  runRowStates,
} from '../../../shared/listing/contract/listing-run-contract.ts'
import { useApiMutation, useApiQuery } from '../../api/hooks.ts'
import { useApiRows } from '../../api/use-api-rows.ts'
import { NoRun, RunPane } from '../../parts/run-pane.tsx'
import type { Tone } from '../../ui/base/tone.ts'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Progress } from '../../ui/feedback/progress.tsx'
import { formatCount, formatNumber } from '../../ui/format/locale-format.ts'
import { Text } from '../../ui/layout/layout.tsx'
import { stateColumns } from '../../ui/lists/state-rows.tsx'

export type RunPanelProps = { readonly onClose: () => void; readonly onOpenItem: (sku: string) => void }

const titles: Readonly<Record<ListingRun['action'], string>> = {
  saveOffer: 'Create offers',
  publish: 'Publish items',
  withdraw: 'End listings',
  price: 'Change prices',
  quantity: 'Restock',
}

const stateLabels: Readonly<Record<ListingRunRowState, { readonly label: string; readonly tone: Tone }>> = {
  waiting: { label: 'Waiting', tone: 'neutral' },
  sending: { label: 'Sending', tone: 'info' },
  unknown: { label: 'Checking', tone: 'caution' },
  refused: { label: 'Refused', tone: 'danger' },
  notFound: { label: 'Not done', tone: 'danger' },
  done: { label: 'Done', tone: 'good' },
  dropped: { label: 'Withdrawn', tone: 'neutral' },
}

type RunRow = {
  readonly sku: string
  readonly title: string | null
  readonly state: ListingRunRowState
  readonly message: string
}

const describe = ({ title, message, state }: RunRow) => ({
  text: message === '' ? (title ?? '') : message,
  isProblem: state === 'refused' || state === 'notFound',
})
const columns = stateColumns<RunRow, ListingRunRowState>(stateLabels, describe)
const keyOf = ({ sku }: RunRow): string => sku

const OpenRun = ({ run, onClose, onOpenItem }: RunPanelProps & { readonly run: ListingRun }) => {
  const { runId, counts, isOpen, action } = run
  const stop = useApiMutation('listing', 'stopRun')
  const [wanted, setWanted] = useState<ListingRunRowState | 'all'>()
  const shown = wanted ?? (!isOpen && counts.refused > 0 ? 'refused' : 'all')
  const { rows } = useApiRows('listing', 'runRows', { runId, state: shown })
  const ended = counts.done + counts.refused + counts.dropped + counts.notFound
  const outcome = [
    `${formatNumber(counts.done)} of ${formatCount(counts.all, 'item')} done`,
    ...(counts.refused > 0 ? [`${formatNumber(counts.refused)} refused`] : []),
    ...(counts.unknown > 0 ? [`${formatNumber(counts.unknown)} being checked`] : []),
  ].join(', ')
  return (
    <RunPane<RunRow, ListingRunRowState>
      columns={columns}
      counts={counts}
      describe={({ title, message }) => message || (title ?? '')}
      getKey={keyOf}
      isFirstChosen={shown === 'refused'}
      labels={stateLabels}
      onClose={onClose}
      onOpenItem={onOpenItem}
      onShow={setWanted}
      rows={rows}
      shown={shown}
      states={runRowStates.filter((state) => counts[state] > 0)}
      subtitle={outcome}
      title={titles[action]}
    >
      <MutationError of={stop} />
      {isOpen && (
        <Progress
          detail={outcome}
          label={titles[action]}
          max={counts.all}
          onStop={() => stop.mutate({ runId })}
          value={ended}
        />
      )}
      {isOpen && (
        <Text as="p" tone="soft">
          Continues automatically, even after a restart. Stop withdraws what was not sent yet.
        </Text>
      )}
    </RunPane>
  )
}

export const ListingRunPanel = (props: RunPanelProps) => {
  const query = useApiQuery('listing', 'run', {})
  if (query.data != null) return <OpenRun {...props} key={query.data.runId} run={query.data} />
  return (
    <NoRun
      heading="No listings changed in bulk yet"
      onClose={props.onClose}
      query={query}
      text="Select rows in the list, then choose Listings."
      title="Listings"
    />
  )
}
