/** Events that overlap with reads: the screen ends up with the current data. */
import { notifyManager, QueryObserver } from '@tanstack/react-query'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createQueryClient, keepFresh } from '../../../renderer/api/cache.ts'
import type { ApiClient } from '../../../renderer/api/transport/client.ts'
import { pictureQuery } from '../../../renderer/api/use-image.ts'
import type { StallhandClient, StallhandContract } from '../../../shared/ipc/contract.ts'
import { settle } from '../../support/fake-clock.ts'

/** Opens a query that captures the data when main reads it and answers when the test says so. */
const open = () => {
  let tell: (name: string, data: unknown) => void = () => undefined
  const api = {
    onAnyEvent: (listener: (name: string, data: unknown) => void) => {
      tell = listener
      return () => undefined
    },
    onResync: () => () => undefined,
  } as unknown as ApiClient<StallhandContract>
  const cache = createQueryClient(() => undefined)
  keepFresh(api, cache)
  let truth = 'before'
  const arrivals: (() => void)[] = []
  const observer = new QueryObserver(cache, {
    queryKey: ['mapping', 'task', { taskRef: 1 }],
    queryFn: () => {
      const answer = truth
      return new Promise<string>((resolve) => arrivals.push(() => resolve(answer)))
    },
  })
  const stop = observer.subscribe(() => undefined)
  return {
    change: (to: string) => {
      truth = to
      tell('mapping.taskChanged', { taskRef: 1 })
    },
    changeAll: (to: string) => {
      truth = to
      tell('mapping.tasksChanged', {})
    },
    arrive: async () => {
      for (const arrival of arrivals.splice(0)) arrival()
      await settle()
    },
    shown: () => observer.getCurrentResult().data,
    readings: () => arrivals.length,
    stop,
  }
}

describe('queries that an event invalidates', () => {
  afterEach(() => void vi.useRealTimers())

  it('are read a few times a second during many events, and once more afterwards', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const line = open()
    await line.arrive()
    let readings = 0
    for (let event = 0; event < 1_000; event += 1) {
      line.change(`${event}`)
      await vi.advanceTimersByTimeAsync(1)
      readings += line.readings()
      await line.arrive()
    }
    expect(readings).toBeGreaterThanOrEqual(8)
    expect(readings).toBeLessThanOrEqual(16)
    await vi.advanceTimersByTimeAsync(1_000)
    await line.arrive()
    expect(line.shown()).toBe('999')
    line.stop()
  })

  it('are read once if one event names the query and another names all of its kind', async () => {
    const line = open()
    await line.arrive()
    line.changeAll('between')
    line.change('after')
    await settle()
    expect(line.readings()).toBe(1)
    line.stop()
  })

  it('are read at once, and once more for events that follow soon', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    const line = open()
    await line.arrive()
    line.change('queued')
    await vi.advanceTimersByTimeAsync(0)
    expect(line.readings()).toBe(1)
    await line.arrive()
    for (const state of ['sending', 'sent']) {
      line.change(state)
      await vi.advanceTimersByTimeAsync(30)
    }
    expect(line.readings()).toBe(0)
    await vi.advanceTimersByTimeAsync(125)
    expect(line.readings()).toBe(1)
    await line.arrive()
    expect(line.shown()).toBe('sent')
    line.stop()
  })

  it('are read again if the event overtakes the first read', async () => {
    const line = open()
    line.change('after')
    await settle()
    await line.arrive()
    await line.arrive()
    expect(line.shown()).toBe('after')
    expect(line.readings()).toBe(0)
    line.stop()
  })

  it('are read again if the event comes later, and once for simultaneous events', async () => {
    const line = open()
    await line.arrive()
    expect(line.shown()).toBe('before')
    line.change('between')
    line.change('after')
    await settle()
    expect(line.readings()).toBe(1)
    await line.arrive()
    expect(line.shown()).toBe('after')
    line.stop()
  })
})

it('a change to the cache is shown before the next key or click, so that two quick choices both count', async () => {
  const cache = createQueryClient(() => undefined)
  const queryKey = ['app', 'view', {}]
  cache.setQueryData(queryKey, ['title'])
  const observer = new QueryObserver<string[]>(cache, { queryKey })
  let shown = observer.getCurrentResult().data
  const stop = observer.subscribe(notifyManager.batchCalls(() => (shown = observer.getCurrentResult().data)))
  for (const column of ['price', 'quantity']) {
    cache.setQueryData(queryKey, [...(shown ?? []), column])
    // A browser runs every microtask before the next event.
    await new Promise((resolve) => process.nextTick(resolve))
  }
  expect(shown).toEqual(['title', 'price', 'quantity'])
  stop()
})

it.each([
  ['a plan', ['listing', 'planRun', { skus: ['A-1'] }]],
  ['the draft of a filter', ['notifications', 'filterDraft', { subscriptionId: 'one' }]],
  ['the size of the database', ['storage', 'facts', {}]],
])('reads %s again when its screen opens again', async (_, queryKey) => {
  const cache = createQueryClient(() => undefined)
  const read = vi.fn(async () => 'a plan')
  const open = () => new QueryObserver(cache, { queryKey, queryFn: read })
  const close = open().subscribe(() => undefined)
  await settle()
  close()
  await new Promise((resolve) => setTimeout(resolve, 0))
  open().subscribe(() => undefined)()
  expect(read).toHaveBeenCalledTimes(2)
})

it.each([
  ['a missing picture', null, 2],
  ['a picture', 'data:image/png;base64,AAAA', 1],
])('reads %s again only if it is missing', async (_, dataUrl, readings) => {
  const cache = createQueryClient(() => undefined)
  const image = vi.fn(async () => ({ dataUrl, problem: null }))
  const client = { connection: { image } } as unknown as StallhandClient
  for (let shown = 0; shown < 2; shown += 1) {
    const close = new QueryObserver(cache, pictureQuery(client, 'https://a.example/x.png')).subscribe(() => undefined)
    await settle()
    close()
  }
  expect(image).toHaveBeenCalledTimes(readings)
})
