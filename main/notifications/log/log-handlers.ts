/** Answers the contract's calls about the receiver, the log and replays. */
import type { FeatureEmit, FeatureHandlers } from '../../../shared/ipc/define.ts'
import type { logContract, QuarantineDays, ReceiverView } from '../../../shared/notifications/log-contract.ts'
import { Failure, notFound } from '../../../shared/result.ts'
import type { GroupCommit } from '../../database/group-commit.ts'
import type { Listening } from '../receiver/listening.ts'
import type { Processor } from '../receiver/process.ts'
import type { NotificationStore } from '../store.ts'
import { loadEventBody, loadEventPage } from './event-page.ts'
import { findEventItem, type ItemLookup } from './listed-item.ts'
import type { Replayer } from './replayer.ts'

const MAX_CHECKED = 5_000

/** Retention may have removed the event in the meantime. */
const ignoreGone = (error: unknown): undefined => {
  if (!(error instanceof Failure)) throw error
}

/** What the receiver's view shows in addition to the log. */
type ReceiverFacts = Omit<ReceiverView, 'lastDeliveryAtMs' | 'counts' | 'missingLegacyIds'>

export const createLogHandlers = (
  deps: {
    readonly store: NotificationStore
    readonly group: GroupCommit
    readonly processor: Processor
    readonly replayer: Replayer
    readonly listening: Pick<Listening, 'keepPort'>
    readonly receiverFacts: () => ReceiverFacts
    readonly setQuarantineDays: (days: QuarantineDays) => void
    readonly missingLegacyIds: () => Promise<readonly string[]>
    readonly emit: FeatureEmit<typeof logContract>
  } & ItemLookup,
): FeatureHandlers<typeof logContract> => {
  const { store, replayer } = deps
  const missing = (): Failure => notFound('This event is no longer in the log.')
  return {
    receiver: async () => ({
      ...deps.receiverFacts(),
      missingLegacyIds: [...(await deps.missingLegacyIds())],
      lastDeliveryAtMs: store.lastDeliveryAtMs(),
      counts: { ...store.counts(), unseen: store.unseen() },
    }),
    keepPort: () => deps.listening.keepPort(),
    setQuarantineDays: ({ days }) => deps.setQuarantineDays(days),
    events: (request) => {
      const { rows, total } = store.events(request)
      return {
        rows: rows.map((row) => ({ ...row, item: findEventItem(store, deps, row) })),
        total,
        names: [...store.names()],
      }
    },
    event: ({ eventId }) => {
      const page = loadEventPage(store, eventId, deps)
      if (page === undefined) throw missing()
      return page
    },
    eventBody: ({ eventId }) => {
      const body = loadEventBody(store, eventId)
      if (body === undefined) throw missing()
      return body
    },
    acceptLate: async ({ eventId }) => ({ eventId: await deps.processor.acceptLate(eventId) }),
    processAgain: async ({ eventId }) => ({ eventId: await deps.processor.processAgain(eventId) }),
    checkQuarantined: async () => {
      const eventIds = store.quarantinedIds(MAX_CHECKED)
      // Each key is fetched again only once.
      const fetched = new Set<string>()
      let released = 0
      for (const eventId of eventIds) {
        const nowId = await deps.processor.processAgain(eventId, fetched).catch(ignoreGone)
        if (nowId !== undefined && store.event(nowId)?.processing === 'processed') released += 1
      }
      deps.emit('logChanged', {})
      return { checked: eventIds.length, released }
    },
    markSeen: () => {
      if (store.markSeen()) deps.emit('logChanged', {})
    },
    setNote: ({ eventId, note }) => {
      if (!store.setNote(eventId, note)) throw missing()
      deps.emit('logChanged', { eventId })
    },
    replay: ({ eventId, body }) => replayer.replay(eventId, body),
    removeReplays: async ({ eventId }) => {
      await deps.group.commit(() => store.removeReplays(eventId))
      deps.emit('logChanged', {})
    },
    linkListing: ({ itemId, sku }) => {
      store.setListing(itemId, sku)
      deps.emit('logChanged', {})
    },
  }
}
