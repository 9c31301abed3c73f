/**
 * Changes to subscriptions, filters and destinations as kinds of the outbound queue: stored, checked again before
 * sending, sent once (OFF-01).
 *
 * An uncertain create is settled by reading; any other change is safe to send twice.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { type ConnectionProfile, getPlatform } from '../../../shared/connection/profile.ts'
import { topicLabel } from '../../../shared/notifications/event-types.ts'
import type {
  DestinationView,
  SubscriptionView,
  TopicView,
} from '../../../shared/notifications/subscriptions-contract.ts'
import type { ChangePage } from '../../../shared/outbound/change-page.ts'
import { blockingStates, unsentStates } from '../../../shared/outbound/state.ts'
import { conflict, Failure } from '../../../shared/result.ts'
import { NothingLeaves } from '../../outbound/checked-batch.ts'
import type { Check, OutboundKind, OutboundRow } from '../../outbound/kind.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { type Answered, failedWrite, occasionOf } from '../../outbound/outcome.ts'
import { earlierEvidence } from '../../outbound/transition.ts'
import type { Clock, Log } from '../../ports.ts'
import { AcceptedWithoutId, type NotificationClient } from './notification-client.ts'
import type { PlatformDestination, PlatformFilter, PlatformSubscription } from './subscription-views.ts'

const settingsSchema = z.object({
  destinationId: z.string(),
  status: z.string(),
  payload: z.object({ format: z.string(), schemaVersion: z.string(), deliveryProtocol: z.string() }),
})
const destinationSchema = z.object({ name: z.string(), status: z.string(), endpoint: z.string() })
const ofSubscription = { subscriptionId: z.string(), topicId: z.string().nullable() }

const createSchema = z.discriminatedUnion('change', [
  z.object({ change: z.literal('createSubscription'), topicId: z.string(), settings: settingsSchema }),
  z.object({ change: z.literal('createSubscriptionFilter'), ...ofSubscription, filterSchema: z.string() }),
])
/**
 * `seen`: the settings that the seller edited. If the platform's settings differ by then, the change isn't sent
 * (OFF-02).
 */
const changeSchema = z.discriminatedUnion('change', [
  z.object({ change: z.enum(['enableSubscription', 'disableSubscription', 'deleteSubscription']), ...ofSubscription }),
  z.object({
    change: z.literal('updateSubscription'),
    ...ofSubscription,
    settings: settingsSchema,
    seen: z.string().nullable(),
  }),
  z.object({ change: z.literal('deleteSubscriptionFilter'), ...ofSubscription, filterId: z.string() }),
  z.object({
    change: z.literal('updateDestination'),
    destinationId: z.string(),
    settings: destinationSchema,
    token: z.enum(['own', 'unchanged']),
    seen: z.string().nullable(),
  }),
  z.object({
    change: z.literal('deleteDestination'),
    destinationId: z.string(),
    name: z.string(),
    /** The subscriptions to disable first, if they still use it. */
    disables: z.array(z.string()),
    seen: z.string().nullable(),
  }),
])
type Create = z.infer<typeof createSchema>
type Change = z.infer<typeof changeSchema>
type AnyChange = Create | Change
/** The ids that existed before a create. */
type Evidence = readonly string[]
const evidenceSchema: z.ZodType<Evidence> = z.array(z.string())

/** `waits`: why the change is kept and sent later; null if it was carried out. */
type ChangeOutcome = { readonly id: string | null; readonly waits: string | null }

const describeChange = (change: AnyChange): string => {
  if (change.change === 'updateDestination') return `Change destination ${change.settings.name}`
  if (change.change === 'deleteDestination') return `Delete destination ${change.name}`
  if (change.change === 'createSubscription') return `Subscribe to ${topicLabel(change.topicId)}`
  const name = change.topicId === null ? change.subscriptionId : topicLabel(change.topicId)
  switch (change.change) {
    case 'enableSubscription':
      return `Enable subscription to ${name}`
    case 'disableSubscription':
      return `Disable subscription to ${name}`
    case 'deleteSubscription':
      return `Delete subscription to ${name}`
    case 'updateSubscription':
      return `Change subscription to ${name}`
    case 'createSubscriptionFilter':
      return `Apply a filter to ${name}`
    case 'deleteSubscriptionFilter':
      return `Delete the filter of ${name}`
  }
}

const toSubject = (change: AnyChange): string => {
  if (change.change === 'updateDestination' || change.change === 'deleteDestination') {
    return `destination:${change.destinationId}`
  }
  return change.change === 'createSubscription' ? `topic:${change.topicId}` : `subscription:${change.subscriptionId}`
}

type Delivery = Pick<PlatformSubscription, 'destinationId' | 'payload'>
const deliveryOf = ({ destinationId, payload }: Delivery): readonly (string | null)[] => [
  destinationId,
  payload.format,
  payload.schemaVersion,
  payload.deliveryProtocol,
]
/**
 * Whether a subscription delivers the wanted payload to the wanted destination, as far as the platform reports them.
 */
const deliversAs = (one: Delivery, wanted: Delivery): boolean =>
  deliveryOf(one).every((part, index) => part === null || part === deliveryOf(wanted)[index])

/** The status set by enabling or disabling. */
const statusOf = ({ change }: AnyChange): string | undefined =>
  change === 'enableSubscription' ? 'ENABLED' : change === 'disableSubscription' ? 'DISABLED' : undefined

/** The settings of a subscription or destination as text, to compare what the seller saw with the platform's state. */
export const settingsOfSubscription = ({ destinationId, status, payload }: PlatformSubscription): string =>
  JSON.stringify([destinationId, status, payload.format, payload.schemaVersion, payload.deliveryProtocol])
export const settingsOfDestination = ({
  name,
  status,
  endpoint,
}: Pick<PlatformDestination, 'name' | 'status' | 'endpoint'>): string => JSON.stringify([name, status, endpoint])

const isNotFound = (error: unknown): boolean => error instanceof Failure && error.detail.kind === 'notFound'
/** Undefined if the platform no longer has it. */
const orGone = async <T>(reading: Promise<T>): Promise<T | undefined> => {
  try {
    return await reading
  } catch (error) {
    if (isNotFound(error)) return undefined
    throw error
  }
}
const refuse = (message: string): Check<Evidence> => ({ decision: 'refuse', error: { kind: 'conflict', message } })

export type SubscriptionQueueDeps = {
  readonly profile: Pick<ConnectionProfile, 'platform'>
  readonly outbound: Outbound
  readonly client: NotificationClient
  /** The same client, for attempts that the seller didn't start. */
  readonly queueClient: NotificationClient
  readonly clock: Clock
  readonly log: Log
  readonly verificationToken: () => Promise<string>
  readonly knownTopic: (topicId: string) => TopicView | undefined
  /** Each reads from the platform, stores the result for the view, and returns it. Throws `notFound`. */
  readonly readSubscriptions: () => Promise<readonly PlatformSubscription[]>
  readonly readSubscription: (subscriptionId: string) => Promise<PlatformSubscription>
  readonly readFilter: (subscriptionId: string, filterId: string) => Promise<PlatformFilter | undefined>
  readonly filterIds: (subscriptionId: string) => readonly string[]
  readonly readDestination: (destinationId: string) => Promise<PlatformDestination>
  /** Called when a change starts waiting, is sent or ends. */
  readonly onChange: () => void
  /** Shows a change that was carried out. `id` is the created entry's. Doesn't throw if reading fails. */
  readonly show: (change: AnyChange, id: string | null) => Promise<void>
}

/** Of what a change created; null if it created nothing, or if the answer lacks it. */
type NewId = string | null

export const createSubscriptionQueue = (deps: SubscriptionQueueDeps) => {
  const { outbound, clock } = deps
  const { capabilities, name } = getPlatform(deps.profile)
  const { oneSubscriptionPerTopic } = capabilities
  const { the, The } = name

  const create = async (client: NotificationClient, change: Create): Promise<string> => {
    switch (change.change) {
      case 'createSubscription': {
        const topic = deps.knownTopic(change.topicId)
        const known =
          topic === undefined
            ? undefined
            : { authorizationScopes: topic.authorizationScopes, scope: topic.scope ?? undefined }
        return client.createSubscription({ topicId: change.topicId, ...change.settings }, known)
      }
      case 'createSubscriptionFilter': {
        const schema = JSON.parse(change.filterSchema) as Readonly<Record<string, unknown>>
        return client.createSubscriptionFilter(change.subscriptionId, schema)
      }
    }
  }

  const replace = async (client: NotificationClient, change: Change, leave: () => Promise<unknown>): Promise<void> => {
    switch (change.change) {
      case 'updateSubscription':
        return client.updateSubscription(change.subscriptionId, change.settings, leave)
      case 'deleteSubscriptionFilter':
        return client.deleteSubscriptionFilter(change.subscriptionId, change.filterId, leave)
      case 'deleteDestination': {
        // Safe to repeat: what is disabled by then is left alone.
        for (const subscriptionId of change.disables) {
          const user = await orGone(deps.readSubscription(subscriptionId))
          const isUsing = user?.destinationId === change.destinationId && user.status !== 'DISABLED'
          if (isUsing) await client.disableSubscription(subscriptionId, leave)
        }
        return client.deleteDestination(change.destinationId, leave)
      }
      case 'updateDestination': {
        const { name, status, endpoint } = change.settings
        const verificationToken =
          change.token === 'own'
            ? await deps.verificationToken()
            : (await client.getDestination(change.destinationId)).deliveryConfig?.verificationToken
        if (verificationToken === undefined) {
          const message = `Every change needs a verification token, and ${the} doesn’t reveal this one. Send Stallhand’s own.`
          throw new Failure({ kind: 'validation', message, issues: [{ path: 'input.token', message }] })
        }
        const deliveryConfig = { endpoint, verificationToken }
        return client.updateDestination(change.destinationId, { name, status, deliveryConfig }, leave)
      }
      default:
        return client[change.change](change.subscriptionId, leave)
    }
  }

  /** Sends a change with the client that its occasion needs. `request` returns the new entry's id. */
  const dispatch = async (
    row: OutboundRow<AnyChange, Evidence>,
    request: (client: NotificationClient) => Promise<string | null>,
  ): Promise<Answered<NewId>> => {
    const { payload } = row
    try {
      const answer = await request(occasionOf(row).occasion === undefined ? deps.client : deps.queueClient)
      return { outcome: 'carriedOut', answer }
    } catch (error) {
      if (error instanceof NothingLeaves) throw error
      const isDone = error instanceof AcceptedWithoutId || (payload.change.startsWith('delete') && isNotFound(error))
      return isDone ? { outcome: 'carriedOut', answer: null } : failedWrite(error, clock.nowMs())
    }
  }

  /** The purpose of a change: a newer change with the same purpose replaces one that was not sent. */
  const toPurpose = (change: AnyChange): string => {
    if (statusOf(change) !== undefined) return 'switch'
    if (change.change === 'deleteSubscriptionFilter') return `${change.change} ${change.filterId}`
    return change.change === 'createSubscription' && !oneSubscriptionPerTopic
      ? `${change.change} ${deliveryOf(change.settings).join(' ')}`
      : change.change
  }

  /**
   * Ids that exist before a create. For a subscription, only equal ones and those that the platform doesn't allow
   * beside it.
   */
  const readIds = async (change: Create): Promise<Evidence> => {
    if (change.change === 'createSubscription') {
      const ofTopic = (await deps.readSubscriptions()).filter(({ topicId }) => topicId === change.topicId)
      const alike = ofTopic.filter((one) => oneSubscriptionPerTopic || deliversAs(one, change.settings))
      return alike.map(({ subscriptionId }) => subscriptionId)
    }
    await deps.readSubscription(change.subscriptionId)
    return deps.filterIds(change.subscriptionId)
  }

  const checkCreate = async (row: OutboundRow<Create, Evidence>): Promise<Check<Evidence>> => {
    const atMs = clock.nowMs()
    const ids = await readIds(row.payload)
    const earlier = earlierEvidence(row.state)
    if (earlier !== null && ids.some((id) => !earlier.includes(id))) return { decision: 'alreadyThere', atMs }
    if (row.payload.change === 'createSubscription' && ids.length > 0) {
      const which = oneSubscriptionPerTopic ? 'a subscription' : 'the same subscription'
      return refuse(`You already have ${which} to ${row.payload.topicId}. Edit that one.`)
    }
    return { decision: 'send', before: ids }
  }

  /** Compares the change with the platform's current state (OFF-02). */
  const checkChange = async ({ id, payload }: OutboundRow<Change, Evidence>): Promise<Check<Evidence>> => {
    const atMs = clock.nowMs()
    const go: Check<Evidence> = { decision: 'send', before: null }
    const compare = (now: string, wanted: string, seen: string | null): Check<Evidence> => {
      if (now === wanted) return { decision: 'alreadyThere', atMs }
      const [nowParts, wantedParts, seenParts] = [now, wanted, seen ?? now].map((text) => JSON.parse(text) as unknown[])
      const isOverwritten = nowParts?.some(
        (part, index) => part !== seenParts?.[index] && part !== wantedParts?.[index],
      )
      return isOverwritten === true ? refuse(`It changed on ${the} since. Check it, then save again.`) : go
    }
    if (payload.change === 'deleteDestination') {
      if (changeQueue.isTrying(id)) return go
      const current = await orGone(deps.readDestination(payload.destinationId))
      if (current === undefined) return { decision: 'alreadyThere', atMs }
      return payload.seen === null || settingsOfDestination(current) === payload.seen
        ? go
        : refuse(`It changed on ${the} since. Check it, then delete it again.`)
    }
    if (payload.change === 'deleteSubscriptionFilter') {
      const filter = await deps.readFilter(payload.subscriptionId, payload.filterId)
      if (filter === undefined) return { decision: 'alreadyThere', atMs }
      return filter.filterStatus === 'PENDING'
        ? refuse(`${The} is still checking this filter. Delete it once that is done.`)
        : go
    }
    // A save right after the seller's click is sent even if nothing changed, because it makes the platform check the
    // address again.
    if (payload.change.startsWith('update') && changeQueue.isTrying(id)) return go
    if (payload.change === 'updateDestination') {
      const current = await deps.readDestination(payload.destinationId)
      const now = settingsOfDestination(current)
      const wanted = settingsOfDestination(payload.settings)
      // The platform may still have a different token.
      if (now === wanted && payload.token === 'own' && current.token !== 'ours') return go
      return compare(now, wanted, payload.seen)
    }
    let current: PlatformSubscription
    try {
      current = await deps.readSubscription(payload.subscriptionId)
    } catch (error) {
      if (payload.change === 'deleteSubscription' && isNotFound(error)) return { decision: 'alreadyThere', atMs }
      throw error
    }
    switch (payload.change) {
      case 'updateSubscription': {
        const wanted = settingsOfSubscription({ ...current, ...payload.settings })
        return compare(settingsOfSubscription(current), wanted, payload.seen)
      }
      case 'deleteSubscription':
        return go
      default: {
        return current.status === statusOf(payload) ? { decision: 'alreadyThere', atMs } : go
      }
    }
  }

  const common = {
    evidence: evidenceSchema,
    describe: ({ payload }: OutboundRow<AnyChange, Evidence>) => describeChange(payload),
    page: (): ChangePage => ({ page: 'subscriptions', id: '' }),
    onChange: deps.onChange,
    triesUntilShown: true as const,
    afterSend: ({ payload }: OutboundRow<AnyChange, Evidence>, _signal: AbortSignal, newId: NewId = null) =>
      deps.show(payload, newId),
  }
  const creates: OutboundKind<Create, Evidence, undefined, NewId> = {
    ...common,
    name: 'subscriptionCreate',
    payload: createSchema,
    check: checkCreate,
    effect: 'adds',
    dispatch: (rows) => Promise.all(rows.map((row) => dispatch(row, (client) => create(client, row.payload)))),
    settle: async ({ payload }, before) => {
      const atMs = clock.nowMs()
      const ids = await readIds(payload)
      return { isDone: before !== null && ids.some((id) => !before.includes(id)), after: ids, atMs }
    },
  }
  const changes: OutboundKind<Change, Evidence, undefined, NewId> = {
    ...common,
    name: 'subscriptionChange',
    payload: changeSchema,
    check: checkChange,
    effect: 'replaces',
    dispatch: async ({ rows: [first], leave }): Promise<Answered<NewId>> => {
      if (first === undefined) return { outcome: 'carriedOut' }
      return dispatch(first.row, async (client) => {
        await replace(client, first.row.payload, leave)
        return null
      })
    },
    settle: 'repeat',
  }
  const createQueue = outbound.register(creates)
  const changeQueue = outbound.register(changes)

  /** Waiting and running changes of a subject, oldest first. */
  const listOnWay = (subject: string) =>
    changeQueue.open('subject = ?', [subject]).filter(({ state }) => blockingStates.includes(state.state))

  const planSubscription = (known: PlatformSubscription): SubscriptionView['planned'] =>
    listOnWay(`subscription:${known.subscriptionId}`).reduce<SubscriptionView['planned']>((planned, { payload }) => {
      if (payload.change === 'updateSubscription') return payload.settings
      const status = statusOf(payload)
      const { destinationId, payload: delivered } = planned ?? known
      return status === undefined ? planned : { destinationId, status, payload: delivered }
    }, null)

  const planDestination = (destinationId: string): DestinationView['planned'] => {
    const payload = listOnWay(`destination:${destinationId}`).findLast(
      (row) => row.payload.change === 'updateDestination',
    )?.payload
    return payload?.change === 'updateDestination' ? { ...payload.settings, token: payload.token } : null
  }

  /**
   * If an edit of the subscription is waiting, merges enabling or disabling into it, because an edit includes the
   * status.
   */
  const joinWaitingEdit = (change: AnyChange): AnyChange => {
    const status = statusOf(change)
    if (status === undefined) return change
    const edit = listOnWay(toSubject(change)).findLast(
      ({ payload, state }) => payload.change === 'updateSubscription' && unsentStates.includes(state.state),
    )?.payload
    return edit?.change === 'updateSubscription' ? { ...edit, settings: { ...edit.settings, status } } : change
  }

  const add = async (wanted: AnyChange): Promise<ChangeOutcome> => {
    const change = joinWaitingEdit(wanted)
    const id = randomUUID()
    const subject = toSubject(change)
    const isCreate = change.change === 'createSubscription' || change.change === 'createSubscriptionFilter'
    const open = [...createQueue.open('subject = ?', [subject]), ...changeQueue.open('subject = ?', [subject])]
    const alike = open.filter(({ payload }) => toPurpose(payload) === toPurpose(change))
    const last = alike.at(-1)
    if (last?.payload.change === change.change && !unsentStates.includes(last.state.state)) {
      const message = 'The same change is being sent or checked.'
      throw conflict(message)
    }
    // The newer change replaces those not yet sent. An edit includes the status, so it also replaces a waiting enable
    // or disable.
    const isSwitchIn = ({ payload, state }: (typeof open)[number]): boolean =>
      change.change === 'updateSubscription' && toPurpose(payload) === 'switch' && blockingStates.includes(state.state)
    const replaced = open.filter(
      (row) => unsentStates.includes(row.state.state) && (alike.includes(row) || isSwitchIn(row)),
    )
    if (replaced.length > 0) outbound.discard(replaced.map((row) => row.id))
    const row = { id, lane: subject, subject }
    if (isCreate) createQueue.add({ ...row, payload: change })
    else changeQueue.add({ ...row, payload: change })
    const { state, message, answer = null } = await (isCreate ? createQueue : changeQueue).try(id, subject)
    if (state === 'waiting') return { id: null, waits: message }
    if (state === 'unknown') return { id: null, waits: `${message} Stallhand checks whether it was done.` }
    return { id: answer, waits: null }
  }

  return {
    add,
    /** The subscription after its waiting changes; null if none is waiting. */
    planSubscription,
    /** The destination after its waiting changes; null if none is waiting. */
    planDestination,
  }
}

export type SubscriptionQueue = ReturnType<typeof createSubscriptionQueue>
