import { afterEach, describe, expect, it } from 'vitest'
import { inPlatformWords, nameInError, setNamedPlatform } from '../../../renderer/api/platform-words.ts'
import { failureMessage } from '../../../renderer/outbox/failure-labels.ts'
import { platforms } from '../../../shared/connection/platforms.ts'

describe('the platform', () => {
  afterEach(() => setNamedPlatform(platforms.neutral))

  it('keeps its words in quotation marks', () => {
    setNamedPlatform(platforms.ebay)
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
})
