/** The mapping feature and the practice platform over real HTTP. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createUndiciSend } from '../../../main/http/undici-send.ts'
import { practiceCredentials } from '../../../main/practice/credentials.ts'
import { type PracticePlatform, startPracticePlatform } from '../../../main/practice/platform.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import type { ProductInput } from '../../../shared/mapping/product.ts'
import { isEnded } from '../../../shared/mapping/task.ts'
import { createFakeClock, type FakeClock } from '../../support/fake-clock.ts'
import { noPauses, sendThrough } from '../../support/send-through.ts'
import { waitFor } from '../../support/wait-for.ts'
import { type MappingRig, openMapping, startRequests } from '../../unit/mapping/mapping-rig.ts'

let clock: FakeClock
let platform: PracticePlatform
let rig: MappingRig
let closeWire: () => Promise<void>
/** Every mappingReferenceId received. */
const references = new Set<string>()

const practice = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) =>
  (
    await fetch(`${platform.url}/practice/${path}`, {
      method,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  ).json() as Promise<{ counts: { tasks: number } }>

/** Fetches the token of a seller who granted only these scopes. */
const tokenFor = async (scopes: readonly string[]): Promise<string> => {
  const { clientId, clientSecret, refreshToken } = practiceCredentials
  const answer = await fetch(`${platform.url}/identity/v1/oauth2/token`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({
      grant_type: 'refresh_token',
      refresh_token: refreshToken,
      scope: scopes.join(' '),
    }).toString(),
  })
  return ((await answer.json()) as { access_token: string }).access_token
}

const open = async (scopeSuffixes: readonly string[]): Promise<MappingRig> => {
  const { baseUrl } = completeProfile({ kind: 'practice', name: 'Practice' }, platform.url)
  const wire = createUndiciSend({ origins: [baseUrl] })
  const fetchToken = () => tokenFor(scopeSuffixes.map((suffix) => `${baseUrl}/oauth/api_scope${suffix}`))
  const send = sendThrough(wire.send, { tokens: { current: fetchToken, renew: fetchToken }, pauses: noPauses })
  closeWire = wire.close
  return openMapping(send, { clock, profile: { kind: 'practice', name: 'Practice', baseUrl } })
}

beforeEach(async () => {
  clock = createFakeClock()
  platform = await startPracticePlatform({ now: clock.nowMs, conversations: 0, items: 0 })
  references.clear()
  rig = await open(['/sell.listing_preview'])
})

afterEach(async () => {
  // INV-14, MAP-12: no reference is ever sent, and no input has a field for it.
  for (const { body = '' } of rig.requests) {
    const { variables } = JSON.parse(body) as { variables: unknown }
    expect(JSON.stringify(variables)).not.toContain('mappingReferenceId')
    for (const reference of references) expect(body).not.toContain(reference)
  }
  for (const draft of rig.staged) {
    expect(JSON.stringify(draft)).not.toContain('mappingReferenceId')
    for (const reference of references) expect(JSON.stringify(draft)).not.toContain(reference)
  }
  await rig.stop()
  await closeWire()
  await platform.stop()
})

const loadTask = async (taskRef: number) => {
  const task = await rig.call.task({ taskRef })
  for (let previewIndex = 0; previewIndex < (task.counts?.listingPreviews ?? 0); previewIndex += 1) {
    const { preview } = await rig.call.preview({ taskRef, previewIndex })
    if (preview.mappingReferenceId !== null) references.add(preview.mappingReferenceId)
  }
  return task
}

type Task = Awaited<ReturnType<typeof loadTask>>

/** Advances the fake clock until the task is ready. */
const until = (taskRef: number, isReady: (task: Task) => boolean): Promise<Task> =>
  waitFor(async () => {
    const task = await loadTask(taskRef)
    if (isReady(task)) return task
    // Real sockets ignore the fake clock, so wait for requests in progress.
    await clock.advance(task.checking || task.state === 'starting' ? 0 : 1_000)
    throw new Error(`The task is not ready: ${JSON.stringify(task)}`)
  })

const start = async (products: readonly ProductInput[]): Promise<number> => {
  const { taskRefs } = await rig.call.start({ products: [...products], requestKey: crypto.randomUUID() })
  return taskRefs[0] ?? 0
}

const ended = (task: Task): boolean => isEnded(task.state)

const good = (id: string): ProductInput => ({
  externalProductId: id,
  sku: id,
  title: `Pocket camera ${id}`,
  images: [`https://pictures.practice.invalid/${id}.jpg`],
  aspects: [{ name: 'Brand', values: ['Acme'] }],
})
const unmapped: ProductInput = { externalProductId: 'U1', title: 'Unmapped thing' }
const invalid: ProductInput = { externalProductId: '222', title: 'Defective' }
const unprocessed: ProductInput = {
  externalProductId: 'N1',
  title: 'Lamp',
  images: ['https://pictures.practice.invalid/failed/n1.jpg'],
}

describe('the mapping service of the practice platform', () => {
  it('MAP-01 MAP-02 MAP-04 all products mapped is COMPLETED, with a preview beside each', async () => {
    const task = await until(await start([good('CAM-1'), good('CAM-2')]), ended)
    expect(task.state).toBe('completed')
    expect(task.polls.slice(0, -1).every(({ outcome }) => outcome === 'processing')).toBe(true)
    expect(task.counts).toEqual({ listingPreviews: 2, invalidProducts: 0, unmappedProducts: 0, unprocessedProducts: 0 })
    const { preview, sent } = await rig.call.preview({ taskRef: task.taskRef, previewIndex: 0 })
    expect(sent).toMatchObject({ externalProductId: 'CAM-1' })
    expect(preview).toMatchObject({
      sku: 'CAM-1',
      title: 'Pocket camera CAM-1',
      images: ['https://pictures.practice.invalid/CAM-1.jpg'],
      aspects: expect.arrayContaining([{ name: 'Brand', values: ['Acme'] }]),
    })
  })

  it('MAP-04 MAP-05 MAP-06 MAP-07 some failed is COMPLETED_WITH_ERROR, with all four lists', async () => {
    const task = await until(await start([good('CAM-1'), unmapped, invalid, unprocessed]), ended)
    expect(task.state).toBe('completedWithError')
    const { taskRef } = task
    expect((await rig.call.previews({ taskRef })).rows).toHaveLength(1)
    expect((await rig.call.invalidProducts({ taskRef })).rows).toMatchObject([
      { externalProductId: '222', errors: [{ errorId: expect.any(String), message: expect.stringMatching(/\w/) }] },
    ])
    expect((await rig.call.unmappedProducts({ taskRef })).rows).toMatchObject([
      { externalProductId: 'U1', title: 'Unmapped thing' },
    ])
    expect((await rig.call.unprocessedProducts({ taskRef })).rows).toMatchObject([
      { externalProductId: 'N1', title: 'Lamp', sent: { images: unprocessed.images } },
    ])
  })

  it('MAP-04 the whole task failed is FAILED, without previews', async () => {
    const task = await until(await start([unmapped]), ended)
    expect(task).toMatchObject({ state: 'failed', counts: { listingPreviews: 0, unmappedProducts: 1 } })
  })

  it('MAP-07 an unprocessed product is mapped when it is resent', async () => {
    const parentRef = await start([unprocessed])
    expect((await until(parentRef, ended)).state).toBe('failed')
    const { taskRefs } = await rig.call.start({ products: [unprocessed], requestKey: crypto.randomUUID(), parentRef })
    expect((await until(taskRefs[0] ?? 0, ended)).state).toBe('completed')
  })

  it('MAP-13 a wrong id is "Task not found" inside HTTP 200', async () => {
    const { taskRef } = await rig.call.addTaskId({ taskId: 'no-such-task' })
    const task = await until(taskRef, ({ polls }) => polls.length > 0)
    expect(task).toMatchObject({ state: 'unknownTask', missingScope: null })
  })

  it('MAP-13 a token without the scope is "Access denied" inside HTTP 200, for a poll and for a start', async () => {
    await rig.stop()
    await closeWire()
    rig = await open(['/sell.inventory'])
    const { taskRef } = await rig.call.addTaskId({ taskId: 'some-task' })
    const task = await until(taskRef, ({ polls }) => polls.length > 0)
    expect(task).toMatchObject({ state: 'accessDenied', missingScope: expect.stringContaining('sell.listing_preview') })
    const refused = await until(await start([good('CAM-1')]), ({ state }) => state !== 'starting')
    expect(refused).toMatchObject({
      state: 'notStarted',
      missingScope: expect.stringContaining('sell.listing_preview'),
    })
  })

  it.each([
    ['401, which renews the token', { status: 401 }, ['processing', 'ended']],
    ['429', { status: 429, retryAfterS: 30 }, ['rateLimited', 'ended']],
    ['500', { status: 500 }, ['error', 'ended']],
    ['503', { status: 503 }, ['error', 'ended']],
  ])('MAP-14 a poll that meets %s continues to the result', async (_name, fault, outcomes) => {
    await practice('POST', 'settings', { mappingDurationMs: 8_000 })
    const taskRef = await start([good('CAM-1')])
    await practice('POST', 'faults', {
      operation: 'listingPreviewsCreationTaskById',
      fault: 'status',
      count: 1,
      ...fault,
    })
    const task = await until(taskRef, ended)
    expect(task).toMatchObject({ state: 'completed', polls: outcomes.map((outcome) => ({ outcome })) })
  })

  it('a start whose answer is lost is unknown, and the platform has exactly one task', async () => {
    const before = (await practice('GET', 'status')).counts.tasks
    await practice('POST', 'faults', { operation: 'startListingPreviewsCreation', fault: 'dropAfterActing', count: 1 })
    const taskRef = await start([good('CAM-1')])
    const task = await until(taskRef, ({ state }) => state !== 'starting')
    expect(task).toMatchObject({ state: 'startUnknown', taskId: null })
    await clock.advance(3_600_000)
    expect(startRequests(rig)).toHaveLength(1)
    expect((await practice('GET', 'status')).counts.tasks).toBe(before + 1)
  })

  it('a start the platform never read is unknown too', async () => {
    await practice('POST', 'faults', {
      operation: 'startListingPreviewsCreation',
      fault: 'dropBeforeActing',
      count: 1,
    })
    const task = await until(await start([good('CAM-1')]), ({ state }) => state !== 'starting')
    expect(task.state).toBe('startUnknown')
  })

  it('a truncated result is requested again', async () => {
    await practice('POST', 'settings', { mappingDurationMs: 0 })
    await practice('POST', 'faults', {
      operation: 'listingPreviewsCreationTaskById',
      fault: 'cutBody',
      count: 1,
    })
    const task = await until(await start([good('CAM-1')]), ended)
    expect(task).toMatchObject({ state: 'completed', polls: [{ outcome: 'error' }, { outcome: 'ended' }] })
  })

  it('MAP-12 a preview becomes a draft with the chosen condition and without its reference', async () => {
    const taskRef = await start([good('CAM-1')])
    await until(taskRef, ended)
    expect(references.size).toBe(1)
    const { preview } = await rig.call.preview({ taskRef, previewIndex: 0 })
    await rig.call.createDraftItem({ taskRef, previewIndex: 0, sku: 'CAM-1', condition: 'NEW', replaceEdit: false })
    expect(rig.staged[0]?.item).toEqual({
      condition: 'NEW',
      product: expect.objectContaining({ title: preview.title }),
    })
  })
})
