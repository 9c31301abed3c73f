/** The columns of the log, by its width. */
import { RotateCcw } from 'lucide-react'
import { originLabels, processingLabels, signatureLabel } from '../../../shared/notifications/event.ts'
import { MAX_WIDE_TITLE } from '../../../shared/notifications/event-title.ts'
import type { EventRow } from '../../../shared/notifications/log-contract.ts'
import { VisuallyHidden } from '../../ui/base/visually-hidden.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { formatNumber } from '../../ui/format/locale-format.ts'
import { useMediaQuery } from '../../ui/hooks/use-media-query.ts'
import { Text } from '../../ui/layout/layout.tsx'
import type { TableColumn } from '../../ui/lists/table.tsx'
import { describeEvent } from './describe-event.ts'
import styles from './log.module.css'
import { describeOrigin, formatTimes, processingTones, signatureTones } from './log-format.ts'

type Column = TableColumn<EventRow>

/** `list`: beside an open event. */
type LogWidth = 'list' | 'narrow' | 'table' | 'wide'

export const useLogWidth = (isBesideEvent: boolean): LogWidth => {
  const isNarrow = useMediaQuery('(max-width: 999.98px)')
  const isWide = useMediaQuery('(min-width: 1400px)')
  if (isBesideEvent) return 'list'
  return isNarrow ? 'narrow' : isWide ? 'wide' : 'table'
}

const time: Column = {
  id: 'time',
  label: 'Arrived',
  // Fits "59 min. ago" in every language.
  width: '128px',
  render: ({ receivedAtMs }) => <RelativeTime at={receivedAtMs} />,
}

const event = (width: string, platformName: string, maxTitle?: number): Column => ({
  id: 'event',
  label: 'Event',
  width,
  render: (row) => {
    const { name, origin, isTest, isUnseen, sameSaleAs } = row
    const words =
      row.signature === 'verified'
        ? describeEvent(row, platformName, maxTitle)
        : [describeEvent(row, platformName, maxTitle), describeOrigin(row)].filter((part) => part !== '').join(' · ')
    return (
      <span className={styles.event} title={`${words} (${name})`}>
        {isUnseen && <span className={styles.unseen} />}
        {isUnseen && <VisuallyHidden>New: </VisuallyHidden>}
        {origin !== 'platform' && <Badge tone="accent">{originLabels[origin]}</Badge>}
        {isTest && <Badge tone="info">Test</Badge>}
        {sameSaleAs !== null && <Badge>Same sale</Badge>}
        <Text truncate>{words}</Text>
      </span>
    )
  },
})

const item: Column = {
  id: 'item',
  label: 'Item',
  width: 'minmax(116px, 1fr)',
  render: ({ itemId, item }) => (
    <span className="mono" title={itemId ?? undefined}>
      {item?.sku ?? itemId ?? ''}
    </span>
  ),
}

const signature = (platformName: string): Column => ({
  id: 'signature',
  label: 'Signature',
  width: '132px',
  render: ({ signature }) => <Badge tone={signatureTones[signature]}>{signatureLabel(signature, platformName)}</Badge>,
})

const deliveries: Column = {
  id: 'deliveries',
  label: 'Deliveries',
  width: '104px',
  align: 'end',
  render: ({ deliveryCount, replayCount }) => (
    <span className={styles.deliveries}>
      {formatNumber(deliveryCount)}
      {replayCount > 0 && (
        <span className={styles.replays} title={`and processed again ${formatTimes(replayCount)}`}>
          <RotateCcw aria-label="and processed again" role="img" size={12} /> {formatNumber(replayCount)}
        </span>
      )}
    </span>
  ),
}

const state: Column = {
  id: 'state',
  label: 'State',
  width: '112px',
  render: ({ processing }) => <Badge tone={processingTones[processing]}>{processingLabels[processing]}</Badge>,
}

/** `platformName`: the platform's name in sentences. */
export const logColumns = (width: LogWidth, platformName: string): readonly Column[] => {
  switch (width) {
    case 'list':
      return [time, event('minmax(120px, 1fr)', platformName), state]
    case 'narrow':
      return [time, event('minmax(180px, 2fr)', platformName), signature(platformName), state]
    case 'table':
    case 'wide':
      return [
        time,
        event('minmax(220px, 3fr)', platformName, width === 'wide' ? MAX_WIDE_TITLE : undefined),
        item,
        signature(platformName),
        deliveries,
        state,
      ]
  }
}
