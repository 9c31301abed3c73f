/**
 * Which queries each event makes stale. Every event of the contract has an entry; an empty list means that no query changes.
 *
 * A key is a feature, a query, or a query with part of its input: `['messaging', 'thread', { conversationId }]` leaves every
 * other thread alone.
 */
import type { StallhandContract, StallhandEvents } from '../../shared/ipc/contract.ts'
import type { InputOf, Query } from '../../shared/ipc/define.ts'

type C = StallhandContract

export type StaleKey = {
  [F in keyof C & string]:
    | readonly [F]
    | {
        [K in keyof C[F] & string]: C[F][K] extends Query
          ? readonly [F, K] | readonly [F, K, Partial<InputOf<C[F][K]>>]
          : never
      }[keyof C[F] & string]
}[keyof C & string]

type Queries<F extends keyof C & string> = {
  [K in keyof C[F] & string]: C[F][K] extends Query ? K : never
}[keyof C[F] & string]

/** `queries('messaging', 'thread', 'counts')`: those queries with any input. */
const queries = <F extends keyof C & string>(feature: F, ...names: readonly Queries<F>[]): readonly StaleKey[] =>
  names.map((name) => [feature, name] as unknown as StaleKey)

const items = (sku?: string): readonly StaleKey[] => [
  ...queries('inventory', 'items'),
  ...(sku === undefined
    ? queries('inventory', 'item', 'history')
    : ([
        ['inventory', 'item', { sku }],
        ['inventory', 'history', { sku }],
      ] as const)),
]

export const staleKeys = {
  'app.commandChosen': () => [],
  'app.desktopChanged': () => queries('app', 'desktop'),
  'app.firstStepsChanged': () => queries('app', 'firstSteps'),
  'app.noticesChanged': () => queries('app', 'status'),

  'connection.changed': () => queries('connection', 'status'),
  'connection.listChanged': () => [['connection']],

  'inventory.itemsChanged': () => items(),
  'inventory.itemChanged': ({ sku }) => items(sku),
  'inventory.budgetChanged': () => queries('inventory', 'budget', 'run'),
  'inventory.csvChanged': () => queries('inventory', 'stagedCsv', 'stagedCsvRows'),
  'inventory.runChanged': () => queries('inventory', 'run', 'runRows', 'runDeletions'),

  'mapping.tasksChanged': () => queries('mapping', 'tasks', 'history', 'task'),
  'mapping.taskChanged': ({ taskRef }) => [
    ['mapping', 'tasks'],
    ['mapping', 'task', { taskRef }],
  ],
  'mapping.correctionsChanged': ({ taskRef }) => [['mapping', 'invalidProducts', { taskRef }]],

  // Many of these arrive each second while a large inbox is read; the counts of saved searches can wait.
  'messaging.conversationsChanged': () =>
    queries('messaging', 'conversations', 'conversationOffset', 'facets', 'counts', 'thread'),
  'messaging.threadChanged': ({ conversationId }) => [
    ['messaging', 'thread', { conversationId }],
    ...queries('messaging', 'conversations', 'sync'),
  ],
  'messaging.draftsChanged': ({ conversationId }) => [
    ...(conversationId === null ? [] : ([['messaging', 'thread', { conversationId }]] as const)),
    ...queries('messaging', 'conversations', 'counts', 'newMessage', 'newDrafts'),
  ],
  'messaging.outboxChanged': () =>
    queries('messaging', 'outbox', 'thread', 'conversations', 'counts', 'newMessage', 'newDrafts'),
  'messaging.deletionsChanged': () => queries('messaging', 'deletions', 'thread', 'conversations', 'counts'),
  'messaging.savedRepliesChanged': () => queries('messaging', 'savedReplies'),
  'messaging.savedSearchesChanged': () => queries('messaging', 'savedSearches'),
  'messaging.syncChanged': () => queries('messaging', 'conversations', 'sync'),

  'outbound.changed': () => queries('outbound', 'list', 'counts', 'hold'),

  'notifications.logChanged': () =>
    queries('notifications', 'events', 'event', 'receiver', 'subscriptions', 'testFilter', 'testFilterOnEvent'),
  'notifications.receiverChanged': () => queries('notifications', 'receiver', 'challenge', 'diagnoseChallenge'),
  'notifications.subscriptionsChanged': () => queries('notifications', 'subscriptions'),
  'notifications.preferencesChanged': () => queries('notifications', 'preferences'),
  'notifications.replayChanged': () => queries('notifications', 'replayRun'),

  'practice.changed': () => [['practice']],
  'storage.changed': () => [['storage']],
} satisfies { [Name in keyof StallhandEvents]: (data: StallhandEvents[Name]) => readonly StaleKey[] }
