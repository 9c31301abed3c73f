/**
 * Measures what a seller feels, each beside the limit of this machine in the same run.
 *
 * Prints a table and writes `test-results/bench.json`. A row: what, its limit, ours, the ratio and the goal. Figures of a
 * noisy machine mean little alone; the ratios are taken in turns, round by round, and their median is shown.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { Client } from 'undici'
import * as z from 'zod'
import { runLocal } from '../../main/hosts/local/run-local.ts'
import { createRouter } from '../../main/ipc/router.ts'
import { query } from '../../shared/ipc/define.ts'

type Row = {
  readonly what: string
  readonly limit: string
  readonly limitValue: number
  readonly ours: number
  readonly unit: string
  readonly ratio: number
  readonly goal: string
  readonly met: boolean
}

const root = fileURLToPath(new URL('../../', import.meta.url))
const ROUNDS = 7

const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}

const microsPerRun = async (runs: number, work: () => Promise<unknown>): Promise<number> => {
  const startNs = process.hrtime.bigint()
  for (let run = 0; run < runs; run += 1) await work()
  return Number(process.hrtime.bigint() - startNs) / 1_000 / runs
}

/** Runs the two in turns, so that a slow spell of the machine falls on both. */
const inTurns = async (runs: number, limit: () => Promise<unknown>, ours: () => Promise<unknown>) => {
  await microsPerRun(runs, limit)
  await microsPerRun(runs, ours)
  const limits: number[] = []
  const own: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await microsPerRun(runs, limit))
    own.push(await microsPerRun(runs, ours))
  }
  return {
    limit: median(limits),
    ours: median(own),
    ratio: median(own.map((value, round) => value / (limits[round] ?? Number.NaN))),
    more: median(own.map((value, round) => value - (limits[round] ?? Number.NaN))),
  }
}

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

const typedCall = async (): Promise<Row> => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const host = await runLocal({ port: 0, dataDir: folder, connection: undefined }, join(root, 'out', 'renderer'))
  const body = JSON.stringify({ method: 'messaging.conversations', input: { view: 'all', limit: 25 } })
  const own = new Client(host.origin)
  const address = new URL(host.newAddress())
  const login = await own.request({ method: 'GET', path: address.pathname + address.search })
  const cookie = String(login.headers['set-cookie']).split(';')[0] ?? ''
  await login.body.dump()
  const callOnce = async (client: Client): Promise<string> => {
    const answer = await client.request({
      method: 'POST',
      path: '/api/call',
      headers: { 'content-type': 'application/json', cookie },
      body,
    })
    return answer.body.text()
  }
  const bytes = await callOnce(own)
  if (!bytes.includes('"ok":true')) throw new Error(`The call to measure failed: ${bytes.slice(0, 200)}`)

  const echo = createServer((request, response) => {
    request.resume()
    request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(bytes))
  })
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve))
  const limitClient = new Client(`http://127.0.0.1:${(echo.address() as AddressInfo).port}`)
  const { limit, ours, ratio } = await inTurns(
    400,
    () => callOnce(limitClient),
    () => callOnce(own),
  )
  await Promise.all([own.close(), limitClient.close()])
  echo.close()
  await host.stop()
  rmSync(folder, { recursive: true, force: true })
  return {
    what: 'typed call, local host: a page of the inbox',
    limit: 'node:http echo of the same bytes',
    limitValue: limit,
    ours,
    unit: 'µs',
    ratio,
    goal: 'at most 1.5 times',
    met: ratio <= 1.5,
  }
}

/** The script that the page names, and what that imports without being asked: what must arrive before anything is seen. */
const firstJavaScript = (): Row => {
  const folder = join(root, 'out', 'renderer')
  const html = readFileSync(join(folder, 'index.html'), 'utf8')
  const named = [...html.matchAll(/(?:src|href)="\.?\/?(assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '')
  const all = new Set(readdirSync(join(folder, 'assets')).map((name) => `assets/${name}`))
  const seen = new Set<string>()
  const queue = [...named]
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (seen.has(file) || !all.has(file)) continue
    seen.add(file)
    const text = readFileSync(join(folder, file), 'utf8')
    for (const match of text.matchAll(/(?:from|import)\s*"\.\/([^"]+\.js)"/g)) queue.push(`assets/${match[1]}`)
  }
  const bytes = [...seen].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0)
  const kilobytes = bytes / 1000
  return {
    what: 'first JavaScript the window loads, gzip',
    limit: '200 kB',
    limitValue: 200,
    ours: kilobytes,
    unit: 'kB',
    ratio: kilobytes / 200,
    goal: 'at most 200 kB',
    met: seen.size > 0 && kilobytes <= 200,
  }
}

const figure = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2))

const rows = [await routerAlone(), await typedCall(), firstJavaScript()]
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}, ${process.platform}`

console.log(`| What | Limit | Limit's figure | Ours | Ratio | Goal | Met |\n|---|---|---|---|---|---|---|`)
for (const row of rows) {
  console.log(
    `| ${row.what} | ${row.limit} | ${figure(row.limitValue)} ${row.unit} | ${figure(row.ours)} ${row.unit} | ${figure(row.ratio)} | ${row.goal} | ${row.met ? 'yes' : 'no'} |`,
  )
}
console.log(`\n${machine}`)
mkdirSync(join(root, 'test-results'), { recursive: true })
writeFileSync(
  join(root, 'test-results', 'bench.json'),
  `${JSON.stringify({ at: new Date().toISOString(), machine, rows }, null, 2)}\n`,
)
