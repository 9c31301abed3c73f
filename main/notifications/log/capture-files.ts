/**
 * Exports and imports capture files.
 *
 * SECURITY (AUT-04): a file leaves this machine, so header values that may be secrets stay out of it. An imported file comes
 * from anywhere: its size, depth and form are checked before anything is stored, all of it or nothing is imported, and
 * imported captures are never claimed or processed.
 */
import { createHash } from 'node:crypto'
import {
  type Capture,
  type CaptureFile,
  captureFileSchema,
  MAX_CAPTURE_FILE,
  MAX_CAPTURED_BODY,
  MAX_CAPTURES,
} from '../../../shared/notifications/capture-file.ts'
import type { DeliveryView, LogRequest } from '../../../shared/notifications/log-contract.ts'
import { validation } from '../../../shared/result.ts'
import type { Clock } from '../../ports.ts'
import type { GroupCommit } from '../receiver/group-commit.ts'
import { isDeeperThan, parseBody } from '../receiver/parse-body.ts'
import type { Processor } from '../receiver/process.ts'
import type { NotificationStore } from '../store.ts'
import type { NewDelivery } from './delivery-store.ts'
import { formatHeaders, parseHeaders } from './headers.ts'

/** File, captures, capture, header. */
const MAX_DEPTH = 8
/** Captures per transaction; other work runs between two of them. */
const BATCH_SIZE = 50

export type ExportRequest = { readonly eventId: number } | LogRequest

export type Exported = {
  readonly name: string
  readonly content: string
  readonly captures: number
  readonly leftOut: number
}

const refuse = (message: string): never => {
  throw validation('input.content', message)
}

/** Throws `validation` with what is wrong, and in which capture. */
const parseFile = (content: string): CaptureFile => {
  if (isDeeperThan(Buffer.from(content, 'utf8'), MAX_DEPTH)) {
    return refuse("This isn't a capture file: it is nested too deep.")
  }
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return refuse("This file isn't valid JSON.")
  }
  const parsed = captureFileSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const index = issue?.path[0] === 'captures' ? issue.path[1] : undefined
  const where = typeof index === 'number' ? `Capture ${index + 1}: ` : ''
  return refuse(`${where}${issue?.message ?? "This isn't a capture file."}`)
}

export const createCaptureFiles = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  readonly processor: Processor
  readonly clock: Clock
}) => {
  const { store, group, clock } = deps

  const toCapture = (delivery: DeliveryView): Capture => ({
    receivedAt: new Date(delivery.receivedAtMs).toISOString(),
    headers: parseHeaders(store.delivery(delivery.deliveryId)?.headers ?? '[]').map(([name, value]) => [name, value]),
    bodyBase64: Buffer.from(store.body(delivery.deliveryId)).toString('base64'),
    times: delivery.times,
    signature: delivery.signature,
  })

  const toDelivery = (capture: Capture, index: number): NewDelivery => {
    const where = `Capture ${index + 1}`
    const body = Buffer.from(capture.bodyBase64, 'base64')
    if (body.length > MAX_CAPTURED_BODY) return refuse(`${where}: a body has at most 2 MB.`)
    const parsed = parseBody(body)
    if ('refused' in parsed) return refuse(`${where} isn't a notification. ${parsed.refused}`)
    return {
      receivedAtMs: Date.parse(capture.receivedAt),
      format: parsed.content.format,
      origin: 'import',
      replayOf: null,
      headers: formatHeaders(capture.headers),
      body,
      bodyDigest: createHash('sha256').update(body).digest('hex'),
      times: capture.times,
    }
  }

  return {
    /** Exports an event or a part of the log, newest events first, as much as a file holds. Replays are left out. */
    exportCaptures: (request: ExportRequest): Exported => {
      const eventIds = 'eventId' in request ? [request.eventId] : store.eventIds(request, MAX_CAPTURES)
      const exportedAt = new Date(clock.nowMs()).toISOString()
      const captures: string[] = []
      let length = 0
      let leftOut = 0
      for (const eventId of eventIds) {
        for (const delivery of store.deliveries(eventId, MAX_CAPTURES)) {
          if (delivery.replayOf !== null) continue
          const text = captures.length < MAX_CAPTURES ? JSON.stringify(toCapture(delivery)) : undefined
          // 200 characters are enough for what is around the captures.
          if (text === undefined || length + text.length + 200 > MAX_CAPTURE_FILE) leftOut += 1
          else {
            captures.push(text)
            length += text.length + 2
          }
        }
      }
      const head = `{"format":"stallhand-captures","version":1,"exportedAt":"${exportedAt}","captures":[`
      const content = `${head}\n${captures.join(',\n')}\n]}`
      return { name: `captures-${exportedAt.slice(0, 10)}.json`, content, captures: captures.length, leftOut }
    },

    /** Imports a whole file into the log, or throws `validation` with what is wrong with which capture. */
    importCaptures: async (content: string): Promise<{ readonly imported: number; readonly known: number }> => {
      const deliveries: NewDelivery[] = []
      for (const [index, capture] of parseFile(content).captures.entries()) {
        if (index % BATCH_SIZE === 0) await new Promise((resolve) => setImmediate(resolve))
        deliveries.push(toDelivery(capture, index))
      }
      const fresh = deliveries.filter((delivery) => !store.hasImport(delivery.bodyDigest, delivery.receivedAtMs))
      for (let from = 0; from < fresh.length; from += BATCH_SIZE) {
        const batch = fresh.slice(from, from + BATCH_SIZE)
        await deps.processor.process(await group.commit(() => batch.map(store.addDelivery)))
      }
      return { imported: fresh.length, known: deliveries.length - fresh.length }
    },
  }
}

export type CaptureFiles = ReturnType<typeof createCaptureFiles>
