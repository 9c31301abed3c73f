/** Ways out of the page that are no requests: WebRTC and addresses connected to ahead of a request (SEC-13). */
import { createSocket } from 'node:dgram'
import { type AddressInfo, createServer } from 'node:net'
import { expect, shareApp, test } from './fixtures.ts'

const app = shareApp({ conversations: 1, items: 1 })

test.skip(({ host }) => host !== 'local', 'The double has no network of Electron; see no-way-out.test.ts')

/** What a script in the page would try. */
const tryToLeave = async ([udpPort, tcpPort]: readonly [number, number]): Promise<void> => {
  const connection = new RTCPeerConnection({ iceServers: [{ urls: `stun:127.0.0.1:${udpPort}` }] })
  connection.createDataChannel('out')
  await connection.setLocalDescription(await connection.createOffer())
  for (const rel of ['preconnect', 'dns-prefetch', 'prefetch', 'prerender']) {
    const link = document.createElement('link')
    link.rel = rel
    link.href = `http://127.0.0.1:${tcpPort}/`
    document.head.append(link)
  }
  await new Promise((resolve) => {
    connection.onicegatheringstatechange = () => connection.iceGatheringState === 'complete' && resolve(undefined)
    setTimeout(resolve, 5_000)
  })
}

test('SEC-13 no packet and no connection leaves the page', async ({ browser }) => {
  app().expectRefusals()
  let arrived = 0
  const udp = createSocket('udp4')
  udp.on('message', () => {
    arrived += 1
  })
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', () => resolve()))
  const tcp = createServer((socket) => {
    arrived += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => tcp.listen(0, '127.0.0.1', () => resolve()))
  const ports = [udp.address().port, (tcp.address() as AddressInfo).port] as const
  try {
    await app().page().evaluate(tryToLeave, ports)
    expect(arrived).toBe(0)
    // Null control: a page without the headers sends packets.
    const other = await browser.newPage()
    await other.goto(`data:text/html,<p>`)
    await other.evaluate(tryToLeave, ports)
    await expect.poll(() => arrived).toBeGreaterThan(0)
    await other.close()
  } finally {
    udp.close()
    tcp.close()
  }
})
