/** Requests that a proxy or tunnel changed on their way. */
import { describe, expect, it } from 'vitest'
import { findProxyProblem, isAddressedTo, isKnownPath } from '../../../main/notifications/receiver/addressed.ts'

const registered = 'https://shop.example.com/hooks/stallhand'

const problemOf = (facts: { host?: string; url?: string; method?: string; type?: string }) =>
  findProxyProblem(registered, 4000, {
    method: facts.method ?? 'POST',
    url: facts.url ?? '/hooks/stallhand',
    headers: { host: facts.host ?? 'shop.example.com', 'content-type': facts.type ?? 'application/json' },
  })

describe('an address behind a proxy', () => {
  it.each(['shop.example.com', 'SHOP.example.com', 'shop.example.com:443', '127.0.0.1:4000', 'localhost:4000'])(
    'RCV-12 is this receiver’s with the Host %s',
    (host) => expect(isAddressedTo(registered, 4000, host)).toBe(true),
  )
  it.each(['shop.example.com:80', 'shop.example.com:444', 'other.example.com', '127.0.0.1:4001', undefined])(
    'RCV-12 is not this receiver’s with the Host %s',
    (host) => expect(isAddressedTo(registered, 4000, host)).toBe(false),
  )
  it('RCV-12 may have a slash added at its end', () => {
    expect(isKnownPath(registered, '/hooks/stallhand/')).toBe(true)
    expect(isKnownPath(registered, '/notifications/')).toBe(true)
    expect(isKnownPath(registered, '/')).toBe(false)
  })

  it.each([
    ['another Host', { host: 'inner.local' }, /Host “inner\.local”.*have it keep the Host “shop\.example\.com”/],
    ['a stripped prefix', { url: '/stallhand' }, /strips the beginning of the path/],
    ['a stripped path', { url: '/?challenge_code=x', method: 'GET' }, /“\/” .*strips the beginning of the path/],
    ['an added prefix', { url: '/in/hooks/stallhand' }, /puts something before the path/],
    ['another path', { url: '/elsewhere' }, /changes the path/],
  ])('RCV-12 is explained for %s', (_, facts, problem) => {
    expect(problemOf(facts)).toMatch(problem)
  })

  it('RCV-12 is not explained for a scanner', () => {
    expect(problemOf({ method: 'GET', url: '/wp-login.php' })).toBeNull()
    expect(problemOf({ host: 'x', type: 'text/plain' })).toBeNull()
  })
})
