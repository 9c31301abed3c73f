/** The filter editor: tests a typed filter against captured notifications (NOT-07), and keeps drafts. */
import { setImmediate as yieldTurn } from 'node:timers/promises'
import type { ErrorObject } from 'ajv'
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
import { type CheckedFilter, checkFilterSchema, findKeywordRange, findRange, withinMs } from './filter-check.ts'
import { failureMessage } from './filter-messages.ts'
import { parsePointer, readJsonSource, valueAtPointer } from './json-source.ts'
import { formatPath, hasPath } from './schema-walk.ts'

const MAX_EVENTS = 500
const MAX_BYTES = 32_000_000
const YIELD_AFTER_MS = 8
/** The receiver waits during this time; an event of a megabyte needs a tenth of it. */
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

/** Starts with the field, for a list where nothing is marked in place. */
const listedMessage = (error: ErrorObject, value: unknown): string => {
  const message = failureMessage(error, valueAtPointer(value, error.instancePath))
  const steps = parsePointer(error.instancePath)
  return steps.length === 0 ? message : `${steps.join('.')}: ${message.charAt(0).toLowerCase()}${message.slice(1)}`
}

/** Marks fields that no event has: the filter would let nothing pass, and the public platform refuses it. */
const markUnseenFields = ({ fields, source }: CheckedFilter, values: readonly unknown[], part: MessagePart) => {
  const marks = new Map<string, TextMark>()
  if (values.length === 0) return []
  for (const { at, part: markedPart, path } of fields) {
    // If the object around it is missing too, only that one is marked.
    if (marks.has(at) || hasPath(values, path) || !hasPath(values, path.slice(0, -1))) continue
    const message = `No captured event has ${formatPath(path)} in its ${part}. The platform may refuse a filter on a field its topic lacks.`
    marks.set(at, { ...findRange(source, at, markedPart), tone: 'caution', message })
  }
  return [...marks.values()]
}

export const createFilterEditorHandlers = (deps: {
  readonly store: NotificationStore
  readonly clock: Clock
}): FeatureHandlers<typeof filterContract> => {
  const { store, clock } = deps
  const draftSchema = z.object({ subscriptionId: z.string(), text: z.string() })
  const drafts = createStoredValue(store, 'filterDrafts', z.array(draftSchema))

  // The same text is tested on one event after another.
  let last: { readonly text: string; readonly filter: CheckedFilter } | undefined
  const check = (text: string): CheckedFilter => {
    if (last?.text !== text) last = { text, filter: checkFilterSchema(text) }
    return last.filter
  }

  return {
    filterDraft: (input) => ({
      text: drafts.read()?.find(({ subscriptionId }) => subscriptionId === input.subscriptionId)?.text ?? null,
    }),
    saveFilterDraft: ({ subscriptionId, text }) => {
      const others = (drafts.read() ?? []).filter((draft) => draft.subscriptionId !== subscriptionId)
      drafts.write((text === null ? others : [...others, { subscriptionId, text }]).slice(-MAX_DRAFTS))
    },

    testFilter: async ({ filterSchema, part, name }) => {
      const filter = check(filterSchema)
      const marks: TextMark[] = [...filter.marks]
      let { usable } = filter
      const rows = store.jsonEvents(name, MAX_EVENTS + 1)
      const values: unknown[] = []
      const events: FilterResult[] = []
      let read = 0
      let bytes = 0
      let turnStartedMs = clock.monotonicMs()
      for (const { deliveryId, ...about } of rows.slice(0, MAX_EVENTS)) {
        if (bytes > MAX_BYTES) break
        const body = store.body(deliveryId)
        read += 1
        bytes += body.length
        const value = readPart(body, part)
        if (value !== undefined) values.push(value)
        if (value !== undefined && usable !== undefined) {
          const { judge } = usable
          try {
            const { passes, errors } = withinMs(EVENT_TIMEOUT_MS, () => judge(value))
            const failure = errors[0] === undefined ? null : listedMessage(errors[0], value)
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
      marks.push(...markUnseenFields(filter, values, part))
      return {
        marks: marks.sort((one, other) => one.from - other.from),
        isUsable: usable !== undefined,
        events: usable === undefined ? [] : events,
        isComplete: read === rows.length,
        skipped: read - values.length,
      }
    },

    testFilterOnEvent: ({ filterSchema, part, eventId }) => {
      const event = store.jsonEvent(eventId)
      if (event === undefined) throw notFound('This event is no longer in the log.')
      const value = readPart(store.body(event.deliveryId), part)
      const text = value === undefined ? '' : JSON.stringify(value, null, 2)
      const { usable, source } = check(filterSchema)
      if (value === undefined || usable === undefined) return { text, passes: false, marks: [] }
      const { passes, errors } = withinMs(EVENT_TIMEOUT_MS, () => usable.judge(value))
      const shown = readJsonSource(text)
      const marks = errors.slice(0, MAX_MARKS).map((error) => {
        const { from, to } = findRange(shown, error.instancePath)
        const message = failureMessage(error, valueAtPointer(value, error.instancePath))
        // For a list or an object, underlining its first character is enough.
        const end = /^[{[]/.test(text.slice(from)) ? from + 1 : to
        return { from, to: end, tone: 'danger' as const, message, keyword: findKeywordRange(source, error.schemaPath) }
      })
      return { text, passes, marks }
    },
  }
}
