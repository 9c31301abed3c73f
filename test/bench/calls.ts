/** A typed call through the local host, as the window makes it, compared with a server that returns the same bytes. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Client } from 'undici'
import { startLocalProcess } from '../e2e/host-process.ts'
import { logIn } from '../support/local-session.ts'
import { createShopFolder } from './filled-shop.ts'
import { type Measure, ROUNDS, requireBuild, root, takeTurns } from './measure.ts'

const CALLS = 1_000

const asked = JSON.stringify({ method: 'app.view', input: {} })

export const calls: Measure = async () => {
  requireBuild()
  const app = await startLocalProcess(createShopFolder('http://127.0.0.1:9').flags)
  const session = await logIn(app.address)
  const clients: Client[] = []
  const connect = (origin: string): (() => Promise<string>) => {
    const client = new Client(origin)
    clients.push(client)
    return async () => {
      const answer = await client.request({
        method: 'POST',
        path: '/api/call',
        headers: { 'content-type': 'application/json', ...session },
        body: asked,
      })
      return answer.body.text()
    }
  }
  const ours = connect(app.origin)
  const bytes = await ours()
  const echo = spawn(process.execPath, ['--no-warnings', 'test/bench/echo-server.ts', bytes], { cwd: root })
  const microsPerCall = async (call: () => Promise<string>): Promise<number> => {
    const startedMs = performance.now()
    for (let count = 0; count < CALLS; count += 1) await call()
    return ((performance.now() - startedMs) / CALLS) * 1_000
  }
  try {
    if (!bytes.includes('"ok":true')) throw new Error(`The call failed: ${bytes.slice(0, 200)}`)
    const [port] = (await once(echo.stdout, 'data')) as [Buffer]
    const limit = connect(`http://127.0.0.1:${Number(port.toString())}`)
    const compared = await takeTurns(
      ROUNDS,
      () => microsPerCall(limit),
      () => microsPerCall(ours),
    )
    return [
      { what: 'A typed call', limit: 'an echo of the same bytes', ...compared, unit: 'µs', goal: { atMost: 1.5 } },
    ]
  } finally {
    await Promise.all(clients.map((client) => client.close()))
    echo.kill()
    await app.stop()
  }
}
