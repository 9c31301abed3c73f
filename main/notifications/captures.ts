/**
 * Files of captures, written and read.
 *
 * SECURITY (AUT-04): a file leaves this machine. Values of headers that may hold a secret stay out of it, and the token of
 * the challenge never was in a delivery. What is read comes from anywhere: its size, its depth and its form are checked
 * before anything of it is kept, all of it or nothing is, and it is marked as imported, which no claim and no handler ever
 * sees.
 */
import { createHash } from 'node:crypto'
import {
  type Capture,
  type CaptureFile,
  captureFileSchema,
  LARGEST_CAPTURE_FILE,
  LARGEST_CAPTURED_BODY,
  MOST_CAPTURES,
} from '../../shared/notifications/capture-file.ts'
import { validation } from '../../shared/result.ts'
import type { Clock } from '../ports.ts'
import { type Header, headersOf, mayHoldSecret } from './headers.ts'
import type { LogFilter } from './log-pages.ts'
import { singleHeader } from './receiver/accept.ts'
import { gate, isDeeperThan } from './receiver/body-gate.ts'
import type { GroupCommit } from './receiver/group-commit.ts'
import type { Processor } from './receiver/process.ts'
import type { NotificationStore } from './store.ts'

/** The file itself is four levels deep: file, captures, capture, header. */
const MOST_DEPTH = 8
/** Captures that are written in one transaction; between two of them everything else has its turn. */
const AT_ONCE = 50
const REMOVED = '[removed before the export]'

export type ExportRequest = { readonly eventId: number } | { readonly filter: LogFilter; readonly search: string }

export type Exported = {
  readonly name: string
  readonly content: string
  readonly captures: number
  readonly leftOut: number
}

const dayOf = (atMs: number): string => new Date(atMs).toISOString().slice(0, 10)

const refuse = (message: string): never => {
  throw validation('input.content', message)
}

/** `captures.3.receivedAt` as a person counts. */
const placeOf = (path: readonly PropertyKey[]): string =>
  path[0] === 'captures' && typeof path[1] === 'number' ? `Capture ${path[1] + 1}: ` : ''

/** The file behind a text. Throws `validation` with what is wrong and where. */
const readFile = (content: string): CaptureFile => {
  const bytes = Buffer.from(content, 'utf8')
  // Before the parser that builds it all: a file of nothing but brackets would take hundreds of times its size.
  if (isDeeperThan(bytes, MOST_DEPTH)) return refuse('This is no file of captures: it is nested deeper than one is.')
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch {
    return refuse('This file cannot be read as JSON.')
  }
  const parsed = captureFileSchema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  return refuse(`${placeOf(issue?.path ?? [])}${issue?.message ?? 'This is no file of captures.'}`)
}

type Ready = {
  readonly receivedAtMs: number
  readonly format: 'soap' | 'json'
  readonly headers: readonly Header[]
  readonly body: Uint8Array
  readonly bodyDigest: string
  readonly capture: Capture
}

const readyOf = (capture: Capture, index: number): Ready => {
  const where = `Capture ${index + 1}`
  const body = Buffer.from(capture.bodyBase64, 'base64')
  if (body.length > LARGEST_CAPTURED_BODY) return refuse(`${where}: a body has at most 2 MB.`)
  const verdict = gate(body)
  if ('refused' in verdict) return refuse(`${where} is no notification. ${verdict.refused}`)
  return {
    receivedAtMs: Date.parse(capture.receivedAt),
    format: verdict.content.format,
    headers: capture.headers.map(([name, value]): Header => [name, value ?? REMOVED]),
    body,
    bodyDigest: createHash('sha256').update(body).digest('hex'),
    capture,
  }
}

export const createCaptures = (deps: {
  readonly store: NotificationStore
  readonly group: GroupCommit
  readonly processor: Processor
  readonly clock: Clock
  readonly signatureHeader: string
}) => {
  const { store, group, clock } = deps
  const signatureName = deps.signatureHeader.toLowerCase()

  const captureOf = (delivery: ReturnType<NotificationStore['deliveriesOf']>[number]): Capture => ({
    receivedAt: new Date(delivery.received_at_ms).toISOString(),
    headers: headersOf(store.headersOf(delivery.id)).map(([name, value]) => [name, mayHoldSecret(name) ? null : value]),
    bodyBase64: Buffer.from(store.bodyOf(delivery.id)).toString('base64'),
    times: {
      acceptMs: delivery.accept_ms,
      persistMs: delivery.persist_ms,
      answerMs: delivery.answer_ms,
      processMs: delivery.process_ms,
    },
    signature: delivery.signature,
  })

  const isKnown = ({ bodyDigest, receivedAtMs }: Ready): boolean => {
    const eventId = store.idOfIdentity(`import:${bodyDigest}`)
    return (
      eventId !== undefined &&
      store.deliveriesOf(eventId, MOST_CAPTURES).some(({ received_at_ms: atMs }) => atMs === receivedAtMs)
    )
  }

  return {
    /** Captures of an event or of a part of the log, the newest events first, as many as a file holds. */
    exportCaptures: (request: ExportRequest): Exported => {
      const eventIds =
        'eventId' in request ? [request.eventId] : store.eventIds({ ...request, offset: 0, limit: MOST_CAPTURES })
      const head: CaptureFile = {
        format: 'stallhand-captures',
        version: 1,
        exportedAt: new Date(clock.nowMs()).toISOString(),
        captures: [],
      }
      const captures: string[] = []
      let length = JSON.stringify(head).length
      let leftOut = 0
      for (const eventId of eventIds) {
        for (const delivery of store.deliveriesOf(eventId, MOST_CAPTURES)) {
          if (delivery.replay_of !== null) continue
          const text = captures.length < MOST_CAPTURES ? JSON.stringify(captureOf(delivery)) : undefined
          if (text === undefined || length + text.length + 2 > LARGEST_CAPTURE_FILE) leftOut += 1
          else {
            captures.push(text)
            length += text.length + 2
          }
        }
      }
      const content = JSON.stringify(head).replace('"captures":[]', () => `"captures":[\n${captures.join(',\n')}\n]`)
      return { name: `captures-${dayOf(clock.nowMs())}.json`, content, captures: captures.length, leftOut }
    },

    /** Reads a file into the log: all of it, or a `validation` failure that says what is wrong with which capture. */
    importCaptures: async (content: string): Promise<{ readonly imported: number; readonly known: number }> => {
      const { captures } = readFile(content)
      const ready: Ready[] = []
      for (const [index, capture] of captures.entries()) {
        if (index % AT_ONCE === 0) await new Promise((resolve) => setImmediate(resolve))
        ready.push(readyOf(capture, index))
      }
      const fresh = ready.filter((each) => !isKnown(each))
      for (let from = 0; from < fresh.length; from += AT_ONCE) {
        const part = fresh.slice(from, from + AT_ONCE)
        const deliveryIds = await group.commit(() =>
          part.map(({ receivedAtMs, format, headers, body, bodyDigest, capture }) =>
            store.addDelivery({
              receivedAtMs,
              format,
              origin: 'import',
              replayOf: null,
              headers: JSON.stringify(headers),
              signatureHeader: singleHeader(headers, signatureName),
              soapAction: singleHeader(headers, 'soapaction'),
              body,
              bodyDigest,
              times: capture.times,
            }),
          ),
        )
        await deps.processor.takeUp(deliveryIds)
      }
      return { imported: fresh.length, known: ready.length - fresh.length }
    },
  }
}

export type Captures = ReturnType<typeof createCaptures>
