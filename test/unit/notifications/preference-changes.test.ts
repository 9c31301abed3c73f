import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { changesOf, choicesOf } from '../../../renderer/notifications/preference-changes.ts'
import { knownEventTypes } from '../../../renderer/notifications/words.ts'

const current = {
  applicationUrl: null,
  applicationEnable: null,
  events: [
    { eventType: 'ItemSold', eventEnable: 'Enable' },
    { eventType: 'BidReceived', eventEnable: 'Disable' },
    { eventType: 'MyMessages', eventEnable: 'Enable' },
    { eventType: 'Odd', eventEnable: 'EnableWithSMS' },
  ],
}

describe('what a Set would change', () => {
  it('SOAP-02 is nothing but what was moved to where the platform does not have it', () => {
    const chosen = new Map([
      ['ItemSold', true],
      ['BidReceived', true],
      ['MyMessages', false],
      ['FeedbackLeft', false],
      ['FixedPriceTransaction', true],
    ])
    expect(changesOf(current, chosen)).toEqual([
      { eventType: 'BidReceived', from: 'Disable', to: 'Enable' },
      { eventType: 'FixedPriceTransaction', from: null, to: 'Enable' },
      { eventType: 'MyMessages', from: 'Enable', to: 'Disable' },
    ])
  })

  it('leaves a value that nobody knows as it is, until somebody chooses', () => {
    expect(changesOf(current, new Map())).toEqual([])
    expect(changesOf(current, new Map([['Odd', false]]))).toEqual([
      { eventType: 'Odd', from: 'EnableWithSMS', to: 'Disable' },
    ])
  })

  it('brings the platform to what was chosen, whatever it has, and sends nothing the second time', () => {
    const names = fc.constantFrom<string>('ItemSold', 'BidReceived', 'Odd', 'Other')
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.record({ eventType: names, eventEnable: fc.constantFrom('Enable', 'Disable', 'Odd') }), {
          selector: ({ eventType }) => eventType,
        }),
        fc.array(fc.tuple(names, fc.boolean())),
        (events, choices) => {
          const chosen = new Map(choices)
          const had = { ...current, events }
          const changes = changesOf(had, chosen)
          const after = new Map(events.map(({ eventType, eventEnable }) => [eventType, eventEnable]))
          for (const { eventType, to } of changes) after.set(eventType, to)
          for (const [name, wanted] of chosen) expect(after.get(name) === 'Enable').toBe(wanted)
          const has = [...after].map(([eventType, eventEnable]) => ({ eventType, eventEnable }))
          expect(changesOf({ ...had, events: has }, chosen)).toEqual([])
        },
      ),
    )
  })

  it('is chosen from the events of the documents, those that the platform offers and those that are set', () => {
    const preferences = { asOfMs: 0, problem: null, current, offered: ['ItemSold', 'ItemListed'], alwaysSent: [] }
    expect(choicesOf(knownEventTypes, preferences)).toEqual([...knownEventTypes, 'ItemListed', 'MyMessages', 'Odd'])
    expect(choicesOf(knownEventTypes, { ...preferences, offered: null })).toContain('MyMessages')
  })
})
