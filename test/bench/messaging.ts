/**
 * Measures a page of the list and a search at 100,000 conversations with 1,000,000 messages, and at a tenth of it.
 *
 * `npx node test/bench/messaging.ts [conversations]`. Prints the 50th and 95th percentile in main, and how they grow.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createConversationStore } from '../../main/messaging/store.ts'
import { conversationViews } from '../../shared/messaging/conversation.ts'
import { commonWords, fillInbox, seededRandom, wordOf } from './messaging-data.ts'

const whole = Number(process.argv[2] ?? 100_000)
const folder = mkdtempSync(join(tmpdir(), 'stallhand-bench-'))
const ROUNDS = 400

const percentile = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? Number.NaN

const measure = (conversations: number) => {
  const beganAt = performance.now()
  const { database, connection } = fillInbox(join(folder, `${conversations}.sqlite`), conversations)
  const fillS = (performance.now() - beganAt) / 1000
  const store = createConversationStore(database)
  const random = seededRandom(7)
  const timed = (work: () => void): number => {
    const startedAt = performance.now()
    work()
    return performance.now() - startedAt
  }
  const request = { view: 'all', search: '', cursor: null, limit: 50 } as const
  const queries: readonly (readonly [string, () => string])[] = [
    ['common word', () => commonWords[Math.floor(random() * commonWords.length)] ?? ''],
    ['word being typed', () => (commonWords[Math.floor(random() * commonWords.length)] ?? '').slice(0, 4)],
    ['middling word', () => wordOf(50 + Math.floor(random() * 500))],
    ['rare word', () => wordOf(5_000 + Math.floor(random() * 10_000))],
    ['two words', () => `${commonWords[Math.floor(random() * 8)]} ${wordOf(50 + Math.floor(random() * 500))}`],
    ['buyer', () => `buyer${Math.floor(random() * conversations)}`],
  ]
  const all: number[] = []
  const results: [string, number[]][] = []
  for (const view of conversationViews) {
    const times = Array.from({ length: ROUNDS / 4 }, () => timed(() => void store.page({ ...request, view })))
    results.push([`page of ${view}`, times])
  }
  let cursor: string | null = null
  const deep = Array.from({ length: ROUNDS }, () =>
    timed(() => {
      cursor = store.page({ ...request, cursor }).nextCursor
    }),
  )
  results.push(['next page', deep])
  for (const [name, make] of queries) {
    const times = Array.from({ length: ROUNDS / 4 }, () => {
      const search = make()
      return timed(() => void store.page({ ...request, search }))
    })
    all.push(...times)
    results.push([`search: ${name}`, times])
  }
  results.push(['search: all kinds', all])
  connection.close()
  return { conversations, fillS, results }
}

const tenth = measure(Math.floor(whole / 10))
const full = measure(whole)
console.log(`filled in ${tenth.fillS.toFixed(1)} s and ${full.fillS.toFixed(1)} s`)
for (const [index, [name, times]] of full.results.entries()) {
  const small = tenth.results[index]?.[1] ?? []
  const p95 = percentile(times, 0.95)
  console.log(
    `${name.padEnd(26)} p50 ${percentile(times, 0.5).toFixed(2).padStart(8)} ms  p95 ${p95.toFixed(2).padStart(8)} ms  ×${(p95 / percentile(small, 0.95)).toFixed(2)} of a tenth (p50 ×${(percentile(times, 0.5) / percentile(small, 0.5)).toFixed(2)})`,
  )
}
rmSync(folder, { recursive: true, force: true })
