/** Searches conversations on the platform, in addition to the local search. Opening a result stores it. */
import { useRef, useState } from 'react'
import type { ListFilter } from '../../../shared/messaging/list.ts'
import {
  type FoundConversation,
  type PlatformQuery,
  platformStatuses,
} from '../../../shared/messaging/platform-search.ts'
import { useAction, useClient } from '../../api/hooks.ts'
import { usePlatform, usePlatformName } from '../../api/use-connection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import { RelativeTime } from '../../ui/display/relative-time.tsx'
import { MutationError } from '../../ui/feedback/mutation-error.tsx'
import { Select } from '../../ui/fields/select.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { formatCount } from '../../ui/format/locale-format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { openConversation } from '../locations.ts'
import { appendFound } from './append-found.ts'
import styles from './platform-search-dialog.module.css'

const ANY = 'ANY'
const statusLabels: Readonly<Record<(typeof platformStatuses)[number], string>> = {
  UNANSWERED: 'Unanswered',
  ANSWERED: 'Answered',
  ACTIVE: 'In the inbox',
  ARCHIVE: 'Archived',
  READ: 'Read',
  UNREAD: 'Unread',
  DELETE: 'Deleted',
}

type Form = Readonly<Record<'status' | 'buyer' | 'listingId' | 'from' | 'to', string>>

/**
 * The first instant of a day in the seller's time zone, `days` later; null for an empty field. A day that begins at one, because the
 * clocks skip an hour, is followed by one that begins at midnight.
 */
export const dayStart = (value: string, days = 0): number | null => {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = value.split('-').map(Number)
  const date = new Date(0)
  date.setFullYear(year, month - 1, day + days)
  const atMs = date.setHours(0, 0, 0, 0)
  return Number.isNaN(atMs) ? null : atMs
}

const toQuery = ({ status, buyer, listingId, from, to }: Form): PlatformQuery => ({
  status: platformStatuses.find((one) => one === status) ?? null,
  buyer: buyer.trim() || null,
  listingId: listingId.trim() || null,
  fromMs: dayStart(from),
  toMs: dayStart(to, 1),
})

export type DateProblem = { readonly field: 'from' | 'to'; readonly message: string }

/** What is wrong with the days of a search. `isHalf`: the browser passes a half typed day on as an empty field. */
export const findDateProblem = (
  { from, to }: Pick<Form, 'from' | 'to'>,
  isHalf: Readonly<Record<'from' | 'to', boolean>>,
): DateProblem | null => {
  const half = (['from', 'to'] as const).find((field) => isHalf[field])
  if (half !== undefined) return { field: half, message: 'This day isn’t complete. Finish it, or clear the field.' }
  if (from === '' || to === '' || from <= to) return null
  return { field: 'from', message: 'The start is after the end. Choose an earlier day.' }
}

/** The pages of one search so far. They stay on screen while the next one loads, even if that fails. */
type Found = {
  readonly query: PlatformQuery
  readonly rows: readonly FoundConversation[]
  readonly total: number
  readonly nextOffset: number | null
}

type PlatformSearchDialogProps = { readonly filter: ListFilter; readonly onClose: () => void }

export const PlatformSearchDialog = ({ filter, onClose }: PlatformSearchDialogProps) => {
  const { the } = usePlatformName()
  const client = useClient()
  const { unansweredFilter } = usePlatform().capabilities
  const [form, setForm] = useState<Form>({
    status: ANY,
    buyer: filter.otherParty ?? '',
    listingId: filter.itemId ?? '',
    from: '',
    to: '',
  })
  const [found, setFound] = useState<Found | null>(null)
  const search = useAction(async ({ query, offset }: { readonly query: PlatformQuery; readonly offset: number }) => {
    const page = await client.messaging.searchPlatform({ ...query, offset })
    setFound((before) => ({ ...page, query, rows: appendFound(before?.rows ?? [], page.rows) }))
  })
  const open = useAction(async ({ conversationId, isKept }: FoundConversation) => {
    if (!isKept) await client.messaging.keepFound({ conversationId })
    onClose()
    openConversation(conversationId)
  })
  const formRef = useRef<HTMLDivElement>(null)
  const [dateProblem, setDateProblem] = useState<DateProblem | null>(null)
  const set = (part: Partial<Form>): void => {
    setDateProblem(null)
    setForm((now) => ({ ...now, ...part }))
  }
  const submit = (): void => {
    if (search.isPending) return
    const [fromField, toField] = formRef.current?.querySelectorAll<HTMLInputElement>('input[type="date"]') ?? []
    const problem = findDateProblem(form, {
      from: fromField?.validity.badInput === true,
      to: toField?.validity.badInput === true,
    })
    setDateProblem(problem)
    if (problem !== null) return
    setFound(null)
    search.mutate({ query: toQuery(form), offset: 0 })
  }
  const statuses = platformStatuses.filter((one) => unansweredFilter || (one !== 'ANSWERED' && one !== 'UNANSWERED'))
  const nextOffset = found?.nextOffset ?? null

  return (
    <Dialog onClose={onClose} size="l" title={`Search on ${the}`}>
      <Stack gap={4}>
        <div className={styles.form} ref={formRef}>
          <Select
            label="Status"
            options={[{ id: ANY, label: 'Any' }, ...statuses.map((id) => ({ id, label: statusLabels[id] }))]}
            value={form.status}
            onChange={(status) => set({ status })}
          />
          <TextField
            autoFocus
            label="Buyer’s username"
            value={form.buyer}
            onChange={(buyer) => set({ buyer })}
            onSubmit={submit}
          />
          <TextField
            label="Listing ID"
            isMono
            value={form.listingId}
            onChange={(listingId) => set({ listingId })}
            onSubmit={submit}
          />
          <TextField
            label="From"
            type="date"
            value={form.from}
            onChange={(from) => set({ from })}
            onSubmit={submit}
            error={dateProblem?.field === 'from' ? dateProblem : undefined}
          />
          <TextField
            label="To"
            type="date"
            value={form.to}
            onChange={(to) => set({ to })}
            onSubmit={submit}
            error={dateProblem?.field === 'to' ? dateProblem : undefined}
          />
          <Button variant="primary" isPending={search.isPending} onPress={submit}>
            Search
          </Button>
        </div>
        <MutationError of={[search, open]} />
        {found !== null && (
          <>
            <Text as="p" role="status" size="meta" tabular tone="soft">
              {`${formatCount(found.total, 'conversation')} on ${the}`}
            </Text>
            <ul aria-label={`Found on ${the}`} className={styles.found}>
              {found.rows.map((row) => (
                <FoundRow
                  key={row.conversationId}
                  row={row}
                  isPending={open.isPending}
                  onOpen={() => open.mutate(row)}
                />
              ))}
            </ul>
            {nextOffset !== null && (
              <Button
                isPending={search.isPending}
                onPress={() => search.mutate({ query: found.query, offset: nextOffset })}
              >
                Show more
              </Button>
            )}
          </>
        )}
      </Stack>
    </Dialog>
  )
}

type FoundRowProps = { readonly row: FoundConversation; readonly isPending: boolean; readonly onOpen: () => void }

const FoundRow = ({ row, isPending, onOpen }: FoundRowProps) => {
  const { the } = usePlatformName()
  const name = row.buyer ?? 'Unknown buyer'
  return (
    <Row as="li" className={styles.row} gap={3}>
      <Stack gap={0} grow>
        <Row gap={2}>
          <Text strong truncate>
            <bdi>{name}</bdi>
          </Text>
          {row.isDeleted ? (
            <Badge tone="neutral">Deleted</Badge>
          ) : (
            !row.isKept && <Badge tone="info">{`On ${the} only`}</Badge>
          )}
        </Row>
        <Text size="meta" tone="soft" truncate>
          {row.subject || row.preview || 'No subject'}
        </Text>
      </Stack>
      <Text size="meta" tabular tone="faint">
        {row.latestAtMs !== null && <RelativeTime at={row.latestAtMs} />}
      </Text>
      {!row.isDeleted && (
        <Button size="s" aria-label={`Open the conversation with ${name}`} isPending={isPending} onPress={onOpen}>
          Open
        </Button>
      )}
    </Row>
  )
}
