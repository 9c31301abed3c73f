/**
 * Changes a connection's host and kills itself (SIGKILL) just before the given write to the settings or the vault.
 *
 * `host-change-child.ts DATA_DIR ID NEW_URL KILL_AT`. Prints the number of writes if it is not killed.
 */
import { createApp } from '../../../main/app.ts'
import { createDriver, portsOn } from '../whole-app.ts'

const [dataDir = '', id = '', baseUrl = '', killAt = ''] = process.argv.slice(2)

let writes = Number.NEGATIVE_INFINITY
const beforeWrite = (): void => {
  writes += 1
  if (writes === Number(killAt)) process.kill(process.pid, 'SIGKILL')
}
const ports = portsOn(dataDir)
const app = await createApp(
  {
    ...ports,
    settings: {
      get: ports.settings.get,
      set: (key, value) => {
        beforeWrite()
        ports.settings.set(key, value)
      },
    },
    vault: {
      ...ports.vault,
      set: async (key, secret) => {
        beforeWrite()
        await ports.vault.set(key, secret)
      },
      delete: async (key) => {
        beforeWrite()
        await ports.vault.delete(key)
      },
    },
  },
  {},
)
await app.start()
const { ask } = createDriver(app.call, '', { ack: () => undefined, found: () => undefined })
writes = 0
await ask('connection.update', {
  id,
  profile: { name: 'Lamps', kind: 'sandbox', baseUrl, oauth: { clientId: 'practice-client' } },
})
console.log(writes)
process.exit(0)
