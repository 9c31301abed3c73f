/**
 * The rules of the layers, as a table to read.
 *
 * A row is a folder of the layers: the folder (or file) it names, the parts of ours that it may import, and the npm packages it
 * may use. The longest matching row counts. Type-only imports count like any other: a room that needs a neighbour's type
 * is as much bound to it. What is not in the table is not allowed.
 */
export type Layer = {
  readonly folder: string
  /** Prefixes of our own paths. A folder may always import itself. */
  readonly mayImport: readonly string[]
  readonly packages: readonly string[]
}

const sharedGround = [
  'shared/result.ts',
  'shared/csv-text.ts',
  'shared/ipc/define.ts',
  'shared/ipc/transport.ts',
  'shared/ipc/channels.ts',
]
const mainGround = [
  ...sharedGround,
  'main/ports.ts',
  'main/scheduler.ts',
  'main/serial-queue.ts',
  'main/backoff.ts',
  'main/csv-file.ts',
  'main/feature.ts',
  'main/http',
  'main/database',
  'main/ipc',
  'shared/connection',
]
const rendererGround = [
  ...sharedGround,
  'shared/ipc/contract.ts',
  'shared/connection',
  'renderer/api',
  'renderer/ui',
  'renderer/commands',
]
const rendererPackages = ['react', 'react-aria-components', 'lucide-react']

export const layers: readonly Layer[] = [
  // Ground: what both sides agree on. Pure: zod and nothing else.
  { folder: 'shared/result.ts', mayImport: [], packages: ['zod'] },
  { folder: 'shared/csv-text.ts', mayImport: [], packages: [] },
  { folder: 'shared/globals.d.ts', mayImport: [], packages: [] },
  { folder: 'shared/ipc', mayImport: ['shared/result.ts'], packages: ['zod'] },
  {
    folder: 'shared/ipc/contract.ts',
    mayImport: [
      'shared/ipc/define.ts',
      ...['app', 'connection', 'inventory', 'mapping', 'messaging', 'notifications', 'practice'].map(
        (room) => `shared/${room}/contract.ts`,
      ),
      'shared/app/storage-contract.ts',
    ],
    packages: [],
  },
  { folder: 'shared/app', mayImport: [...sharedGround, 'shared/connection'], packages: ['zod'] },
  { folder: 'shared/connection', mayImport: sharedGround, packages: ['zod'] },
  // What the window explains: pure data, of no room.
  { folder: 'shared/help', mayImport: [], packages: [] },
  { folder: 'shared/practice', mayImport: sharedGround, packages: ['zod'] },
  { folder: 'shared/inventory', mayImport: [...sharedGround, 'shared/connection'], packages: ['zod'] },
  // A preview becomes an item, so mapping stands on the item's rules.
  {
    folder: 'shared/mapping',
    mayImport: [...sharedGround, 'shared/connection', 'shared/inventory'],
    packages: ['zod'],
  },
  { folder: 'shared/messaging', mayImport: [...sharedGround, 'shared/connection'], packages: ['zod'] },
  { folder: 'shared/notifications', mayImport: [...sharedGround, 'shared/connection'], packages: ['zod'] },

  // Main, from the ground up.
  { folder: 'main/ports.ts', mayImport: [], packages: [] },
  { folder: 'main/serial-queue.ts', mayImport: [], packages: [] },
  { folder: 'main/backoff.ts', mayImport: [], packages: [] },
  { folder: 'main/csv-file.ts', mayImport: ['shared/csv-text.ts'], packages: ['papaparse'] },
  { folder: 'main/scheduler.ts', mayImport: ['shared/result.ts', 'main/ports.ts'], packages: [] },
  {
    folder: 'main/feature.ts',
    mayImport: [
      ...sharedGround,
      'shared/connection',
      'main/ports.ts',
      'main/scheduler.ts',
      'main/http',
      'main/database',
    ],
    packages: [],
  },
  { folder: 'main/ipc', mayImport: [...sharedGround, 'main/ports.ts'], packages: ['zod'] },
  { folder: 'main/database', mayImport: ['shared/result.ts', 'main/ports.ts'], packages: [] },
  {
    folder: 'main/http',
    mayImport: ['shared/result.ts', 'main/ports.ts', 'main/scheduler.ts', 'main/backoff.ts'],
    packages: ['undici', 'zod'],
  },
  // The second reading of the documents: nothing of ours, so that client and platform cannot be wrong together.
  {
    folder: 'main/practice',
    mayImport: [],
    packages: ['hono', '@hono/node-server', 'graphql', 'saxes', 'ajv', 'zod'],
  },
  {
    folder: 'main/connection',
    mayImport: [...mainGround, 'shared/practice', 'main/practice/platform.ts', 'main/practice/credentials.ts'],
    packages: ['zod'],
  },
  {
    folder: 'main/storage',
    mayImport: [
      ...sharedGround,
      'shared/app',
      'shared/connection',
      'main/ports.ts',
      'main/serial-queue.ts',
      'main/backoff.ts',
      'main/database',
      'main/app-state',
    ],
    packages: ['zod'],
  },
  {
    folder: 'main/app-state',
    mayImport: [
      ...sharedGround,
      'shared/app',
      'shared/connection',
      'main/ports.ts',
      'main/serial-queue.ts',
      'main/backoff.ts',
      'main/database',
    ],
    packages: ['zod'],
  },
  { folder: 'main/inventory', mayImport: [...mainGround, 'shared/inventory'], packages: ['zod'] },
  {
    folder: 'main/mapping',
    mayImport: [...mainGround, 'shared/mapping', 'shared/inventory'],
    packages: ['zod'],
  },
  { folder: 'main/messaging', mayImport: [...mainGround, 'shared/messaging'], packages: ['zod'] },
  {
    folder: 'main/notifications',
    mayImport: [...mainGround, 'shared/notifications'],
    packages: ['zod', 'saxes', 'ajv', 'jsonc-parser'],
  },
  {
    folder: 'main/session',
    mayImport: [
      ...mainGround,
      'shared/ipc/contract.ts',
      'shared/app',
      'main/app-state',
      'main/connection',
      ...['inventory', 'mapping', 'messaging', 'notifications'].map((feature) => `main/${feature}/feature.ts`),
    ],
    packages: [],
  },
  {
    folder: 'main/app.ts',
    mayImport: [
      ...mainGround,
      'shared/ipc/contract.ts',
      'shared/app',
      'main/app-state',
      'main/storage',
      'main/session',
      'main/connection',
      ...['inventory', 'mapping', 'messaging', 'notifications'].flatMap((room) => [
        `main/${room}/feature.ts`,
        `main/${room}/store.ts`,
        `main/${room}/after-restore.ts`,
      ]),
    ],
    packages: [],
  },
  // The hosts: what both need, then each its own. The launcher decides between them and imports neither.
  {
    folder: 'main/hosts/common',
    mayImport: [...sharedGround, 'shared/connection', 'main/ports.ts'],
    packages: ['conf', 'pino', 'zod'],
  },
  {
    folder: 'main/hosts/local',
    mayImport: [...sharedGround, 'main/ports.ts', 'main/app.ts', 'main/ipc', 'main/hosts/common', 'package.json'],
    packages: ['hono', '@hono/node-server', 'conf', 'zod'],
  },
  {
    folder: 'main/hosts/electron',
    mayImport: [
      ...sharedGround,
      'shared/app',
      'main/ports.ts',
      'main/app.ts',
      'main/ipc',
      'main/hosts/common',
      'package.json',
    ],
    packages: ['electron', 'electron-store', 'electron-updater'],
  },
  { folder: 'main/hosts/launch', mayImport: [...sharedGround, 'main/hosts/common'], packages: [] },

  // The bridge: two functions.
  { folder: 'preload', mayImport: sharedGround, packages: ['electron'] },

  // The window.
  { folder: 'renderer/ui', mayImport: [], packages: ['*'] },
  {
    folder: 'renderer/api',
    // A long list is read here and shown there; the shape between them is a file of its own.
    mayImport: [
      ...sharedGround,
      'shared/ipc/contract.ts',
      'shared/app',
      'shared/connection',
      'renderer/ui/row-source.ts',
    ],
    packages: ['react', '@tanstack/react-query'],
  },
  {
    folder: 'renderer/commands',
    mayImport: [...sharedGround, 'shared/app', 'renderer/api', 'renderer/ui'],
    packages: ['react'],
  },
  { folder: 'renderer/connection', mayImport: [...rendererGround, 'shared/app'], packages: rendererPackages },
  { folder: 'renderer/practice', mayImport: [...rendererGround, 'shared/practice'], packages: rendererPackages },
  { folder: 'renderer/inventory', mayImport: [...rendererGround, 'shared/inventory'], packages: rendererPackages },
  {
    folder: 'renderer/mapping',
    mayImport: [...rendererGround, 'shared/mapping', 'shared/inventory'],
    packages: rendererPackages,
  },
  { folder: 'renderer/messaging', mayImport: [...rendererGround, 'shared/messaging'], packages: rendererPackages },
  {
    folder: 'renderer/notifications',
    mayImport: [...rendererGround, 'shared/notifications'],
    packages: rendererPackages,
  },
  {
    folder: 'renderer/shell',
    mayImport: [
      ...rendererGround,
      'shared/app',
      'shared/help',
      'shared/notifications',
      'renderer/connection',
      'renderer/practice',
      'renderer/inventory',
      'renderer/mapping',
      'renderer/messaging',
      'renderer/notifications',
    ],
    packages: rendererPackages,
  },
  { folder: 'renderer/without-jit.ts', mayImport: [], packages: ['zod'] },
  { folder: 'renderer/window.d.ts', mayImport: ['shared/ipc/transport.ts'], packages: [] },
  {
    folder: 'renderer/main.tsx',
    mayImport: [...rendererGround, 'renderer/shell', 'renderer/without-jit.ts'],
    packages: ['react', 'react-dom', '@tanstack/react-query'],
  },
]
