/** From starting the program to the line that says it is ready, with 100,000 conversations kept. Wants the built app. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrations } from '../../main/app.ts'
import { openDatabase } from '../../main/database/open-database.ts'
import { systemClock } from '../../main/hosts/common/clock.ts'
import { type Measure, median, ROUNDS } from './measure.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const CONVERSATIONS = 100_000

/** Runs a program until it prints `word`, ends it in order, and returns the milliseconds until then. */
const msUntilSaid = (word: string, args: readonly string[]): Promise<number> =>
  new Promise((resolve, reject) => {
    const beganMs = performance.now()
    let ms: number | undefined
    const child = spawn(process.execPath, ['--no-warnings', ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    child.stdout.on('data', (chunk: Buffer) => {
      if (ms !== undefined || !chunk.includes(word)) return
      ms = performance.now() - beganMs
      child.kill('SIGTERM')
    })
    child.on('exit', () => (ms === undefined ? reject(new Error(`It ended before it said "${word}".`)) : resolve(ms)))
  })

/** A shop of that many conversations, as the app itself would have left it. */
const fillShop = (file: string): void => {
  const quiet = (): void => undefined
  const log = { debug: quiet, info: quiet, warn: quiet, error: quiet }
  const { database } = openDatabase({ file, migrations, clock: systemClock, log })
  database.run(
    `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${CONVERSATIONS})
     INSERT INTO conversations (conversation_id, conversation_type, subject, buyer, preview, created_at_ms, latest_at_ms, sort_ms,
       place, unread, archived, unanswered, raw, thread_stale, worded)
     SELECT 'c' || i, 'FROM_MEMBERS', 'Question ' || i, 'buyer' || i, 'When does parcel ' || i || ' leave', i, i, i, i, 0, 0, 0, '{}', 0, 1
     FROM n`,
  )
  database.close()
}

export const start: Measure = async () => {
  const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
  const profile = join(folder, 'profile.json')
  // An address without a platform: this measures the program, not the network.
  writeFileSync(
    profile,
    JSON.stringify({ id: 'practice', kind: 'practice', name: 'Practice shop', baseUrl: 'http://127.0.0.1:9' }),
  )
  fillShop(join(folder, 'practice.sqlite'))
  const empty = () => msUntilSaid('ready', ['test/bench/empty-server.ts'])
  const flags = ['--port=0', '--no-open', `--data-dir=${folder}`, `--connection=${profile}`]
  const app = () => msUntilSaid('is ready', ['out/main/local.js', ...flags])
  // Once for the caches of the system, and of what was compiled.
  await empty()
  await app()
  const limits: number[] = []
  const own: number[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    limits.push(await empty())
    own.push(await app())
  }
  const [limit, ours] = [median(limits), median(own)]
  const ratio = median(own.map((ms, round) => ms / (limits[round] ?? Number.NaN)))
  rmSync(folder, { recursive: true, force: true })
  return [
    {
      what: `start to ready, ${CONVERSATIONS.toLocaleString('en')} conversations`,
      limit: 'node starting an empty hono server',
      limitValue: limit,
      ours,
      unit: 'ms',
      ratio,
      goal: 'at most 2.5 times',
      met: ratio <= 2.5,
    },
  ]
}
