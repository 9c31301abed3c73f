/** The filter editor: tests a typed filter against captured notifications (NOT-07), and keeps drafts. */
import { setImmediate as yieldTurn } from 'node:timers/promises'
import * as z from 'zod'
import type { FeatureHandlers } from '../../../shared/ipc/define.ts'
import type {
  FilterResult,
  filterContract,
  MessagePart,
  TextMark,
} from '../../../shared/notifications/filter-contract.ts'
import { Failure, notFound } from '../../../shared/result.ts'
import type { Clock } from '../../ports.ts'
import type { NotificationStore } from '../store.ts'
import { createStoredValue } from '../stored-value.ts'
import { checkFilterSchema, describeFault, withinMs } from './filter-check.ts'
import { findRange, parsePointer, readJsonSource, valueAtPointer } from './json-source.ts'

const MAX_EVENTS = 500
const MAX_BYTES = 32_000_000
const YIELD_AFTER_MS = 8
/** Blocks the receiver for at most this long; an event of 1 MB needs a tenth of it. */
const EVENT_TIMEOUT_MS = 100
const MAX_MARKS = 50
const MAX_DRAFTS = 20

const partPointers: Readonly<Record<MessagePart, string>> = {
  message: '',
  notification: '/notification',
  data: '/notification/data',
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/** Undefined if the message is not JSON or lacks the part. */
const readPart = (body: Uint8Array, part: MessagePart): unknown => {
  try {
    return valueAtPointer(JSON.parse(decoder.decode(body)), partPointers[part])
  } catch {
    return undefined
  }
}

export const createFilterEditorHandlers = (deps: {
  readonly store: NotificationStore
  readonly clock: Clock
}): FeatureHandlers<typeof filterContract> => {
  const { store, clock } = deps
  const draftSchema = z.object({ subscriptionId: z.string(), text: z.string() })
  const drafts = createStoredValue(store, 'filterDrafts', z.array(draftSchema))

  return {
    filterDraft: (input) => ({
      text: drafts.read()?.find(({ subscriptionId }) => subscriptionId === input.subscriptionId)?.text ?? null,
    }),
    saveFilterDraft: ({ subscriptionId, text }) => {
      const others = (drafts.read() ?? []).filter((draft) => draft.subscriptionId !== subscriptionId)
      drafts.write((text === null ? others : [...others, { subscriptionId, text }]).slice(-MAX_DRAFTS))
    },

    testFilter: async ({ filterSchema, part, name }) => {
      const filter = checkFilterSchema(filterSchema)
      const marks: TextMark[] = [...filter.marks]
      let { usable } = filter
      const rows = usable === undefined ? [] : store.jsonEvents(name, MAX_EVENTS + 1)
      const events: FilterResult[] = []
      let read = 0
      let skipped = 0
      let bytes = 0
      let turnStartedMs = clock.monotonicMs()
      for (const { deliveryId, ...about } of rows.slice(0, MAX_EVENTS)) {
        if (bytes > MAX_BYTES) break
        const body = store.body(deliveryId)
        read += 1
        bytes += body.length
        const value = readPart(body, part)
        if (value === undefined) skipped += 1
        else if (usable !== undefined) {
          const { judge } = usable
          try {
            const { passes, errors } = withinMs(EVENT_TIMEOUT_MS, () => judge(value))
            const [first] = errors
            const subject = parsePointer(first?.instancePath ?? '').join('.') || 'It'
            const failure = first === undefined ? null : describeFault(first, subject)
            events.push({ ...about, passes, failure, failures: errors.length })
          } catch (error) {
            if (!(error instanceof Failure)) throw error
            usable = undefined
            marks.push({ from: 0, to: 1, tone: 'danger', message: error.message })
          }
        }
        if (clock.monotonicMs() - turnStartedMs > YIELD_AFTER_MS) {
          await yieldTurn()
          turnStartedMs = clock.monotonicMs()
        }
      }
      return {
        marks,
        isUsable: usable !== undefined,
        events: usable === undefined ? [] : events,
        isComplete: read === rows.length,
        skipped,
      }
    },

    testFilterOnEvent: ({ filterSchema, part, eventId }) => {
      const event = store.jsonEvent(eventId)
      if (event === undefined) throw notFound('This event is no longer in the log.')
      const value = readPart(store.body(event.deliveryId), part)
      const text = value === undefined ? '' : JSON.stringify(value, null, 2)
      const { usable } = checkFilterSchema(filterSchema)
      if (value === undefined || usable === undefined) return { text, passes: false, marks: [] }
      const { passes, errors } = withinMs(EVENT_TIMEOUT_MS, () => usable.judge(value))
      const shown = readJsonSource(text)
      const marks = errors.slice(0, MAX_MARKS).map((error) => {
        const { from, to } = findRange(shown, error.instancePath)
        // For a list or an object, only its first character is underlined.
        const end = /^[{[]/.test(text.slice(from)) ? from + 1 : to
        return { from, to: end, tone: 'danger' as const, message: describeFault(error, 'It') }
      })
      return { text, passes, marks }
    },
  }
}
