/**
 * The layers as a table, from the bottom up. Imports that are not in it are forbidden.
 *
 * The longest `folder` that matches a file is its layer. Type-only imports count, because a feature that needs another's type
 * depends on it. An unused allowance fails.
 */
export type Layer = {
  /** A folder or a file. */
  readonly folder: string
  /** Shared allowances: each must be used by some layer on this ground. */
  readonly ground?: readonly string[]
  /** Allowed prefixes of this project's paths. A folder may always import itself. */
  readonly mayImport: readonly string[]
  /** npm packages; `*` for any. */
  readonly packages: readonly string[]
}

const contractGround = ['shared/app-error.ts', 'shared/ipc/define.ts']
const sharedGround = [...contractGround, 'shared/connection']
const callGround = ['shared/result.ts', 'shared/ipc/define.ts']
const featureGround = [
  ...callGround,
  'shared/connection',
  'shared/csv-text.ts',
  'shared/money.ts',
  'shared/write-count.ts',
  'main/ports.ts',
  'main/scheduler.ts',
  'main/serial-queue.ts',
  'main/backoff.ts',
  'main/csv-file.ts',
  'main/feature.ts',
  'main/track-calls.ts',
  'main/http',
  'main/database',
  'main/erasure',
]
const rendererGround = [
  ...callGround,
  'shared/connection',
  'shared/ipc/contract.ts',
  'renderer/api',
  'renderer/ui',
  'renderer/parts',
  'renderer/location.ts',
  'renderer/commands',
]
const rendererPackages = ['react', 'lucide-react']
const features = [
  'earnings',
  'proposals',
  'inventory',
  'listing',
  'mapping',
  'messaging',
  'notifications',
  'offers',
  'orders',
] as const

export const layers: readonly Layer[] = [
  // Shared by both processes: pure, and imports only zod.
  { folder: 'shared/csv-text.ts', mayImport: [], packages: [] },
  { folder: 'shared/money.ts', mayImport: [], packages: [] },
  { folder: 'shared/write-count.ts', mayImport: [], packages: [] },
  { folder: 'shared/app-error.ts', mayImport: [], packages: ['zod'] },
  { folder: 'shared/result.ts', mayImport: ['shared/app-error.ts'], packages: [] },
  { folder: 'shared/globals.d.ts', mayImport: [], packages: [] },
  { folder: 'shared/ipc', mayImport: ['shared/result.ts'], packages: ['zod'] },
  { folder: 'shared/connection', ground: contractGround, mayImport: [], packages: ['zod'] },
  { folder: 'shared/app', ground: sharedGround, mayImport: [], packages: ['zod'] },
  {
    folder: 'renderer/help',
    mayImport: ['shared/connection/platforms.ts'],
    packages: [],
  },
  { folder: 'shared/practice', ground: contractGround, mayImport: [], packages: ['zod'] },
  { folder: 'shared/outbound', ground: contractGround, mayImport: [], packages: ['zod'] },
  {
    folder: 'shared/inventory',
    ground: sharedGround,
    mayImport: ['shared/outbound', 'shared/money.ts'],
    packages: ['zod'],
  },
  // Lists items.
  {
    folder: 'shared/listing',
    ground: sharedGround,
    mayImport: ['shared/inventory', 'shared/outbound'],
    packages: ['zod'],
  },
  // Turns mapping results into items.
  { folder: 'shared/mapping', ground: sharedGround, mayImport: ['shared/inventory'], packages: ['zod'] },
  // Finds the item that a listing sells.
  { folder: 'shared/overview', ground: contractGround, mayImport: ['shared/inventory'], packages: ['zod'] },
  { folder: 'shared/messaging', ground: sharedGround, mayImport: ['shared/outbound'], packages: ['zod'] },
  { folder: 'shared/notifications', ground: sharedGround, mayImport: [], packages: ['zod'] },
  {
    folder: 'shared/offers',
    ground: contractGround,
    mayImport: ['shared/outbound', 'shared/money.ts'],
    packages: ['zod'],
  },
  { folder: 'shared/orders', ground: sharedGround, mayImport: ['shared/outbound'], packages: ['zod'] },
  // Takes what an item cost, and sums the orders of a list.
  {
    folder: 'shared/earnings',
    ground: contractGround,
    mayImport: ['shared/money.ts', 'shared/inventory/cost.ts', 'shared/orders/order-list.ts'],
    packages: ['zod'],
  },
  // The tables of what assistants may read and propose.
  {
    folder: 'shared/proposals',
    ground: contractGround,
    mayImport: ['shared/messaging/message-limits.ts'],
    packages: ['zod'],
  },
  {
    folder: 'shared/ipc/contract.ts',
    mayImport: [
      'shared/ipc/define.ts',
      ...['app', 'connection', 'outbound', 'overview', 'practice', ...features].map(
        (feature) => `shared/${feature}/contract.ts`,
      ),
      'shared/app/storage-contract.ts',
    ],
    packages: [],
  },

  // Main.
  { folder: 'main/ports.ts', mayImport: [], packages: [] },
  { folder: 'main/serial-queue.ts', mayImport: [], packages: [] },
  { folder: 'main/backoff.ts', mayImport: [], packages: [] },
  { folder: 'main/csv-file.ts', mayImport: ['shared/csv-text.ts'], packages: ['papaparse'] },
  { folder: 'main/track-calls.ts', mayImport: [], packages: [] },
  { folder: 'main/scheduled-work.ts', mayImport: [], packages: [] },
  {
    folder: 'main/scheduler.ts',
    mayImport: ['shared/result.ts', 'main/ports.ts', 'main/scheduled-work.ts'],
    packages: [],
  },
  {
    folder: 'main/ipc',
    ground: callGround,
    mayImport: ['shared/ipc/transport.ts', 'main/ports.ts'],
    packages: ['zod'],
  },
  { folder: 'main/database', mayImport: ['shared/result.ts', 'main/ports.ts'], packages: ['zod'] },
  // What features declare to hold of persons, and its erasure.
  { folder: 'main/erasure', mayImport: ['main/ports.ts', 'main/database'], packages: [] },
  {
    folder: 'main/http',
    mayImport: [
      'shared/result.ts',
      // The names that a sentence calls the platform and a permission by.
      'shared/connection/platforms.ts',
      'shared/connection/permissions.ts',
      'main/ports.ts',
      'main/scheduler.ts',
      'main/backoff.ts',
    ],
    packages: ['undici', 'zod'],
  },
  // Parses untrusted XML.
  { folder: 'main/xml.ts', mayImport: [], packages: ['saxes'] },
  // Looks up items and stages drafts for listing and mapping.
  { folder: 'main/items-port.ts', mayImport: ['shared/inventory', 'shared/outbound'], packages: [] },
  { folder: 'main/feature.ts', ground: featureGround, mayImport: [], packages: [] },
  // The legacy service, for notifications and for the list of active listings.
  { folder: 'main/trading', ground: featureGround, mayImport: ['main/xml.ts'], packages: [] },
  { folder: 'main/outbound', ground: featureGround, mayImport: ['shared/outbound'], packages: ['zod'] },
  // The rules of every record that is edited field by field and replaced as a whole.
  { folder: 'main/replaced-record.ts', mayImport: ['shared/inventory', 'main/outbound/settle.ts'], packages: [] },
  // What items cost, which inventory tells earnings.
  { folder: 'main/offered-items-port.ts', mayImport: [], packages: [] },
  { folder: 'main/fees-port.ts', mayImport: [], packages: [] },
  { folder: 'main/costs-port.ts', mayImport: ['shared/inventory/cost.ts'], packages: [] },
  // The cells and the state of an item's listing, which listing provides to the sheet of inventory.
  {
    folder: 'main/offer-cells-port.ts',
    mayImport: ['main/outbound', 'shared/inventory/listing-state.ts'],
    packages: [],
  },
  // Imports nothing from this project, so that client and platform can't share a mistake.
  {
    folder: 'main/practice',
    mayImport: [],
    packages: ['hono', '@hono/node-server', 'graphql', 'saxes', 'ajv', 'zod'],
  },
  {
    folder: 'main/connection',
    ground: featureGround,
    mayImport: ['shared/practice', 'main/practice/platform.ts', 'main/practice/credentials.ts'],
    packages: ['zod'],
  },
  {
    folder: 'main/inventory',
    ground: featureGround,
    mayImport: [
      'shared/inventory',
      'shared/outbound',
      'main/items-port.ts',
      'main/outbound',
      'main/replaced-record.ts',
      'main/costs-port.ts',
      'main/offer-cells-port.ts',
      'main/offered-items-port.ts',
      'main/trading',
      'main/xml.ts',
    ],
    // Exporters write entities into cells of plain text.
    packages: ['zod', 'entities'],
  },
  {
    folder: 'main/listing',
    ground: featureGround,
    mayImport: [
      'shared/listing',
      'shared/inventory',
      'shared/outbound',
      'main/items-port.ts',
      'main/outbound',
      'main/offer-cells-port.ts',
    ],
    packages: ['zod'],
  },
  {
    folder: 'main/mapping',
    ground: featureGround,
    mayImport: ['shared/mapping', 'shared/inventory', 'shared/outbound', 'main/items-port.ts', 'main/outbound'],
    packages: ['zod'],
  },
  {
    folder: 'main/messaging',
    ground: featureGround,
    mayImport: ['shared/messaging', 'shared/outbound', 'main/outbound'],
    // Bodies of messages are HTML.
    packages: ['zod', 'htmlparser2'],
  },
  {
    folder: 'main/notifications',
    ground: featureGround,
    mayImport: ['shared/notifications', 'shared/outbound', 'main/outbound', 'main/trading', 'main/xml.ts'],
    packages: ['zod', 'saxes', 'ajv', 'jsonc-parser'],
  },
  // What orders tell earnings.
  { folder: 'main/sold-orders-port.ts', mayImport: ['shared/orders/order-list.ts'], packages: [] },
  {
    folder: 'main/earnings',
    ground: featureGround,
    mayImport: ['shared/earnings', 'main/costs-port.ts', 'main/fees-port.ts', 'main/sold-orders-port.ts'],
    packages: ['zod'],
  },
  { folder: 'main/proposals', ground: featureGround, mayImport: ['shared/proposals'], packages: ['zod'] },
  {
    folder: 'main/offers',
    ground: featureGround,
    mayImport: [
      'shared/offers',
      'shared/outbound',
      'main/costs-port.ts',
      'main/fees-port.ts',
      'main/offered-items-port.ts',
      'main/outbound',
      'main/trading',
      'main/xml.ts',
    ],
    packages: ['zod'],
  },
  {
    folder: 'main/orders',
    ground: featureGround,
    mayImport: ['shared/orders', 'shared/outbound', 'main/outbound', 'main/sold-orders-port.ts'],
    packages: ['zod'],
  },
  { folder: 'main/app', ground: featureGround, mayImport: ['shared/app'], packages: [] },
  { folder: 'main/storage', ground: featureGround, mayImport: ['shared/app'], packages: ['zod'] },
  {
    folder: 'main/session',
    ground: featureGround,
    mayImport: [
      'shared/ipc/contract.ts',
      'shared/app',
      'shared/connection',
      'shared/inventory/active-listing.ts',
      'shared/notifications',
      'shared/outbound',
      'shared/overview',
      'main/app',
      'main/connection',
      'main/outbound',
      'main/scheduled-work.ts',
      'main/sold-orders-port.ts',
      ...features.flatMap((feature) => [`main/${feature}/feature.ts`, `main/${feature}/personal-data.ts`]),
    ],
    packages: [],
  },
  // Picks by name what an assistant may read, and what the seller's press does.
  {
    folder: 'main/session/readable-shop.ts',
    mayImport: [
      'shared/ipc/contract.ts',
      'shared/result.ts',
      'shared/messaging/message-limits.ts',
      'shared/messaging/message-text.ts',
      'shared/orders/order.ts',
      'main/proposals/ports.ts',
    ],
    packages: [],
  },
  // Released steps that no feature's tables need any more.
  { folder: 'main/migrations', mayImport: [], packages: [] },
  {
    folder: 'main/migrations.ts',
    mayImport: [
      'main/migrations',
      'main/database',
      'main/erasure',
      ...['outbound', ...features].map((layer) => `main/${layer}/schema.ts`),
    ],
    packages: [],
  },
  {
    folder: 'main/app.ts',
    ground: featureGround,
    mayImport: [
      'shared/ipc/contract.ts',
      'shared/app',
      'shared/connection',
      'main/ipc',
      'main/app',
      'main/storage',
      'main/session',
      // The type of the door.
      'main/proposals/door.ts',
      'main/connection',
      'main/migrations.ts',
      'main/inventory/after-restore.ts',
      'main/messaging/after-restore.ts',
    ],
    packages: [],
  },
  {
    folder: 'main/hosts/common',
    mayImport: ['shared/result.ts', 'shared/connection', 'main/ports.ts'],
    packages: ['pino', 'zod'],
  },
  // The door for assistants: it sees the two tables and the door's type, never a command, the queue or a store (SEC-19).
  {
    folder: 'main/hosts/proposals',
    mayImport: [
      'shared/result.ts',
      'shared/ipc/transport.ts',
      'shared/proposals/kinds.ts',
      'shared/proposals/reads.ts',
      'main/ports.ts',
      'main/app.ts',
      'main/serial-queue.ts',
      'main/proposals/door.ts',
      'main/hosts/common',
    ],
    packages: ['@modelcontextprotocol/server', 'zod'],
  },
  {
    folder: 'main/hosts/local',
    mayImport: [
      'shared/result.ts',
      'shared/ipc/channels.ts',
      'main/ports.ts',
      'main/app.ts',
      'main/ipc',
      'main/hosts/common',
      'main/hosts/proposals',
      'package.json',
    ],
    packages: ['hono', '@hono/node-server', 'conf', 'zod', '@napi-rs/keyring'],
  },
  {
    folder: 'main/hosts/electron',
    mayImport: [
      'shared/result.ts',
      'shared/ipc/channels.ts',
      'shared/ipc/transport.ts',
      'shared/app',
      'main/ports.ts',
      'main/app.ts',
      'main/ipc',
      'main/hosts/common',
      'main/hosts/proposals',
      'packaging/updates.json',
    ],
    packages: ['electron', 'electron-store', 'electron-updater'],
  },
  // Chooses a host and imports neither.
  { folder: 'main/hosts/launch', mayImport: ['main/hosts/common'], packages: [] },

  {
    folder: 'preload',
    mayImport: ['shared/result.ts', 'shared/ipc/channels.ts', 'shared/ipc/transport.ts'],
    packages: ['electron'],
  },

  // The window.
  {
    folder: 'renderer/ui',
    mayImport: ['shared/csv-text.ts', 'shared/money.ts'],
    packages: ['*'],
  },
  {
    folder: 'renderer/api',
    ground: callGround,
    mayImport: [
      'shared/ipc/contract.ts',
      'shared/ipc/channels.ts',
      'shared/ipc/transport.ts',
      'shared/app',
      'shared/connection',
      'shared/overview',
      'renderer/ui',
    ],
    packages: ['react', '@tanstack/react-query'],
  },
  // Where the user is: screens and commands go there.
  { folder: 'renderer/location.ts', mayImport: [], packages: ['react'] },
  {
    folder: 'renderer/commands',
    mayImport: ['shared/app', 'renderer/api', 'renderer/ui', 'renderer/location.ts'],
    packages: ['react'],
  },
  // Parts with a domain that several features show.
  {
    folder: 'renderer/parts',
    mayImport: [
      'shared/result.ts',
      'shared/connection',
      'shared/inventory/listing-state.ts',
      'shared/inventory/fields',
      'shared/inventory/json.ts',
      'shared/offers',
      'shared/orders',
      'shared/earnings',
      'shared/proposals',
      'shared/money.ts',
      'renderer/api',
      'renderer/ui',
      'renderer/location.ts',
      'renderer/commands',
    ],
    packages: [...rendererPackages, 'diff'],
  },
  {
    folder: 'renderer/connection',
    ground: rendererGround,
    mayImport: ['shared/app', 'shared/proposals'],
    packages: rendererPackages,
  },
  { folder: 'renderer/practice', ground: rendererGround, mayImport: ['shared/practice'], packages: rendererPackages },
  // Plans and results of many changes, for the screens that start them.
  {
    folder: 'renderer/runs',
    ground: rendererGround,
    mayImport: ['shared/outbound', 'shared/inventory/contract/plan-contract.ts'],
    packages: rendererPackages,
  },
  // Everything that waits to be sent. Messaging shows its own part of it in the thread.
  {
    folder: 'renderer/outbox',
    ground: rendererGround,
    mayImport: ['shared/outbound', 'shared/proposals', 'renderer/runs'],
    packages: rendererPackages,
  },
  {
    folder: 'renderer/inventory',
    ground: rendererGround,
    mayImport: ['shared/inventory', 'shared/listing', 'shared/outbound', 'renderer/runs'],
    packages: [
      ...rendererPackages,
      'react-aria-components',
      'htmlparser2',
      ...['model', 'state', 'view', 'commands', 'history', 'keymap', 'schema-list'].map(
        (name) => `prosemirror-${name}`,
      ),
    ],
  },
  {
    folder: 'renderer/listing',
    ground: rendererGround,
    mayImport: ['shared/listing', 'shared/inventory', 'shared/outbound', 'renderer/runs'],
    packages: rendererPackages,
  },
  {
    folder: 'renderer/mapping',
    ground: rendererGround,
    mayImport: ['shared/mapping', 'shared/inventory', 'renderer/runs'],
    packages: [...rendererPackages, 'react-aria-components'],
  },
  {
    folder: 'renderer/messaging',
    ground: rendererGround,
    mayImport: [
      'shared/app',
      'shared/messaging',
      'shared/orders',
      'shared/outbound',
      'renderer/outbox',
      'renderer/runs',
    ],
    packages: [...rendererPackages, 'react-aria-components'],
  },
  {
    folder: 'renderer/notifications',
    ground: rendererGround,
    mayImport: ['shared/notifications', 'renderer/runs'],
    packages: rendererPackages,
  },
  {
    folder: 'renderer/offers',
    ground: rendererGround,
    mayImport: ['shared/app', 'shared/money.ts', 'shared/offers', 'shared/outbound', 'renderer/runs'],
    packages: rendererPackages,
  },
  {
    folder: 'renderer/orders',
    ground: rendererGround,
    mayImport: ['shared/money.ts', 'shared/orders', 'renderer/runs'],
    // Printed sheets are children of the body.
    packages: [...rendererPackages, 'react-dom'],
  },
  {
    folder: 'renderer/earnings',
    ground: rendererGround,
    mayImport: ['shared/earnings', 'shared/money.ts'],
    packages: rendererPackages,
  },
  {
    folder: 'renderer/today',
    ground: rendererGround,
    mayImport: [
      'shared/earnings',
      'shared/money.ts',
      'shared/notifications',
      'shared/offers',
      'shared/orders',
      'renderer/runs',
    ],
    packages: rendererPackages,
  },
  {
    folder: 'renderer/shell',
    ground: rendererGround,
    mayImport: [
      'shared/app',
      'shared/connection',
      'renderer/help',
      'renderer/connection',
      'renderer/runs',
      'renderer/outbox',
      'renderer/today',
      'renderer/practice',
      ...features.filter((feature) => feature !== 'proposals').map((feature) => `renderer/${feature}`),
    ],
    packages: [...rendererPackages, 'react-aria-components'],
  },
  { folder: 'renderer/without-jit.ts', mayImport: [], packages: [] },
  { folder: 'renderer/window.d.ts', mayImport: ['shared/ipc/transport.ts'], packages: [] },
  {
    folder: 'renderer/main.tsx',
    ground: rendererGround,
    mayImport: ['renderer/shell', 'renderer/without-jit.ts'],
    packages: ['react', 'react-dom', '@tanstack/react-query'],
  },
]
