/** The code whose mistakes cost a seller most, and the tests that must notice a mutant of it. */

export type MutantArea = {
  readonly name: string
  /** Files that are changed, as globs from the root. */
  readonly mutate: readonly string[]
  /** Tests that run against each change. They need seconds, not minutes: each runs once for every mutant it covers. */
  readonly tests: readonly string[]
}

export const mutantAreas: readonly MutantArea[] = [
  { name: 'money', mutate: ['shared/money.ts'], tests: ['test/unit/money/**/*.test.ts'] },
  {
    name: 'merges',
    mutate: ['shared/inventory/merge.ts', 'shared/inventory/item-edit.ts', 'shared/inventory/save-preview.ts'],
    tests: [
      ...['merge', 'save-preview', 'other-writers', 'prepared-save', 'save-checks', 'save-parts', 'group', 'csv'].map(
        (name) => `test/unit/inventory/${name}.test.ts`,
      ),
      'test/unit/inventory/{saves,fields}/*.test.ts',
    ],
  },
  {
    name: 'rules',
    mutate: [
      'shared/inventory/item-rules.ts',
      'shared/inventory/barcode.ts',
      'shared/inventory/picture-address.ts',
      'shared/listing/aspect-rules.ts',
    ],
    tests: [
      ...['item-rules', 'item-limits', 'barcode', 'picture-address', 'csv', 'fields/wrong-values'].map(
        (name) => `test/unit/inventory/${name}.test.ts`,
      ),
      'test/unit/listing/aspect-rules.test.ts',
    ],
  },
  {
    name: 'outbound',
    // Handlers only pass calls on; tests of the whole app call each of them.
    mutate: ['main/outbound/*.ts', '!main/outbound/schema.ts', '!main/outbound/handlers.ts'],
    // Kinds show more of the queue than its own tests.
    tests: [
      'test/unit/outbound/**/*.test.ts',
      'test/unit/messaging/outbox/**/*.test.ts',
      'test/unit/mapping/task-starter.test.ts',
    ],
  },
  {
    name: 'saves',
    mutate: ['main/inventory/saves/*.ts', 'main/replaced-record.ts'],
    tests: [
      ...['call-plan', 'change-budget', 'prepared-save', 'save-checks'].map(
        (name) => `test/unit/inventory/${name}.test.ts`,
      ),
      'test/unit/inventory/saves/*.test.ts',
    ],
  },
  {
    name: 'receiver',
    mutate: ['main/notifications/receiver/*.ts'],
    // Without the floods of `key-reads.test.ts`, and without what only shows events.
    tests: [
      ...['addressed', 'body-shape', 'bounds', 'chosen-port', 'event-facts', 'event-reading', 'file-delivery'],
      ...['filing', 'key-cache', 'legacy-signature', 'legacy-verdict', 'listening', 'other-seller', 'process'],
      ...['processing', 'receiver', 'receiver-server', 'receiver-service', 'receiving', 'replay', 'report-event'],
      ...['retention', 'same-sale', 'signature', 'stranger-facts', 'strangers', 'twins'],
      'challenge/challenge-response',
    ].map((name) => `test/unit/notifications/${name}.test.ts`),
  },
  {
    name: 'tokens',
    mutate: [
      ...['tokens', 'stored-grants', 'held-tokens', 'token-refusals', 'token-endpoint'],
      ...['sign-in', 'left-out-scopes', 'pasted-code'],
    ].map((name) => `main/connection/${name}.ts`),
    tests: [
      ...['tokens', 'renewals', 'held-tokens', 'grants', 'sign-in'],
      ...['token-endpoint', 'read-pasted', 'bad-input'],
    ].map((name) => `test/unit/connection/${name}.test.ts`),
  },
  {
    name: 'erasure',
    mutate: ['main/erasure/*.ts'],
    // Whose names are whose, and until when, depends on every feature's data.
    tests: ['test/unit/erasure/**/*.test.ts', 'test/unit/session/erased-names.test.ts'],
  },
  {
    name: 'sync',
    mutate: ['main/messaging/sync/*.ts'],
    // Without `sparing.test.ts`, which plays whole days.
    tests: [
      'background',
      'describe-sync',
      'due-lists',
      'first-reading',
      'list-pass',
      'long-list',
      'poll-interval',
      'readers',
      'schedule',
      'sync-lists',
      'sync',
    ].map((name) => `test/unit/messaging/sync/${name}.test.ts`),
  },
  {
    name: 'earnings',
    mutate: ['shared/earnings/{adds-up,cost-flow,split}.ts', 'main/earnings/{records,store}/*.ts'],
    tests: ['test/unit/earnings/*.test.ts'],
  },
  {
    name: 'signatures',
    mutate: ['main/http/signature.ts'],
    tests: ['test/unit/http/signature.test.ts', 'test/unit/http/signed-sends.test.ts'],
  },
  {
    name: 'parcels',
    // The kind and its planner call the platform; tests against practice prove them.
    mutate: [
      ...['carriers', 'cell-kinds', 'paste-columns', 'parse-shipments', 'shipment-rows', 'shipment-decision'],
    ].map((name) => `main/orders/shipments/${name}.ts`),
    tests: [
      ...['cell-kinds', 'paste-columns', 'parse-shipments', 'shipment-rows', 'shipment-decision', 'order-ids'],
    ].map((name) => `test/unit/orders/${name}.test.ts`),
  },
  {
    name: 'offers',
    mutate: ['shared/offers/{accepting,arithmetic}.ts', 'main/offers/{answers,store}/*.ts'],
    tests: ['test/unit/offers/*.test.ts'],
  },
]
