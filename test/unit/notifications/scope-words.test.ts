/** Which rights of a topic a connection lacks, as the board says it. */
import { describe, expect, it } from 'vitest'
import { lackingScopes, scopeWords } from '../../../renderer/notifications/scope-words.ts'

const here = (name: string): string => `http://127.0.0.1:4000/oauth/api_scope${name}`
const there = (name: string): string => `https://api.example/oauth/api_scope${name}`

describe('rights of a topic', () => {
  it('AUT-03 names what is lacking, wherever the platform says its scopes begin', () => {
    expect(lackingScopes([there('/sell.fulfillment'), there('/message')], [here('/message')])).toEqual([
      there('/sell.fulfillment'),
    ])
    expect(lackingScopes([there('/message')], [here('/message'), here('/sell.inventory')])).toEqual([])
  })

  it('says nothing where nobody knows what the token may do, and never asks for the root scope', () => {
    expect(lackingScopes([there('/sell.fulfillment')], [])).toEqual([])
    expect(lackingScopes([there('')], [here('/message')])).toEqual([])
  })

  it('shows the name alone, and a scope of another form as it is', () => {
    expect(scopeWords(there('/sell.fulfillment'))).toBe('sell.fulfillment')
    expect(scopeWords(there(''))).toBe('api_scope')
    expect(scopeWords('something.else')).toBe('something.else')
  })
})
