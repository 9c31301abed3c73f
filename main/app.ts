/**
 * The core, put together: one connection's rooms over one database, behind one router.
 *
 * Hosts call `createApp` with their ports and carry `call` and `events` to a window. The rooms of a connection stand and
 * fall together (`Shop`), so that a database can be swapped under them; a connection stands with its shop (`Standing`), so
 * that another one can be opened in its place.
 */
import { randomUUID } from 'node:crypto'
import type { ServiceCheck } from '../shared/connection/contract.ts'
import type { GivenProfile } from '../shared/connection/profile.ts'
import { contract, type StallhandHandlers } from '../shared/ipc/contract.ts'
import { type RoomContract, type RoomEmit, wireName } from '../shared/ipc/define.ts'
import { Failure } from '../shared/result.ts'
import { type OpenConnection, openConnection } from './connection/connection.ts'
import { createConnectionListHandlers, databaseFileOf, hasDatabase } from './connection/connection-list.ts'
import { type Connection, createConnections } from './connection/connections.ts'
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
import { createScheduler, type Scheduler } from './scheduler.ts'

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
  readonly handlers: Omit<StallhandHandlers, 'desk' | 'connection' | 'practice'>
  /** The legacy calls are a room's own: their part of "Check connection" is joined to the others here. */
  readonly checkLegacyCalls: () => Promise<ServiceCheck>
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly wake: () => void
}

type EmitFor = <R extends RoomContract>(room: string) => RoomEmit<R>

const openShop = (ports: Ports, connection: OpenConnection, emitFor: EmitFor): Shop => {
  const scheduler = createScheduler(ports.clock, ports.log)
  const file = databaseFileOf(ports.dataDir, connection.profile.id)
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
      inventory: inventory.handlers,
      mapping: mapping.handlers,
      messaging: messaging.handlers,
      notifications: notifications.handlers,
    },
    checkLegacyCalls: notifications.checkLegacyCalls,
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

/** An open connection with its shop. */
type Standing = {
  /** What it was opened from. */
  readonly from: Connection
  readonly connection: OpenConnection
  /** The connection outlives a swap of the database, and so has a scheduler of its own. */
  readonly scheduler: Scheduler
  /** Replaced when the database under it is. */
  shop: Shop
}

const openStanding = async (ports: Ports, from: Connection, emitFor: EmitFor): Promise<Standing> => {
  const scheduler = createScheduler(ports.clock, ports.log)
  const connection = await openConnection({
    ports,
    profileFile: from.profile,
    scheduler,
    emit: emitFor('connection'),
    emitPractice: emitFor('practice'),
  })
  try {
    return { from, connection, scheduler, shop: openShop(ports, connection, emitFor) }
  } catch (error) {
    await scheduler.stop()
    await connection.stop()
    throw error
  }
}

const startStanding = async ({ connection, shop }: Standing): Promise<void> => {
  await connection.start()
  await shop.start()
}

const stopStanding = async ({ connection, scheduler, shop }: Standing): Promise<void> => {
  await shop.stop()
  await scheduler.stop()
  await connection.stop()
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
 * Opens the connection that was open last, or the given one, and its database, and joins the rooms.
 *
 * Where the one that was open last cannot be opened, the practice shop is, and a notice says why: a seller must be able to
 * reach the settings. Errors: a `Failure` with one sentence where the given profile, or the practice shop itself, cannot
 * be opened; nothing has been changed then. `start` begins background work; `call` answers as soon as this resolves.
 */
export const createApp = async (ports: Ports, options: { readonly given?: GivenProfile | undefined }): Promise<App> => {
  const events = createEventBus(randomUUID, (error) => ports.log.error('an event listener failed', { error }))
  const emitFor: EmitFor =
    (room) =>
    (name, data): void =>
      events.emit(wireName(room, name), data)

  const connections = createConnections({
    settings: ports.settings,
    given: options.given,
    isTaken: (id) => hasDatabase(ports.dataDir, id),
  })
  const { standing: first, notOpened } = await openFirst()
  let standing = first
  let isStarted = false

  async function openFirst(): Promise<{ readonly standing: Standing; readonly notOpened: string | undefined }> {
    const { id, isThere } = connections.first()
    const wanted = connections.byId(id)
    if (!isThere) {
      const notOpened =
        'The connection that was open last cannot be found in the settings. The practice shop is open instead.'
      return { standing: await openStanding(ports, wanted, emitFor), notOpened }
    }
    if (wanted.source !== 'stored')
      return { standing: await openStanding(ports, wanted, emitFor), notOpened: undefined }
    try {
      return { standing: await openStanding(ports, wanted, emitFor), notOpened: undefined }
    } catch (error) {
      ports.log.error('the connection that was open last cannot be opened', { connection: id, error })
      const why = error instanceof Failure ? error.message : 'The log says why.'
      const notOpened = `"${wanted.profile.name}" could not be opened. ${why} The practice shop is open instead.`
      return { standing: await openStanding(ports, connections.byId('practice'), emitFor), notOpened }
    }
  }

  const tellOfDatabase = (): void => {
    const { recovered } = standing.shop.opened
    if (recovered === undefined) desk.putAway('database-recovered')
    else tellOfRecovery(desk, recovered)
  }

  const restoreBackup = async (): Promise<void> => {
    const { shop, connection } = standing
    if (shop.opened.recovered?.newestBackup === undefined) {
      throw new Failure({ kind: 'conflict', message: 'There is no sound backup to restore.' })
    }
    await shop.stop()
    try {
      restoreNewestBackup(shop.file, ports.clock)
    } finally {
      standing.shop = openShop(ports, connection, emitFor)
      await standing.shop.start()
    }
    desk.putAway('database-recovered')
    events.beginAgain()
  }

  /**
   * Opens `next` in place of what stands; where that fails, what stood before stands again.
   *
   * Another connection is opened beside the former one, so that most of what can go wrong does so before anything is
   * closed, and calls that are under way end where they began. The same one anew has one database for both.
   */
  const switchTo = async (next: Connection): Promise<void> => {
    const former = standing
    let opened = former.from.id === next.id ? undefined : await openStanding(ports, next, emitFor)
    if (opened !== undefined) standing = opened
    try {
      await stopStanding(former)
      opened ??= await openStanding(ports, next, emitFor)
      standing = opened
      if (isStarted) await startStanding(opened)
    } catch (error) {
      if (opened !== undefined) await stopStanding(opened)
      standing = await openStanding(ports, former.from, emitFor)
      if (isStarted) await startStanding(standing)
      throw error
    } finally {
      tellOfDatabase()
      events.beginAgain()
    }
  }

  const list = createConnectionListHandlers({
    ports,
    connections,
    openId: () => standing.from.id,
    switchTo,
    emit: emitFor('connection'),
  })
  const desk = createDesk(ports, { emit: emitFor('desk'), restoreBackup })
  if (standing.shop.opened.recovered !== undefined) tellOfDatabase()
  if (notOpened !== undefined) desk.tell({ id: 'connection-not-opened', tone: 'danger', text: notOpened, act: null })

  const checkAll: StallhandHandlers['connection']['check'] = async (input) => {
    const [{ services }, legacy] = await Promise.all([
      standing.connection.handlers.check(input),
      standing.shop.checkLegacyCalls(),
    ])
    return { services: [...services, legacy] }
  }

  const handlersNow = (): StallhandHandlers => ({
    ...standing.shop.handlers,
    connection: { ...standing.connection.handlers, ...list, check: checkAll },
    practice: standing.connection.practiceHandlers,
    desk: desk.handlers,
  })

  return {
    call: createRouter(contract, handlersNow, {
      log: ports.log,
      newReference: () => randomUUID().slice(0, 8),
    }),
    events,
    start: async () => {
      isStarted = true
      await startStanding(standing)
    },
    stop: () => stopStanding(standing),
    wake: () => {
      standing.scheduler.wake()
      standing.shop.wake()
    },
  }
}
