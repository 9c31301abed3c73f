/**
 * The rules of the house, as a table to read.
 *
 * A row is a part of the house: the folder (or file) it names, the parts of ours that it may import, and the npm packages it
 * may use. The longest matching row counts. Type-only imports count like any other: a room that needs a neighbour's type
 * is as much bound to it. What is not in the table is not allowed.
 */
export type Floor = {
  readonly part: string
  /** Prefixes of our own paths. A part may always import itself. */
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
  'main/turns.ts',
  'main/csv-file.ts',
  'main/room.ts',
  'main/http',
  'main/database',
  'main/ipc',
  'shared/connection',
]
const rendererGround = [...sharedGround, 'shared/ipc/contract.ts', 'shared/connection', 'renderer/api', 'renderer/ui']
const rendererPackages = ['react', 'react-aria-components', 'lucide-react']

export const house: readonly Floor[] = [
  // Ground: what both sides agree on. Pure: zod and nothing else.
  { part: 'shared/result.ts', mayImport: [], packages: ['zod'] },
  { part: 'shared/csv-text.ts', mayImport: [], packages: [] },
  { part: 'shared/globals.d.ts', mayImport: [], packages: [] },
  { part: 'shared/ipc', mayImport: ['shared/result.ts'], packages: ['zod'] },
  {
    part: 'shared/ipc/contract.ts',
    mayImport: [
      'shared/ipc/define.ts',
      ...['desk', 'connection', 'inventory', 'mapping', 'messaging', 'notifications', 'practice'].map(
        (room) => `shared/${room}/contract.ts`,
      ),
      'shared/desk/storage-contract.ts',
    ],
    packages: [],
  },
  { part: 'shared/desk', mayImport: [...sharedGround, 'shared/connection'], packages: ['zod'] },
  { part: 'shared/connection', mayImport: sharedGround, packages: ['zod'] },
  // What the window explains: pure data, of no room.
  { part: 'shared/help', mayImport: [], packages: [] },
  { part: 'shared/practice', mayImport: sharedGround, packages: ['zod'] },
  { part: 'shared/inventory', mayImport: [...sharedGround, 'shared/connection'], packages: ['zod'] },
  // A preview becomes an item, so mapping stands on the item's rules.
  { part: 'shared/mapping', mayImport: [...sharedGround, 'shared/connection', 'shared/inventory'], packages: ['zod'] },
  { part: 'shared/messaging', mayImport: [...sharedGround, 'shared/connection'], packages: ['zod'] },
  { part: 'shared/notifications', mayImport: [...sharedGround, 'shared/connection'], packages: ['zod'] },

  // Main, from the ground up.
  { part: 'main/ports.ts', mayImport: [], packages: [] },
  { part: 'main/turns.ts', mayImport: [], packages: [] },
  { part: 'main/csv-file.ts', mayImport: ['shared/csv-text.ts'], packages: ['papaparse'] },
  { part: 'main/scheduler.ts', mayImport: ['shared/result.ts', 'main/ports.ts'], packages: [] },
  {
    part: 'main/room.ts',
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
  { part: 'main/ipc', mayImport: [...sharedGround, 'main/ports.ts'], packages: ['zod'] },
  { part: 'main/database', mayImport: ['shared/result.ts', 'main/ports.ts'], packages: [] },
  {
    part: 'main/http',
    mayImport: ['shared/result.ts', 'main/ports.ts', 'main/scheduler.ts', 'main/room.ts'],
    packages: ['undici', 'zod'],
  },
  // The second reading of the documents: nothing of ours, so that client and platform cannot be wrong together.
  {
    part: 'main/practice',
    mayImport: [],
    packages: ['hono', '@hono/node-server', 'graphql', 'fast-xml-parser', 'ajv'],
  },
  {
    part: 'main/connection',
    mayImport: [...mainGround, 'shared/practice', 'main/practice/platform.ts', 'main/practice/credentials.ts'],
    packages: ['zod'],
  },
  {
    part: 'main/desk',
    mayImport: [...sharedGround, 'shared/desk', 'shared/connection', 'main/ports.ts', 'main/turns.ts', 'main/database'],
    packages: ['zod'],
  },
  { part: 'main/inventory', mayImport: [...mainGround, 'shared/inventory'], packages: ['zod'] },
  {
    part: 'main/mapping',
    mayImport: [...mainGround, 'shared/mapping', 'shared/inventory'],
    packages: ['zod'],
  },
  { part: 'main/messaging', mayImport: [...mainGround, 'shared/messaging'], packages: ['zod'] },
  {
    part: 'main/notifications',
    mayImport: [...mainGround, 'shared/notifications'],
    packages: ['zod', 'fast-xml-parser', 'ajv'],
  },
  {
    part: 'main/app.ts',
    mayImport: [
      ...mainGround,
      'shared/ipc/contract.ts',
      'shared/desk',
      'main/desk',
      'main/connection/connection.ts',
      'main/connection/connection-list.ts',
      'main/connection/connections.ts',
      'main/connection/consents.ts',
      ...['inventory', 'mapping', 'messaging', 'notifications'].flatMap((room) => [
        `main/${room}/room.ts`,
        `main/${room}/store.ts`,
        `main/${room}/after-restore.ts`,
      ]),
    ],
    packages: [],
  },
  // The hosts: what both need, then each its own. The launcher decides between them and imports neither.
  {
    part: 'main/hosts/common',
    mayImport: [...sharedGround, 'shared/connection', 'main/ports.ts'],
    packages: ['conf', 'pino', 'zod'],
  },
  {
    part: 'main/hosts/local',
    mayImport: [...sharedGround, 'main/ports.ts', 'main/app.ts', 'main/ipc', 'main/hosts/common', 'package.json'],
    packages: ['hono', '@hono/node-server', 'conf', 'zod'],
  },
  {
    part: 'main/hosts/electron',
    mayImport: [
      ...sharedGround,
      'shared/desk',
      'main/ports.ts',
      'main/app.ts',
      'main/ipc',
      'main/hosts/common',
      'package.json',
    ],
    packages: ['electron', 'electron-store', 'electron-updater'],
  },
  { part: 'main/hosts/launch', mayImport: [...sharedGround, 'main/hosts/common'], packages: [] },

  // The bridge: two functions.
  { part: 'preload', mayImport: sharedGround, packages: ['electron'] },

  // The window.
  { part: 'renderer/ui', mayImport: [], packages: ['*'] },
  {
    part: 'renderer/api',
    // A long list is read here and shown there; the shape between them is a file of its own.
    mayImport: [
      ...sharedGround,
      'shared/ipc/contract.ts',
      'shared/desk',
      'shared/connection',
      'renderer/ui/row-source.ts',
    ],
    packages: ['react', '@tanstack/react-query'],
  },
  { part: 'renderer/connection', mayImport: [...rendererGround, 'shared/desk'], packages: rendererPackages },
  { part: 'renderer/practice', mayImport: [...rendererGround, 'shared/practice'], packages: rendererPackages },
  { part: 'renderer/inventory', mayImport: [...rendererGround, 'shared/inventory'], packages: rendererPackages },
  {
    part: 'renderer/mapping',
    mayImport: [...rendererGround, 'shared/mapping', 'shared/inventory'],
    packages: rendererPackages,
  },
  { part: 'renderer/messaging', mayImport: [...rendererGround, 'shared/messaging'], packages: rendererPackages },
  {
    part: 'renderer/notifications',
    mayImport: [...rendererGround, 'shared/notifications'],
    packages: rendererPackages,
  },
  {
    part: 'renderer/shell',
    mayImport: [
      ...rendererGround,
      'shared/desk',
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
  { part: 'renderer/without-jit.ts', mayImport: [], packages: ['zod'] },
  { part: 'renderer/window.d.ts', mayImport: ['shared/ipc/transport.ts'], packages: [] },
  {
    part: 'renderer/main.tsx',
    mayImport: [...rendererGround, 'renderer/shell', 'renderer/without-jit.ts'],
    packages: ['react', 'react-dom', '@tanstack/react-query'],
  },
]
