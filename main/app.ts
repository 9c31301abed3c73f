/**
 * The core, put together: one connection's rooms over one database, behind one router.
 *
 * Hosts call `createApp` with their ports and carry `call` and `events` to a window. The rooms of a connection stand and
 * fall together (`Shop`), so that a database can be swapped under them; a connection stands with its shop (`Standing`), so
 * that another one can be opened in its place.
 */
import { randomUUID } from 'node:crypto'
import { LOOK_KEY, type NoticeKind } from '../shared/app/choices.ts'
import type { MenuCommand } from '../shared/app/commands.ts'
import type { appContract } from '../shared/app/contract.ts'
import type { Holdings } from '../shared/app/storage-contract.ts'
import type { ServiceCheck } from '../shared/connection/contract.ts'
import type { GivenProfile } from '../shared/connection/profile.ts'
import { contract, type StallhandHandlers } from '../shared/ipc/contract.ts'
import { type FeatureContract, type FeatureEmit, wireName } from '../shared/ipc/define.ts'
import { Failure } from '../shared/result.ts'
import { chosenLookMs, chosenUndoMs, tellsOf } from './app-state/choices.ts'
import { createFirstSteps, type FirstStepFacts, firstStepFacts } from './app-state/first-steps.ts'
import { type AppState, createAppState } from './app-state/handlers.ts'
import type { ReportCheck } from './app-state/problem-report.ts'
import { reportChecks } from './app-state/report-checks.ts'
import { type OpenConnection, openConnection } from './connection/connection.ts'
import { createConnectionListHandlers, databaseFileOf, hasDatabase } from './connection/connection-list.ts'
import { type Connection, createConnections } from './connection/connections.ts'
import { type ConsentFor, createConsents } from './connection/consents.ts'
import { type BackgroundCheck, checkInBackground } from './database/check-in-background.ts'
import type { Database, Migration } from './database/database.ts'
import { type OpenedDatabase, openDatabase, type Recovered } from './database/open-database.ts'
import { holdBackRuns, ledgerOfToday } from './inventory/after-restore.ts'
import { createInventoryFeature } from './inventory/feature.ts'
import { inventorySchema } from './inventory/store.ts'
import { createEventBus, type EventBus } from './ipc/event-bus.ts'
import { type Call, createRouter } from './ipc/router.ts'
import { createMappingFeature } from './mapping/feature.ts'
import { mappingSchema } from './mapping/store.ts'
import { holdBackMessages } from './messaging/after-restore.ts'
import { createMessagingFeature, type MessagingFeature } from './messaging/feature.ts'
import { messagingSchema } from './messaging/store.ts'
import { createNotificationsFeature, type NotificationsFeature } from './notifications/feature.ts'
import { notificationsSchema } from './notifications/store.ts'
import type { Ports } from './ports.ts'
import { createScheduler, type Scheduler } from './scheduler.ts'
import { createSerialQueue } from './serial-queue.ts'
import { createStorage } from './storage/storage.ts'

export type App = {
  readonly call: Call
  readonly events: EventBus
  /** Begins background work. The app answers calls before it, too. */
  readonly start: () => Promise<void>
  /** Ends background work and closes the database. */
  readonly stop: () => Promise<void>
  /** To be called after the machine slept. */
  readonly wake: () => void
  /** Passes on to the window what the user chose outside it, in the desktop's menu. */
  readonly chooseCommand: (command: MenuCommand) => void
  /** What waits for the user, and what has yet to go out. It is kept, whenever the app ends. */
  readonly waiting: () => Promise<{ readonly unread: number; readonly unsent: number }>
  /** Hands on the address that the browser led to after a sign-in. */
  readonly finishSignIn: (address: string) => Promise<void>
}

/** The steps of the database's schema, the tables of every feature first. A released step never changes. */
export const migrations: readonly Migration[] = [
  { name: 'first release', sql: [inventorySchema, mappingSchema, messagingSchema, notificationsSchema].join('\n') },
]

/** How much is in a database, table by table. */
const holdingsOf = (database: Database): Holdings => {
  const rowsOf = (table: string): number => database.get<{ n: number }>(`SELECT count(*) AS n FROM ${table}`)?.n ?? 0
  return {
    conversations: rowsOf('conversations'),
    messages: rowsOf('messages'),
    items: rowsOf('items'),
    tasks: rowsOf('mapping_task'),
    notifications: rowsOf('notification_events'),
  }
}

/** What stands and falls with one open connection. */
type Shop = {
  readonly file: string
  readonly opened: OpenedDatabase
  readonly handlers: Omit<StallhandHandlers, 'app' | 'storage' | 'connection' | 'practice'>
  /** The legacy calls are a room's own: their part of "Check connection" is joined to the others here. */
  readonly checkLegacyCalls: () => Promise<ServiceCheck>
  readonly delayedMessage: MessagingFeature['delayedMessage']
  readonly hasVerifiedSale: NotificationsFeature['hasVerifiedSale']
  /** Begins background work; `onDamage` where the whole check, which may go on beside it, finds some. */
  readonly start: (onDamage: () => void) => Promise<void>
  readonly stop: () => Promise<void>
  readonly wake: () => void
}

type EmitFor = <R extends FeatureContract>(room: string) => FeatureEmit<R>

const openShop = (ports: Ports, connection: OpenConnection, emitFor: EmitFor, steps: readonly Migration[]): Shop => {
  const scheduler = createScheduler(ports.clock, ports.log)
  const file = databaseFileOf(ports.dataDir, connection.profile.id)
  const opened = openDatabase({ file, migrations: steps, clock: ports.clock, log: ports.log })
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
  const inventory = createInventoryFeature({ ...deps, emit: emitFor('inventory') })
  const notifyOf =
    (kind: NoticeKind): Ports['notify'] =>
    (notice) => {
      if (tellsOf(ports.settings, kind)) ports.notify(notice)
    }
  const mapping = createMappingFeature(
    { ...deps, emit: emitFor('mapping'), notify: notifyOf('mappings') },
    inventory.items,
  )
  const messaging = createMessagingFeature(
    { ...deps, emit: emitFor('messaging'), openExternal: ports.openExternal },
    {
      get undoMs() {
        return chosenUndoMs(ports.settings)
      },
      get lookEveryMs() {
        return chosenLookMs(ports.settings)
      },
      onSendWanted: connection.askToWrite,
    },
  )
  const notifications = createNotificationsFeature({
    ...deps,
    emit: emitFor('notifications'),
    notify: notifyOf('arrivals'),
  })
  const rooms = [inventory, mapping, messaging, notifications]
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
    start: async (onDamage) => {
      for (const room of rooms) await room.start()
      if (opened.isChecked) return
      check = checkInBackground(file)
      void check.verdict.then((verdict) => {
        if (verdict === undefined || verdict === 'ok') return
        ports.log.error('the database is damaged', { file, verdict })
        // The next start checks it at once, sets it aside and offers the newest backup.
        opened.distrust()
        onDamage()
      })
    },
    stop: async () => {
      await check?.stop()
      for (const room of rooms.toReversed()) {
        // A disk that takes no last word must not keep the app from ending, nor the other rooms from theirs.
        await room.stop().catch((error: unknown) => ports.log.error('a room did not stop in order', { error }))
      }
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

const openStandingWith = async (
  ports: Ports,
  from: Connection,
  emitFor: EmitFor,
  consentFor: ConsentFor,
  steps: readonly Migration[],
): Promise<Standing> => {
  const scheduler = createScheduler(ports.clock, ports.log)
  const connection = await openConnection({
    ports,
    profileFile: from.profile,
    scheduler,
    consentFor,
    emit: emitFor('connection'),
    emitPractice: emitFor('practice'),
  })
  try {
    return { from, connection, scheduler, shop: openShop(ports, connection, emitFor, steps) }
  } catch (error) {
    await scheduler.stop()
    await connection.stop()
    throw error
  }
}

const startStanding = async ({ connection, shop }: Standing, onDamage: () => void): Promise<void> => {
  await connection.start()
  await shop.start(onDamage)
}

const stopStanding = async ({ connection, scheduler, shop }: Standing): Promise<void> => {
  await shop.stop()
  await scheduler.stop()
  await connection.stop()
}

/** Which kind of vault the last start found. */
const VAULT_KEY = 'vaultKeeping'
const SECRETS_NOTICE = 'secrets-lost'

const wordsOfRecovery = ({ setAsideAs, outcome, newestBackup }: Recovered): string => {
  if (outcome === 'indexesRebuilt')
    return `The database was damaged in a part that is made from the rest. That part was made anew, and you can go on. The damaged file was kept as ${setAsideAs}.`
  const begun = `The database was damaged. It was kept as ${setAsideAs} and a new one was begun`
  return newestBackup === undefined ? `${begun}; there is no earlier backup.` : `${begun}. A sound backup is there.`
}

const tellOfRecovery = (appState: AppState, recovered: Recovered): void =>
  appState.tell({
    id: 'database-recovered',
    tone: recovered.outcome === 'indexesRebuilt' ? 'caution' : 'danger',
    text: wordsOfRecovery(recovered),
    act: recovered.newestBackup === undefined ? null : 'restoreBackup',
  })

/**
 * Opens the connection that was open last, or the given one, and its database, and joins the rooms.
 *
 * Where the one that was open last cannot be opened, the practice shop is, and a notice says why: a seller must be able to
 * reach the settings. Errors: a `Failure` with one sentence where the given profile, or the practice shop itself, cannot
 * be opened; nothing has been changed then. `start` begins background work; `call` answers as soon as this resolves.
 */
export const createApp = async (
  ports: Ports,
  options: {
    readonly given?: GivenProfile | undefined
    /** Whether the last run on this data ended without a word: a crash, or a computer that went off. */
    readonly endedBadly?: boolean
    /** The schema to bring the database to; the released one where nothing is said. */
    readonly migrations?: readonly Migration[]
  },
): Promise<App> => {
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
  const consentFor = createConsents()
  const steps = options.migrations ?? migrations
  const openStanding = (from: Connection): Promise<Standing> =>
    openStandingWith(ports, from, emitFor, consentFor, steps)
  const { standing: first, notOpened } = await openFirst()
  let standing = first
  let isStarted = false

  async function openFirst(): Promise<{ readonly standing: Standing; readonly notOpened: string | undefined }> {
    const { id, isThere } = connections.first()
    const wanted = connections.byId(id)
    if (!isThere) {
      const notOpened =
        'The connection that was open last cannot be found in the settings. The practice shop is open instead.'
      return { standing: await openStanding(wanted), notOpened }
    }
    if (wanted.source !== 'stored') return { standing: await openStanding(wanted), notOpened: undefined }
    try {
      return { standing: await openStanding(wanted), notOpened: undefined }
    } catch (error) {
      ports.log.error('the connection that was open last cannot be opened', { connection: id, error })
      const why = error instanceof Failure ? error.message : 'The log says why.'
      const notOpened = `"${wanted.profile.name}" could not be opened. ${why} The practice shop is open instead.`
      return { standing: await openStanding(connections.byId('practice')), notOpened }
    }
  }

  const tellOfDamage = (): void =>
    appState.tell({
      id: 'database-damaged',
      tone: 'danger',
      text: 'The database shows damage. Close Stallhand and open it again: it then sets the damaged file aside and offers the newest backup.',
      act: null,
    })

  const tellOfDatabase = (): void => {
    appState.putAway('database-damaged')
    const { recovered } = standing.shop.opened
    if (recovered === undefined) appState.putAway('database-recovered')
    else tellOfRecovery(appState, recovered)
  }

  /** What became of the secrets since last time. Their loss never keeps anybody from the shop, and is said once a start. */
  const vaultBefore = ports.settings.get(VAULT_KEY)
  if (vaultBefore !== ports.vault.keeping) ports.settings.set(VAULT_KEY, ports.vault.keeping)
  const tellOfSecrets = async (): Promise<void> => {
    const text = await standing.connection.wordsOfLostSecrets(vaultBefore === 'kept')
    if (text === undefined) appState.putAway(SECRETS_NOTICE)
    else appState.tell({ id: SECRETS_NOTICE, tone: 'caution', text, act: null })
  }

  /** One act after another: two windows that open, restore or import at once must not open two shops. */
  const inTurn = createSerialQueue()

  /** Puts another database under the open connection; where `put` fails, the former one is opened again. */
  const swapDatabase = async (put: () => void): Promise<void> => {
    const { shop, connection } = standing
    await shop.stop()
    try {
      put()
    } finally {
      standing.shop = openShop(ports, connection, emitFor, steps)
      if (isStarted) await standing.shop.start(tellOfDamage)
      tellOfDatabase()
      events.beginAgain()
    }
  }

  /**
   * Opens `next` in place of what stands; where that fails, what stood before stands again.
   *
   * Another connection is opened beside the former one, so that most of what can go wrong does so before anything is
   * closed, and calls that are under way end where they began. The same one anew has one database for both.
   */
  const switchTo = async (next: Connection): Promise<void> => {
    const former = standing
    let opened = former.from.id === next.id ? undefined : await openStanding(next)
    if (opened !== undefined) standing = opened
    try {
      await stopStanding(former)
      opened ??= await openStanding(next)
      standing = opened
      if (isStarted) await startStanding(opened, tellOfDamage)
    } catch (error) {
      if (opened !== undefined) await stopStanding(opened)
      standing = await openStanding(former.from)
      if (isStarted) await startStanding(standing, tellOfDamage)
      throw error
    } finally {
      tellOfDatabase()
      await tellOfSecrets()
      events.beginAgain()
    }
  }

  async function firstStepFactsNow(): Promise<FirstStepFacts | undefined> {
    const { connection, shop } = standing
    if (connection.profile.kind !== 'practice') return undefined
    const { registration } = await shop.handlers.notifications.receiver({})
    return firstStepFacts({
      delayedMessage: shop.delayedMessage(),
      hasSale: shop.hasVerifiedSale(),
      isRegistered: registration.state === 'complete',
    })
  }

  async function checksNow(): Promise<readonly ReportCheck[]> {
    const { connection, shop } = standing
    const [status, receiver, counts] = await Promise.all([
      connection.handlers.status({}),
      shop.handlers.notifications.receiver({}),
      shop.handlers.messaging.counts({}),
    ])
    return reportChecks({
      dataDir: ports.dataDir,
      databaseFile: shop.file,
      kind: status.connection.kind,
      online: status.online.state,
      session: status.session.state,
      secrets: status.secrets,
      receiver: receiver.state,
      unsent: counts.outbox,
      needUser: counts.outboxNeedsUser,
    })
  }

  const list = createConnectionListHandlers({
    ports,
    connections,
    openId: () => standing.from.id,
    onDeleted: (id) => appState.forgetShop(id),
    switchTo,
    inTurn,
    emit: emitFor('connection'),
  })
  const storage = createStorage({
    ports,
    migrations: steps,
    shop: () => ({
      file: standing.shop.file,
      profile: standing.connection.profile,
      database: standing.shop.opened.database,
    }),
    swap: swapDatabase,
    inTurn,
    holdBack: (copy, present) =>
      holdBackMessages(copy, ports.clock.nowMs()) + holdBackRuns(copy, ledgerOfToday(present)),
    holdingsOf,
    emit: emitFor('storage'),
  })
  const emitApp = emitFor<typeof appContract>('app')
  const firstSteps = createFirstSteps({
    settings: ports.settings,
    clock: ports.clock,
    facts: firstStepFactsNow,
    onChange: () => emitApp('firstStepsChanged', {}),
  })
  events.subscribe(({ name }) => firstSteps.heard(name))
  const appState = createAppState(ports, {
    emit: emitApp,
    shop: () => standing.from.id,
    restoreBackup: storage.restoreNewest,
    checks: checksNow,
    firstSteps,
    onChoice: (key) => {
      // The next look may be minutes away by the former choice.
      if (key === LOOK_KEY) void standing.shop.handlers.messaging.syncNow({})
    },
  })
  if (standing.shop.opened.recovered !== undefined) tellOfDatabase()
  if (notOpened !== undefined)
    appState.tell({ id: 'connection-not-opened', tone: 'danger', text: notOpened, act: null })

  await tellOfSecrets()

  if (options.endedBadly === true && standing.shop.opened.recovered === undefined) {
    appState.tell({
      id: 'ended-badly',
      tone: 'info',
      text: 'Stallhand did not end in order last time. Its database was checked and is whole; what was being sent then is marked in the outbox.',
      act: null,
    })
  }

  const checkAll: StallhandHandlers['connection']['check'] = async (input) => {
    const [{ services }, legacy] = await Promise.all([
      standing.connection.handlers.check(input),
      standing.shop.checkLegacyCalls(),
    ])
    return { services: [...services, legacy] }
  }

  /** A preview leaves no mark on disk: that it was looked at is noticed here. */
  const previewSave: StallhandHandlers['inventory']['previewSave'] = async (input) => {
    const preview = await standing.shop.handlers.inventory.previewSave(input)
    firstSteps.previewed(preview.changes.some(({ path }) => path.at(-1) === 'title'))
    return preview
  }

  /** Of the shop that stands: put together once for it, since every call asks for them. */
  let joined: { readonly of: Shop; readonly handlers: StallhandHandlers } | undefined
  const handlersNow = (): StallhandHandlers => {
    const { shop, connection } = standing
    if (joined?.of === shop) return joined.handlers
    const handlers = {
      ...shop.handlers,
      inventory: { ...shop.handlers.inventory, previewSave },
      connection: { ...connection.handlers, ...list, check: checkAll },
      practice: connection.practiceHandlers,
      app: appState.handlers,
      storage: storage.handlers,
    }
    joined = { of: shop, handlers }
    return handlers
  }

  return {
    call: createRouter(contract, handlersNow, {
      log: ports.log,
      newReference: () => randomUUID().slice(0, 8),
    }),
    events,
    start: async () => {
      isStarted = true
      await startStanding(standing, tellOfDamage)
    },
    stop: () => stopStanding(standing),
    wake: () => {
      standing.scheduler.wake()
      standing.shop.wake()
    },
    chooseCommand: (command) => emitApp('commandChosen', { command }),
    waiting: async () => {
      const { views, outbox } = await standing.shop.handlers.messaging.counts({})
      return { unread: views.unread ?? 0, unsent: outbox }
    },
    finishSignIn: async (address) => {
      await standing.connection.handlers.finishSignIn({ pasted: address })
    },
  }
}
