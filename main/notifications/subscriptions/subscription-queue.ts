/**
 * Changes to subscriptions, filters and destinations as kinds of the outbound queue: stored, checked again before
 * sending, sent once (OFF-01).
 *
 * An uncertain create is settled by reading; any other change is safe to send twice.
 */
import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { getPlatform } from '../../../shared/connection/profile.ts'
import type {
  DestinationView,
  SubscriptionView,
  TopicView,
} from '../../../shared/notifications/subscriptions-contract.ts'
import type { ChangePage } from '../../../shared/outbound/change-page.ts'
import { blockingStates, unsentStates } from '../../../shared/outbound/state.ts'
import { conflict } from '../../../shared/result.ts'
import { NothingLeaves } from '../../outbound/checked-batch.ts'
import type { OutboundKind, OutboundRow } from '../../outbound/kind.ts'
import type { Outbound } from '../../outbound/outbound.ts'
import { type Answered, failedWrite, triggerOf } from '../../outbound/outcome.ts'
import { earlierEvidence } from '../../outbound/transition.ts'
import { type ChangeCheckDeps, createChangeCheck, type Evidence, isNotFound } from './change-check.ts'
import { AcceptedWithoutId, type NotificationClient } from './notification-client.ts'
import { sendChange, sendCreate } from './send-change.ts'
import {
  type AnyChange,
  type Change,
  type Create,
  changeSchema,
  createSchema,
  describeChange,
  statusOf,
  toPurpose,
  toSubject,
} from './subscription-change.ts'
import type { PlatformSubscription } from './subscription-views.ts'

const evidenceSchema: z.ZodType<Evidence> = z.array(z.string())

/** `waits`: why the change is kept and sent later; null if it was carried out. */
type ChangeAnswer = { readonly id: string | null; readonly waits: string | null }

export type SubscriptionQueueDeps = ChangeCheckDeps & {
  readonly outbound: Outbound
  readonly client: NotificationClient
  /** The same client, for attempts that the seller didn't start. */
  readonly queueClient: NotificationClient
  readonly verificationToken: () => Promise<string>
  readonly knownTopic: (topicId: string) => TopicView | undefined
  /** Called when a change starts waiting, is sent or ends. */
  readonly onChange: () => void
  /** Shows a change that was carried out. `id` is the created entry's. Doesn't throw if reading fails. */
  readonly show: (change: AnyChange, id: string | null) => Promise<void>
}

/** Of what a change created; null if it created nothing, or if the answer lacks it. */
type NewId = string | null

/** Sends a change with the client that its trigger needs. `request` returns the new entry's id. */
const dispatch = async (
  row: OutboundRow<AnyChange, Evidence>,
  { client, queueClient, clock }: Pick<SubscriptionQueueDeps, 'client' | 'queueClient' | 'clock'>,
  request: (client: NotificationClient) => Promise<NewId>,
): Promise<Answered<NewId>> => {
  try {
    const answer = await request(triggerOf(row).trigger === undefined ? client : queueClient)
    return { outcome: 'carriedOut', answer }
  } catch (error) {
    if (error instanceof NothingLeaves) throw error
    const isDone = error instanceof AcceptedWithoutId || (row.payload.change.startsWith('delete') && isNotFound(error))
    return isDone ? { outcome: 'carriedOut', answer: null } : failedWrite(error, clock.nowMs())
  }
}

export const createSubscriptionQueue = (deps: SubscriptionQueueDeps) => {
  const { outbound, clock } = deps
  const { capabilities, name: platformName } = getPlatform(deps.profile)
  const check = createChangeCheck(deps)
  const purposeOf = (change: AnyChange): string => toPurpose(change, capabilities.oneSubscriptionPerTopic)

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
    check: ({ payload, state }) => check.checkCreate(payload, earlierEvidence(state)),
    effect: 'adds',
    dispatch: (rows) =>
      Promise.all(rows.map((row) => dispatch(row, deps, (client) => sendCreate(client, row.payload, deps.knownTopic)))),
    settle: async ({ payload }, before) => {
      const atMs = clock.nowMs()
      const ids = await check.readIds(payload)
      return { isDone: before !== null && ids.some((id) => !before.includes(id)), after: ids, atMs }
    },
  }
  const changes: OutboundKind<Change, Evidence, undefined, NewId> = {
    ...common,
    name: 'subscriptionChange',
    payload: changeSchema,
    check: ({ id, payload }) => check.checkChange(payload, changeQueue.isTrying(id)),
    effect: 'replaces',
    dispatch: async ({ rows: [first], leave }): Promise<Answered<NewId>> => {
      if (first === undefined) return { outcome: 'carriedOut' }
      return dispatch(first.row, deps, async (client) => {
        await sendChange(client, first.row.payload, { ...deps, platformName }, leave)
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

  const add = async (wanted: AnyChange): Promise<ChangeAnswer> => {
    const change = joinWaitingEdit(wanted)
    const id = randomUUID()
    const subject = toSubject(change)
    const isCreate = change.change === 'createSubscription' || change.change === 'createSubscriptionFilter'
    const open = [...createQueue.open('subject = ?', [subject]), ...changeQueue.open('subject = ?', [subject])]
    const alike = open.filter(({ payload }) => purposeOf(payload) === purposeOf(change))
    const last = alike.at(-1)
    if (last?.payload.change === change.change && !unsentStates.includes(last.state.state)) {
      const message = 'The same change is being sent or checked.'
      throw conflict(message)
    }
    // The newer change replaces those not yet sent. An edit includes the status, so it also replaces a waiting enable
    // or disable.
    const isSwitchIn = ({ payload, state }: (typeof open)[number]): boolean =>
      change.change === 'updateSubscription' && purposeOf(payload) === 'switch' && blockingStates.includes(state.state)
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
