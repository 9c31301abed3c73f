/** A public name that resolves to an address in the private network. */
import type { LookupAddress } from 'node:dns'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { expect, it, vi } from 'vitest'
import { createUndiciSend } from '../../../main/http/undici-send.ts'

vi.mock(import('node:dns'), async (load) => {
  const lookup = (_: string, __: object, callback: (error: null, addresses: LookupAddress[]) => void): void =>
    callback(null, [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ])
  return { ...(await load()), lookup } as unknown as typeof import('node:dns')
})

it('SEC-06 opens no connection for a picture, even if another of its addresses is public', async () => {
  let connections = 0
  const server = createServer((socket) => {
    connections += 1
    socket.destroy()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { send, close } = createUndiciSend({ origins: [], publicHosts: true })
  const url = `https://pictures.example:${(server.address() as AddressInfo).port}/`
  const call = send({
    operation: 'picture',
    lane: 'read',
    method: 'GET',
    url,
    headers: {},
    credential: 'none',
  } as never)
  await expect(call).rejects.toThrow('resolves to an address in a private network')
  expect(connections).toBe(0)
  await close()
  server.close()
})
