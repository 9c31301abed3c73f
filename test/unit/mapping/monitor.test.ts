import { describe, expect, it } from 'vitest'
import { type HttpResponse, TransportFailure } from '../../../main/http/request.ts'
import { MAX_CONCURRENT_POLLS, POLL_GAP_MS } from '../../../main/mapping/tasks/monitor.ts'
import { MAX_WATCH_MS } from '../../../main/mapping/tasks/watch.ts'
import { createFakeClock } from '../../support/fake-clock.ts'
import { answerJson, emptyResult, openMapping, pollRequests, taskAnswer } from './mapping-rig.ts'

const watchOne = async (...args: Parameters<typeof openMapping>) => {
  const rig = await openMapping(...args)
  const { taskRef } = await rig.call.addTaskId({ taskId: 'T1' })
  return { rig, taskRef, task: () => rig.call.task({ taskRef }) }
}

const outcomesOf = ({ polls }: { readonly polls: readonly { readonly outcome: string }[] }) =>
  polls.map(({ outcome }) => outcome)

describe('the mapping monitor', () => {
  it('MAP-08 polls after 5, 10, 20, 40, 60, 60 seconds and stops watching within 20 minutes', async () => {
    const atMs: number[] = []
    const { rig, task } = await watchOne(() => {
      atMs.push(rig.clock.monotonicMs())
      return taskAnswer()
    })
    await rig.clock.advance(MAX_WATCH_MS + 60_000)
    const gaps = atMs.slice(1).map((ms, index) => ms - (atMs[index] ?? 0))
    // A task added by its id is polled at once, so the first gap is the second delay.
    expect(gaps.slice(0, 6)).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
    expect(atMs.at(-1)).toBeLessThanOrEqual(MAX_WATCH_MS)
    expect(await task()).toMatchObject({ state: 'notWatching', nextPollAtMs: null, counts: null })
    expect(rig.clock.pending()).toBe(0)
    await rig.stop()
  })

  it('MAP-09 a task no longer watched can be resumed and completes', async () => {
    let ended = false
    const { rig, taskRef, task } = await watchOne(() => taskAnswer(ended ? emptyResult : null))
    await rig.clock.advance(MAX_WATCH_MS)
    expect((await task()).state).toBe('notWatching')
    ended = true
    await rig.call.resume({ taskRef })
    await rig.clock.advance(POLL_GAP_MS)
    expect(await task()).toMatchObject({ state: 'completed', taskId: 'T1' })
    await rig.stop()
  })

  it('never has two polls of one task in progress, however often the seller asks', async () => {
    let answerNow: (response: HttpResponse) => void = () => {}
    const { rig, taskRef } = await watchOne(() => new Promise<HttpResponse>((resolve) => (answerNow = resolve)))
    await rig.clock.advance(0)
    for (let press = 0; press < 5; press += 1) {
      await rig.call.checkNow({ taskRef })
      await rig.clock.advance(120_000)
    }
    expect(rig.requests).toHaveLength(1)
    answerNow(taskAnswer())
    await rig.clock.advance(10_000)
    expect(rig.requests).toHaveLength(2)
    expect(rig.maxConcurrentPerTask()).toBe(1)
    answerNow(taskAnswer(emptyResult))
    await rig.stop()
  })

  it('plans the next poll from the end of the last one', async () => {
    let answerNow: (response: HttpResponse) => void = () => {}
    const { rig, task } = await watchOne(() => new Promise<HttpResponse>((resolve) => (answerNow = resolve)))
    await rig.clock.advance(30_000)
    answerNow(taskAnswer())
    await rig.clock.advance(0)
    expect((await task()).nextPollAtMs).toBe(rig.clock.nowMs() + 10_000)
    await rig.stop()
  })

  it('MAP-09 a restart on the same database resumes every task and polls none twice', async () => {
    const first = await openMapping(() => taskAnswer())
    for (let number = 1; number <= 50; number += 1) await first.call.addTaskId({ taskId: `T${number}` })
    await first.clock.advance(47_000)
    await first.stop()
    const polls = first.requests.length

    const second = await openMapping(() => taskAnswer(emptyResult), { database: first.database, clock: first.clock })
    await second.clock.advance(120_000)
    expect(first.requests).toHaveLength(polls)
    expect(second.requests).toHaveLength(50)
    const { rows: tasks, total, watching } = await second.call.tasks({ limit: 200 })
    expect({ total, watching }).toEqual({ total: 50, watching: 0 })
    expect(new Set(tasks.map(({ state }) => state))).toEqual(new Set(['completed']))
    await second.stop()
  })

  it('an answer that arrives after stop changes nothing, and the next run polls the task again', async () => {
    let answerNow: (response: HttpResponse) => void = () => {}
    const first = await watchOne(() => new Promise<HttpResponse>((resolve) => (answerNow = resolve)))
    await first.rig.clock.advance(0)
    const stopping = first.rig.stop()
    answerNow(taskAnswer(emptyResult))
    await stopping
    const second = await openMapping(() => taskAnswer(emptyResult), {
      database: first.rig.database,
      clock: first.rig.clock,
    })
    const before = await second.call.task({ taskRef: first.taskRef })
    expect(before).toMatchObject({ state: 'processing', polls: [] })
    await second.clock.advance(1_000)
    expect((await second.call.task({ taskRef: first.taskRef })).state).toBe('completed')
    await second.stop()
  })

  it('a clock set back by a day while the app was closed does not delay a poll by a day', async () => {
    const first = await watchOne(() => taskAnswer())
    await first.rig.clock.advance(1_000)
    await first.rig.stop()
    first.rig.clock.jump(-24 * 3_600_000)
    const second = await openMapping(() => taskAnswer(emptyResult), {
      database: first.rig.database,
      clock: first.rig.clock,
    })
    await second.clock.advance(1_000)
    expect((await second.call.task({ taskRef: first.taskRef })).state).toBe('completed')
    await second.stop()
  })

  it('MAP-09 sleep and a clock moved forward or back lose no poll and repeat none', async () => {
    const { rig, task } = await watchOne(() => taskAnswer())
    await rig.clock.advance(0)
    // The machine sleeps overnight: no timer runs, and the due poll runs once afterwards.
    rig.clock.jump(9 * 3_600_000)
    await rig.clock.advance(60_000)
    const afterNight = rig.requests.length
    expect(afterNight).toBeGreaterThanOrEqual(2)
    expect(rig.maxConcurrentPerTask()).toBe(1)
    expect(await task()).toMatchObject({ state: 'processing', paused: false })
    // The clock is set back by an hour: the watch continues by elapsed time.
    rig.clock.jump(-3_600_000)
    await rig.clock.advance(5 * 60_000)
    expect(rig.requests.length).toBeGreaterThan(afterNight)
    expect((await task()).polls).toHaveLength(rig.requests.length)
    await rig.stop()
  })

  it('polls by a monotonic clock that counts fractions of a millisecond', async () => {
    const clock = createFakeClock()
    let fraction = 0
    const monotonicMs = (): number => {
      fraction = (fraction + 0.37) % 1
      return clock.monotonicMs() + fraction
    }
    const { rig, task } = await watchOne(() => taskAnswer(), { clock: { ...clock, monotonicMs } })
    await clock.advance(40_000)
    expect((await task()).polls.length).toBeGreaterThanOrEqual(3)
    await rig.stop()
  })

  it.each([
    ['there is no connection', 'notReached', 'The platform can’t be reached.'],
    ['the connection fails', 'unknown', 'The connection failed before an answer arrived.'],
  ] as const)(
    'while %s, polls are one entry, cost no step, and continue when the connection is back',
    async (...args) => {
      const [, outcome, message] = args
      let isDown = true
      const { rig, task } = await watchOne(() => {
        if (isDown) throw new TransportFailure(outcome, 'The platform can’t be reached.')
        return taskAnswer()
      })
      await rig.clock.advance(2 * 3_600_000)
      const offline = await task()
      expect(offline.state).toBe('processing')
      expect(offline.problem).toBe(message)
      expect(offline.polls).toHaveLength(1)
      expect(offline.polls[0]?.repeats).toBeGreaterThan(50)
      isDown = false
      rig.connection.set(true)
      await rig.clock.advance(5_000)
      const back = await task()
      expect(outcomesOf(back)).toEqual(['offline', 'processing'])
      expect(back.problem).toBeNull()
      await rig.stop()
    },
  )

  it('MAP-14 waits as long as the Retry-After of a 429 says, then polls again', async () => {
    let answers = 0
    const { rig, task } = await watchOne(() => {
      answers += 1
      return answers === 1 ? answerJson({ errors: [] }, 429, { 'retry-after': '90' }) : taskAnswer()
    })
    await rig.clock.advance(89_000)
    expect(answers).toBe(1)
    await rig.clock.advance(2_000)
    expect(answers).toBe(2)
    expect(outcomesOf(await task())).toEqual(['rateLimited', 'processing'])
    await rig.stop()
  })

  it.each([500, 503])('MAP-14 keeps watching through HTTP %i', async (status) => {
    let answers = 0
    const { rig, task } = await watchOne(() => {
      answers += 1
      return answers <= 3 ? answerJson({ errors: [] }, status) : taskAnswer(emptyResult)
    })
    await rig.clock.advance(120_000)
    expect(await task()).toMatchObject({
      state: 'completed',
      requestedId: 'T1',
      polls: [{ outcome: 'error' }, { outcome: 'error' }, { outcome: 'error' }, { outcome: 'ended' }],
    })
    await rig.stop()
  })

  it('MAP-13 distinguishes "Task not found" and "Access denied" inside HTTP 200, and stops polling', async () => {
    const withError = (message: string) => () =>
      answerJson({ data: { listingPreviewsCreationTaskById: null }, errors: [{ message }] })
    const unknown = await watchOne(withError('Task not found'))
    const denied = await watchOne(withError('Access denied'))
    for (const { rig } of [unknown, denied]) await rig.clock.advance(MAX_WATCH_MS)
    expect(await unknown.task()).toMatchObject({ state: 'unknownTask', missingScope: null })
    expect((await unknown.task()).problem).toMatch(/ID is wrong, or .* another account or permission/)
    const deniedTask = await denied.task()
    expect(deniedTask.state).toBe('accessDenied')
    expect(deniedTask.missingScope).toContain('sell.listing_preview')
    expect(deniedTask.problem).toContain(deniedTask.missingScope)
    expect([pollRequests(unknown.rig).length, pollRequests(denied.rig).length]).toEqual([1, 1])
    await unknown.rig.stop()
    await denied.rig.stop()
  })

  it.each([
    [
      'inside HTTP 200',
      answerJson({ data: null, errors: [{ message: 'Cannot query field "result" on type "Task".' }] }),
      'GraphQL document to read a task',
    ],
    ['as HTTP 400', answerJson({ errors: [{ message: 'Syntax error' }] }, 400), 'GraphQL document to read a task'],
    ['as HTTP 404', answerJson({}, 404), 'GraphQL address'],
  ])(
    'MAP-13 a query that the platform refuses %s is not sent again by itself, and the setting is named',
    async (_, answer, setting) => {
      const { rig, task } = await watchOne(() => answer)
      await rig.clock.advance(MAX_WATCH_MS)
      expect(pollRequests(rig)).toHaveLength(1)
      expect(await task()).toMatchObject({ state: 'notWatching', problem: expect.stringContaining(setting) })
      await rig.stop()
    },
  )

  it('does not treat an unknown GraphQL error, an unreadable answer or an unknown status as an ending', async () => {
    const answers: readonly HttpResponse[] = [
      answerJson({ data: null, errors: [{ message: 'Internal server error' }] }),
      { ...taskAnswer(emptyResult), bodyCut: true },
      answerJson('nonsense'),
      taskAnswer({ completionStatus: 'IN_PROGRESS' }),
    ]
    let next = 0
    const { rig, task } = await watchOne(() => answers[next++] ?? taskAnswer(emptyResult))
    await rig.clock.advance(180_000)
    expect(await task()).toMatchObject({
      state: 'completed',
      polls: [
        { outcome: 'error' },
        { outcome: 'error' },
        { outcome: 'error' },
        { outcome: 'error' },
        { outcome: 'ended' },
      ],
    })
    await rig.stop()
  })

  it('MAP-04 a result with errors beside it is kept, with the errors as remarks', async () => {
    const { rig, task } = await watchOne(() => taskAnswer(emptyResult, [{ message: 'description couldn’t be read' }]))
    await rig.clock.advance(0)
    expect(await task()).toMatchObject({ state: 'completed', remarks: ['description couldn’t be read'] })
    await rig.stop()
  })

  it('a paused task is not polled until it is resumed', async () => {
    const { rig, taskRef, task } = await watchOne(() => taskAnswer())
    await rig.clock.advance(0)
    await rig.call.pause({ taskRef })
    await rig.clock.advance(3_600_000)
    expect(rig.requests).toHaveLength(1)
    expect(await task()).toMatchObject({ state: 'processing', paused: true })
    await rig.call.resume({ taskRef })
    await rig.clock.advance(POLL_GAP_MS)
    expect(rig.requests).toHaveLength(2)
    await rig.stop()
  })

  it('a known id is not watched twice', async () => {
    const { rig, taskRef } = await watchOne(() => taskAnswer())
    expect(await rig.call.addTaskId({ taskId: ' T1 ' })).toEqual({ taskRef, known: true })
    await rig.clock.advance(0)
    expect(rig.requests).toHaveLength(1)
    await rig.stop()
  })

  it('checking a finished task is a conflict with a readable message', async () => {
    const { rig, taskRef } = await watchOne(() => taskAnswer(emptyResult))
    await rig.clock.advance(0)
    await expect(rig.call.checkNow({ taskRef })).rejects.toThrow('This task has finished. Its result is already here.')
    await rig.stop()
  })

  it('200 tasks stay within the shared limit and are all polled', async () => {
    const startedMs: number[] = []
    const rig = await openMapping(() => {
      startedMs.push(rig.clock.monotonicMs())
      const answeredMs = rig.clock.monotonicMs() + 3_000
      return new Promise<HttpResponse>((resolve) => {
        rig.clock.setTimer(() => resolve(taskAnswer()), answeredMs - rig.clock.monotonicMs())
      })
    })
    for (let number = 1; number <= 200; number += 1) await rig.call.addTaskId({ taskId: `T${number}` })
    await rig.clock.advance(155_000)
    expect(rig.maxConcurrent()).toBe(MAX_CONCURRENT_POLLS)
    expect(rig.maxConcurrentPerTask()).toBe(1)
    const gaps = startedMs.slice(1).map((ms, index) => ms - (startedMs[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(POLL_GAP_MS)
    expect(new Set(rig.requests.map(({ body }) => body)).size).toBe(200)
    const stopping = rig.stop()
    await rig.clock.advance(3_000)
    await stopping
  }, 30_000)

  it('a check requested by the seller starts at once, before two hundred waiting tasks', async () => {
    const rig = await openMapping(() => taskAnswer())
    const refs: number[] = []
    for (let number = 1; number <= 200; number += 1) {
      refs.push((await rig.call.addTaskId({ taskId: `T${number}` })).taskRef)
    }
    await rig.clock.advance(1_000)
    await rig.call.checkNow({ taskRef: refs[199] ?? 0 })
    expect(rig.requests.at(-1)?.body).toContain('"T200"')
    await rig.stop()
  })

  it('a task paused while waiting for its turn is not polled', async () => {
    const rig = await openMapping(() => taskAnswer())
    for (let number = 1; number <= 20; number += 1) await rig.call.addTaskId({ taskId: `T${number}` })
    await rig.clock.advance(2_000)
    const polls = rig.requests.length
    expect(polls).toBeLessThan(20)
    expect(await rig.call.pauseAll({})).toEqual({ count: 20 })
    await rig.clock.advance(3_600_000)
    expect(rig.requests).toHaveLength(polls)
    expect(await rig.call.tasks({})).toMatchObject({ watching: 0, paused: 20 })
    expect(await rig.call.resumeAll({})).toEqual({ count: 20 })
    await rig.clock.advance(19 * POLL_GAP_MS)
    expect(rig.requests).toHaveLength(polls + 20)
    await rig.stop()
  })

  it('a finished task is notified once, with its location; many that finish together share one notice', async () => {
    const rig = await openMapping(() => taskAnswer(emptyResult))
    for (let number = 1; number <= 6; number += 1) await rig.call.addTaskId({ taskId: `T${number}` })
    await rig.clock.advance(0)
    expect(rig.notices).toEqual([
      { title: 'Mapping completed', text: 'Mapping T1: 0 suggestions, 0 problems', place: '#/mapping/1' },
    ])
    await rig.clock.advance(10 * 60_000)
    expect(rig.notices).toHaveLength(2)
    expect(rig.notices[1]).toMatchObject({ title: '5 mappings finished', place: '#/mapping' })
    await rig.stop()
  })

  it('a task that is only no longer watched is not notified', async () => {
    const { rig } = await watchOne(() => taskAnswer())
    await rig.clock.advance(MAX_WATCH_MS * 2)
    expect(rig.notices).toEqual([])
    await rig.stop()
  })

  it('MAP-08 the watch ends with one last poll at its end', async () => {
    const atMs: number[] = []
    const { rig } = await watchOne(() => {
      atMs.push(rig.clock.monotonicMs())
      return taskAnswer()
    })
    await rig.clock.advance(MAX_WATCH_MS * 2)
    expect(MAX_WATCH_MS - (atMs.at(-1) ?? 0)).toBeLessThan(5_000)
    await rig.stop()
  })
})
