import { describe, expect, it } from 'vitest'
import { isOfAnotherUser, otherUserMessage } from '../../../main/hosts/local/peer.ts'

const US = 1000
const connection = { remoteAddress: '127.0.0.1', remotePort: 0xc350, ownPort: 0x1f90 }

const head = '  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode'
const row = (local: string, remote: string, state: string, uid: number, inode = 2): string =>
  `   1: ${local} ${remote} ${state} 00000000:00000000 00:00000000 00000000  ${uid}        0 ${inode} 1 0 20 4 30 10 -1`
const PEER = '0100007F:C350'
const SERVER = '0100007F:1F90'
const mapped = (end: string): string => `0000000000000000FFFF0000${end}`
/** The server's own end of the connection and its listening socket, which are never the peer. */
const ownRows = [row(SERVER, PEER, '01', US), row(SERVER, '00000000:0000', '0A', US)]

const isRefused = (rows: readonly string[], v6: readonly string[] = [], ownUid: number | null = US): Promise<boolean> =>
  isOfAnotherUser(connection, ownUid, (file) =>
    [head, ...(file === '/proc/net/tcp' ? [...ownRows, ...rows] : v6)].join('\n'),
  )

describe('SEC-02 a connection', () => {
  it('of this user is admitted, by either family of addresses', async () => {
    expect(await isRefused([row(PEER, SERVER, '01', US)])).toBe(false)
    expect(await isRefused([], [row(mapped(PEER), mapped(SERVER), '01', US)])).toBe(false)
  })

  it.each([
    ['of another user', [row(PEER, SERVER, '01', 1001)]],
    ['of root, whose socket may carry anybody’s bytes', [row(PEER, SERVER, '01', 0)]],
    ['that is closed, which the kernel lists under root', [row(PEER, SERVER, '06', 0)]],
    ['that is closing, though it is listed under this user', [row(PEER, SERVER, '05', US)]],
    ['that is not listed', []],
    [
      'beside a closed one of the same ports of this user',
      [row(PEER, SERVER, '06', US), row(PEER, SERVER, '01', 1001)],
    ],
    ['with the same ports to another address', [row(PEER, '0200007F:1F90', '01', US)]],
    ['with the same ports from another address', [row('0200007F:C350', SERVER, '01', US)]],
    ['of which two sockets are listed', [row(PEER, SERVER, '01', US), row(PEER, SERVER, '01', US, 3)]],
  ])('%s is refused', async (_, rows) => {
    expect(await isRefused(rows)).toBe(true)
  })

  it('is refused if it is listed in both families', async () => {
    const stranger = row(mapped(PEER), mapped(SERVER), '01', 1001, 3)
    expect(await isRefused([row(PEER, SERVER, '01', US)], [stranger])).toBe(true)
  })

  it('is looked up again if the list missed it', async () => {
    let reads = 0
    const read = (file: string): string => {
      if (file === '/proc/net/tcp6') return head
      reads += 1
      return reads < 3 ? head : [head, row(PEER, SERVER, '01', US)].join('\n')
    }
    expect(await isOfAnotherUser(connection, US, read)).toBe(false)
  })

  it('is admitted if the list, which moved while it was read, has its socket twice', async () => {
    expect(await isRefused([row(PEER, SERVER, '01', US), row(PEER, SERVER, '01', US)])).toBe(false)
  })

  it('is left to the token if the system lists no users', async () => {
    expect(await isOfAnotherUser(connection, US, () => undefined)).toBe(false)
    expect(await isOfAnotherUser(connection, null)).toBe(false)
  })
})

it('SEC-02 a Windows browser that reaches Linux is told what to do', () => {
  expect(otherUserMessage('6.6.87.2-microsoft-standard-WSL2')).toContain('a browser inside Linux')
  expect(otherUserMessage('6.18.44')).not.toContain('WSL')
})
