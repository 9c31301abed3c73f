/** Messaging on a database, a fake platform and a fake clock. Can crash and restart. */

import type { Database } from '../../../main/database/database.ts'
import type { CallLimit } from '../../../main/http/call-budget.ts'
import { createExchange } from '../../../main/http/exchange.ts'
import type { Send } from '../../../main/http/request.ts'
import { createMessagingFeature, type MessagingOptions } from '../../../main/messaging/feature.ts'
import { createHold } from '../../../main/outbound/hold.ts'
import { createScheduler } from '../../../main/scheduler.ts'
import { emptyContent, type MessageTarget } from '../../../shared/messaging/message-text.ts'
import type { OutboundEntry } from '../../../shared/outbound/contract.ts'
import { createFakeClock, type FakeClock, settle } from '../../support/fake-clock.ts'
import { noErasedPersons } from '../../support/no-erased-persons.ts'
import { createRecordingLog } from '../../support/recording-log.ts'
import { noPauses, sendThrough } from '../../support/send-through.ts'
import { openTestDatabase } from '../../support/test-database.ts'
import { createTestLedger } from '../../support/test-ledger.ts'
import { createTestOutbound, withOutbound } from '../../support/test-outbound.ts'
import { createFakePlatform, type FakePlatform, practiceProfile } from './fake-platform.ts'

export const UNDO_MS = 10_000

export const createHarness = async (
  prepare: (platform: FakePlatform, clock: FakeClock) => void = (platform) => void platform.add(),
  options: MessagingOptions = {},
  /** The limit of calls a day. */
  limit?: CallLimit,
  /** Answers in place of the fake platform. */
  sendElsewhere?: Send,
) => {
  const { platform, send } = createFakePlatform()
  const clock: FakeClock = createFakeClock()
  prepare(platform, clock)
  const database: Database = openTestDatabase()
  const ledger = createTestLedger(clock, limit)
  const log = createRecordingLog()
  const exchange = createExchange({ wire: sendElsewhere ?? send, clock, log: createRecordingLog(), ledger })
  const counted = sendThrough(exchange, { ledger, clock, pauses: noPauses })
  const emitted: string[] = []
  /** Addresses opened in the system's browser. */
  const opened: string[] = []
  /** Runs at each event, so a test can let time pass between two consecutive steps. */
  const hooks = { onEmit: (_name: string): void => undefined }
  const onlineListeners = new Set<(online: boolean) => void>()

  const build = () => {
    // A crashed run stays in memory and must not reach anything.
    let alive = true
    const scheduler = createScheduler(clock, log, createHold(database).isOn)
    const deps: Omit<Parameters<typeof createMessagingFeature>[0], 'outbound'> = {
      profile: practiceProfile,
      database: {
        all: (sql, params) => database.all(sql, params),
        column: (sql, params) => database.column(sql, params),
        get: (sql, params) => database.get(sql, params),
        run: (sql, params) => {
          if (!alive) throw new Error('a crashed run wrote to the database')
          return database.run(sql, params)
        },
        transaction: (work) => database.transaction(work),
        lazily: (work) => database.lazily(work),
        durably: (work) => database.durably(work),
        freeDiskBytes: () => database.freeDiskBytes(),
        close: () => undefined,
      },
      send: (request) => (alive ? counted(request) : new Promise(() => undefined)),
      scheduler,
      online: {
        isOnline: () => !platform.away,
        onChange: (listener) => {
          onlineListeners.add(listener)
          return () => void onlineListeners.delete(listener)
        },
      },
      secrets: { get: async () => undefined, set: async () => undefined, delete: async () => undefined },
      clock,
      log,
      random: () => 0.5,
      emit: (name) => {
        emitted.push(name)
        hooks.onEmit(name)
      },
      notify: () => undefined,
      calls: ledger,
      openExternal: async (url) => void opened.push(url),
      erased: noErasedPersons,
    }
    const outbound = createTestOutbound(deps)
    const feature = withOutbound(outbound, createMessagingFeature({ ...deps, outbound }, options))
    return {
      feature,
      outbound,
      crash: (): void => {
        alive = false
        onlineListeners.clear()
        void scheduler.stop()
      },
    }
  }

  let run = build()
  await run.feature.start()
  await clock.advance(1_000)

  const harness = {
    platform,
    ledger,
    database,
    clock,
    log,
    emitted,
    opened,
    hooks,
    feature: () => run.feature,
    outbound: () => run.outbound,
    handlers: () => run.feature.handlers,
    /** Ends the run as a kill does and starts the next on the same database. */
    crashAndRestart: async (): Promise<void> => {
      run.crash()
      run = build()
      await run.feature.start()
      await settle()
    },
    setAway: async (away: boolean): Promise<void> => {
      platform.away = away
      for (const listener of [...onlineListeners]) listener(!away)
      await settle()
    },
    /** Types and saves a draft; returns its revision. */
    write: async (text: string, target: MessageTarget = { conversationId: 'c1' }): Promise<number> => {
      const before = await draftRevision(target)
      const seen = 'conversationId' in target ? (await run.feature.handlers.thread(target)).buyerMessages : 0
      const { revision } = await run.feature.handlers.saveDraft({
        target,
        content: { ...emptyContent, messageText: text },
        revision: before,
        buyerMessagesSeen: seen,
      })
      if (revision === null) throw new Error('the draft was not kept')
      return revision
    },
    /** Writes and presses send; returns the id in the outbox. */
    send: async (text: string, target: MessageTarget = { conversationId: 'c1' }): Promise<string> => {
      const revision = await harness.write(text, target)
      return (await run.feature.handlers.send({ target, revision })).id
    },
    /** Deletes conversations like a window that shows their newest messages. */
    deleteShown: async (conversationIds: readonly string[]): Promise<void> => {
      const shown = await Promise.all(
        conversationIds.map(async (conversationId) => {
          const { latestAtMs } = (await run.feature.handlers.thread({ conversationId })).conversation
          return { conversationId, latestAtMs }
        }),
      )
      await run.feature.handlers.deleteConversations({ conversations: shown })
    },
    entry: (id: string): OutboundEntry | undefined => run.outbound.list().find((entry) => entry.id === id),
    stateOf: (id: string): string | undefined =>
      database.get<{ state: string }>('SELECT state FROM outbound WHERE id = ?', [id])?.state,
    detailOf: (id: string): Record<string, unknown> =>
      JSON.parse(database.get<{ detail: string }>('SELECT detail FROM outbound WHERE id = ?', [id])?.detail ?? '{}'),
    /** Bodies of the bulk updates so far, as they were sent. */
    bulkCalls: (): readonly { readonly conversationId: string; readonly conversationStatus: string }[][] =>
      platform.requests
        .filter(({ operation }) => operation === 'bulkUpdateConversation')
        .map(({ body }) => JSON.parse(body ?? '{}').conversations),
    draftText: async (conversationId = 'c1'): Promise<string | undefined> =>
      (await run.feature.handlers.thread({ conversationId })).draft?.content.messageText,
  }
  const draftRevision = async (target: MessageTarget): Promise<number | null> =>
    'conversationId' in target ? ((await run.feature.handlers.thread(target)).draft?.revision ?? null) : null
  return harness
}
