/**
 * Lists the queries that each event makes stale. Every event of the contract has an entry; an empty list means that no
 * query changes. A key is a feature, a query, or a query with part of its input: `['messaging', 'thread', {
 * conversationId }]` leaves every other thread alone.
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
export const queries = <F extends keyof C & string>(feature: F, ...names: readonly Queries<F>[]): readonly StaleKey[] =>
  names.map((name) => [feature, name] as unknown as StaleKey)

/** Queries that show a listing's item with title, picture and currency. */
const itemsOfListings = [...queries('overview', 'listedItems'), ...queries('notifications', 'events', 'event')]

const items = (sku?: string): readonly StaleKey[] => [
  ...queries('inventory', 'items', 'planRun', 'group'),
  // These compare previews with the item.
  ...queries('mapping', 'draftPlan', 'draftFromPreview'),
  ...queries('listing', 'planDeletion', 'newGroup', 'planNewGroup'),
  // A listing's requirements depend on its item.
  ...(sku === undefined
    ? [...queries('inventory', 'item', 'history'), ...queries('listing', 'listing')]
    : ([
        ['listing', 'listing', { sku }],
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
  'connection.receiversChanged': () => queries('connection', 'receivers'),
  'connection.arrivedElsewhere': () => [],
  'connection.listChanged': () => [['connection']],

  'earnings.earningsChanged': () => [['earnings']],
  'proposals.proposalsChanged': () => queries('proposals', 'proposals', 'assistants'),
  'proposals.assistantsChanged': () => queries('proposals', 'assistants', 'readings'),
  'earnings.stateChanged': () => queries('earnings', 'state'),

  'inventory.itemsChanged': () => [
    ...items(),
    ...queries('earnings', 'pastCosts'),
    ...queries('inventory', 'aspectsInUse', 'proposedSku', 'template', 'activeListing'),
    ...queries('listing', 'planTakeover'),
    ...queries('outbound', 'nextSteps'),
    ...itemsOfListings,
  ],
  'inventory.itemChanged': ({ sku }) => [
    ['earnings', 'pastCosts', { sku }],
    ...items(sku),
    ...itemsOfListings,
    ...queries('orders', 'pile'),
  ],
  'inventory.groupChanged': () => [
    ...queries('inventory', 'group', 'items', 'item', 'planGroup'),
    ...queries('listing', 'planRun', 'planNext', 'listing'),
  ],
  'inventory.budgetChanged': () => queries('inventory', 'budget', 'planRun'),
  'inventory.csvChanged': () => queries('inventory', 'stagedCsv', 'stagedCsvRows'),

  'listing.listingChanged': ({ sku }) => [
    ...(sku === null ? queries('listing', 'listing') : ([['listing', 'listing', { sku }]] as const)),
    ...queries('inventory', 'items', 'activeListing', 'group'),
    ...queries('listing', 'planRun', 'planNext', 'planTakeover', 'planDeletion', 'newGroup', 'planNewGroup'),
    ...queries('outbound', 'nextSteps', 'run'),
    ...queries('overview', 'itemConversations'),
    ...itemsOfListings,
  ],
  'listing.choicesChanged': () => queries('listing', 'choices', 'listing', 'newGroup'),
  'listing.uploadProgressed': () => [],

  'mapping.tasksChanged': () => queries('mapping', 'tasks', 'task', 'suggestion'),
  'mapping.taskChanged': ({ taskRef }) => [
    ...queries('mapping', 'tasks', 'suggestion'),
    ['mapping', 'task', { taskRef }],
  ],
  'mapping.correctionsChanged': ({ taskRef }) => [['mapping', 'invalidProducts', { taskRef }]],

  'offers.offersChanged': () => [['offers'], ...queries('inventory', 'items')],

  'orders.ordersChanged': () =>
    queries(
      'orders',
      'orders',
      'order',
      'address',
      'counts',
      'beside',
      'replyValues',
      'salesByDay',
      'readShipments',
      'planShipments',
      'pile',
      'parcels',
    ).concat(queries('earnings', 'ordersSum'), queries('offers', 'watcherOffers')),
  'orders.casesChanged': () => queries('orders', 'cases', 'counts', 'orders', 'order', 'beside', 'pile'),
  'orders.readingChanged': () => [...queries('orders', 'reading', 'beside'), ...queries('offers', 'watcherOffers')],

  'messaging.conversationsChanged': () => [
    ...queries('messaging', 'conversations', 'conversationOffset', 'facets', 'counts', 'thread', 'buyer'),
    ...queries('overview', 'itemConversations', 'listingConversations', 'days'),
  ],
  'messaging.threadChanged': ({ conversationId }) => [
    ['messaging', 'thread', { conversationId }],
    ['messaging', 'earlierAnswers', { conversationId }],
    ...queries('messaging', 'conversations', 'sync', 'deletions'),
  ],
  'messaging.draftsChanged': ({ conversationId }) => [
    ...(conversationId === null ? [] : ([['messaging', 'thread', { conversationId }]] as const)),
    ...queries('messaging', 'conversations', 'counts', 'newMessage', 'newDrafts'),
  ],
  'messaging.outboxChanged': () =>
    queries('messaging', 'thread', 'earlierAnswers', 'conversations', 'counts', 'newMessage', 'newDrafts'),
  'messaging.deletionsChanged': () => queries('messaging', 'deletions', 'thread', 'conversations', 'counts'),
  'messaging.buyerChanged': ({ buyer }) => [['messaging', 'buyer', { buyer }]],
  'messaging.savedRepliesChanged': () => queries('messaging', 'savedReplies'),
  'messaging.savedSearchesChanged': () => queries('messaging', 'savedSearches'),
  'messaging.syncChanged': () => queries('messaging', 'conversations', 'sync'),

  'outbound.changed': () => queries('outbound', 'list', 'counts', 'hold', 'done'),
  'outbound.runChanged': ({ runId }) => [
    ...queries('outbound', 'runs', 'nextSteps'),
    ['outbound', 'run', { runId }],
    ['outbound', 'runRows', { runId }],
  ],

  'notifications.logChanged': () => [
    ...queries('notifications', 'events', 'event', 'receiver', 'subscriptions', 'testFilter', 'testFilterOnEvent'),
    ['overview'],
  ],
  'notifications.arrived': () => [],
  'notifications.erasuresChanged': () => queries('notifications', 'erasures'),
  'notifications.receiverChanged': () => queries('notifications', 'receiver', 'challenge', 'diagnoseChallenge'),
  'notifications.subscriptionsChanged': () => queries('notifications', 'subscriptions'),
  'notifications.preferencesChanged': () => queries('notifications', 'preferences'),

  'practice.changed': () => [['practice']],
  'storage.changed': () => [['storage']],
} satisfies { [Name in keyof StallhandEvents]: (data: StallhandEvents[Name]) => readonly StaleKey[] }
