/** What a call costs: through the router alone, and through the local host as the window makes it. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Client } from 'undici'
import * as z from 'zod'
import { runLocal } from '../../main/hosts/local/run-local.ts'
import { createRouter } from '../../main/ipc/router.ts'
import { query } from '../../shared/ipc/define.ts'
import type { SyncState } from '../../shared/messaging/sync-state.ts'
import { logIn } from '../support/local-session.ts'
import { inTurns, type Measure, type Row } from './measure.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

const routerAlone = async (): Promise<Row> => {
  const contract = {
    shop: {
      rows: query({
        input: z.strictObject({ limit: z.int().max(100) }),
        output: z.object({ rows: z.array(z.object({ id: z.string(), title: z.string(), count: z.number() })) }),
      }),
    },
  } as const
  const rows = Array.from({ length: 25 }, (_, index) => ({ id: `id-${index}`, title: `Title ${index}`, count: index }))
  const handler = ({ limit }: { limit: number }) => ({ rows: rows.slice(0, limit) })
  const quiet = () => undefined
  const call = createRouter(contract, () => ({ shop: { rows: handler } }), {
    log: { debug: quiet, info: quiet, warn: quiet, error: quiet },
    newReference: () => '',
  })
  const { limit, ours, ratio, more } = await inTurns(
    20_000,
    async () => handler({ limit: 25 }),
    () => call('shop.rows', { limit: 25 }),
  )
  return {
    what: 'router alone, 25 rows',
    limit: 'the handler called directly',
    limitValue: limit,
    ours,
    unit: 'µs',
    ratio,
    goal: 'at most 30 µs more',
    met: more <= 30,
  }
}

/** The shop is read from the platform first: what is measured is a call, not a call in the middle of the first reading. */
const untilRead = async (sync: () => Promise<string>): Promise<void> => {
  for (;;) {
    const { value } = JSON.parse(await sync()) as { readonly value: SyncState }
    if (value.asOfMs !== null && value.threadsToRead === 0) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const typedCalls = async (): Promise<readonly Row[]> => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const host = await runLocal({ port: 0, dataDir: folder, connection: undefined }, join(root, 'out', 'renderer'))
  const own = new Client(host.origin)
  const session = await logIn(host.newAddress())
  const callOnce = async (client: Client, asked: string): Promise<string> => {
    const answer = await client.request({
      method: 'POST',
      path: '/api/call',
      headers: { 'content-type': 'application/json', ...session },
      body: asked,
    })
    return answer.body.text()
  }
  await untilRead(() => callOnce(own, JSON.stringify({ method: 'messaging.sync', input: {} })))

  /** Compared with a server that returns the same bytes without finding or checking them. */
  const besideEcho = async (method: string, input: unknown) => {
    const asked = JSON.stringify({ method, input })
    const bytes = await callOnce(own, asked)
    if (!bytes.includes('"ok":true')) throw new Error(`The call to measure failed: ${bytes.slice(0, 200)}`)
    const echo = createServer((request, response) => {
      request.resume()
      request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(bytes))
    })
    await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
    const limitClient = new Client(`http://127.0.0.1:${(echo.address() as AddressInfo).port}`)
    const measured = await inTurns(
      400,
      () => callOnce(limitClient, asked),
      () => callOnce(own, asked),
    )
    await limitClient.close()
    echo.close()
    return measured
  }
  const toRow = (what: string, measured: Awaited<ReturnType<typeof besideEcho>>, note?: string): Row => ({
    what: `typed call, local host: ${what}`,
    limit: 'node:http echo of the same bytes',
    limitValue: measured.limit,
    ours: measured.ours,
    unit: 'µs',
    ratio: measured.ratio,
    goal: 'at most 1.5 times',
    met: measured.ratio <= 1.5,
    ...(note === undefined ? {} : { note }),
  })
  const atHand = await besideEcho('app.view', {})
  const page = await besideEcho('messaging.conversations', { view: 'all', limit: 25 })
  await own.close()
  await host.stop()
  rmSync(folder, { recursive: true, force: true })
  return [
    toRow('an answer at hand (the state of the window)', atHand),
    toRow(
      'a page of the inbox',
      page,
      'the echo reads nothing: the difference to the row above is the page itself, its SQL and its rows made and checked',
    ),
  ]
}

export const calls: Measure = async () => [await routerAlone(), ...(await typedCalls())]
