import { createElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { inPlatformWords, named, nameInError, setNamedPlatform } from '../../../renderer/api/platform-words.ts'
import { failureMessage } from '../../../renderer/outbox/failure-labels.ts'
import { FieldControl } from '../../../renderer/parts/fields/field-control.tsx'
import { platforms } from '../../../shared/connection/platforms.ts'
import { itemFields } from '../../../shared/inventory/fields/item-fields.ts'
import { listOfferRows } from '../../../shared/inventory/fields/offer-fields.ts'
import { renderWindow } from '../../support/render-window.ts'

describe('the platform', () => {
  afterEach(() => setNamedPlatform(platforms.neutral))

  it('is called by its name, also at the start of a sentence and as a possessive', () => {
    setNamedPlatform(platforms.ebay)
    expect(named`The platform refused it. Change it on the platform’s own pages.`).toBe(
      'eBay refused it. Change it on eBay’s own pages.',
    )
  })

  it('stays “the platform” if it has no name', () => {
    expect(named`The platform refused it.`).toBe('The platform refused it.')
  })

  it('keeps its words in what is inserted, and in quotation marks', () => {
    setNamedPlatform(platforms.ebay)
    const title = 'Lamp from the platform 9¾'
    expect(named`The platform has no “${title}”, only ${title}.`).toBe(`eBay has no “${title}”, only ${title}.`)
    expect(inPlatformWords(`The platform says: “the platform is busy”`)).toBe('eBay says: “the platform is busy”')
  })

  it('is named in every sentence of an error', () => {
    setNamedPlatform(platforms.ebay)
    const cause = 'The platform is busy.'
    expect(nameInError({ kind: 'service', message: cause, status: 503, cause, whatToDo: cause })).toMatchObject({
      message: 'eBay is busy.',
      cause: 'eBay is busy.',
      whatToDo: 'eBay is busy.',
    })
    expect(
      nameInError({ kind: 'validation', message: cause, issues: [{ path: 'input.sku', message: cause }] }),
    ).toMatchObject({ message: 'eBay is busy.', issues: [{ message: 'eBay is busy.' }] })
  })

  it('is named in why a conversation could not be read', () => {
    setNamedPlatform(platforms.ebay)
    const message = 'The platform does not accept the sign-in. Sign in again in Settings.'
    expect(failureMessage({ kind: 'signInNeeded', message }).why).toBe(
      'eBay does not accept the sign-in. Sign in again in Settings.',
    )
  })

  it.each([...itemFields, ...listOfferRows(true)])('is named beside the control of “$label”', (field) => {
    setNamedPlatform(platforms.ebay)
    const control = createElement(FieldControl, { field, text: '', error: undefined, onText: () => undefined })
    expect(renderWindow(control)).not.toMatch(/the platform/i)
  })
})
