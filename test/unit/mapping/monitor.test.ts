import { describe, expect, it } from 'vitest'
import { type HttpResponse, TransportFailure } from '../../../main/http/request.ts'
import { POLL_GAP_MS, POLLS_AT_ONCE } from '../../../shared/mapping/poll-limit.ts'
import { TOTAL_WATCH_MS } from '../../../shared/mapping/polling-schedule.ts'
import { answerJson, emptyResult, openMapping, pollsOf, taskAnswer } from './mapping-rig.ts'

const watchOne = async (...args: Parameters<typeof openMapping>) => {
  const rig = await openMapping(...args)
  const { taskRef } = await rig.call.addTaskId({ taskId: 'T1' })
  return { rig, taskRef, task: () => rig.call.task({ taskRef }) }
}

describe('the mapping monitor', () => {
  it('MAP-08 polls after 5, 10, 20, 40, 60, 60 seconds and stops watching within 20 minutes', async () => {
    const atMs: number[] = []
    const { rig, task } = await watchOne(() => {
      atMs.push(rig.clock.monotonicMs())
      return taskAnswer()
    })
    await rig.clock.advance(TOTAL_WATCH_MS + 60_000)
    const gaps = atMs.slice(1).map((ms, index) => ms - (atMs[index] ?? 0))
    // The id was added by hand, so its first look is at once and the growing begins with the second delay.
    expect(gaps.slice(0, 6)).toEqual([10_000, 20_000, 40_000, 60_000, 60_000, 60_000])
    expect(atMs.at(-1)).toBeLessThanOrEqual(TOTAL_WATCH_MS)
    expect(await task()).toMatchObject({ state: 'notWatching', nextPollAtMs: null, counts: null })
    expect(rig.clock.pending()).toBe(0)
    await rig.stop()
  })

  it('MAP-09 a task that is not watched any more can be resumed, and ends as it should', async () => {
    let ended = false
    const { rig, taskRef, task } = await watchOne(() => taskAnswer(ended ? emptyResult : null))
    await rig.clock.advance(TOTAL_WATCH_MS)
    expect((await task()).state).toBe('notWatching')
    ended = true
    await rig.call.resume({ taskRef })
    await rig.clock.advance(POLL_GAP_MS)
    expect(await task()).toMatchObject({ state: 'completed', taskId: 'T1' })
    await rig.stop()
  })

  it('never has two polls of one task under way, however often the user asks', async () => {
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
    expect(rig.mostAtOnce()).toBe(1)
    answerNow(taskAnswer(emptyResult))
    await rig.stop()
  })

  it('plans the next poll after the last one has settled, not from when it began', async () => {
    let answerNow: (response: HttpResponse) => void = () => {}
    const { rig, task } = await watchOne(() => new Promise<HttpResponse>((resolve) => (answerNow = resolve)))
    await rig.clock.advance(30_000)
    answerNow(taskAnswer())
    await rig.clock.advance(0)
    expect((await task()).nextPollAtMs).toBe(rig.clock.nowMs() + 10_000)
    await rig.stop()
  })

  it('MAP-09 a restart on the same database takes up every task, and polls none twice', async () => {
    const first = await openMapping(() => taskAnswer())
    for (let number = 1; number <= 50; number += 1) await first.call.addTaskId({ taskId: `T${number}` })
    await first.clock.advance(47_000)
    await first.stop()
    const asked = first.requests.length

    const second = await openMapping(() => taskAnswer(emptyResult), { database: first.database, clock: first.clock })
    await second.clock.advance(120_000)
    expect(first.requests).toHaveLength(asked)
    expect(second.requests).toHaveLength(50)
    const { rows: tasks, total, watching } = await second.call.tasks({ limit: 200 })
    expect({ total, watching }).toEqual({ total: 50, watching: 0 })
    expect(new Set(tasks.map(({ state }) => state))).toEqual(new Set(['completed']))
    await second.stop()
  })

  it('an answer that comes after stop touches nothing, and the task is polled again by the next run', async () => {
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

  it('a clock that was set back by a day while the app was closed does not hold a poll for a day', async () => {
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

  it('MAP-09 sleep and a clock moved by hand, forward or back, lose no poll and double none', async () => {
    const { rig, task } = await watchOne(() => taskAnswer())
    await rig.clock.advance(0)
    // The lid is closed for a night: no timer runs, and what is due runs once, when the machine is back.
    rig.clock.jump(9 * 3_600_000)
    await rig.clock.advance(60_000)
    const afterNight = rig.requests.length
    expect(afterNight).toBeGreaterThanOrEqual(2)
    expect(rig.mostAtOnce()).toBe(1)
    expect(await task()).toMatchObject({ state: 'processing', paused: false })
    // Summer time ends, or a hand sets the clock back by an hour: the watch goes on by the time that passes.
    rig.clock.jump(-3_600_000)
    await rig.clock.advance(5 * 60_000)
    expect(rig.requests.length).toBeGreaterThan(afterNight)
    expect((await task()).polls).toHaveLength(rig.requests.length)
    await rig.stop()
  })

  it.each([
    ['there is no line', 'notReached', 'There is no way to the platform.'],
    ['the line breaks', 'unknown', 'The connection broke or timed out before an answer came.'],
  ] as const)('while %s it is recorded once, uses up no poll step, and ends when the line is back', async (...args) => {
    const [, outcome, words] = args
    let isDown = true
    const { rig, task } = await watchOne(() => {
      if (isDown) throw new TransportFailure(outcome, 'There is no way to the platform.')
      return taskAnswer()
    })
    await rig.clock.advance(2 * 3_600_000)
    const offline = await task()
    expect(offline.state).toBe('processing')
    expect(offline.problem).toBe(words)
    expect(offline.polls).toHaveLength(1)
    expect(offline.polls[0]?.repeats).toBeGreaterThan(50)
    isDown = false
    rig.line.set(true)
    await rig.clock.advance(5_000)
    const back = await task()
    expect(back.dots).toEqual(['offline', 'processing'])
    expect(back.problem).toBeNull()
    await rig.stop()
  })

  it('MAP-14 waits a 429 out for as long as Retry-After says, and tries again', async () => {
    let answers = 0
    const { rig, task } = await watchOne(() => {
      answers += 1
      return answers === 1 ? answerJson({ errors: [] }, 429, { 'retry-after': '90' }) : taskAnswer()
    })
    await rig.clock.advance(89_000)
    expect(answers).toBe(1)
    await rig.clock.advance(2_000)
    expect(answers).toBe(2)
    expect((await task()).dots).toEqual(['rateLimited', 'processing'])
    await rig.stop()
  })

  it.each([500, 503])('MAP-14 keeps watching through HTTP %i', async (status) => {
    let answers = 0
    const { rig, task } = await watchOne(() => {
      answers += 1
      return answers <= 3 ? answerJson({ errors: [] }, status) : taskAnswer(emptyResult)
    })
    await rig.clock.advance(120_000)
    expect(await task()).toMatchObject({ state: 'completed', dots: ['troubled', 'troubled', 'troubled', 'ended'] })
    await rig.stop()
  })

  it('MAP-13 tells "Task not found" and "Access denied" inside HTTP 200 apart, and stops asking', async () => {
    const withError = (message: string) => () =>
      answerJson({ data: { listingPreviewsCreationTaskById: null }, errors: [{ message }] })
    const unknown = await watchOne(withError('Task not found'))
    const denied = await watchOne(withError('Access denied'))
    for (const { rig } of [unknown, denied]) await rig.clock.advance(TOTAL_WATCH_MS)
    expect(await unknown.task()).toMatchObject({ state: 'unknownTask', missingScope: null })
    expect((await unknown.task()).problem).toMatch(/id is wrong, or .* another scope/)
    const deniedTask = await denied.task()
    expect(deniedTask.state).toBe('accessDenied')
    expect(deniedTask.missingScope).toContain('sell.listing_preview')
    expect(deniedTask.problem).toContain(deniedTask.missingScope)
    expect([pollsOf(unknown.rig).length, pollsOf(denied.rig).length]).toEqual([1, 1])
    await unknown.rig.stop()
    await denied.rig.stop()
  })

  it('does not take an unknown GraphQL error, a broken answer or an unknown status for an ending', async () => {
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
      dots: ['troubled', 'troubled', 'troubled', 'troubled', 'ended'],
    })
    await rig.stop()
  })

  it('MAP-04 a result that comes with errors beside it is kept, and the remarks are shown', async () => {
    const { rig, task } = await watchOne(() => taskAnswer(emptyResult, [{ message: 'description could not be read' }]))
    await rig.clock.advance(0)
    expect(await task()).toMatchObject({ state: 'completed', remarks: ['description could not be read'] })
    await rig.stop()
  })

  it('a paused task is not asked about until it is resumed', async () => {
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

  it('an id that is known already is not watched twice', async () => {
    const { rig, taskRef } = await watchOne(() => taskAnswer())
    expect(await rig.call.addTaskId({ taskId: ' T1 ' })).toEqual({ taskRef, known: true })
    await rig.clock.advance(0)
    expect(rig.requests).toHaveLength(1)
    await rig.stop()
  })

  it('asking about an ended task is a conflict in words', async () => {
    const { rig, taskRef } = await watchOne(() => taskAnswer(emptyResult))
    await rig.clock.advance(0)
    await expect(rig.call.checkNow({ taskRef })).rejects.toThrow('This task has ended, and its result is here.')
    await rig.stop()
  })

  it('200 tasks together stay within the shared limit, and every one is asked', async () => {
    const beganMs: number[] = []
    const rig = await openMapping(() => {
      beganMs.push(rig.clock.monotonicMs())
      const answeredMs = rig.clock.monotonicMs() + 3_000
      return new Promise<HttpResponse>((resolve) => {
        rig.clock.setTimer(() => resolve(taskAnswer()), answeredMs - rig.clock.monotonicMs())
      })
    })
    for (let number = 1; number <= 200; number += 1) await rig.call.addTaskId({ taskId: `T${number}` })
    await rig.clock.advance(155_000)
    expect(rig.mostInAll()).toBe(POLLS_AT_ONCE)
    expect(rig.mostAtOnce()).toBe(1)
    const gaps = beganMs.slice(1).map((ms, index) => ms - (beganMs[index] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(POLL_GAP_MS)
    expect(new Set(rig.requests.map(({ body }) => body)).size).toBe(200)
    const stopping = rig.stop()
    await rig.clock.advance(3_000)
    await stopping
  }, 30_000)

  it('a task that the user looks at goes before two hundred that wait', async () => {
    const rig = await openMapping(() => taskAnswer())
    const refs: number[] = []
    for (let number = 1; number <= 200; number += 1) {
      refs.push((await rig.call.addTaskId({ taskId: `T${number}` })).taskRef)
    }
    await rig.clock.advance(1_000)
    await rig.call.checkNow({ taskRef: refs[199] ?? 0 })
    await rig.clock.advance(POLL_GAP_MS)
    expect(rig.requests.at(-1)?.body).toContain('"T200"')
    await rig.stop()
  })

  it('a task that is paused while it waits for its turn is not asked', async () => {
    const rig = await openMapping(() => taskAnswer())
    for (let number = 1; number <= 20; number += 1) await rig.call.addTaskId({ taskId: `T${number}` })
    await rig.clock.advance(2_000)
    const asked = rig.requests.length
    expect(asked).toBeLessThan(20)
    expect(await rig.call.pauseAll({})).toEqual({ count: 20 })
    await rig.clock.advance(3_600_000)
    expect(rig.requests).toHaveLength(asked)
    expect(await rig.call.tasks({})).toMatchObject({ watching: 0, paused: 20 })
    expect(await rig.call.resumeAll({})).toEqual({ count: 20 })
    await rig.clock.advance(19 * POLL_GAP_MS)
    expect(rig.requests).toHaveLength(asked + 20)
    await rig.stop()
  })

  it('the desktop is told once when a task ends, with its place; many that end together are one piece of news', async () => {
    const rig = await openMapping(() => taskAnswer(emptyResult))
    for (let number = 1; number <= 6; number += 1) await rig.call.addTaskId({ taskId: `T${number}` })
    await rig.clock.advance(0)
    expect(rig.notices).toEqual([
      { title: 'Mapping completed', text: 'Task T1: 0 previews, 0 problems', place: '#/mapping/1' },
    ])
    await rig.clock.advance(10 * 60_000)
    expect(rig.notices).toHaveLength(2)
    expect(rig.notices[1]).toMatchObject({ title: '5 mappings have ended', place: '#/mapping' })
    await rig.stop()
  })

  it('nothing is told of a task that is only not watched any more', async () => {
    const { rig } = await watchOne(() => taskAnswer())
    await rig.clock.advance(TOTAL_WATCH_MS * 2)
    expect(rig.notices).toEqual([])
    await rig.stop()
  })

  it('MAP-08 the watch ends with one last poll at its very end', async () => {
    const atMs: number[] = []
    const { rig } = await watchOne(() => {
      atMs.push(rig.clock.monotonicMs())
      return taskAnswer()
    })
    await rig.clock.advance(TOTAL_WATCH_MS * 2)
    expect(TOTAL_WATCH_MS - (atMs.at(-1) ?? 0)).toBeLessThan(5_000)
    await rig.stop()
  })
})
