/**
 * The part of a session that keeps running while another connection is shown: its database and receiver.
 *
 * Nothing here changes the platform. The queues of a connection run only while it is shown (features.ts).
 */
import type { connectionContract } from '../../shared/connection/contract.ts'
import type { notificationsContract } from '../../shared/notifications/contract.ts'
import { ACCOUNT_DELETION } from '../../shared/notifications/event-types.ts'
import { isNoticeWanted, loadLocale } from '../app/stored-choices.ts'
import type { OpenConnection } from '../connection/connection.ts'
import { databaseFile } from '../connection/connection-list.ts'
import { type OpenedDatabase, openDatabase } from '../database/open-database.ts'
import { earningsSearchIndex } from '../earnings/feature.ts'
import { createErasedPersons, type ErasedCheck, loadErasureKey } from '../erasure/erased-persons.ts'
import { forPurpose } from '../http/request.ts'
import { answeredQuestionsIndex, conversationSearchIndex, fetchSeller } from '../messaging/feature.ts'
import {
  createNotificationsFeature,
  eventSearchIndex,
  type FindItem,
  type NotificationsFeature,
  type VerifiedEvent,
} from '../notifications/feature.ts'
import { orderSearchIndex } from '../orders/feature.ts'
import { openHighWaterMark, raiseBeforeWrite } from '../outbound/high-water-mark.ts'
import { createHold, type Hold } from '../outbound/hold.ts'
import type { DesktopNotice } from '../ports.ts'
import { createScheduler, type Scheduler } from '../scheduler.ts'
import { dropTrust, settleRebuilt } from './after-rebuild.ts'
import { createErasures, type Erasures } from './erasures.ts'
import { holdWaitingWork } from './held-work.ts'
import { findOfferedSku } from './overview/listed-items.ts'
import type { SessionDeps } from './session-deps.ts'

/** Every full-text index. */
export const searchIndexes = [
  conversationSearchIndex,
  answeredQuestionsIndex,
  eventSearchIndex,
  orderSearchIndex,
  earningsSearchIndex,
]

/** Events kept for the features of a connection in the background. Showing it reads everything again anyway. */
const MAX_KEPT_EVENTS = 200

type OnEvent = (event: VerifiedEvent) => void
/** Shows a desktop notice of a sale, with what is known about the item. */
type ShowSale = (notice: DesktopNotice, eventId: number) => void

export type Receiving = {
  readonly file: string
  readonly opened: OpenedDatabase
  readonly hold: Hold
  /** Call before sending a change. */
  readonly raise: () => void
  readonly send: OpenConnection['send']
  readonly notifications: NotificationsFeature
  readonly erasures: Erasures
  readonly erased: ErasedCheck
  /** Creates a scheduler that respects this database's hold (OFF-04). */
  readonly createScheduler: () => Scheduler
  /** Shows this connection: from here on, changes are emitted to the window, with its items. */
  readonly show: (findItem: FindItem, showSale: ShowSale) => void
  /** Passes on verified events, starting with those kept while in the background. */
  readonly onEvents: (listener: OnEvent) => void
  /** Undoes `show` and `onEvents`. */
  readonly hide: () => void
  /** A second call does nothing. */
  readonly start: () => Promise<void>
  /** Stops the receiver and closes the database. */
  readonly stop: () => Promise<void>
  readonly wake: () => void
}

/** Throws a `Failure` if the database can't be opened. */
export const openReceiving = (deps: SessionDeps, connection: OpenConnection): Receiving => {
  const { ports, emitFor } = deps
  const { clock, log, settings } = ports
  const { profile } = connection
  const file = databaseFile(ports.dataDir, profile.id)
  const opened = openDatabase({ file, migrations: deps.migrations, searchIndexes, clock, log })
  const { database } = opened
  if (opened.recovered !== undefined) settleRebuilt(database, opened.recovered, clock.nowMs())
  const mark = openHighWaterMark(database, file, (reason) => {
    dropTrust(database)
    holdWaitingWork(database, reason, clock.nowMs())
  })
  const hold = createHold(database)
  const newScheduler = (): Scheduler => createScheduler(clock, log, hold.isOn)
  const scheduler = newScheduler()
  const { send } = connection
  connection.guardWrites(() => raiseBeforeWrite(mark.raise))
  const emit = emitFor<typeof notificationsContract>('notifications')
  const emitElsewhere = emitFor<typeof connectionContract>('connection')

  let isShown = false
  let findItem: FindItem = () => undefined
  let showSale: ShowSale = () => undefined
  let listener: OnEvent | undefined
  let kept: VerifiedEvent[] = []
  let started: Promise<void> | undefined

  const notify = (notice: DesktopNotice): void => {
    if (!isNoticeWanted(settings, 'arrivals')) return
    // The window doesn't show this connection's log, so a click opens the connections in the settings.
    const elsewhere = { title: `${profile.name}: ${notice.title}`, text: notice.text, place: '#/settings' }
    ports.notify(isShown ? notice : elsewhere)
  }

  const erased = createErasedPersons(database, loadErasureKey(settings))
  const erasures = createErasures({
    database,
    settings,
    clock,
    log,
    changed: () => {
      if (isShown) emit('erasuresChanged', {})
    },
  })
  const notifications = createNotificationsFeature(
    {
      profile,
      database,
      send,
      scheduler,
      online: connection.online,
      secrets: connection.secrets,
      clock,
      log,
      random: ports.random,
      emit: (name, data) => {
        if (isShown) emit(name, data)
        deps.onReceiver()
      },
      notify,
      erased,
    },
    {
      findItem: (sku) => findItem(sku),
      findOffered: (listingId) => findOfferedSku(database, listingId),
      erasures: erasures.handlers,
      fetchSeller: () => fetchSeller({ profile, send: forPurpose(send, 'watch') }),
      locale: () => loadLocale(settings),
      onArrival: ({ raises, eventId, title, text, place }) => {
        if (!isShown) emitElsewhere('arrivedElsewhere', { id: profile.id, name: profile.name, raises, title, text })
        if (isShown && raises === 'sale') showSale({ title, text, place }, eventId)
        else notify({ title, text, place })
      },
      onEvent: (event) => {
        if (event.name === ACCOUNT_DELETION) deps.onErasure(profile.id)
        if (listener !== undefined) listener(event)
        else if (kept.length < MAX_KEPT_EVENTS) kept.push(event)
      },
    },
  )

  return {
    file,
    opened,
    hold,
    raise: mark.raise,
    send,
    notifications,
    erasures,
    erased,
    createScheduler: newScheduler,
    show: (find, show) => {
      isShown = true
      findItem = find
      showSale = show
    },
    onEvents: (next) => {
      listener = next
      const missed = kept
      kept = []
      for (const event of missed) next(event)
    },
    hide: () => {
      isShown = false
      findItem = () => undefined
      listener = undefined
    },
    start: () => {
      started ??= notifications.start()
      return started
    },
    stop: async () => {
      const ended = scheduler.stop()
      // A full disk must not prevent the app from ending.
      await notifications.stop().catch((error: unknown) => log.error('the receiver did not stop cleanly', { error }))
      await ended
      database.close()
    },
    wake: scheduler.wake,
  }
}
