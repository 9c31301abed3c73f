/** Copies a shop's data folder, puts it back, and counts what the platform received. */
import { cpSync, rmSync } from 'node:fs'
import { createApp } from '../../../main/app.ts'
import type { Shop } from '../exports.ts'
import type { Place } from '../place.ts'
import { createDriver, givenAt, hurriedClock, portsOn } from '../whole-app.ts'

/** On the app's clock, longer than every undo time and delay. */
const LONG_MS = 120_000

export const open = async (
  place: Place,
  times = 1,
): Promise<Shop & { readonly clock: { readonly nowMs: () => number } }> => {
  const clock = hurriedClock(times)
  const app = await createApp(portsOn(place.dataDir, undefined, clock), { given: givenAt(place.url) })
  const { ask } = createDriver(app.call, place.url, { ack: () => undefined, found: () => undefined })
  await app.start()
  return { app, ask, clock }
}

export const until = async (holds: () => Promise<boolean> | boolean): Promise<void> => {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 10))
}

type Status = {
  readonly nowMs: number
  readonly requests: readonly { readonly method: string; readonly path: string; readonly atMs: number }[]
}
const readStatus = ({ practice }: Place): Promise<Status> => practice<Status>('/practice/status')

/** Counts the platform's write requests since `sinceMs`. The platform's log holds only the latest requests. */
export const countWrites = async (place: Place, sinceMs = 0): Promise<number> => {
  const { requests } = await readStatus(place)
  return requests.filter(({ method, path, atMs }) => atMs >= sinceMs && method !== 'GET' && !path.includes('/oauth2/'))
    .length
}

/**
 * Opens the folder, waits longer than any delay, and resolves with the number of writes. If writes are expected, it waits for
 * `atLeast` of them, because the accelerated time is short on a busy machine.
 */
export const countWritesAfterStart = async (place: Place, atLeast = 0): Promise<number> => {
  // Start a millisecond later to exclude earlier writes.
  const sinceMs = (await readStatus(place)).nowMs + 1
  await until(async () => (await readStatus(place)).nowMs > sinceMs)
  const { app, clock } = await open(place, 300)
  const startedMs = clock.nowMs()
  await until(() => clock.nowMs() > startedMs + LONG_MS)
  await until(async () => (await countWrites(place, sinceMs)) >= atLeast)
  await app.stop()
  return countWrites(place, sinceMs)
}

export const putBack = (place: Place, copy: string): void => {
  // A running backup may still be writing.
  rmSync(place.dataDir, { recursive: true, maxRetries: 10 })
  cpSync(copy, place.dataDir, { recursive: true, preserveTimestamps: true })
}

export const listIds = async ({ ask }: Shop): Promise<readonly string[]> => {
  type Page = { readonly rows: readonly { readonly conversationId: string }[] }
  let ids: readonly string[] = []
  await until(async () => {
    const { rows } = await ask<Page>('messaging.conversations', { view: 'all' })
    ids = rows.map(({ conversationId }) => conversationId).sort()
    return ids.length === 2
  })
  return ids
}

export const send = async ({ ask }: Shop, conversationId: string, messageText: string): Promise<string> => {
  const target = { conversationId }
  type Thread = { readonly draft: { readonly revision: number } | null }
  const { draft } = await ask<Thread>('messaging.thread', target)
  const { revision } = await ask<{ revision: number }>('messaging.saveDraft', {
    target,
    content: { messageText, messageMedia: [], reference: null, emailCopyToSender: false },
    revision: draft?.revision ?? null,
    buyerMessagesSeen: 1_000,
  })
  return (await ask<{ id: string }>('messaging.send', { target, revision })).id
}
