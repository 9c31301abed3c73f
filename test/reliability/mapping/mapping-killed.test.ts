/** The monitor killed in the middle of its work, again and again, as a power cut does it. */
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDatabase } from '../../../main/database/database.ts'
import { mappingSchema } from '../../../main/mapping/store.ts'
import { outboundSchema } from '../../../main/outbound/schema.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { answerJson, emptyResult, type MappingRig, openMapping } from '../../unit/mapping/mapping-rig.ts'
import { isLong } from '../long.ts'
import type { FromChild, ToChild } from './mapping-process.ts'

const TASKS = 50
const startMs = createFakeClock().nowMs()

/** What the platform answers about a task at a time: each ends a second later than the one before, with different lists. */
const answerAt = (taskId: string, nowMs: number): unknown => {
  const number = Number(taskId.slice(1))
  const result =
    nowMs < startMs + number * 1_000
      ? null
      : {
          ...emptyResult,
          completionStatus: number % 2 === 0 ? 'COMPLETED' : 'COMPLETED_WITH_ERROR',
          listingPreviews: [{ sku: `SKU-${number}`, title: `Preview of ${taskId}` }],
          unprocessedProducts: number % 2 === 0 ? [] : [{ externalProductId: `P${number}`, title: taskId }],
        }
  return {
    data: {
      listingPreviewsCreationTaskById: { requestedId: taskId, listingPreviewsCreationTask: { id: taskId, result } },
    },
  }
}

let folder: string
let child: ChildProcess | undefined

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'stallhand-killed-'))
})

afterEach(() => {
  child?.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

const openFile = (file: string): DatabaseSync => {
  const connection = new DatabaseSync(file)
  connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL;')
  return connection
}

/** The rig's platform in this process, for what is not killed. */
const here = (connection: DatabaseSync): Promise<MappingRig> => {
  const clock = createFakeClock(startMs)
  return openMapping(
    (request) => {
      const { variables } = JSON.parse(request.body ?? '') as { variables: { input: { id: string } } }
      return answerJson(answerAt(variables.input.id, clock.nowMs()))
    },
    { database: createDatabase(connection), clock },
  )
}

/** Fifty tasks on disk, none polled yet. */
const prepare = async (file: string): Promise<void> => {
  const connection = openFile(file)
  connection.exec(outboundSchema)
  connection.exec(mappingSchema)
  const insert = connection.prepare(
    `INSERT INTO mapping_task (task_id, origin, state, paused, step, watched_ms, offline_streak, created_at_ms, part, parts,
       product_count, next_poll_at_ms) VALUES (?, 'added', 'processing', 0, 0, 0, 0, ?, 1, 1, 0, ?)`,
  )
  for (let number = 1; number <= TASKS; number += 1) insert.run(`T${number}`, startMs, startMs)
  connection.close()
}

const reportsOf = async (rig: MappingRig) => {
  const { rows: tasks, total } = await rig.call.tasks({ limit: 200 })
  const reports = []
  for (const { taskRef, taskId, state, counts } of tasks) {
    reports.push({
      taskId,
      state,
      counts,
      previews: (await rig.call.previews({ taskRef })).rows,
      unprocessed: (await rig.call.unprocessedProducts({ taskRef })).rows,
    })
  }
  return { total, reports }
}

/** When a process dies: as a poll arrives, before it is answered; or with its answer on the way. */
type Kill = { readonly atPoll: number; readonly when: 'asked' | 'answered' }

/**
 * Where it is killed: at a few polls from the first to the last ones; in the long form at every one of the first 120,
 * which is more than twice for each task.
 */
const kills: readonly Kill[] = isLong
  ? Array.from({ length: 120 }, (_, index) => ({ atPoll: index + 1, when: index % 3 === 0 ? 'asked' : 'answered' }))
  : [
      { atPoll: 1, when: 'asked' },
      { atPoll: 2, when: 'answered' },
      { atPoll: 9, when: 'answered' },
      { atPoll: 23, when: 'asked' },
      { atPoll: 40, when: 'answered' },
      { atPoll: 57, when: 'asked' },
      { atPoll: 75, when: 'answered' },
      { atPoll: 90, when: 'asked' },
    ]

/** Runs the feature in one process after another until all tasks ended, killing each at its poll. */
const runKilled = async (file: string, kills: readonly Kill[]) => {
  const left = [...kills]
  const underWay = new Map<string, number>()
  let nowMs = startMs
  let polls = 0
  let mostAtOnce = 0
  let isDone = false
  while (!isDone) {
    const running = fork(path.join(import.meta.dirname, 'mapping-process.ts'), [file, String(nowMs)], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      execArgv: ['--disable-warning=ExperimentalWarning'],
      // Started again after each kill: it is read and compiled once.
      env: { ...process.env, NODE_COMPILE_CACHE: path.join(folder, 'compiled') },
    })
    child = running
    // A dead process has nothing in progress.
    underWay.clear()
    let isKilled = false
    running.on('message', (message: FromChild) => {
      if (isKilled) return
      if (message.kind === 'done') {
        isDone = true
        running.disconnect()
        return
      }
      polls += 1
      nowMs = Math.max(nowMs, message.nowMs)
      const count = (underWay.get(message.taskId) ?? 0) + 1
      underWay.set(message.taskId, count)
      mostAtOnce = Math.max(mostAtOnce, count)
      const kill = left[0] !== undefined && polls >= left[0].atPoll ? left.shift() : undefined
      if (kill?.when !== 'asked') {
        const answer: ToChild = { pollId: message.pollId, answer: answerAt(message.taskId, message.nowMs) }
        underWay.set(message.taskId, count - 1)
        running.send(answer)
      }
      if (kill !== undefined) {
        isKilled = true
        running.kill('SIGKILL')
      }
    })
    const [code, signal] = (await once(running, 'exit')) as [number | null, string | null]
    if (!isDone && signal !== 'SIGKILL') throw new Error(`The process ended by itself, with ${code}.`)
  }
  return { mostAtOnce, killsLeft: left.length, polls }
}

describe('a mapping monitor that is killed', () => {
  it('MAP-09 SIGKILL at polls of 50 tasks: the same final reports, no task lost, none polled twice at once', async () => {
    const whole = path.join(folder, 'whole.sqlite')
    await prepare(whole)
    const connection = openFile(whole)
    const rig = await here(connection)
    await rig.clock.advance(10 * 60_000)
    const expected = await reportsOf(rig)
    await rig.stop()
    connection.close()
    expect(expected.total).toBe(TASKS)
    expect(expected.reports.filter(({ counts }) => counts === null)).toEqual([])

    const file = path.join(folder, 'killed.sqlite')
    await prepare(file)
    const { mostAtOnce, killsLeft } = await runKilled(file, kills)
    expect(killsLeft, 'every kill struck').toBe(0)
    expect(mostAtOnce).toBe(1)
    const after = openFile(file)
    const last = await here(after)
    expect(await reportsOf(last)).toEqual(expected)
    expect(last.requests, 'nothing is left to ask').toEqual([])
    await last.stop()
    // Null control: a report that a kill took along is seen.
    after.exec("UPDATE mapping_task SET state = 'notWatching' WHERE task_id = 'T7'")
    const poorer = await here(after)
    expect(await reportsOf(poorer)).not.toEqual(expected)
    await poorer.stop()
    after.close()
  }, 300_000)
})
