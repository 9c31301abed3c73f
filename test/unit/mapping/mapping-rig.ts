/** The mapping feature with a scripted platform, a fake clock, and a database that a second instance can resume. */

import type { Database } from '../../../main/database/database.ts'
import type { HttpRequest, HttpResponse } from '../../../main/http/request.ts'
import { createRouter } from '../../../main/ipc/router.ts'
import type { ItemsPort } from '../../../main/items-port.ts'
import { createMappingFeature } from '../../../main/mapping/feature.ts'
import { createHold } from '../../../main/outbound/hold.ts'
import type { Outbound } from '../../../main/outbound/outbound.ts'
import type { DesktopNotice } from '../../../main/ports.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { completeProfile, type ProfileFile } from '../../../shared/connection/profile.ts'
import type { Client } from '../../../shared/ipc/define.ts'
import { mappingContract } from '../../../shared/mapping/contract.ts'
import { Failure } from '../../../shared/result.ts'
import { createFakeClock, type FakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestOutbound, withOutbound } from '../../support/test-outbound.ts'

const contract = { mapping: mappingContract }
export type MappingClient = Client<typeof contract>['mapping']

export type StagedDraft = Parameters<ItemsPort['stageDraft']>[0]

export type Answer = (request: HttpRequest) => HttpResponse | Promise<HttpResponse>

export const answerJson = (value: unknown, status = 200, headers: Record<string, string> = {}): HttpResponse => ({
  status,
  headers: { 'content-type': 'application/json', ...headers },
  body: new TextEncoder().encode(JSON.stringify(value)),
  bodyCut: false,
})

/** An answer to the task query: result null if omitted (MAP-03). */
export const taskAnswer = (result: unknown = null, errors?: unknown): HttpResponse =>
  answerJson({
    data: { listingPreviewsCreationTaskById: { requestedId: 'T1', listingPreviewsCreationTask: { id: 'T1', result } } },
    ...(errors === undefined ? {} : { errors }),
  })

export const startAnswer = (id: string): HttpResponse =>
  answerJson({ data: { startListingPreviewsCreation: { listingPreviewsCreationTask: { id } } } })

export const emptyResult = {
  completionStatus: 'COMPLETED',
  listingPreviews: [],
  invalidProducts: [],
  unmappedProducts: [],
  unprocessedProducts: [],
}

/** A connection state that tests can switch offline and online. */
export const createConnectionState = () => {
  const listeners = new Set<(online: boolean) => void>()
  let online = true
  return {
    isOnline: () => online,
    onChange: (listener: (online: boolean) => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    set: (now: boolean) => {
      online = now
      for (const listener of listeners) listener(now)
    },
  }
}

export type MappingRig = {
  readonly clock: FakeClock
  readonly database: Database
  readonly requests: HttpRequest[]
  readonly events: { readonly name: string; readonly data: unknown }[]
  readonly staged: StagedDraft[]
  readonly notices: DesktopNotice[]
  readonly connection: ReturnType<typeof createConnectionState>
  readonly call: MappingClient
  readonly outbound: Outbound
  /** Simulates the platform's notification that a task ended. */
  readonly taskEnded: (taskId: string) => void
  /** The highest number of requests in progress at once, about one task and about all. */
  readonly maxConcurrentPerTask: () => number
  readonly maxConcurrent: () => number
  /** Ends the run as a crash does. Leave its requests unanswered. */
  readonly kill: () => void
  readonly stop: () => Promise<void>
}

const isStart = (request: HttpRequest): boolean => request.operation === 'startListingPreviewsCreation'
export const startRequests = (rig: MappingRig): HttpRequest[] => rig.requests.filter(isStart)
export const pollRequests = (rig: MappingRig): HttpRequest[] => rig.requests.filter((request) => !isStart(request))

/** Opens the feature and starts it. Pass the database and clock of another rig to restart it. */
export const openMapping = async (
  answer: Answer,
  options: {
    readonly database?: Database
    readonly clock?: FakeClock
    readonly profile?: Partial<ProfileFile>
    readonly items?: Partial<ItemsPort>
    readonly random?: () => number
  } = {},
): Promise<MappingRig> => {
  const clock = options.clock ?? createFakeClock()
  const database = options.database ?? openTestDatabase()
  const log = createRecordingLog()
  const hold = createHold(database)
  const scheduler = createScheduler(clock, log, hold.isOn)
  const profile = completeProfile({
    kind: 'sandbox',
    name: 'Test',
    baseUrl: 'https://platform.example',
    ...options.profile,
  })
  const requests: HttpRequest[] = []
  const events: { name: string; data: unknown }[] = []
  const staged: StagedDraft[] = []
  const connection = createConnectionState()
  const running = new Map<string, number>()
  const notices: DesktopNotice[] = []
  let runningInAll = 0
  let maxPerTask = 0
  let maxInAll = 0

  const outbound = createTestOutbound({ database, scheduler, clock, log, online: connection, hold })
  const mapping = createMappingFeature(
    {
      outbound,
      profile,
      database,
      scheduler,
      clock,
      log,
      online: connection,
      random: options.random ?? (() => 1),
      secrets: { get: async () => undefined, set: async () => {}, delete: async () => {} },
      notify: (notice) => void notices.push(notice),
      emit: (name, data) => void events.push({ name, data }),
      send: async (request) => {
        requests.push(request)
        const key = request.body ?? ''
        const count = (running.get(key) ?? 0) + 1
        running.set(key, count)
        maxPerTask = Math.max(maxPerTask, count)
        runningInAll += 1
        maxInAll = Math.max(maxInAll, runningInAll)
        try {
          return await answer(request)
        } finally {
          runningInAll -= 1
          running.set(key, (running.get(key) ?? 1) - 1)
        }
      },
    },
    {
      find: () => undefined,
      describe: () => undefined,
      refresh: () => undefined,
      stageDraft: (draft) => void staged.push(draft),
      ...options.items,
    },
  )
  const feature = withOutbound(outbound, mapping)
  const route = createRouter(contract, () => ({ mapping: feature.handlers }), { log, newReference: () => 'ref' })
  const call = new Proxy(
    {},
    {
      get: (_target, name) => async (input: unknown) => {
        const result = await route(`mapping.${String(name)}`, input)
        if (!result.ok) throw new Failure(result.error)
        await settle()
        return result.value
      },
    },
  ) as MappingClient

  await feature.start()
  return {
    clock,
    database,
    requests,
    events,
    staged,
    notices,
    connection,
    call,
    outbound,
    taskEnded: feature.taskEnded,
    maxConcurrentPerTask: () => maxPerTask,
    maxConcurrent: () => maxInAll,
    kill: () => void scheduler.stop(),
    stop: async () => {
      await feature.stop()
      await scheduler.stop()
    },
  }
}
