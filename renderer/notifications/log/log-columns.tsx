/** The columns of the log, by its width. */

import { RotateCcw } from 'lucide-react'
import type { PlatformName } from '../../../shared/connection/platforms.ts'
import { originLabels, processingLabels, signatureLabel } from '../../../shared/notifications/event.ts'
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
type LogWidth = 'list' | 'narrow' | 'table'

export const useLogWidth = (isBesideEvent: boolean): LogWidth => {
  const isNarrow = useMediaQuery('(max-width: 999.98px)')
  if (isBesideEvent) return 'list'
  return isNarrow ? 'narrow' : 'table'
}

const time: Column = {
  id: 'time',
  label: 'Arrived',
  // Fits "59 min. ago" in every language.
  width: '128px',
  render: ({ receivedAtMs }) => <RelativeTime at={receivedAtMs} />,
}

type TitleProps = {
  readonly words: string
  /** The item's title, which is part of them; null if it isn't. */
  readonly title: string | null
}

/** Cuts the item's title where the column is narrow, so that what happened and the price stay. */
const EventTitle = ({ words, title }: TitleProps) => {
  const at = title === null || title === '' ? -1 : words.indexOf(title)
  if (title === null || at < 0) return <Text truncate>{words}</Text>
  return (
    <span className={styles.words}>
      {at > 0 && <span className={styles.around}>{words.slice(0, at)}</span>}
      <span className={styles.itemTitle}>{title}</span>
      <span className={styles.around}>{words.slice(at + title.length)}</span>
    </span>
  )
}

const event = (width: string, platformName: PlatformName): Column => ({
  id: 'event',
  label: 'Event',
  width,
  render: (row) => {
    const { name, origin, isTest, isUnseen, sameSaleAs } = row
    const title = describeEvent(row, platformName, Number.POSITIVE_INFINITY)
    const words =
      row.signature === 'verified' ? title : [title, describeOrigin(row)].filter((part) => part !== '').join(' · ')
    return (
      <span className={styles.event} title={`${words} (${name})`}>
        {isUnseen && <span className={styles.unseen} />}
        {isUnseen && <VisuallyHidden>New: </VisuallyHidden>}
        {origin !== 'platform' && <Badge tone="accent">{originLabels[origin]}</Badge>}
        {isTest && <Badge tone="info">Test</Badge>}
        {sameSaleAs !== null && <Badge>Same sale</Badge>}
        <EventTitle title={row.signature === 'verified' ? (row.item?.title ?? null) : null} words={words} />
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

const signature = (platformName: PlatformName): Column => ({
  id: 'signature',
  label: 'Signature',
  width: '172px',
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
export const logColumns = (width: LogWidth, platformName: PlatformName): readonly Column[] => {
  switch (width) {
    case 'list':
      return [time, event('minmax(120px, 1fr)', platformName), state]
    case 'narrow':
      return [time, event('minmax(180px, 2fr)', platformName), signature(platformName), state]
    case 'table':
      return [time, event('minmax(220px, 3fr)', platformName), item, signature(platformName), deliveries, state]
  }
}
