/**
 * The kinds of outbound changes, each on an in-memory platform, for random histories.
 *
 * A wish is a change that the seller requests. Whatever happens, each is carried out once and none is lost.
 */
import type { Database } from '../../../main/database/database.ts'
import { type HttpRequest, type HttpResponse, type Send, TransportFailure } from '../../../main/http/request.ts'
import { createNotificationClient } from '../../../main/notifications/subscriptions/notification-client.ts'
import { createSubscriptionQueue } from '../../../main/notifications/subscriptions/subscription-queue.ts'
import { subscriptionView } from '../../../main/notifications/subscriptions/subscription-views.ts'
import type { Outbound } from '../../../main/outbound/outbound.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { completeProfile } from '../../../shared/connection/profile.ts'
import { createFakeClock, type FakeClock, settle } from '../../support/fake-clock.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestOutbound } from '../../support/test-outbound.ts'
import {
  answerJson,
  createConnectionState,
  openMapping,
  startAnswer,
  taskAnswer,
} from '../../unit/mapping/mapping-rig.ts'
import { createHarness } from '../../unit/messaging/messaging-harness.ts'
import { openOffers } from '../../unit/offers/offers-rig.ts'

export const writeEndings = [
  'answered',
  'refusedConnection',
  'droppedAfterActing',
  'droppedBeforeActing',
  'status500AfterActing',
  'status500BeforeActing',
  'status401',
  'status429',
] as const
export type WriteEnding = (typeof writeEndings)[number]

/** How the next write ends. Reads are answered unless the platform is away. */
export type SimulatedNetwork = { ending: WriteEnding; isAway: boolean }

/** Carries out a request with the ending of `network`. */
const endOn = (network: SimulatedNetwork, isWrite: boolean, act: () => HttpResponse): HttpResponse => {
  if (network.isAway) throw new TransportFailure('notReached', 'The platform couldn’t be reached.')
  const ending = isWrite ? network.ending : 'answered'
  if (isWrite) network.ending = 'answered'
  switch (ending) {
    case 'answered':
      return act()
    case 'refusedConnection':
      throw new TransportFailure('notReached', 'The platform couldn’t be reached.')
    case 'droppedAfterActing':
      act()
      throw new TransportFailure('unknown', 'The connection broke before the answer came.')
    case 'droppedBeforeActing':
      throw new TransportFailure('unknown', 'The connection broke before the answer came.')
    case 'status500AfterActing':
      act()
      return answerJson({ errors: [{ errorId: 2003, message: 'Internal error.' }] }, 500)
    case 'status500BeforeActing':
      return answerJson({ errors: [{ errorId: 2003, message: 'Internal error.' }] }, 500)
    case 'status401':
      return answerJson({ errors: [{ errorId: 1001, message: 'Invalid access token.' }] }, 401)
    case 'status429':
      return answerJson({ errors: [{ errorId: 2001, message: 'Too many requests.' }] }, 429, { 'retry-after': '20' })
  }
}

export type Subject = {
  readonly network: SimulatedNetwork
  readonly clock: FakeClock
  readonly database: Database
  readonly outbound: () => Outbound
  /** The seller requests a change, chosen by `n`. A refused request changes nothing. */
  readonly wish: (n: number) => Promise<void>
  /** Crashes and starts again on the same disk. */
  readonly crash: () => Promise<void>
  readonly setAway: (isAway: boolean) => Promise<void>
  /** Decides as the seller what only the seller may decide: marks changes as not carried out, if that is true. */
  readonly decide: () => void
  /** The differences from what the seller requested, once everything has been sent. */
  readonly wrong: () => Promise<string[]>
}

const never = (): Promise<never> => new Promise(() => undefined)

const openMappingSubject = async (): Promise<Subject> => {
  const network: SimulatedNetwork = { ending: 'answered', isAway: false }
  const clock = createFakeClock()
  const started: string[] = []
  let generation = 0
  const answerOf =
    (own: number) =>
    (request: HttpRequest): HttpResponse | Promise<HttpResponse> => {
      if (own !== generation) return never()
      if (request.operation !== 'startListingPreviewsCreation') return taskAnswer()
      return endOn(network, true, () => {
        started.push(request.body ?? '')
        return startAnswer(`T${started.length}`)
      })
    }
  let rig = await openMapping(answerOf(0), { clock })
  const { database } = rig
  const wishes = new Map<number, string>()
  return {
    network,
    clock,
    database,
    outbound: () => rig.outbound,
    wish: async () => {
      const name = `product-${wishes.size}`
      const products = [{ externalProductId: name, title: name }]
      const { taskRefs } = await rig.call.start({ products, requestKey: `request-${wishes.size}` })
      wishes.set(taskRefs[0] ?? 0, `"${name}"`)
    },
    crash: async () => {
      generation += 1
      rig.kill()
      rig = await openMapping(answerOf(generation), { clock, database })
    },
    setAway: async (isAway) => {
      network.isAway = isAway
      rig.connection.set(!isAway)
      await settle()
    },
    decide: () => {
      for (const { id, subject, canSettle } of rig.outbound.list()) {
        const name = wishes.get(Number(subject.slice('task:'.length))) ?? ''
        if (canSettle)
          rig.outbound.settle(
            id,
            started.some((body) => body.includes(name)),
          )
      }
    },
    wrong: async () => {
      const problems: string[] = []
      for (const [taskRef, name] of wishes) {
        const { state } = await rig.call.task({ taskRef })
        const times = started.filter((body) => body.includes(name)).length
        if (times !== 1) problems.push(`${name} was started ${times} times and is ${state}`)
      }
      return problems
    },
  }
}

const openSubscriptionSubject = async (): Promise<Subject> => {
  const network: SimulatedNetwork = { ending: 'answered', isAway: false }
  const clock = createFakeClock()
  const database = openTestDatabase()
  const profile = completeProfile({ kind: 'practice', name: 'Practice', baseUrl: 'http://127.0.0.1:1' }, undefined)
  const payload = { format: 'JSON', schemaVersion: '1.0', deliveryProtocol: 'HTTPS' }
  type Stored = { subscriptionId: string; topicId: string; destinationId: string; status: string; payload: object }
  const stored: Stored[] = []
  /** The last requested status of each topic. */
  const wished = new Map<string, string>()
  let generation = 0

  const act = ({ operation, url, body }: HttpRequest): HttpResponse => {
    const found = stored.find(({ subscriptionId }) => url.includes(`/subscription/${subscriptionId}`))
    switch (operation) {
      case 'getSubscriptions':
        return answerJson({ total: stored.length, subscriptions: stored })
      case 'getSubscription':
        return found === undefined ? answerJson({ errors: [] }, 404) : answerJson(found)
      case 'createSubscription': {
        const made = JSON.parse(body ?? '{}') as Omit<Stored, 'subscriptionId'>
        const subscriptionId = `s${stored.length + 1}`
        stored.push({ ...made, subscriptionId })
        return answerJson({ subscriptionId }, 201)
      }
      default: {
        const status = operation === 'enableSubscription' ? 'ENABLED' : 'DISABLED'
        if (found === undefined || found.status === status) {
          return answerJson({ errors: [{ errorId: 195013, message: 'It is so already.' }] }, 409)
        }
        found.status = status
        return answerJson(undefined, 204)
      }
    }
  }

  const build = () => {
    const own = generation
    const log = createRecordingLog()
    const scheduler = createScheduler(clock, log)
    const online = createConnectionState()
    const outbound = createTestOutbound({ database, scheduler, clock, log, online })
    const send: Send = async (request) =>
      own === generation ? endOn(network, request.method !== 'GET', () => act(request)) : never()
    const client = createNotificationClient(profile, send)
    const queue = createSubscriptionQueue({
      profile,
      outbound,
      client,
      queueClient: client,
      clock,
      verificationToken: async () => 'token',
      knownTopic: () => undefined,
      readSubscriptions: async () => (await client.getSubscriptions()).map(subscriptionView),
      readSubscription: async (id) => subscriptionView(await client.getSubscription(id)),
      readFilter: async () => undefined,
      filterIds: () => [],
      readDestination: never,
      onChange: () => undefined,
      show: async () => undefined,
    })
    outbound.start()
    return { outbound, queue, online, scheduler }
  }
  let run = build()
  return {
    network,
    clock,
    database,
    outbound: () => run.outbound,
    wish: async (n) => {
      const topicId = `TOPIC_${n % 3}`
      const found = stored.find((each) => each.topicId === topicId)
      const { subscriptionId = '' } = found ?? {}
      const wanted = wished.get(topicId) === 'ENABLED' ? 'DISABLED' : 'ENABLED'
      const change = wanted === 'ENABLED' ? 'enableSubscription' : 'disableSubscription'
      const settings = { destinationId: 'd1', status: 'DISABLED', payload }
      if (found === undefined && wished.has(topicId)) return
      // Not awaited: the clock must advance before the call resolves. A refused request doesn't count.
      const before = new Set(run.outbound.list().map(({ id }) => id))
      const pressed =
        found === undefined
          ? run.queue.add({ change: 'createSubscription', topicId, settings })
          : run.queue.add({ change, subscriptionId, topicId })
      void pressed.catch(() => undefined)
      await settle()
      // A change may replace an earlier one, so compare ids, not counts.
      const isKept = run.outbound.list().some(({ id }) => !before.has(id))
      if (isKept) wished.set(topicId, found === undefined ? 'DISABLED' : wanted)
    },
    crash: async () => {
      generation += 1
      void run.scheduler.stop()
      run = build()
      await settle()
    },
    setAway: async (isAway) => {
      network.isAway = isAway
      run.online.set(!isAway)
      await settle()
    },
    decide: () => undefined,
    wrong: async () =>
      [...wished].flatMap(([topicId, status]) => {
        const made = stored.filter((each) => each.topicId === topicId)
        return made.length === 1 && made[0]?.status === status
          ? []
          : [`${topicId} should be ${status} and is ${JSON.stringify(made)}`]
      }),
  }
}

/** Opens an inbox of three conversations. `act` carries out each element of a bulk update, which ends as `network` says. */
const openInbox = async (act: (conversationId: string, status: string) => void) => {
  const network: SimulatedNetwork = { ending: 'answered', isAway: false }
  const harness = await createHarness((platform) => {
    for (let index = 0; index < 3; index += 1) platform.add({ messageStatus: 'READ' })
  })
  const { platform } = harness
  // Only `act` changes the platform's conversations.
  platform.ignoresFiling = true
  platform.beforeAnswer = async ({ operation, body }) => {
    if (operation !== 'bulkUpdateConversation') return
    const answer = endOn(network, true, () => {
      const { conversations } = JSON.parse(body ?? '{}') as {
        conversations: { conversationId: string; conversationStatus: string }[]
      }
      for (const { conversationId, conversationStatus } of conversations) act(conversationId, conversationStatus)
      return answerJson({})
    })
    platform.bulkStatus = answer.status === 200 ? undefined : answer.status
  }
  const list = async (view: 'all' | 'archived') =>
    (await harness.handlers().conversations({ view, itemId: null, otherParty: null, search: '', offset: 0, limit: 10 }))
      .rows
  const common = {
    network,
    clock: harness.clock,
    database: harness.database,
    outbound: harness.outbound,
    crash: harness.crashAndRestart,
    setAway: async (isAway: boolean) => {
      network.isAway = isAway
      await harness.setAway(isAway)
    },
  }
  return { harness, platform, list, common }
}

const openFilingSubject = async (): Promise<Subject> => {
  type Filed = { folder: 'ARCHIVE' | 'ACTIVE'; mark: 'READ' | 'UNREAD' }
  const there = new Map<string, Filed>()
  const wished = new Map<string, Filed>()
  const untouched: Filed = { folder: 'ACTIVE', mark: 'READ' }
  const { harness, platform, list, common } = await openInbox((conversationId, status) => {
    const before = there.get(conversationId) ?? untouched
    const isMark = status === 'READ' || status === 'UNREAD'
    const now = { ...before, [isMark ? 'mark' : 'folder']: status }
    there.set(conversationId, now)
    const found = platform.conversations.find((each) => each.conversationId === conversationId)
    // The platform has one status field for both, so an archived conversation hides its read mark.
    if (found !== undefined) found.messageStatus = now.folder === 'ARCHIVE' ? 'ARCHIVE' : now.mark
  })
  return {
    ...common,
    wish: async (n) => {
      const conversationId = platform.conversations[n % 3]?.conversationId ?? ''
      const before = wished.get(conversationId) ?? untouched
      const now: Filed =
        n < 5
          ? { ...before, folder: before.folder === 'ARCHIVE' ? 'ACTIVE' : 'ARCHIVE' }
          : { ...before, mark: before.mark === 'READ' ? 'UNREAD' : 'READ' }
      const action = n < 5 ? (now.folder === 'ARCHIVE' ? 'archive' : 'active') : now.mark === 'READ' ? 'read' : 'unread'
      await harness.handlers().file({ conversationIds: [conversationId], action })
      wished.set(conversationId, now)
    },
    decide: () => undefined,
    wrong: async () => {
      const archived = await list('archived')
      const rows = [...archived, ...(await list('all'))]
      const archivedIds = archived.map(({ conversationId }) => conversationId)
      return [...wished].flatMap(([conversationId, { folder, mark }]) => {
        const wanted = `${folder} ${mark}`
        const { folder: folderThere, mark: markThere } = there.get(conversationId) ?? untouched
        const row = rows.find((each) => each.conversationId === conversationId)
        const isArchived = archivedIds.includes(conversationId)
        const here = `${isArchived ? 'ARCHIVE' : 'ACTIVE'} ${row?.unread === true ? 'UNREAD' : 'READ'}`
        return wanted === `${folderThere} ${markThere}` && wanted === here
          ? []
          : [`${conversationId} should be ${wanted}, is ${folderThere} ${markThere} there and ${here} here`]
      })
    },
  }
}

const openDeletionSubject = async (): Promise<Subject> => {
  const wished = new Set<string>()
  const { harness, platform, list, common } = await openInbox((conversationId) => {
    // The fake platform carries out answered deletions itself.
    const index = platform.conversations.findIndex((each) => each.conversationId === conversationId)
    if (index >= 0 && !isAnswered) platform.conversations.splice(index, 1)
  })
  const { network } = common
  let isAnswered = true
  const { beforeAnswer } = platform
  platform.beforeAnswer = async (request) => {
    isAnswered = network.ending === 'answered'
    await beforeAnswer?.(request)
  }
  const ids = platform.conversations.map(({ conversationId }) => conversationId)
  const request = (conversationId: string) => harness.deleteShown([conversationId])
  return {
    ...common,
    wish: async (n) => {
      const conversationId = ids[n % 3] ?? ''
      if (wished.has(conversationId)) return
      await request(conversationId)
      wished.add(conversationId)
    },
    // Repeats deletions that certainly failed (MSG-16: a deletion is never sent early or resent automatically).
    decide: () => {
      for (const { subject, state } of harness.outbound().list()) {
        if (state === 'refused' || state === 'notFound') void request(subject.slice('conversation:'.length))
      }
    },
    wrong: async () => {
      const here = [...(await list('all')), ...(await list('archived'))].map(({ conversationId }) => conversationId)
      return ids.flatMap((conversationId) => {
        const isThere = platform.conversations.some((each) => each.conversationId === conversationId)
        const isWanted = !wished.has(conversationId)
        return isThere === isWanted && here.includes(conversationId) === isWanted
          ? []
          : [`${conversationId} should ${isWanted ? '' : 'not '}be there`]
      })
    },
  }
}

const openAnswerSubject = async (): Promise<Subject> => {
  const network: SimulatedNetwork = { ending: 'answered', isAway: false }
  let generation = 0
  const rig = openOffers({
    network: (platform) => {
      const own = generation
      return async (request) => {
        if (own !== generation) return never()
        if (network.isAway) throw new TransportFailure('notReached', 'The platform couldn’t be reached.')
        const body = (await request.freshBody?.()) ?? request.body ?? ''
        return endOn(network, request.lane === 'write', () => platform.handle(request, body))
      }
    },
  })
  const ids = ['o0', 'o1', 'o2', 'o3']
  rig.platform.list('L1', { left: 10 })
  rig.platform.list('L2', { left: 10 })
  for (const [index, id] of ids.entries()) {
    rig.platform.make(id, { buyer: id, listingId: index < 3 ? 'L1' : 'L2', expiresAtMs: Number.MAX_SAFE_INTEGER / 2 })
  }
  await rig.start()
  const wished = new Map<string, string>()
  return {
    network,
    clock: rig.clock,
    database: rig.database,
    outbound: rig.outbound,
    wish: async (n) => {
      const offerId = ids[n % ids.length] ?? ''
      if (wished.has(offerId)) return
      const seen = await rig.seen(offerId)
      const action = n < 3 ? 'Accept' : n < 6 ? 'Counter' : 'Decline'
      const before = new Set(
        rig
          .outbound()
          .list()
          .map(({ id }) => id),
      )
      const { message: _, ...plain } = seen
      // Not awaited: the clock must advance before the call resolves. A refused request doesn't count.
      const pressed = (async (): Promise<unknown> => {
        if (action === 'Accept') return rig.call().accept({ ...seen, undoMs: 0 })
        if (action === 'Counter') return rig.call().counter({ ...seen, counter: '45', undoMs: 0 })
        return rig.call().decline({ offers: [plain], message: '', undoMs: 0 })
      })()
      void pressed.catch(() => undefined)
      await settle()
      const isKept = rig
        .outbound()
        .list()
        .some(({ id }) => !before.has(id))
      const isDone = rig.platform.answers.some((answer) => answer.offerId === offerId)
      if (isKept || isDone) wished.set(offerId, action)
    },
    crash: async () => {
      generation += 1
      await rig.crash()
    },
    setAway: async (isAway) => {
      network.isAway = isAway
      await rig.setAway(isAway)
    },
    decide: () => undefined,
    wrong: async () =>
      [...wished].flatMap(([offerId, action]) => {
        const made = rig.platform.answers.filter((answer) => answer.offerId === offerId)
        return made.length === 1 && made[0]?.action === action
          ? []
          : [`${offerId} should have ${action} once and has ${JSON.stringify(made)}`]
      }),
  }
}

export const subjects = {
  'answers to offers': openAnswerSubject,
  deletions: openDeletionSubject,
  'filing and marks': openFilingSubject,
  'mapping starts': openMappingSubject,
  subscriptions: openSubscriptionSubject,
} as const
