/**
 * The composition root: one open session behind one router.
 *
 * Hosts call `createApp` with their ports and connect `call` and `events` to a window.
 */
import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { POLL_KEY } from '../shared/app/choices.ts'
import type { appContract } from '../shared/app/contract.ts'
import type { MenuCommand } from '../shared/app/menu-commands.ts'
import type { connectionContract } from '../shared/connection/contract.ts'
import type { GivenProfile } from '../shared/connection/profile.ts'
import { contract, type StallhandHandlers } from '../shared/ipc/contract.ts'
import { wireName } from '../shared/ipc/define.ts'
import { Failure } from '../shared/result.ts'
import { createFirstSteps } from './app/first-steps-progress.ts'
import { createAppState } from './app/handlers.ts'
import {
  createConnectionListHandlers,
  databaseFile,
  findUnlisted,
  hasDatabase,
  setAside,
} from './connection/connection-list.ts'
import { createConnections } from './connection/connections.ts'
import { createTokenMemories } from './connection/held-tokens.ts'
import { askOneAtATime } from './connection/host-consent.ts'
import { createConsents, createReadOnlyModes } from './connection/write-permissions.ts'
import type { Migration } from './database/database.ts'
import { keepLedger, ledgerOfToday } from './inventory/after-restore.ts'
import { createEventBus, type EventBus } from './ipc/event-bus.ts'
import { type Call, createRouter } from './ipc/router.ts'
import { renewRevisions } from './messaging/after-restore.ts'
import { migrations } from './migrations.ts'
import type { Ports } from './ports.ts'
import type { ProposalDoor } from './proposals/door.ts'
import { createSerialQueue } from './serial-queue.ts'
import { backUpBeforeRun } from './session/backup-before-run.ts'
import { eraseAgain } from './session/erase-again.ts'
import { countContents, isUnused, readFirstStepFacts, readReportChecks } from './session/facts.ts'
import { holdWaitingWork } from './session/held-work.ts'
import { searchIndexes } from './session/receiving.ts'
import type { Session } from './session/session.ts'
import type { EmitFor } from './session/session-deps.ts'
import { openSessions } from './session/sessions.ts'
import { createStartNotices } from './session/start-notices.ts'
import { leftOutOfExports, listNeverCopied } from './session/trust.ts'
import { createStorage } from './storage/storage.ts'

export type App = {
  readonly call: Call
  readonly events: EventBus
  /** Starts background work. Calls are answered even before. */
  readonly start: () => Promise<void>
  /** Stops background work and closes the database. */
  readonly stop: () => Promise<void>
  /** Call after the machine wakes from sleep. */
  readonly wake: () => void
  /** Passes a command from the desktop's menu to the window. */
  readonly chooseCommand: (command: MenuCommand) => void
  /** Counts the unread conversations and the unsent messages. */
  readonly waiting: () => Promise<{ readonly unread: number; readonly unsent: number }>
  /** What assistants may ask of the connection that is shown (SEC-19). */
  readonly proposals: {
    /** Asks whichever connection is shown at the time of the call. */
    readonly door: () => ProposalDoor
    readonly hasAssistants: () => boolean
  }
  /** Completes a sign-in with the address to which the platform redirected the browser. */
  readonly finishSignIn: (address: string) => Promise<void>
}

type AppOptions = {
  readonly given?: GivenProfile | undefined
  /** Whether the last run on this data ended in a crash or a power cut. */
  readonly endedBadly?: boolean
  /** The migrations to apply; the released ones by default. */
  readonly migrations?: readonly Migration[]
}

/**
 * Opens the connection and wires the features to the router. Calls are answered as soon as this resolves.
 *
 * Throws a `Failure` if neither the wanted connection nor the practice shop can be opened. Nothing has changed in that
 * case.
 */
export const createApp = async (givenPorts: Ports, options: AppOptions): Promise<App> => {
  const ports: Ports = { ...givenPorts, confirm: askOneAtATime(givenPorts.confirm) }
  const events = createEventBus(randomUUID, (error) => ports.log.error('an event listener failed', { error }))
  const emitFor: EmitFor = (feature) => (name, data) => events.emit(wireName(feature, name), data)
  const emitApp = emitFor<typeof appContract>('app')
  const emitConnection = emitFor<typeof connectionContract>('connection')
  const steps = options.migrations ?? migrations

  const connections = createConnections({
    settings: ports.settings,
    given: options.given,
    isTaken: (id) => hasDatabase(ports.dataDir, id),
  })
  // SECURITY (SEC-12): if the settings were lost, locks every connection, so that a read-only one stays read-only.
  if (ports.settings.setAside !== undefined) createReadOnlyModes(ports.settings).lockAll()
  /** Opening, restoring and importing run one at a time, so that two windows can't open two sessions. */
  const runSerially = createSerialQueue()
  const tokenMemories = createTokenMemories()
  const sessions = await openSessions(
    {
      ports,
      migrations: steps,
      emitFor,
      consentFor: createConsents(),
      tokenMemories,
      onDamage: () => notices.showDamage(),
      onDamagedRows: (text) => notices.showDamagedRows(text),
      backUpDaily: () => storage.backUpDaily(),
      onHold: (reason) => notices.showHold(reason),
      onErasure: (id) =>
        void runSerially(async () => {
          if (await sessions.eraseUsers(id)) events.restart()
        }).catch((error: unknown) => ports.log.error('a closed account could not be erased', { error })),
      onReceiver: () => emitConnection('receiversChanged', {}),
    },
    connections,
    (id) => {
      const file = databaseFile(ports.dataDir, id)
      return existsSync(file) ? file : undefined
    },
  )
  const current = (): Session => sessions.current()

  const list = createConnectionListHandlers({
    ports,
    connections,
    openId: () => current().source.id,
    onDeleted: (id) => {
      appState.forgetConnection(id)
      tokenMemories.forget(id)
    },
    switchTo: async (next) => {
      try {
        await sessions.switchTo(next, events.restart)
      } finally {
        notices.showRecovery(current().features().opened.recovered)
        await notices.showLostSecrets(current().connection)
        events.restart()
      }
    },
    receivers: sessions.receivers,
    release: sessions.release,
    resume: sessions.resume,
    runSerially,
    emit: emitConnection,
  })
  const listFound = () =>
    findUnlisted(ports.dataDir, connections.storedIds()).map((id) => ({ id, file: databaseFile(ports.dataDir, id) }))
  const storage = createStorage({
    ports,
    migrations: steps,
    searchIndexes,
    neverCopied: listNeverCopied,
    leftOutOfExports,
    current: () => {
      const { connection, features } = current()
      const { file, opened } = features()
      return { file, profile: connection.profile, database: opened.database }
    },
    swap: async (put) => {
      try {
        await current().swapDatabase(put)
      } finally {
        notices.showRecovery(current().features().opened.recovered)
        events.restart()
      }
    },
    runSerially,
    holdBack: (copy, present) => {
      keepLedger(copy, ledgerOfToday(present))
      renewRevisions(copy, present)
      return holdWaitingWork(copy, 'restored', ports.clock.nowMs())
    },
    eraseAgain: (copy, present, origin) => eraseAgain(copy, present, origin, ports.settings, ports.clock),
    listFound,
    setAside: (file) => void setAside(file, ports.clock),
    countContents,
    isUnused,
    onDamage: () => {
      current().features().opened.distrust()
      notices.showDamage()
    },
    emit: emitFor('storage'),
  })

  const firstSteps = createFirstSteps({
    settings: ports.settings,
    clock: ports.clock,
    facts: () => readFirstStepFacts(current()),
    onChange: () => emitApp('firstStepsChanged', {}),
  })
  events.subscribe(({ name }) => firstSteps.onEvent(name))
  const appState = createAppState(ports, {
    emit: emitApp,
    openId: () => current().source.id,
    restoreBackup: () => storage.restoreNewest(current().features().opened.recovered?.newestBackup),
    connectionNames: connections.identifiers,
    checks: () => readReportChecks(current(), ports.dataDir),
    firstSteps,
    onChoice: (key) => {
      // The next check still follows the previous choice, and may be minutes away.
      if (key === POLL_KEY) void current().features().handlers.messaging.syncNow({})
    },
  })

  const notices = createStartNotices(ports, appState)
  const { recovered } = current().features().opened
  notices.showRecovery(recovered)
  notices.showSettings(listFound().map(({ id }) => id))
  notices.showPracticeSetAside(current().connection.practiceSetAside)
  if (sessions.notOpened !== undefined) notices.showNotOpened(sessions.notOpened)
  await notices.showLostSecrets(current().connection)
  if (options.endedBadly === true && recovered === undefined) notices.showCrash()

  const getHandlers = (connectionId?: string): StallhandHandlers => {
    const { source, connection, features } = current()
    if (connectionId !== undefined && connectionId !== source.id) {
      const { name } = connections.byId(connectionId).profile
      const message = `This belongs to “${name}”, which isn’t open now. Open that connection first.`
      throw new Failure({ kind: 'forbidden', message })
    }
    const { handlers, checkLegacyCalls } = features()
    return {
      ...handlers,
      connection: {
        ...connection.handlers,
        ...list,
        check: async (input) => {
          const [{ services }, legacy] = await Promise.all([
            connection.handlers.check(input),
            (await connection.hasLegacySecrets()) ? checkLegacyCalls() : undefined,
          ])
          return { services: [...services, ...(legacy === undefined ? [] : [legacy])] }
        },
      },
      outbound: {
        ...handlers.outbound,
        startRun: backUpBeforeRun(
          handlers.outbound.startRun,
          async ({ planToken }) =>
            (await handlers.outbound.planRows({ planToken, show: 'going', offset: 0, limit: 1 })).total,
          storage.backUpNow,
        ),
      },
      practice: connection.practiceHandlers,
      app: appState.handlers,
      storage: storage.handlers,
    }
  }

  const route = createRouter(contract, getHandlers, { log: ports.log, newReference: () => randomUUID().slice(0, 8) })

  return {
    call: async (...request) => {
      await current().isOpen()
      return route(...request)
    },
    events,
    start: sessions.start,
    stop: async () => {
      // The database closes even if the backup folder doesn't respond.
      const storageStopped = storage.stop()
      await runSerially(sessions.stop)
      await storageStopped
    },
    wake: sessions.wake,
    chooseCommand: (command) => emitApp('commandChosen', { command }),
    waiting: async () => {
      const { views, outbox } = await current().features().handlers.messaging.counts({})
      return { unread: views.unread ?? 0, unsent: outbox }
    },
    proposals: {
      door: () => {
        const ask = async <T>(work: (door: ProposalDoor) => Promise<T>): Promise<T> => {
          await current().isOpen()
          return work(current().features().proposals.door)
        }
        return {
          read: (...question) => ask((door) => door.read(...question)),
          propose: (...question) => ask((door) => door.propose(...question)),
        }
      },
      hasAssistants: () => current().features().proposals.hasAssistants(),
    },
    finishSignIn: async (address) => {
      await current().connection.handlers.finishSignIn({ pasted: address })
    },
  }
}
