/** The database of one connection and the features over it. Both are replaced together when the database is swapped. */
import type { NoticeKind } from '../../shared/app/choices.ts'
import type { ServiceCheck } from '../../shared/connection/contract.ts'
import type { StallhandHandlers } from '../../shared/ipc/contract.ts'
import type { FeatureContract, FeatureEmit } from '../../shared/ipc/define.ts'
import { isNoticeWanted, loadPollIntervalMs, loadUndoMs } from '../app/choices.ts'
import type { OpenConnection } from '../connection/connection.ts'
import { databaseFile } from '../connection/connection-list.ts'
import { type BackgroundCheck, checkInBackground } from '../database/background-jobs.ts'
import type { Migration } from '../database/database.ts'
import { type OpenedDatabase, openDatabase } from '../database/open-database.ts'
import { createInventoryFeature } from '../inventory/feature.ts'
import { createMappingFeature } from '../mapping/feature.ts'
import { createMessagingFeature, type MessagingFeature } from '../messaging/feature.ts'
import { createNotificationsFeature, type NotificationsFeature } from '../notifications/feature.ts'
import type { Ports } from '../ports.ts'
import { createScheduler } from '../scheduler.ts'

export type EmitFor = <R extends FeatureContract>(feature: string) => FeatureEmit<R>

export type FeaturesDeps = {
  readonly ports: Ports
  readonly migrations: readonly Migration[]
  readonly emitFor: EmitFor
  /** Called when the background check finds damage. */
  readonly onDamage: () => void
}

export type OpenFeatures = {
  readonly file: string
  readonly opened: OpenedDatabase
  readonly handlers: Pick<StallhandHandlers, 'inventory' | 'mapping' | 'messaging' | 'notifications'>
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
  const scheduler = createScheduler(clock, log)
  const file = databaseFile(ports.dataDir, connection.profile.id)
  const opened = openDatabase({ file, migrations: deps.migrations, clock, log })
  const notifyOf =
    (kind: NoticeKind): Ports['notify'] =>
    (notice) => {
      if (isNoticeWanted(settings, kind)) ports.notify(notice)
    }
  const shared = {
    profile: connection.profile,
    database: opened.database,
    send: connection.send,
    online: connection.online,
    secrets: connection.secrets,
    scheduler,
    clock,
    log,
    random: ports.random,
    notify: ports.notify,
  }
  const inventory = createInventoryFeature({ ...shared, emit: emitFor('inventory') })
  const mapping = createMappingFeature(
    { ...shared, emit: emitFor('mapping'), notify: notifyOf('mappings') },
    inventory.items,
  )
  const messaging = createMessagingFeature(
    { ...shared, emit: emitFor('messaging'), openExternal: ports.openExternal },
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
  const notifications = createNotificationsFeature({
    ...shared,
    emit: emitFor('notifications'),
    notify: notifyOf('arrivals'),
  })
  const features = [inventory, mapping, messaging, notifications]
  let check: BackgroundCheck | undefined

  return {
    file,
    opened,
    handlers: {
      inventory: inventory.handlers,
      mapping: mapping.handlers,
      messaging: messaging.handlers,
      notifications: notifications.handlers,
    },
    checkLegacyCalls: notifications.checkLegacyCalls,
    delayedMessage: messaging.delayedMessage,
    hasVerifiedSale: notifications.hasVerifiedSale,
    start: async () => {
      for (const feature of features) await feature.start()
      if (opened.isChecked) return
      check = checkInBackground(file)
      void check.verdict.then((verdict) => {
        if (verdict === undefined || verdict === 'ok') return
        log.error('the database is damaged', { file, verdict })
        // The next start checks it before use, quarantines it and offers the newest backup.
        opened.distrust()
        deps.onDamage()
      })
    },
    stop: async () => {
      await check?.stop()
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
