import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { findChanges, listChoices } from '../../../../renderer/notifications/legacy/preference-changes.ts'
import { knownEventTypes } from '../../../../renderer/notifications/notification-labels.ts'

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

describe('the changes of a Set', () => {
  it('SOAP-02 contains only what differs from the platform', () => {
    const chosen = new Map([
      ['ItemSold', true],
      ['BidReceived', true],
      ['MyMessages', false],
      ['FeedbackLeft', false],
      ['FixedPriceTransaction', true],
    ])
    expect(findChanges(current, chosen)).toEqual([
      { eventType: 'BidReceived', from: 'Disable', to: 'Enable' },
      { eventType: 'FixedPriceTransaction', from: null, to: 'Enable' },
      { eventType: 'MyMessages', from: 'Enable', to: 'Disable' },
    ])
  })

  it('keeps an unknown value until the seller chooses', () => {
    expect(findChanges(current, new Map())).toEqual([])
    expect(findChanges(current, new Map([['Odd', false]]))).toEqual([
      { eventType: 'Odd', from: 'EnableWithSMS', to: 'Disable' },
    ])
  })

  it('makes the platform match the choices, and is empty afterwards', () => {
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
          const changes = findChanges(had, chosen)
          const after = new Map(events.map(({ eventType, eventEnable }) => [eventType, eventEnable]))
          for (const { eventType, to } of changes) after.set(eventType, to)
          for (const [name, wanted] of chosen) expect(after.get(name) === 'Enable').toBe(wanted)
          const has = [...after].map(([eventType, eventEnable]) => ({ eventType, eventEnable }))
          expect(findChanges({ ...had, events: has }, chosen)).toEqual([])
        },
      ),
    )
  })

  it("offers known events, the platform's, and those already set", () => {
    const preferences = { asOfMs: 0, problem: null, current, offered: ['ItemSold', 'ItemListed'] }
    expect(listChoices(preferences)).toEqual([...knownEventTypes, 'ItemListed', 'MyMessages', 'Odd'])
    expect(listChoices({ ...preferences, offered: null })).toContain('MyMessages')
  })
})
