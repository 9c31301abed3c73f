import { describe, expect, it } from 'vitest'
import { findMissingScopes, scopeLabel } from '../../../shared/connection/scopes.ts'

const here = (name: string): string => `http://127.0.0.1:4000/oauth/api_scope${name}`
const there = (name: string): string => `https://api.example/oauth/api_scope${name}`

describe('rights of a topic', () => {
  it('AUT-03 finds missing rights, whatever the scope base', () => {
    expect(findMissingScopes([there('/sell.fulfillment'), there('/message')], [here('/message')])).toEqual([
      there('/sell.fulfillment'),
    ])
    expect(findMissingScopes([there('/message')], [here('/message'), here('/sell.inventory')])).toEqual([])
  })

  it('AUT-03 accepts a full right as the right to read, but not the reverse', () => {
    expect(findMissingScopes([there('/sell.fulfillment.readonly')], [here('/sell.fulfillment')])).toEqual([])
    expect(findMissingScopes([there('/sell.fulfillment')], [here('/sell.fulfillment.readonly')])).toEqual([
      there('/sell.fulfillment'),
    ])
  })

  it('finds none if the granted scopes are unknown, and never the root scope', () => {
    expect(findMissingScopes([there('/sell.fulfillment')], [])).toEqual([])
    expect(findMissingScopes([there('')], [here('/message')])).toEqual([])
  })

  it('shortens a scope, and leaves other forms unchanged', () => {
    expect(scopeLabel(there('/sell.fulfillment'))).toBe('sell.fulfillment')
    expect(scopeLabel(there(''))).toBe('api_scope')
    expect(scopeLabel('something.else')).toBe('something.else')
  })
})
