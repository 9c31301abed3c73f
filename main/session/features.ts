/** The database of one connection and the features over it. Both are replaced together when the database is swapped. */
import type { NoticeKind } from '../../shared/app/choices.ts'
import type { ServiceCheck } from '../../shared/connection/contract.ts'
import type { StallhandHandlers } from '../../shared/ipc/contract.ts'
import type { FeatureContract, FeatureEmit } from '../../shared/ipc/define.ts'
import type { HoldReason, outboundContract } from '../../shared/outbound/contract.ts'
import { isNoticeWanted, loadPollIntervalMs, loadUndoMs } from '../app/stored-choices.ts'
import type { OpenConnection } from '../connection/connection.ts'
import { databaseFile } from '../connection/connection-list.ts'
import { type BackgroundCheck, checkInBackground } from '../database/background-jobs.ts'
import type { Migration } from '../database/database.ts'
import { type OpenedDatabase, openDatabase } from '../database/open-database.ts'
import { createInventoryFeature } from '../inventory/feature.ts'
import { createMappingFeature } from '../mapping/feature.ts'
import { conversationSearchIndex, createMessagingFeature, type MessagingFeature } from '../messaging/feature.ts'
import { createNotificationsFeature, eventSearchIndex, type NotificationsFeature } from '../notifications/feature.ts'
import { openHighWaterMark } from '../outbound/high-water-mark.ts'
import { createHold } from '../outbound/hold.ts'
import { createOutbound } from '../outbound/outbound.ts'
import { withHighWaterMark } from '../outbound/with-high-water-mark.ts'
import type { Ports } from '../ports.ts'
import { createScheduler } from '../scheduler.ts'
import { countHeldWork, holdWaitingWork } from './held-work.ts'
import { createNotificationEffects } from './notification-effects.ts'

export type EmitFor = <R extends FeatureContract>(feature: string) => FeatureEmit<R>

const searchIndexes = [conversationSearchIndex, eventSearchIndex]

/** After the work of a start. */
const FIRST_BACKUP_MS = 60_000
const BACKUP_CHECK_MS = 3_600_000

export type FeaturesDeps = {
  readonly ports: Ports
  readonly migrations: readonly Migration[]
  readonly emitFor: EmitFor
  /** Called when the background check finds damage. */
  readonly onDamage: () => void
  /** Backs up the database if the last backup is older than a day. */
  readonly backUpDaily: () => Promise<void>
  /** Called with the reason of a hold found at opening, and with undefined once there is no hold. */
  readonly onHold: (reason: HoldReason | undefined) => void
}

export type OpenFeatures = {
  readonly file: string
  readonly opened: OpenedDatabase
  readonly handlers: Pick<StallhandHandlers, 'inventory' | 'mapping' | 'messaging' | 'notifications' | 'outbound'>
  readonly checkLegacyCalls: () => Promise<ServiceCheck>
  readonly delayedMessage: MessagingFeature['delayedMessage']
  readonly hasVerifiedSale: NotificationsFeature['hasVerifiedSale']
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly wake: () => void
}

export const openFeatures = (deps: FeaturesDeps, connection: OpenConnection): OpenFeatures => {
  const { ports, emitFor } = deps
  const { clock, log, settings } = ports
  const file = databaseFile(ports.dataDir, connection.profile.id)
  const opened = openDatabase({ file, migrations: deps.migrations, searchIndexes, clock, log })
  const { database } = opened
  const mark = openHighWaterMark(database, file)
  if (mark.suspicion !== undefined) holdWaitingWork(database, mark.suspicion, clock.nowMs())
  const hold = createHold(database)
  const scheduler = createScheduler(clock, log, hold.isOn)
  const notifyOf =
    (kind: NoticeKind): Ports['notify'] =>
    (notice) => {
      if (isNoticeWanted(settings, kind)) ports.notify(notice)
    }
  const shared = {
    profile: connection.profile,
    database,
    send: withHighWaterMark(connection.send, mark.raise),
    online: connection.online,
    secrets: connection.secrets,
    scheduler,
    clock,
    log,
    random: ports.random,
    notify: ports.notify,
  }
  const outbound = createOutbound({ ...shared, hold, raise: mark.raise, emit: emitFor('outbound') })
  const inventory = createInventoryFeature({ ...shared, outbound, emit: emitFor('inventory') })
  const mapping = createMappingFeature(
    { ...shared, emit: emitFor('mapping'), notify: notifyOf('mappings') },
    inventory.items,
  )
  const messaging = createMessagingFeature(
    { ...shared, outbound, emit: emitFor('messaging'), openExternal: ports.openExternal },
    {
      get undoMs() {
        return loadUndoMs(settings)
      },
      get pollIntervalMs() {
        return loadPollIntervalMs(settings)
      },
      onSendRequested: connection.askToWrite,
    },
  )
  const notifications = createNotificationsFeature(
    {
      ...shared,
      emit: emitFor('notifications'),
      notify: notifyOf('arrivals'),
    },
    {
      onEvent: createNotificationEffects({
        messageArrived: messaging.messageArrived,
        taskEnded: mapping.taskEnded,
        sellerName: messaging.sellerName,
        signOut: async () => connection.handlers.signOut({}),
        log,
      }),
    },
  )
  const features = [inventory, mapping, messaging, notifications]
  let check: BackgroundCheck | undefined

  const planBackup = (afterMs: number): void =>
    scheduler.plan('storage.backup', clock.nowMs() + afterMs, async () => {
      // Not awaited: a restore in progress waits for this scheduler to stop, and the backup for the restore.
      void deps.backUpDaily()
      planBackup(BACKUP_CHECK_MS)
    })

  return {
    file,
    opened,
    handlers: {
      inventory: inventory.handlers,
      mapping: mapping.handlers,
      messaging: messaging.handlers,
      notifications: notifications.handlers,
      outbound: {
        list: () => ({ entries: outbound.list() }),
        counts: outbound.counts,
        sendNow: ({ ids }) => {
          connection.askToWrite()
          outbound.sendNow(ids)
          return null
        },
        discard: ({ ids }) => {
          outbound.discard(ids)
          return null
        },
        hold: () => {
          const current = hold.current()
          return current === undefined ? null : { ...current, waiting: [...countHeldWork(database)] }
        },
        release: () => {
          hold.release()
          deps.onHold(undefined)
          scheduler.wake()
          emitFor<typeof outboundContract>('outbound')('changed', {})
          return null
        },
      },
    },
    checkLegacyCalls: notifications.checkLegacyCalls,
    delayedMessage: messaging.delayedMessage,
    hasVerifiedSale: notifications.hasVerifiedSale,
    start: async () => {
      deps.onHold(hold.current()?.reason)
      // The queue first: interrupted sends must be known before anything is shown or sent.
      outbound.start()
      for (const feature of features) await feature.start()
      planBackup(FIRST_BACKUP_MS)
      if (opened.isChecked) return
      check = checkInBackground(file)
      void check.verdict.then((verdict) => {
        if (verdict === undefined || verdict === 'ok') return
        log.error('the database is damaged', { verdict })
        // The next start checks it before use, quarantines it and offers the newest backup.
        opened.distrust()
        deps.onDamage()
      })
    },
    stop: async () => {
      await check?.stop()
      await outbound.stop().catch((error: unknown) => log.error('the outbound queue did not stop cleanly', { error }))
      for (const feature of features.toReversed()) {
        // A full disk must not keep the app from ending, nor the other features from stopping.
        await feature.stop().catch((error: unknown) => log.error('a feature did not stop cleanly', { error }))
      }
      await scheduler.stop()
      opened.database.close()
    },
    wake: scheduler.wake,
  }
}
