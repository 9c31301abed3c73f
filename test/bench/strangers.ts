/**
 * A delivery, a page of the log and a click while a stranger sends 2 MB a second, compared with the same in quiet.
 *
 * The stranger sends what costs most to read: JSON with many values, XML with many elements, both without a signature. The
 * receiver runs in a separate process; for the click, in the built app.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { buildSale, createDeliver } from '../reliability/notifications/deliveries.ts'
import { newKeys, startServer } from '../reliability/notifications/programs.ts'
import type { ReceiverOptions, ReceiverProgramState } from '../reliability/notifications/receiver-program.ts'
import { withWindows } from './browser.ts'
import { filledShop } from './filled-shop.ts'
import { seededRandom } from './inbox-data.ts'
import { type Measure, median, ROUNDS, type Row, takeTurns } from './measure.ts'
import { openConversation } from './window.ts'

const BYTES_PER_SECOND = 2_000_000
const SAMPLES = 20
const CONVERSATIONS = 1_000
/** The flood runs for this long before each click, so that a click meets it and not its beginning. */
const FLOOD_FIRST_MS = 500

const bodies: readonly Buffer[] = [
  `{"metadata":{"topic":"ORDER_CONFIRMATION"},"notification":{"data":[${'1,'.repeat(120_000)}1]}}`,
  `<s:Envelope xmlns:s="http://schemas.xmlsoap.org/soap/envelope/"><s:Body><ItemSold>${'<b/>'.repeat(250_000)}</ItemSold></s:Body></s:Envelope>`,
].map((text) => Buffer.from(text))

/** Posts without a signature until stopped, at the given rate. */
const startStranger = (port: number): { readonly stop: () => Promise<void> } => {
  let isOver = false
  const post = (body: Buffer): Promise<void> =>
    new Promise((resolve) => {
      const asking = request({ host: '127.0.0.1', port, path: '/notifications', method: 'POST' }, (response) => {
        response.resume()
        response.on('close', resolve)
      })
      asking.on('error', () => resolve())
      asking.end(body)
    })
  const work = (async () => {
    for (let index = 0; !isOver; index += 1) {
      const body = bodies[index % bodies.length] as Buffer
      const dueMs = performance.now() + (body.length / BYTES_PER_SECOND) * 1000
      await post(body)
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, dueMs - performance.now())))
    }
  })()
  return {
    stop: async () => {
      isOver = true
      await work
    },
  }
}

/** The port of the app's receiver, from the app itself. */
const findReceiverPort = async (page: Page): Promise<number> => {
  const listeningUrl = await page.evaluate(async () => {
    const answer = await fetch('/api/call', {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${localStorage.getItem('stallhand.session')}`,
      },
      body: JSON.stringify({ method: 'notifications.receiver', input: {} }),
    })
    const { value } = (await answer.json()) as { readonly value: { readonly listeningUrl: string } }
    return value.listeningUrl
  })
  return Number(new URL(listeningUrl).port)
}

/** Opening a conversation with a click in Chromium, in turns with and without the flood. */
const compareClicks = (): Promise<Row> =>
  withWindows(async (open) => {
    const { page } = await open(filledShop(CONVERSATIONS).flags)
    const port = await findReceiverPort(page)
    await page.evaluate(() => {
      window.location.hash = '#/inbox'
    })
    await page.getByRole('listbox', { name: 'Conversations' }).getByRole('option').first().waitFor()
    const click = openConversation(page, seededRandom(29), CONVERSATIONS)
    await click()
    const compared = await takeTurns(SAMPLES, click, async () => {
      const stranger = startStranger(port)
      try {
        await new Promise((resolve) => setTimeout(resolve, FLOOD_FIRST_MS))
        return await click()
      } finally {
        await stranger.stop()
      }
    })
    return {
      what: 'A click under a stranger’s 2 MB/s',
      limit: 'the same in quiet',
      ...compared,
      unit: 'ms',
      goal: { atMost: 2 },
    }
  })

export const strangers: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const keys = newKeys()
  const deliver = createDeliver(keys)
  const server = await startServer('receiver-program.ts', {
    folder,
    publicPem: keys.publicPem,
  } satisfies ReceiverOptions)
  let series = 0

  const deliveryMs = async (): Promise<number> => {
    series += 1
    const beganMs = performance.now()
    const status = await deliver(server.port, buildSale(`bench-${series}`))
    if (status !== 200) throw new Error(`a delivery was answered ${status}`)
    return performance.now() - beganMs
  }
  const pageMs = async (): Promise<number> => {
    const beganMs = performance.now()
    await server.ask<ReceiverProgramState>({ withLog: true })
    return performance.now() - beganMs
  }
  const sample = async (take: () => Promise<number>): Promise<number> => {
    const taken: number[] = []
    for (let index = 0; index < SAMPLES; index += 1) {
      taken.push(await take())
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    return median(taken)
  }
  const underFlood = async (take: () => Promise<number>): Promise<number> => {
    const stranger = startStranger(server.port)
    try {
      return await sample(take)
    } finally {
      await stranger.stop()
    }
  }
  const compare = async (what: string, take: () => Promise<number>) => ({
    what,
    limit: 'the same in quiet',
    ...(await takeTurns(
      ROUNDS,
      () => sample(take),
      () => underFlood(take),
    )),
    unit: 'ms',
    goal: { atMost: 2 },
  })

  try {
    return [
      await compare('A delivery under a stranger’s 2 MB/s', deliveryMs),
      await compare('A page of the log under a stranger’s 2 MB/s', pageMs),
      await compareClicks(),
    ]
  } finally {
    await server.kill()
    rmSync(folder, { recursive: true, force: true })
  }
}
