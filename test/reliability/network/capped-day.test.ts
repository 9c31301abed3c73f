/**
 * A working day of the whole app against a platform that allows 500 calls a day per service (OFF-01, MSG-20).
 *
 * Only the clock is fake. The app talks over HTTP to the practice platform, which counts the calls and answers 429 beyond 500.
 */
import diagnosticsChannel from 'node:diagnostics_channel'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createApp } from '../../../main/app.ts'
import { startPracticePlatform } from '../../../main/practice/platform.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { isLong } from '../long.ts'
import { createDriver, givenAt, portsOn } from '../whole-app.ts'

const CAP = 500
const CONVERSATIONS = isLong ? 20_000 : 600
const HOURS = isLong ? 24 : 9
const ITEMS = 200
const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
/** How far the clock advances before pending answers are awaited. */
const SLICE_MS = 30_000

let onTheWire = 0
const sent = (): void => {
  onTheWire += 1
}
const ended = (): void => {
  onTheWire -= 1
}

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'stallhand-day-'))
  diagnosticsChannel.subscribe('undici:request:create', sent)
  for (const end of ['trailers', 'error']) diagnosticsChannel.subscribe(`undici:request:${end}`, ended)
})
afterEach(() => {
  diagnosticsChannel.unsubscribe('undici:request:create', sent)
  for (const end of ['trailers', 'error']) diagnosticsChannel.unsubscribe(`undici:request:${end}`, ended)
  rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
})

type Thread = { readonly draft: { readonly revision: number } | null; readonly buyerMessages: number }
type Rows<T> = { readonly rows: readonly T[] }

it(`lets the seller answer, save and watch all day with ${CAP} calls a service and ${CONVERSATIONS} conversations`, {
  timeout: 600_000,
}, async () => {
  const clock = createFakeClock(Date.UTC(2026, 10, 21))
  const platform = await startPracticePlatform({ now: clock.nowMs, conversations: CONVERSATIONS, items: ITEMS })
  const given = givenAt(platform.url)
  const app = await createApp(portsOn(folder, undefined, clock), {
    given: { ...given, profile: { ...given.profile, limits: { backgroundReadsPerDay: Math.floor(CAP * 0.65) } } },
  })
  const { ask, practice } = createDriver(app.call, platform.url, { ack: () => undefined, found: () => undefined })

  /** Finishes everything due now, then advances the clock by `ms`. */
  const pass = async (ms: number): Promise<void> => {
    for (let passedMs = 0; passedMs <= ms; passedMs += SLICE_MS) {
      for (let calm = 0; calm < 2; calm = onTheWire === 0 ? calm + 1 : 0) await clock.advance(0)
      await clock.advance(Math.min(SLICE_MS, ms - passedMs))
    }
  }
  /** Calls a method and advances the clock until it answers. */
  const drive = async <T>(method: string, input?: unknown): Promise<T> => {
    let isOver = false
    const work = ask<T>(method, input).finally(() => {
      isOver = true
    })
    work.catch(() => undefined)
    while (!isOver) await pass(100)
    return work
  }
  const callsOver = async (): Promise<number> => {
    const { requests } = await practice<{ requests: readonly { status: number }[] }>('GET', '/practice/status')
    return requests.filter(({ status }) => status === 429).length
  }

  await practice('POST', '/practice/faults', { operation: 'all', fault: 'dailyCap', dailyCap: CAP })
  await app.start()
  await pass(10 * MINUTE_MS)

  const listed = (): Promise<Rows<{ readonly conversationId: string; readonly preview: string }>> =>
    drive('messaging.conversations', { view: 'all' })
  const reply = async (conversationId: string, messageText: string): Promise<string> => {
    await drive('messaging.refreshThread', { conversationId })
    const { draft, buyerMessages } = await drive<Thread>('messaging.thread', { conversationId })
    const { revision } = await drive<{ revision: number }>('messaging.saveDraft', {
      target: { conversationId },
      content: { messageText, messageMedia: [], reference: null, emailCopyToSender: false },
      revision: draft?.revision ?? null,
      buyerMessagesSeen: buyerMessages,
    })
    await drive('messaging.send', { target: { conversationId }, revision })
    await pass(MINUTE_MS)
    const { messages } = await practice<{ messages: readonly { text: string }[] }>(
      'GET',
      `/practice/conversations/${conversationId}`,
    )
    return messages.at(-1)?.text ?? ''
  }
  const save = async (sku: string, title: string): Promise<string> => {
    await drive('inventory.refreshItem', { sku })
    const change = { op: 'set', path: ['product', 'title'], value: title }
    const { record } = await drive<{ record: { product: { title: string } } }>('inventory.item', { sku })
    await drive('inventory.saveEdit', {
      sku,
      edit: { onto: 'existing', changes: [{ ...change, was: record.product.title }] },
    })
    const { previewToken } = await drive<{ previewToken: string }>('inventory.previewSave', { sku })
    return (await drive<{ state: string }>('inventory.save', { sku, previewToken, confirmedDeletions: [] })).state
  }

  const [first] = (await listed()).rows
  const { rows: items } = await drive<Rows<{ readonly sku: string }>>('inventory.items', {})
  for (let hour = 0; hour < HOURS; hour += 1) {
    // From midnight to eight the seller works in the window.
    if (hour < 8) {
      for (let turn = 0; turn < 3; turn += 1) {
        const at = hour * 3 + turn
        await drive('messaging.reportUse')
        const { conversationId = '' } = (await listed()).rows[at + 1] ?? {}
        expect(await reply(conversationId, `Answer ${at}`), `reply ${at}`).toBe(`Answer ${at}`)
        expect(await save(items[at]?.sku ?? '', `Title ${at}`), `save ${at}`).toBe('sent')
        await pass(10 * MINUTE_MS)
      }
    } else await pass(HOUR_MS / 2)
    const text = `Question of hour ${hour}`
    await practice('POST', '/practice/messages', { conversationId: first?.conversationId, text })
    await pass(HOUR_MS / 2)
    expect((await listed()).rows.map(({ preview }) => preview)).toContain(text)
    expect(await callsOver(), `calls above the limit in hour ${hour}`).toBe(0)
  }
  await app.stop()
  await platform.stop()
})
