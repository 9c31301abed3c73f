/**
 * The mapping feature in a separate process, for a test that kills it: node mapping-process.ts FILE START_MS
 *
 * Its platform is the parent: each poll goes up as a message and waits for the answer. Its clock is moved by itself, a
 * second at a time while nothing is in progress, and reported upwards, so the next process continues where this one ended.
 */
import { flushCompileCache } from 'node:module'
import { DatabaseSync } from 'node:sqlite'
import { createDatabase } from '../../../main/database/database.ts'
import type { HttpResponse } from '../../../main/http/request.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { answerJson, openMapping } from '../../unit/mapping/mapping-rig.ts'

export type FromChild =
  | { readonly kind: 'poll'; readonly pollId: number; readonly taskId: string; readonly nowMs: number }
  | { readonly kind: 'done' }
export type ToChild = { readonly pollId: number; readonly answer: unknown }

const [, , file = '', startMs = '0'] = process.argv
const connection = new DatabaseSync(file)
connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
const clock = createFakeClock(Number(startMs))
const waiting = new Map<number, (response: HttpResponse) => void>()
let polls = 0

const tell = (message: FromChild): void => void process.send?.(message)

process.on('message', ({ pollId, answer }: ToChild) => {
  waiting.get(pollId)?.(answerJson(answer))
  waiting.delete(pollId)
})
// A parent that is gone leaves no process behind.
process.on('disconnect', () => process.exit(0))

const rig = await openMapping(
  (request) => {
    const { variables } = JSON.parse(request.body ?? '') as { variables: { input: { id: string } } }
    polls += 1
    const pollId = polls
    tell({ kind: 'poll', pollId, taskId: variables.input.id, nowMs: clock.nowMs() })
    return new Promise((resolve) => waiting.set(pollId, resolve))
  },
  { database: createDatabase(connection), clock },
)

// At an orderly end it would be written by itself; a program that is killed has none.
flushCompileCache()

while ((await rig.call.tasks({ limit: 1 })).watching > 0) {
  if (waiting.size === 0) await clock.advance(1_000)
  else await new Promise((resolve) => setImmediate(resolve))
}
await rig.stop()
connection.close()
tell({ kind: 'done' })
