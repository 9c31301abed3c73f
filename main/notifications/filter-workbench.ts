/** The filter workbench: a filter as typed, run over captured notifications of the REST service (NOT-07). */
import { setImmediate as pause } from 'node:timers/promises'
import type { ErrorObject } from 'ajv'
import * as z from 'zod'
import type { FeatureHandlers } from '../../shared/ipc/define.ts'
import { readJsonSource } from '../../shared/notifications/json-source.ts'
import type {
  HeldAgainst,
  TextMark,
  TriedEvent,
  workbenchContract,
} from '../../shared/notifications/workbench-contract.ts'
import { Failure } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { addToShape, emptyShape, hasPath, pathWords } from './filter-paths.ts'
import { type CheckedFilter, checkFilterSchema, placeOfKeyword, withinMs } from './filter-schema.ts'
import { failureWords } from './filter-words.ts'
import type { NotificationStore } from './store.ts'

const MOST_EVENTS = 500
/** Bodies are at most some megabytes each; so many together are enough to learn from. */
const MOST_BYTES = 32_000_000
/** Other work has its turn after so long. */
const SLICE_MS = 8
/** One event: the receiver waits meanwhile. An event of a megabyte takes a tenth of it. */
const EVENT_WITHIN_MS = 100
const MOST_FAILURES = 50

const member = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined

/** The part of a message that a filter is held against; undefined where it has none. */
const partOf = (message: unknown, heldAgainst: HeldAgainst): unknown => {
  if (heldAgainst === 'message') return message
  const notification = member(message, 'notification')
  return heldAgainst === 'notification' ? notification : member(notification, 'data')
}

const decoder = new TextDecoder('utf-8', { fatal: true })

const parsed = (body: Uint8Array): unknown => {
  try {
    return JSON.parse(decoder.decode(body))
  } catch {
    return undefined
  }
}

const stepsOf = (pointer: string): readonly string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))

/** What stands at the pointer of an error; undefined where a field is missing. */
const at = (value: unknown, pointer: string): unknown =>
  stepsOf(pointer).reduce<unknown>(
    (inner, name) => (Array.isArray(inner) ? inner[Number(name)] : member(inner, name)),
    value,
  )

/** Why a value does not pass, with the field first: read in a list, where nothing is marked in place. */
const placedWords = (error: ErrorObject, value: unknown): string => {
  const words = failureWords(error, at(value, error.instancePath))
  const steps = stepsOf(error.instancePath)
  return steps.length === 0 ? words : `${steps.join('.')}: ${words.charAt(0).toLowerCase()}${words.slice(1)}`
}

const DRAFTS_SETTING = 'filterDrafts'
const MOST_DRAFTS = 20
const draftsSchema = z.array(z.object({ subscriptionId: z.string(), text: z.string() }))

export const createWorkbenchHandlers = (deps: {
  readonly store: NotificationStore
  readonly clock: Clock
}): FeatureHandlers<typeof workbenchContract> => {
  const { store, clock } = deps
  // The text is tried again with every pause in typing, and on one event after another.
  let last: { readonly text: string; readonly filter: CheckedFilter } | undefined
  const checked = (text: string): CheckedFilter => {
    if (last?.text !== text) last = { text, filter: checkFilterSchema(text) }
    return last.filter
  }

  /** Fields that no event has: a filter on them lets nothing pass, and publicly the platform refuses it. */
  const unseen = (filter: CheckedFilter, values: readonly unknown[], words: string): readonly TextMark[] => {
    const { source } = filter
    if (values.length === 0 || !source.isJson) return []
    const shape = emptyShape()
    for (const value of values) addToShape(shape, value)
    const told = new Set<string>()
    return filter.findings.flatMap((finding) => {
      if (finding.kind !== 'field' || told.has(finding.at) || hasPath(shape, finding.path)) return []
      // Where the field around it is not there either, that one is told.
      if (!hasPath(shape, finding.path.slice(0, -1))) return []
      told.add(finding.at)
      const place = source.places.get(finding.at)
      const range = finding.isName ? (place?.name ?? place?.value) : place?.value
      if (range === undefined) return []
      const message = `No captured event has ${pathWords(finding.path)} in its ${words}. The platform may refuse a filter on a field that its topic does not have.`
      return [{ ...range, tone: 'caution' as const, message }]
    })
  }

  const drafts = () => {
    try {
      return draftsSchema.parse(JSON.parse(store.setting(DRAFTS_SETTING) ?? '[]'))
    } catch {
      return []
    }
  }

  return {
    filterDraft: ({ subscriptionId }) => ({
      text: drafts().find((draft) => draft.subscriptionId === subscriptionId)?.text ?? null,
    }),
    saveFilterDraft: ({ subscriptionId, text }) => {
      const others = drafts().filter((draft) => draft.subscriptionId !== subscriptionId)
      const all = text === null ? others : [...others, { subscriptionId, text }]
      store.setSetting(DRAFTS_SETTING, JSON.stringify(all.slice(-MOST_DRAFTS)))
      return {}
    },

    tryFilter: async ({ filterSchema, heldAgainst, name }) => {
      const filter = checked(filterSchema)
      const rows = store.jsonEvents(name, MOST_EVENTS + 1)
      const values: unknown[] = []
      const events: TriedEvent[] = []
      let marks = filter.marks
      let isUsable = filter.usable !== undefined
      let without = 0
      let bytes = 0
      let beganMs = clock.monotonicMs()
      let taken = 0
      for (const row of rows.slice(0, MOST_EVENTS)) {
        if (bytes > MOST_BYTES) break
        taken += 1
        const body = store.bodyOf(row.deliveryId)
        bytes += body.length
        const value = partOf(parsed(body), heldAgainst)
        if (value === undefined) without += 1
        else {
          values.push(value)
          const { usable } = filter
          if (usable !== undefined && isUsable) {
            try {
              const { passes, errors } = withinMs(EVENT_WITHIN_MS, () => usable.judge(value))
              const [first] = errors
              events.push({
                eventId: row.eventId,
                receivedAtMs: row.receivedAtMs,
                name: row.name,
                notificationId: row.notificationId,
                passes,
                failure: first === undefined ? null : placedWords(first, value),
                failures: errors.length,
              })
            } catch (error) {
              if (!(error instanceof Failure)) throw error
              isUsable = false
              marks = [...marks, { from: 0, to: 1, tone: 'danger', message: error.message }]
            }
          }
        }
        if (clock.monotonicMs() - beganMs > SLICE_MS) {
          await pause()
          beganMs = clock.monotonicMs()
        }
      }
      const told = unseen(filter, values, heldAgainst)
      return {
        marks: [...marks, ...told].sort((one, other) => one.from - other.from),
        isUsable,
        events: isUsable ? events : [],
        isAll: taken === rows.length,
        without,
      }
    },

    tryFilterOn: ({ filterSchema, heldAgainst, eventId }) => {
      const row = store.jsonEvent(eventId)
      if (row === undefined) throw new Failure({ kind: 'notFound', message: 'This event is not in the log any more.' })
      const value = partOf(parsed(store.bodyOf(row.deliveryId)), heldAgainst)
      const text = value === undefined ? '' : JSON.stringify(value, null, 2)
      const { usable, source } = checked(filterSchema)
      if (value === undefined || usable === undefined) return { text, passes: false, marks: [] }
      const { passes, errors } = withinMs(EVENT_WITHIN_MS, () => usable.judge(value))
      const shown = readJsonSource(text)
      const marks = errors.slice(0, MOST_FAILURES).flatMap((error) => {
        const place = shown.isJson ? shown.places.get(error.instancePath) : undefined
        if (place === undefined) return []
        const message = failureWords(error, at(value, error.instancePath))
        // A whole object is not underlined for a field that it lacks: its first character is.
        const isLarge = place.value.to - place.value.from > 1 && /^[{[]/.test(text.slice(place.value.from))
        const range = isLarge ? { from: place.value.from, to: place.value.from + 1 } : place.value
        return [{ ...range, tone: 'danger' as const, message, keyword: placeOfKeyword(source, error.schemaPath) }]
      })
      return { text, passes, marks }
    },
  }
}
