import { describe, expect, it } from 'vitest'
import { type HttpResponse, TransportFailure } from '../../../main/http/request.ts'
import { putOnHold } from '../../../main/outbound/hold.ts'
import {
  answerJson,
  emptyResult,
  openMapping,
  pollRequests,
  startAnswer,
  startRequests,
  taskAnswer,
} from './mapping-rig.ts'

const product = (id: string) => ({ externalProductId: id, title: `Title ${id}` })
const requestKey = 'request-1'

const answers = (start: () => HttpResponse | Promise<HttpResponse>, poll: () => HttpResponse = () => taskAnswer()) =>
  openMapping((request) => (request.operation === 'startListingPreviewsCreation' ? start() : poll()))

describe('starting a mapping task', () => {
  it('MAP-15 sends exactly what the plan showed, and MAP-01 to the path of the connection', async () => {
    const rig = await answers(() => startAnswer('T1'))
    const products = [{ ...product('P1'), sku: 'CAM-1' }, product('P2')]
    const plan = await rig.call.startPlan({ products })
    expect(rig.requests).toHaveLength(0)
    const { taskRefs } = await rig.call.start({ products, requestKey })
    await rig.clock.advance(0)
    const [request] = startRequests(rig)
    expect(request).toMatchObject({ method: 'POST', url: plan.url, credential: 'user', repeatable: false })
    expect(plan.url).toBe('https://platform.example/sell/listing_preview/graphql')
    expect(request?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(request?.body ?? '')).toEqual({
      query: plan.document,
      variables: JSON.parse(plan.parts[0]?.variables ?? ''),
    })
    const task = await rig.call.task({ taskRef: taskRefs[0] ?? 0 })
    expect(task).toMatchObject({ state: 'processing', taskId: 'T1', origin: 'started' })
    expect(await rig.call.requestBody({ taskRef: task.taskRef })).toEqual({ body: request?.body })
    await rig.stop()
  })

  it('MAP-02 polls with input.id, first about 5 seconds after the start', async () => {
    const rig = await answers(() => startAnswer('T1'))
    await rig.call.start({ products: [product('P1')], requestKey })
    await rig.clock.advance(4_400)
    expect(pollRequests(rig)).toHaveLength(0)
    await rig.clock.advance(1_200)
    expect(JSON.parse(pollRequests(rig)[0]?.body ?? '')).toMatchObject({ variables: { input: { id: 'T1' } } })
    await rig.stop()
  })

  it('the task, its products and its body are on disk before the request is sent', async () => {
    let atCall: unknown
    const rig = await answers(() => {
      atCall = rig.database.get(
        `SELECT state, (SELECT body FROM mapping_start_body) AS body,
           (SELECT count(*) FROM mapping_product) AS products FROM mapping_task`,
      )
      return startAnswer('T1')
    })
    await rig.call.start({ products: [product('P1'), product('P2')], requestKey })
    await rig.clock.advance(0)
    expect(atCall).toEqual({ state: 'starting', body: startRequests(rig)[0]?.body, products: 2 })
    await rig.stop()
  })

  it('a double click with the same request key starts one task', async () => {
    const rig = await answers(() => startAnswer('T1'))
    const [first, second] = await Promise.all([
      rig.call.start({ products: [product('P1')], requestKey }),
      rig.call.start({ products: [product('P1')], requestKey }),
    ])
    await rig.clock.advance(0)
    expect(first).toEqual(second)
    expect(startRequests(rig)).toHaveLength(1)
    await rig.stop()
  })

  it('refuses a request key that started other products instead of dropping those added since, and says what to do', async () => {
    const rig = await answers(() => startAnswer('T1'))
    await rig.call.start({ products: [product('P1')], requestKey })
    const more = rig.call.start({ products: [product('P1'), product('P2')], requestKey })
    await expect(more).rejects.toMatchObject({
      detail: { kind: 'conflict', message: expect.stringContaining('Remove those that are in the newest task') },
    })
    await rig.clock.advance(0)
    expect(startRequests(rig)).toHaveLength(1)
    await rig.stop()
  })

  it('MAP-10 splits products that exceed one task, and links the parts', async () => {
    let count = 0
    const rig = await openMapping(() => startAnswer(`T${++count}`), {
      profile: { limits: { itemChangesPerDay: 250, productsPerTask: 2 } },
    })
    const products = ['A', 'B', 'C', 'D', 'E'].map(product)
    const { taskRefs } = await rig.call.start({ products, requestKey })
    await rig.clock.advance(0)
    expect(
      startRequests(rig).map(({ body }) => JSON.parse(body ?? '').variables.input.externalProducts.length),
    ).toEqual([2, 2, 1])
    const last = await rig.call.task({ taskRef: taskRefs[2] ?? 0 })
    expect(last).toMatchObject({ part: 3, parts: 3, taskId: 'T3' })
    expect(last.resends?.tasks.map(({ taskRef }) => taskRef)).toEqual(taskRefs)
    await rig.stop()
  })

  it.each<[string, () => HttpResponse]>([
    [
      'a failed connection',
      () => {
        throw new TransportFailure('unknown', 'broke')
      },
    ],
    ['HTTP 500', () => answerJson({}, 500)],
    ['a truncated answer', () => ({ ...startAnswer('T1'), bodyCut: true })],
    ['an answer without an id', () => answerJson({ data: { startListingPreviewsCreation: {} } })],
    [
      'an error after execution',
      () => answerJson({ data: { startListingPreviewsCreation: null }, errors: [{ message: 'Internal error' }] }),
    ],
  ])('after %s the start is unknown, shown as such, and never sent again automatically', async (_name, start) => {
    const rig = await answers(start)
    const { taskRefs } = await rig.call.start({ products: [product('P1')], requestKey })
    await rig.clock.advance(24 * 3_600_000)
    rig.connection.set(true)
    await rig.clock.advance(1_000)
    const taskRef = taskRefs[0] ?? 0
    const task = await rig.call.task({ taskRef })
    expect(task.state).toBe('startUnknown')
    expect(task.problem).toContain('may have accepted this task')
    expect(startRequests(rig)).toHaveLength(1)
    await expect(rig.call.startAgain({ taskRef })).rejects.toMatchObject({ detail: { kind: 'conflict' } })
    expect(rig.outbound.list()).toMatchObject([{ kind: 'mappingStart', state: 'unknown', canSettle: true }])
    await rig.stop()
  })

  it('a start interrupted by a kill is unknown and not repeated', async () => {
    const first = await answers(() => new Promise<HttpResponse>(() => {}))
    const { taskRefs } = await first.call.start({ products: [product('P1')], requestKey })
    await first.clock.advance(0)
    expect(startRequests(first)).toHaveLength(1)
    // No stop, as in a crash.
    const second = await openMapping(() => startAnswer('T1'), { database: first.database, clock: first.clock })
    await second.clock.advance(60_000)
    expect(second.requests).toHaveLength(0)
    const task = await second.call.task({ taskRef: taskRefs[0] ?? 0 })
    expect(task).toMatchObject({ state: 'startUnknown', taskId: null })
    expect(task.problem).toContain('closed while this was being sent')
    await second.stop()
  })

  it('an app killed before the request sends it once after the restart', async () => {
    const first = await answers(() => startAnswer('T1'))
    const writing = first.call.start({ products: [product('P1')], requestKey })
    await first.stop()
    await writing
    const second = await openMapping(() => startAnswer('T1'), { database: first.database, clock: first.clock })
    await second.clock.advance(0)
    expect(startRequests(first).length + startRequests(second).length).toBe(1)
    await second.stop()
  })

  it.each<[string, () => HttpResponse, RegExp]>([
    ['HTTP 400', () => answerJson({ errors: [{ message: 'Bad products' }] }, 400), /Bad products/],
    [
      'a document the platform rejects',
      () => answerJson({ errors: [{ message: 'Unknown field "x"' }] }),
      /Unknown field/,
    ],
    [
      'Access denied',
      () => answerJson({ data: { startListingPreviewsCreation: null }, errors: [{ message: 'Access denied' }] }),
      /sell\.listing_preview/,
    ],
    [
      'complaints about the products',
      () => answerJson({ data: { startListingPreviewsCreation: { errors: [{ errorDescription: 'Too many' }] } } }),
      /Too many/,
    ],
  ])('after %s it is not started, says why, and can be sent again unchanged', async (_name, start, message) => {
    let isFixed = false
    const rig = await answers(() => (isFixed ? startAnswer('T1') : start()))
    const { taskRefs } = await rig.call.start({ products: [product('P1')], requestKey })
    await rig.clock.advance(3_600_000)
    const taskRef = taskRefs[0] ?? 0
    const refused = await rig.call.task({ taskRef })
    expect(refused.state).toBe('notStarted')
    expect(refused.problem).toMatch(message)
    expect((await rig.call.productsSent({ taskRef })).products).toHaveLength(1)
    const { body } = await rig.call.requestBody({ taskRef })
    isFixed = true
    await rig.call.startAgain({ taskRef })
    await rig.clock.advance(0)
    expect(await rig.call.task({ taskRef })).toMatchObject({ state: 'processing', taskId: 'T1', problem: null })
    expect(startRequests(rig).map((request) => request.body)).toEqual([body, body])
    await rig.stop()
  })

  it('OFF-01 a start without a connection is kept over a restart, and sent once when the platform answers', async () => {
    const away = (): never => {
      throw new TransportFailure('notReached', 'The platform takes no connections right now.')
    }
    const first = await answers(away)
    const { taskRefs } = await first.call.start({ products: [product('P1')], requestKey })
    await first.clock.advance(60_000)
    const taskRef = taskRefs[0] ?? 0
    expect(await first.call.task({ taskRef })).toMatchObject({
      state: 'waiting',
      problem: 'The platform takes no connections right now.',
    })
    expect(first.outbound.list()).toMatchObject([
      { kind: 'mappingStart', subject: `task:${taskRef}`, title: 'Start mapping: Title P1', canDiscard: true },
    ])
    await first.stop()
    let isBack = false
    const second = await openMapping(() => (isBack ? startAnswer('T1') : away()), {
      database: first.database,
      clock: first.clock,
    })
    await second.clock.advance(60_000)
    isBack = true
    const tries = startRequests(second).length
    second.connection.set(true)
    await second.clock.advance(1_000)
    expect(await second.call.task({ taskRef })).toMatchObject({ state: 'processing', taskId: 'T1', problem: null })
    await second.clock.advance(60_000)
    expect(startRequests(second)).toHaveLength(tries + 1)
    expect(second.outbound.list()).toEqual([])
    await second.stop()
  })

  it('OFF-04 a start from a copy is not sent when the hold is released, because it may have been sent since', async () => {
    const first = await answers(() => {
      throw new TransportFailure('notReached', 'Away.')
    })
    const { taskRefs } = await first.call.start({ products: [product('P1')], requestKey })
    await first.clock.advance(1_000)
    await first.stop()
    putOnHold(first.database, 'restored', first.clock.nowMs())
    await first.clock.advance(1_000)
    const second = await openMapping(() => startAnswer('T2'), { database: first.database, clock: first.clock })
    const later = await second.call.start({ products: [product('P2')], requestKey: 'request-2' })
    await second.clock.advance(60_000)
    second.outbound.release()
    await second.clock.advance(60_000)
    const taskRef = taskRefs[0] ?? 0
    expect(await second.call.task({ taskRef })).toMatchObject({
      state: 'startUnknown',
      problem: expect.stringContaining('may have been sent since'),
    })
    expect(second.outbound.list()).toMatchObject([
      { subject: `task:${taskRef}`, state: 'unknown', canSettle: true, canSendNow: false },
    ])
    // What the seller starts during the hold is no part of the copy.
    expect(startRequests(second)).toHaveLength(1)
    expect(await second.call.task({ taskRef: later.taskRefs[0] ?? 0 })).toMatchObject({ taskId: 'T2' })
    await second.stop()
  })

  it('MAP-14 a start that must wait is sent after the wait', async () => {
    let answer = answerJson({}, 429, { 'retry-after': '60' })
    const rig = await answers(() => answer)
    const { taskRefs } = await rig.call.start({ products: [product('P1')], requestKey })
    await rig.clock.advance(59_000)
    expect(await rig.call.task({ taskRef: taskRefs[0] ?? 0 })).toMatchObject({
      state: 'waiting',
      problem: expect.stringMatching(/Stallhand has to wait/),
    })
    answer = startAnswer('T1')
    await rig.clock.advance(2_000)
    expect(startRequests(rig)).toHaveLength(2)
    expect(await rig.call.task({ taskRef: taskRefs[0] ?? 0 })).toMatchObject({ state: 'processing' })
    await rig.stop()
  })

  it('OFF-03 a start that the seller removed from the outbox is not sent, and can be sent later', async () => {
    let isBack = false
    const rig = await answers(() => {
      if (isBack) return startAnswer('T1')
      throw new TransportFailure('notReached', 'Away.')
    })
    const { taskRefs } = await rig.call.start({ products: [product('P1')], requestKey })
    await rig.clock.advance(0)
    rig.outbound.discard(rig.outbound.list().map(({ id }) => id))
    isBack = true
    const tries = startRequests(rig).length
    await rig.clock.advance(60_000)
    const taskRef = taskRefs[0] ?? 0
    expect(startRequests(rig)).toHaveLength(tries)
    expect(await rig.call.task({ taskRef })).toMatchObject({ state: 'notStarted' })
    await rig.call.startAgain({ taskRef })
    await rig.clock.advance(0)
    expect(await rig.call.task({ taskRef })).toMatchObject({ state: 'processing', taskId: 'T1' })
    await rig.stop()
  })

  it.each([
    [true, 'startUnknown', 0],
    [false, 'notStarted', 1],
  ])('MAP-09 a start of unknown outcome is settled by the seller: started %s', async (isDone, state, left) => {
    const rig = await answers(() => answerJson({}, 500))
    const { taskRefs } = await rig.call.start({ products: [product('P1')], requestKey })
    await rig.clock.advance(0)
    rig.outbound.settle(rig.outbound.list()[0]?.id ?? '', isDone)
    await rig.clock.advance(60_000)
    expect(await rig.call.task({ taskRef: taskRefs[0] ?? 0 })).toMatchObject({ state })
    expect(rig.outbound.list()).toHaveLength(left)
    expect(startRequests(rig)).toHaveLength(1)
    await rig.stop()
  })

  it('MAP-07 sending unprocessed products again starts a child task with exactly those, and the first keeps its lists', async () => {
    const unprocessed = {
      ...emptyResult,
      completionStatus: 'FAILED',
      unprocessedProducts: [{ externalProductId: 'P2' }],
    }
    const rig = await answers(
      () => startAnswer('T1'),
      () => taskAnswer(unprocessed),
    )
    const parent = await rig.call.start({ products: [product('P1'), product('P2')], requestKey })
    await rig.clock.advance(10_000)
    const parentRef = parent.taskRefs[0] ?? 0
    const child = await rig.call.start({ products: [product('P2')], requestKey: 'request-2', parentRef })
    await rig.clock.advance(0)
    const body = JSON.parse(startRequests(rig)[1]?.body ?? '')
    expect(body.variables.input.externalProducts).toEqual([product('P2')])
    const parentTask = await rig.call.task({ taskRef: parentRef })
    expect(parentTask.state).toBe('failed')
    expect(parentTask.resends?.tasks.map(({ taskRef }) => taskRef)).toEqual([parentRef, ...child.taskRefs])
    expect(await rig.call.task({ taskRef: child.taskRefs[0] ?? 0 })).toMatchObject({ parentRef })
    await rig.stop()
  })

  it.each([
    ['a product without an id', { products: [{ title: 'x' }], requestKey }, 'input.products.0.externalProductId'],
    ['no products', { products: [], requestKey }, 'input.products'],
    ['an unknown field', { products: [{ ...product('P1'), mappingReferenceId: 'R' }], requestKey }, 'input.products.0'],
  ])('bad input with %s names the field and sends nothing', async (_name, input, path) => {
    const rig = await answers(() => startAnswer('T1'))
    await expect(rig.call.start(input as never)).rejects.toMatchObject({
      detail: { kind: 'validation', issues: [{ path }] },
    })
    await rig.clock.advance(0)
    expect(rig.requests).toHaveLength(0)
    await rig.stop()
  })
})

describe('a mapping being prepared', () => {
  it('survives a restart unchanged, including a half-filled form', async () => {
    const draft = {
      requestKey,
      products: [{ ...product('P1'), images: [], aspects: [{ name: '__proto__', values: ['x'] }] }],
      form: {
        externalProductId: ' P2',
        sku: 'bad sku',
        title: '',
        categoryName: ' Ca',
        images: 'http://…',
        aspects: 'Brand: ',
      },
    }
    const first = await answers(() => startAnswer('T1'))
    await first.call.saveStartDraft({ draft })
    await first.stop()
    const second = await openMapping(() => startAnswer('T1'), { database: first.database, clock: first.clock })
    expect(await second.call.startDraft({})).toEqual({ draft })
    await second.call.saveStartDraft({ draft: null })
    expect(await second.call.startDraft({})).toEqual({ draft: null })
    await second.stop()
  })
})
