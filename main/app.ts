/**
 * The core, put together: one connection's rooms over one database, behind one router.
 *
 * Hosts call `createApp` with their ports and carry `call` and `events` to a window. The rooms of a connection stand and
 * fall together (`Shop`), so that a database can be swapped under them and a later connection opened in their place.
 */
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import type { ProfileFile } from '../shared/connection/profile.ts'
import { contract, type StallhandHandlers } from '../shared/ipc/contract.ts'
import { type RoomContract, type RoomEmit, wireName } from '../shared/ipc/define.ts'
import { Failure } from '../shared/result.ts'
import { type OpenConnection, openConnection } from './connection/connection.ts'
import { type OpenedDatabase, openDatabase, restoreNewestBackup } from './database/open-database.ts'
import { createDesk, type Desk } from './desk/handlers.ts'
import { createInventoryRoom } from './inventory/room.ts'
import { inventoryMigrations } from './inventory/store.ts'
import { createEventBus, type EventBus } from './ipc/event-bus.ts'
import { type Call, createRouter } from './ipc/router.ts'
import { createMappingRoom } from './mapping/room.ts'
import { mappingMigrations } from './mapping/store.ts'
import { createMessagingRoom } from './messaging/room.ts'
import { messagingMigrations } from './messaging/store.ts'
import { createNotificationsRoom } from './notifications/room.ts'
import { notificationsMigrations } from './notifications/store.ts'
import type { Ports } from './ports.ts'
import { createScheduler } from './scheduler.ts'

export type App = {
  readonly call: Call
  readonly events: EventBus
  /** Begins background work. The app answers calls before it, too. */
  readonly start: () => Promise<void>
  /** Ends background work and closes the database. */
  readonly stop: () => Promise<void>
  /** To be called after the machine slept. */
  readonly wake: () => void
}

const migrations = [...inventoryMigrations, ...mappingMigrations, ...messagingMigrations, ...notificationsMigrations]

/** What stands and falls with one open connection. */
type Shop = {
  readonly file: string
  readonly opened: OpenedDatabase
  readonly handlers: Omit<StallhandHandlers, 'desk'>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly wake: () => void
}

type EmitFor = <R extends RoomContract>(room: string) => RoomEmit<R>

const openShop = (ports: Ports, connection: OpenConnection, emitFor: EmitFor): Shop => {
  const scheduler = createScheduler(ports.clock, ports.log)
  const file = join(ports.dataDir, `${connection.profile.id}.sqlite`)
  const opened = openDatabase({ file, migrations, clock: ports.clock, log: ports.log })
  const deps = {
    profile: connection.profile,
    database: opened.database,
    send: connection.send,
    online: connection.online,
    secrets: connection.secrets,
    scheduler,
    clock: ports.clock,
    log: ports.log,
    random: ports.random,
    notify: ports.notify,
  }
  const inventory = createInventoryRoom({ ...deps, emit: emitFor('inventory') })
  const mapping = createMappingRoom({ ...deps, emit: emitFor('mapping') }, inventory.items)
  const messaging = createMessagingRoom({ ...deps, emit: emitFor('messaging') })
  const notifications = createNotificationsRoom({ ...deps, emit: emitFor('notifications') })
  const rooms = [inventory, mapping, messaging, notifications]

  return {
    file,
    opened,
    handlers: {
      connection: connection.handlers,
      practice: connection.practiceHandlers,
      inventory: inventory.handlers,
      mapping: mapping.handlers,
      messaging: messaging.handlers,
      notifications: notifications.handlers,
    },
    start: async () => {
      for (const room of rooms) await room.start()
    },
    stop: async () => {
      for (const room of rooms.toReversed()) await room.stop()
      await scheduler.stop()
      opened.database.close()
    },
    wake: scheduler.wake,
  }
}

const tellOfRecovery = (desk: Desk, recovered: NonNullable<OpenedDatabase['recovered']>): void =>
  desk.tell({
    id: 'database-recovered',
    tone: 'danger',
    text:
      recovered.newestBackup === undefined
        ? `The database was damaged. It was kept as ${recovered.setAsideAs} and a new one was begun; there is no earlier backup.`
        : `The database was damaged. It was kept as ${recovered.setAsideAs} and a new one was begun. A sound backup is there.`,
    act: recovered.newestBackup === undefined ? null : 'restoreBackup',
  })

/**
 * Opens the profile's connection and its database and joins the rooms.
 *
 * Errors: a `Failure` with one sentence where the database is newer than this program or cannot be opened; nothing has
 * been changed then. `start` begins background work; `call` answers as soon as this resolves.
 */
export const createApp = async (ports: Ports, options: { readonly profile: ProfileFile }): Promise<App> => {
  const events = createEventBus(randomUUID, (error) => ports.log.error('an event listener failed', { error }))
  const emitFor: EmitFor =
    (room) =>
    (name, data): void =>
      events.emit(wireName(room, name), data)

  // The connection outlives a swap of the database, and so has a scheduler of its own.
  const connectionScheduler = createScheduler(ports.clock, ports.log)
  const connection = await openConnection({
    ports,
    profileFile: options.profile,
    scheduler: connectionScheduler,
    emit: emitFor('connection'),
    emitPractice: emitFor('practice'),
  })

  let shop: Shop
  try {
    shop = openShop(ports, connection, emitFor)
  } catch (error) {
    await connection.stop()
    throw error
  }

  const restoreBackup = async (): Promise<void> => {
    if (shop.opened.recovered?.newestBackup === undefined) {
      throw new Failure({ kind: 'conflict', message: 'There is no sound backup to restore.' })
    }
    await shop.stop()
    try {
      restoreNewestBackup(shop.file, ports.clock)
    } finally {
      shop = openShop(ports, connection, emitFor)
      await shop.start()
    }
    desk.putAway('database-recovered')
    events.beginAgain()
  }

  const desk = createDesk(ports, { emit: emitFor('desk'), restoreBackup })
  if (shop.opened.recovered !== undefined) tellOfRecovery(desk, shop.opened.recovered)

  return {
    call: createRouter(contract, () => ({ ...shop.handlers, desk: desk.handlers }), {
      log: ports.log,
      newReference: () => randomUUID().slice(0, 8),
    }),
    events,
    start: async () => {
      await connection.start()
      await shop.start()
    },
    stop: async () => {
      await shop.stop()
      await connectionScheduler.stop()
      await connection.stop()
    },
    wake: () => {
      connectionScheduler.wake()
      shop.wake()
    },
  }
}
